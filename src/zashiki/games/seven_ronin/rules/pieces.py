"""What is on the table: sides, areas, ronin and the steps of a round, as small numbers with stable names."""

from __future__ import annotations

from typing import Final

ATTACKER: Final = 0
DEFENDER: Final = 1
SIDES: Final = ("attacker", "defender")

EDITIONS: Final = ("en-2015", "pl-2013", "fr-2014")

WHOLE: Final = "whole"
"""The village that the rulebooks have."""

BURIAL_GROUNDS: Final = 0
INN: Final = 1
WATCHTOWER: Final = 2
FIELD_2: Final = 3
PASSAGE: Final = 4
FIELD_3: Final = 5
GRANARY: Final = 6
WELL: Final = 7
ANIMAL_PEN: Final = 8
SHRINE: Final = 9
GREEN: Final = 10
"""The Green: a place on the board, but not an area."""
CAMP: Final = 11
"""Where a ronin is who is not on the board: not deployed yet, or fallen."""

AREAS: Final = (
    "burial-grounds",
    "inn",
    "watchtower",
    "field-2",
    "passage",
    "field-3",
    "granary",
    "well",
    "animal-pen",
    "shrine",
)
PLACES: Final = (*AREAS, "green")
ALL_AREAS: Final = (1 << 10) - 1
ALL_PLACES: Final = (1 << 11) - 1
GREEN_BIT: Final = 1 << GREEN

HAYAI: Final = 0
KABE: Final = 1
MUSASHI: Final = 2
TAIKO: Final = 3
TASUKE: Final = 4
YOBU: Final = 5
YUMI: Final = 6
RONIN: Final = ("hayai", "kabe", "musashi", "taiko", "tasuke", "yobu", "yumi")
ALL_RONIN: Final = (1 << 7) - 1
HAYAI_BIT: Final = 1 << HAYAI
MUSASHI_BIT: Final = 1 << MUSASHI
TAIKO_BIT: Final = 1 << TAIKO
TASUKE_BIT: Final = 1 << TASUKE
YOBU_BIT: Final = 1 << YOBU
YUMI_BIT: Final = 1 << YUMI

MARKERS: Final = 50
RESERVES: Final = 40
ROUNDS: Final = 8
GOAL: Final = 5
"""Occupied areas that win the village (RON-X2)."""

PLANNING: Final = 0
ABILITIES: Final = 1
PUSH: Final = 2
DIVIDE: Final = 3
AREA_ABILITIES: Final = 4
COPY: Final = 5
BURIAL: Final = 6
VOLLEY: Final = 7
PASSAGE_DIVIDE: Final = 8
OVER: Final = 9
STEPS: Final = (
    "planning",
    "abilities",
    "push",
    "divide",
    "areas",
    "copy",
    "burial",
    "volley",
    "passage-divide",
    "over",
)
"""The steps by name; those after a step that ask it for more: push, divide; copy, burial, volley, passage-divide."""
PHASES: Final = (
    "planning",
    "abilities",
    "abilities",
    "wounds",
    "areas",
    "areas",
    "areas",
    "areas",
    "areas",
    "over",
)
"""The phase that each step belongs to."""
