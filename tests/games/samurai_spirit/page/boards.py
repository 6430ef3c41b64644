"""Boards of random games, drawn whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from zashiki.brush.regions import Drawings
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.page import board
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.parts import Region
from zashiki.words import LANGUAGES, Words

TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {"solo_samurai": "2"}),
    (1, {"solo_samurai": "3", "level": "heroic"}),
    (2, {}),
    (3, {"level": "easy"}),
    (4, {}),
    (4, {"two_player_rules": True, "level": "hard"}),
    (5, {"level": "hard"}),
    (6, {}),
    (7, {"level": "heroic"}),
]
SPEECH = {language: Words(language) for language in LANGUAGES}
LINKS = "/why/"


def drawn(view: SamuraiSpiritView, language: str = "en", links: str = LINKS) -> str:
    return Drawings().whole(board(view, links), SPEECH[language])


def states(seats: int, options: dict[str, Any], seed: int) -> Iterator[State]:
    """One random game, choice by choice; the same state, changed in place."""
    state = GAME.start(seats, **options)
    dice = Random(seed)
    yield state
    while state.actors():
        seat = state.actors()[0]
        if seat == CHANCE:
            state.apply(seat, dice.choices(state.legal(seat), state.odds())[0])
        else:
            state.apply(seat, dice.choice(state.legal(seat)))
        yield state


def moments(seats: int, options: dict[str, Any], seed: int) -> list[SamuraiSpiritView]:
    """What the seat that chooses sees, choice by choice, what all see when chance decides, and the end."""
    return [state.view(_chooser(state)) for state in states(seats, options, seed)]


def _chooser(state: State) -> int | None:
    actors = state.actors()
    if not actors:
        return 0
    return None if actors[0] == CHANCE else actors[0]


def regions(region: Region) -> Iterator[Region]:
    """A region and all within."""
    yield region
    for one in region.inner:
        yield from regions(one)


def ids(page: str) -> list[str]:
    return re.findall(r"\sid=\"([^\"]+)\"", page)


def offered(page: str) -> set[int]:
    return {int(action) for action in re.findall(r"<button[^>]* data-action=\"(\d+)\"", page)}
