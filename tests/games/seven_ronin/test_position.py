"""Positions set up by hand: what can't be is refused with the rule it breaks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.seven_ronin.table import EVERYBODY, alone, legal, markers, set_up
from zashiki import Record, Refused
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.rules.pieces import (
    ABILITIES,
    AREA_ABILITIES,
    AREAS,
    CAMP,
    EDITIONS,
    PHASES,
    PLACES,
    PLANNING,
    RONIN,
)
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel import record as records
from zashiki.testing import in_words

GONE = {ronin: place for ronin, place in EVERYBODY.items() if ronin != "yumi"}
AWAY_FROM_INN = {**EVERYBODY, "hayai": "well"}
AWAY_FROM_PEN = {**EVERYBODY, "taiko": "well"}
COMBAT: dict[str, Any] = {"phase": "abilities", "round": 3, "places": EVERYBODY}
AREA_STEP: dict[str, Any] = {"phase": "areas", "round": 3, "places": EVERYBODY, "ninja": {"well": 1}}
UNREACHABLE: list[tuple[str, dict[str, Any]]] = [
    ("RON-W1", {"wounds": {"kabe": 1}}),
    ("RON-W1", {**COMBAT, "round": 1, "wounds": {"kabe": 1}}),
    ("RON-W3", {"fallen": ["yumi"]}),
    ("RON-W3", {"phase": "wounds", "round": 3, "fallen": {"yumi": 3}, "places": GONE}),
    ("RON-V5", {"held": ["kabe"], "places": {"kabe": "inn"}}),
    ("RON-V6", {"shrine": ["kabe"]}),
    ("RON-P11", {"ninja": {"well": 1}}),
    ("RON-P8", {**COMBAT, "round": 1, "places": {**EVERYBODY, "kabe": "green"}}),
    ("RON-E4", {"reserves": 39}),
    ("RON-E4", {**COMBAT, "round": 1, "ninja": {"well": 1}, "supply": 9}),
    ("RON-E4", {**COMBAT, "round": 1, "ninja": {"well": 1}, "used_ronin": ["yumi"]}),
    ("RON-P4", {"round": 2, "ninja": {"green": 2}}),
    ("RON-P4", {**COMBAT, "ninja": {"green": 4}}),
    ("RON-X2", {"round": 2, "ninja": dict.fromkeys(["field-2", "field-3", "inn", "well"], 1)}),
    ("RON-W4", {"round": 2, "ninja": {"inn": 1}, "held": ["kabe"], "places": {"kabe": "inn"}}),
    ("RON-A6", {**COMBAT, "used_ronin": ["kabe"]}),
    ("RON-A7", {**COMBAT, "used_ronin": ["yumi"], "shrine": ["yumi"]}),
    ("RON-A7", {**COMBAT, "places": {**EVERYBODY, "yumi": "green"}, "used_ronin": ["yumi"]}),
    ("RON-V5", {**COMBAT, "held": ["hayai"], "used_ronin": ["hayai"]}),
    ("RON-W3", {**COMBAT, "places": GONE, "fallen": ["yumi"], "used_ronin": ["yumi"]}),
    ("RON-V4", {**AREA_STEP, "used_areas": ["watchtower"]}),
    ("RON-V4", {**AREA_STEP, "used_areas": ["granary"]}),
    ("RON-V4", {**AREA_STEP, "ninja": {"inn": 1}, "places": AWAY_FROM_INN, "copied": "field-3"}),
    ("RON-V4", {**AREA_STEP, "ninja": {"inn": 1}, "places": AWAY_FROM_INN, "used_areas": ["inn"]}),
    ("RON-V8", {**AREA_STEP, "ninja": {"field-3": 1}, "used_areas": ["field-3"]}),
    ("RON-V5", {**AREA_STEP, "stays": ["kabe"]}),
    ("RON-V6", {**AREA_STEP, "shrine_next": ["kabe"]}),
    (
        "RON-V5",
        {**AREA_STEP, "ninja": {"animal-pen": 1}, "places": AWAY_FROM_PEN, "used_areas": ["animal-pen"]}
        | {"stays": ["kabe", "yumi"]},
    ),
]
"""What no game comes to, though pieces and places agree with each other."""


@pytest.mark.parametrize(
    ("rule", "facts"),
    [
        ("RON-E4", {"reserves": 45, "ninja": {"well": 6}}),
        ("RON-E4", {"reserves": 40, "supply": 11}),
        ("RON-E4", {"reserves": 40, "supply": 9}),
        ("RON-P7", {"phase": "abilities", "places": {**EVERYBODY, "kabe": "inn"}}),
        ("RON-P7", {"phase": "abilities", "places": {**EVERYBODY, "kabe": "shrine", "yobu": "shrine"}}),
        ("RON-P7", {"phase": "abilities", "places": {**EVERYBODY, "kabe": "shrine"}, "shrine": ["tasuke"]}),
        ("RON-P7", {"phase": "abilities", "places": {**EVERYBODY, "kabe": "green", "tasuke": "green"}}),
        ("RON-P6", {"phase": "abilities", "places": {"kabe": "inn"}}),
        ("RON-P6", {"held": ["kabe"]}),
        ("RON-E1", {"places": {"kabe": "inn"}}),
        ("RON-V10", {"places": {"kabe": "green"}, "held": ["kabe"]}),
        ("RON-W3", {"wounds": {"yumi": 3}}),
        ("RON-W3", {"fallen": ["yumi"], "wounds": {"yumi": 1}}),
        ("RON-W3", {"fallen": ["yumi"], "places": {"yumi": "inn"}, "held": ["yumi"]}),
        ("RON-W4", {"phase": "areas", "places": EVERYBODY, "ninja": {"inn": 1}}),
        ("RON-P11", {"phase": "abilities", "places": {**EVERYBODY, "kabe": "green"}, "ninja": {"green": 1}}),
        ("RON-X1", {"fallen": list(RONIN)}),
        ("RON-X3", {"reserves": 0}),
        ("RON-V5", {"stays": ["kabe"]}),
        ("RON-V6", {"phase": "abilities", "places": EVERYBODY, "shrine_next": ["kabe"]}),
        ("RON-A1", {"used_ronin": ["yumi"]}),
        ("RON-V4", {"phase": "wounds", "places": EVERYBODY, "used_areas": ["well"]}),
        ("RON-V4", {"phase": "abilities", "places": EVERYBODY, "copied": "well"}),
        ("RON-V4", {"phase": "areas", "places": EVERYBODY, "copied": "inn"}),
        ("RON-V4", {"shrine": ["kabe", "yobu", "yumi"]}),
        ("RON-V10", {"phase": "areas", "places": {**EVERYBODY, "kabe": "green"}, "stays": ["kabe"]}),
        ("RON-V10", {"phase": "areas", "places": {**EVERYBODY, "kabe": "green"}, "shrine_next": ["kabe"]}),
        *UNREACHABLE,
        ("RON-P10", {"round": 9}),
        ("RON-P10", {"round": "two"}),
        ("RON-P10", {"phase": "dinner"}),
        ("RON-P10", {"ninja": {"castle": 1}}),
        ("RON-P10", {"ninja": {"well": -1}}),
        ("RON-P10", {"wounds": {"kanbei": 1}}),
        ("RON-P10", {"weather": "snow"}),
        ("RON-P10", {"supply": "all"}),
        ("RON-P10", {"ninja": ["well"]}),
        ("RON-P10", {"places": "inn"}),
        ("RON-P10", {"fallen": 3}),
        ("RON-P10", {"held": None}),
        ("RON-P10", {"phase": ["planning"]}),
    ],
)
def test_impossible_positions_are_refused(rule: str, facts: dict[str, Any]) -> None:
    with pytest.raises(Refused) as caught:
        GAME.position(**facts)
    assert caught.value.rule == rule
    in_words(caught.value.message)


def test_an_area_named_twice_as_used_is_used_once() -> None:
    twice = set_up(phase="areas", places=EVERYBODY, ninja={"well": 1}, used_areas=["well", "well"])
    once = set_up(phase="areas", places=EVERYBODY, ninja={"well": 1}, used_areas=["well"])
    assert twice.view(None) == once.view(None)


def test_what_is_not_given_follows_from_the_fifty_markers() -> None:
    assert set_up(ninja={"well": 3}, wounds={"kabe": 2}).reserves == 35
    assert set_up(supply=0, ninja={"well": 3}).reserves == 47
    state = set_up(reserves=5, ninja={"well": 3})
    assert state.supply == 42
    assert markers(state) == 50


def test_a_position_shows_in_the_view() -> None:
    state = GAME.position(
        phase="areas",
        round=4,
        ninja={"granary": 2, "well": 1, "animal-pen": 1, "shrine": 1},
        fallen={"yumi": 3},
        used_areas=["granary", "animal-pen", "shrine"],
        used_ronin=["taiko"],
        stays=["kabe"],
        shrine_next=["yobu"],
        places={
            "kabe": "inn",
            "hayai": "watchtower",
            "taiko": "passage",
            "musashi": "field-2",
            "yobu": "field-3",
        }
        | {"tasuke": "inn"},
    )
    view = state.view(None)
    assert view.areas[6].used
    assert view.ronin[3].used
    assert view.ronin[1].stays
    assert view.ronin[5].shrine_next
    assert view.ronin[6].fell == 3
    assert view.areas[1].ronin == (1, 4)


def test_an_inn_that_copied_was_used() -> None:
    ninja = {"inn": 1, "field-2": 1, "well": 1}
    state = GAME.position(phase="areas", ninja=ninja, copied="field-2", **alone(kabe="shrine"))
    assert state.view(0).areas[1].used
    assert not {name for name in legal(state, 0) if name.startswith("inn=")}


def test_a_position_travels_in_the_record() -> None:
    position = {"phase": "areas", "ninja": {"granary": 1}, **alone(kabe="well")}
    record = Record(GAME, position=position)
    record.add(0, GAME.action("granary"))
    again = records.read(record.write())
    assert again.fold().view(None) == record.fold().view(None)


def test_the_burial_grounds_may_have_emptied_an_area_after_its_use() -> None:
    state = set_up(
        phase="areas", ninja={"well": 1}, used_areas=["burial-grounds", "granary"], **alone(kabe="inn")
    )
    assert "granary" not in legal(state, 0)


def test_a_ronin_who_fell_this_round_may_have_used_his_ability_before() -> None:
    facts = {**alone(kabe="inn"), "fallen": dict.fromkeys([ronin for ronin in RONIN if ronin != "kabe"], 3)}
    state = GAME.position(phase="areas", round=3, ninja={"well": 1}, used_ronin=["yumi"], **facts)
    assert state.view(None).ronin[6].used


def names(mask: int, known: tuple[str, ...]) -> list[str]:
    return [name for number, name in enumerate(known) if mask >> number & 1]


def facts_of(state: State) -> dict[str, Any]:
    """A moment at the beginning of a step, as facts."""
    return {
        "edition": state.village.edition,
        "round": state.round,
        "phase": PHASES[state.phase],
        "ninja": {place: number for place, number in zip(PLACES, state.ninja, strict=True) if number},
        "reserves": state.reserves,
        "supply": state.supply,
        "wounds": {ronin: number for ronin, number in zip(RONIN, state.wounds, strict=True) if number},
        "fallen": {RONIN[ronin]: place - CAMP for ronin, place in enumerate(state.place) if place > CAMP},
        "places": {RONIN[ronin]: PLACES[place] for ronin, place in enumerate(state.place) if place < CAMP},
        "held": names(state.held, RONIN),
        "stays": names(state.stays, RONIN),
        "shrine": names(state.shrine, RONIN),
        "shrine_next": names(state.shrine_next, RONIN),
        "used_ronin": names(state.used_ronin, RONIN),
        "used_areas": names(state.used_areas, AREAS),
        "copied": None if state.copied < 0 else AREAS[state.copied],
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_games_come_to_is_never_refused(edition: str) -> None:
    random = Random(edition)
    for _ in range(60):
        state = GAME.start(edition=edition)
        while state.actors():
            planned = state.put or state.ready or state.waiting != state.alive & ~state.held
            if state.phase in (ABILITIES, AREA_ABILITIES) or (state.phase == PLANNING and not planned):
                assert GAME.position(**facts_of(state)).key() == state.key()
            seat = random.choice(state.actors())
            state.apply(seat, random.choice(state.legal(seat)))
