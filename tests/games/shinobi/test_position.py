"""Positions set up by hand, and records that begin with one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.shinobi.tables import SHINOBI, play, table
from zashiki import Record, Refused
from zashiki.kernel.record import read
from zashiki.kernel.timeline import Timeline


@pytest.mark.parametrize(
    ("facts", "key", "rule"),
    [
        ({"seats": 6}, "shi.position.seats", "SHI-S1"),
        ({"clans": ["oda", "mori"]}, "shi.position.seats", "SHI-S1"),
        ({"known_ninja": [0, 0]}, "shi.position.seats", "SHI-S1"),
        ({"turn": 3}, "shi.position.turn", "SHI-S1"),
        ({"clans": ["oda", "mori", "date"]}, "shi.position.name", "SHI-S1"),
        ({"clans": ["oda", "mori", "oda"]}, "shi.position.clan-twice", "SHI-S1"),
        ({"hands": [{"oda": 5}, {}, {}]}, "shi.position.hand", "SHI-O7"),
        ({"hands": [{"ronin": 1}, {}, {}]}, "shi.position.name", "SHI-S1"),
        ({"known_ninja": [1, 0, 0]}, "shi.position.known-ninja", "SHI-O2"),
        ({"provinces": [{"ninja": 1}, {}, {}]}, "shi.position.name", "SHI-S1"),
        ({"protected": ["oda-1"]}, "shi.position.protected", "SHI-O5"),
        ({"protected": ["oda-1", "oda-2"], "order": 2}, "shi.position.protected-by-orders", "SHI-O5"),
        ({"protected": ["oda-0"], "order": 2}, "shi.position.protected-by-orders", "SHI-O5"),
        ({"protected": ["oda-0", "mori-0"], "order": 3}, "shi.position.protected-by-orders", "SHI-O5"),
        (
            {"protected": ["oda-0", "oda-1", "oda-2"], "order": 3},
            "shi.position.protected-by-orders",
            "SHI-O5",
        ),
        ({"hands": [{"oda": 4}, {}, {}], "order": 2}, "shi.position.hand", "SHI-O1"),
        ({"hands": [{}, {}, {"oda": 4}], "deck": {}, "turns_left": 2}, "shi.position.hand", "SHI-O1"),
        ({"out": {"ninja": 1}}, "shi.position.ninja-out", "SHI-O2"),
        ({"played": 0, "out": {"oda": 1}}, "shi.position.played", "SHI-O3"),
        ({"played": 2, "provinces": [{"oda": 3}, {"mori": 2}, {}]}, "shi.position.played", "SHI-O3"),
        ({"protected": ["oda-3"], "order": 2}, "shi.position.name", "SHI-S1"),
        ({"out": {"oda": 12}}, "shi.position.too-many", "SHI-S1"),
        ({"deck": {"ninja": 4}}, "shi.position.too-many", "SHI-S1"),
        ({"turns_left": 2}, "shi.position.deck-lasts", "SHI-E1"),
        ({"deck": {}, "turns_left": 4}, "shi.position.turns-left", "SHI-E1"),
        ({"order": 4}, "shi.position.unreadable", "SHI-S1"),
        ({"hands": [{"oda": -1}, {}, {}]}, "shi.position.unreadable", "SHI-S1"),
        ({"dragons": 1}, "shi.position.unreadable", "SHI-S1"),
    ],
)
def test_impossible_positions_are_refused(facts: dict[str, Any], key: str, rule: str) -> None:
    with pytest.raises(Refused) as error:
        table({}, {}, {}, **facts)
    assert (error.value.message.key, error.value.rule) == (key, rule)


def test_the_deck_holds_all_that_is_nowhere_else() -> None:
    state = table({"oda": 2}, {"mori": 1}, {}, out={"oda": 1, "ninja": 1})
    play(state, "0 mori>1", "0 mori-1>2")
    assert state.odds() == [8, 8, 8, 7, 8, 2]


def test_rounds_are_counted_from_the_turns_played() -> None:
    view = table({}, {}, {}, turn=2, played=4).view(0)
    assert (view.round, view.turns, view.first) == (2, 4, 1)


def test_a_record_may_begin_with_a_position() -> None:
    position = {
        "clans": ["oda", "mori", "hojo"],
        "hands": [{"oda": 2}, {"mori": 2}, {"hojo": 1, "ninja": 1}],
        "provinces": [{"takeda": 3}, {"mori": 1}, {}],
        "deck": {},
        "turns_left": 1,
    }
    record = Record(SHINOBI, 3, {}, position)
    for name in ("oda>1", "oda>0", "takeda*mori-1"):
        record.add(0, SHINOBI.action(name))
    again = read(record.write())
    assert again.write() == record.write()
    result = again.fold().result()
    assert result is not None
    assert result.winners == (0,)


def test_a_choice_may_be_taken_back_until_a_card_is_drawn() -> None:
    position = {"clans": ["oda", "mori", "hojo"], "hands": [{"oda": 4}, {}, {}], "provinces": [{}, {}, {}]}
    record = Record(SHINOBI, 3, {}, position)
    record.add(0, SHINOBI.action("oda>1"))
    assert Timeline(record).undo_refusal(0) is None
    record.add(0, SHINOBI.action("oda>0"))
    assert Timeline(record).undo_refusal(0) is None
    record.add(-1, SHINOBI.action("draw-mori"))
    refusal = Timeline(record).undo_refusal(0)
    assert refusal is not None


def test_the_last_choice_of_the_game_stands_once_the_clans_are_revealed() -> None:
    position = {
        "clans": ["oda", "mori", "hojo"],
        "hands": [{"oda": 2}, {}, {}],
        "provinces": [{}, {}, {}],
        "deck": {},
        "turns_left": 1,
    }
    record = Record(SHINOBI, 3, {}, position)
    record.add(0, SHINOBI.action("oda>1"))
    record.add(0, SHINOBI.action("oda>0"))
    refusal = Timeline(record).undo_refusal(0)
    assert refusal is not None
    assert refusal.key == "undo.news"


def _last_round(next_hand: dict[str, int]) -> Record:
    """Player 1 is to place his last Oda in the province of Player 2, where all cards lie; nobody draws any more."""
    position = {
        "clans": ["oda", "mori", "hojo"],
        "hands": [{"oda": 1}, next_hand, {"hojo": 1}],
        "provinces": [{}, {"oda": 1}, {}],
        "deck": {},
        "turns_left": 3,
    }
    record = Record(SHINOBI, 3, {}, position)
    record.add(0, SHINOBI.action("oda>2"))
    record.add(0, SHINOBI.action("oda-2>1"))
    return record


@pytest.mark.parametrize("next_hand", [{"ninja": 2}, {"ninja": 1, "takeda": 1}])
def test_ruling_1_a_choice_stands_once_the_next_player_is_passed_over_or_not(
    next_hand: dict[str, int],
) -> None:
    """With no army elsewhere, whether Player 2 is passed over tells everybody if he holds a troop."""
    record = _last_round(next_hand)
    assert record.fold().actors() == ((2,) if next_hand == {"ninja": 2} else (1,))
    refusal = Timeline(record).undo_refusal(0)
    assert refusal is not None
    assert refusal.key == "undo.news"


def test_ruling_1_passing_over_an_empty_hand_tells_nothing_new() -> None:
    record = _last_round({})
    assert record.fold().actors() == (2,)
    assert Timeline(record).undo_refusal(0) is None
