"""Positions set up by hand: what can't be is refused with the rule it breaks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.seven_ronin.table import EVERYBODY, alone, legal, markers
from zashiki import Record, Refused
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.rules.pieces import RONIN
from zashiki.kernel import record as records
from zashiki.testing import in_words


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
    twice = GAME.position(phase="areas", places=EVERYBODY, used_areas=["inn", "inn"])
    once = GAME.position(phase="areas", places=EVERYBODY, used_areas=["inn"])
    assert twice.view(None) == once.view(None)


def test_what_is_not_given_follows_from_the_fifty_markers() -> None:
    assert GAME.position(ninja={"well": 3}, wounds={"kabe": 2}).reserves == 35
    assert GAME.position(supply=0, ninja={"well": 3}).reserves == 47
    state = GAME.position(reserves=5, ninja={"well": 3})
    assert state.supply == 42
    assert markers(state) == 50


def test_a_position_shows_in_the_view() -> None:
    state = GAME.position(
        phase="areas",
        round=4,
        ninja={"granary": 2, "well": 1},
        fallen={"yumi": 3},
        used_areas=["granary"],
        used_ronin=["taiko"],
        stays=["kabe"],
        shrine_next=["yobu"],
        places={"kabe": "inn", "hayai": "shrine", "taiko": "passage", "musashi": "field-2", "yobu": "field-3"}
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
