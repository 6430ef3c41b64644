"""Positions set up by hand: what they may hold, and which are impossible."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.samurai_spirit.table import do, table
from zashiki import CHANCE, Record, Refused
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.view import FACES
from zashiki.kernel import record as records

THREE = "kyuzo heihachi daisuke"
PLUNDERERS = [face.name for face in FACES if face.kind == "plunderer"]
WITHOUT_DOLLS = [face.name for face in FACES if face.kind == "plunderer" and face.defence != "doll"]


@pytest.mark.parametrize(
    ("reason", "facts"),
    [
        ("unreadable", {"nonsense": 1}),
        ("unreadable", {"raiders": "many"}),
        ("round", {"round": 4}),
        ("name", {"boards": {"nobody": {}}}),
        ("name", {"discard": ["card-9-9"]}),
        ("name", {"families": ["smiths"]}),
        ("name", {"farmsteads": {"smithy": 1}}),
        ("absent", {"boards": {"kanbei": {}}}),
        ("barricades", {"barricades": 6}),
        ("farmsteads", {"farmsteads": {"wound": 3}}),
        ("lost", {"families": []}),
        ("lost", {"farmsteads": {}}),
        ("left", {"boards": {"kyuzo": {"left": ["card-1-13"]}}}),
        ("left", {"boards": {"kyuzo": {"left": ["card-1-1", "card-1-2"]}}}),
        ("kiai", {"boards": {"kyuzo": {"line": ["card-4-3", "card-4-6", "card-1-7"]}}}),
        ("token", {"boards": {"kyuzo": {"token": "heihachi"}, "heihachi": {"passed": True}}}),
        ("spent", {"spent": ["gorobei"]}),
        ("unseen", {"raiders": 22}),
        ("unseen", {"round": 2, "raiders": 4}),
        ("raiders", {"raiders": 0}),
        ("order", {"raiders": [None, "card-1-7", None]}),
        ("twice", {"discard": ["card-1-7", "card-1-7"]}),
        ("too-early", {"discard": ["card-5-1"]}),
        ("turn", {"turn": "kyuzo", "boards": {"kyuzo": {"passed": True}}}),
        ("negative", {"intruders": -1}),
        ("negative", {"raiders": -1}),
        ("too-many", {"round": 2, "raiders": 1, "discard": PLUNDERERS[:22]}),
        ("too-many", {"round": 2, "raiders": 23, "unseen": PLUNDERERS[:22]}),
        ("too-many", {"round": 3, "raiders": 1, "discard": ["card-5-1", "card-5-2", "card-5-3", "card-5-4"]}),
        ("dolls", {"two_player_rules": True, "raiders": 1, "discard": WITHOUT_DOLLS[:20]}),
        ("dolls", {"two_player_rules": True, "round": 3, "raiders": 1, "discard": WITHOUT_DOLLS[:20]}),
    ],
)
def test_impossible_positions_are_refused(reason: str, facts: dict[str, Any]) -> None:
    with pytest.raises(Refused) as error:
        table(THREE, **facts)
    assert error.value.message.key == f"sam.position.{reason}"


def test_as_many_cards_as_are_dealt_may_be_known() -> None:
    assert table(THREE, round=2, raiders=1, discard=PLUNDERERS[:21]).view(None).raiders == 1
    facts: dict[str, Any] = {"two_player_rules": True, "raiders": 2, "discard": WITHOUT_DOLLS[:19]}
    state = do(table(THREE, **facts), "enough", "fight")
    assert {FACES[card].defence for card in state.legal(CHANCE)} == {"doll"}


def test_a_position_names_its_samurai() -> None:
    with pytest.raises(Refused) as error:
        GAME.position(seats=3)
    assert error.value.message.key == "sam.position.samurai"


def test_without_a_number_the_stack_holds_what_is_left() -> None:
    state = table(THREE, discard=["card-1-7"], intruders=2, boards={"kyuzo": {"left": ["card-2-7"]}})
    assert state.view(None).raiders == 21 - 4


def test_a_record_carries_a_position() -> None:
    position = {"raiders": 3, "boards": {"kyuzo": {"line": ["card-4-3"]}}}
    record = Record(GAME, 3, {"samurai": THREE.split()}, position)
    state = record.start()
    for name in ("fight", "card-2-7", "attack"):
        seat = state.actors()[0]
        record.add(seat, GAME.action(name))
        state.apply(seat, GAME.action(name))
    text = record.write()
    assert "\n* card-2-7\n" in text
    again = records.read(text)
    assert again.fold().view(None) == state.view(None)
