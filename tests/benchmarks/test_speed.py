"""The bench drives games to their end one choice a call, and weighs a state by what it alone holds."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

import zashiki
from benchmarks.speed import (
    PAIRS,
    Pair,
    compare,
    has_rivals,
    held,
    our_contestant,
    play_ours,
    rival_contestant,
    state_size,
)
from zashiki.kernel.contract import CHANCE

OURS = list({pair.game: pair for pair in PAIRS}.values())


@pytest.mark.parametrize("pair", OURS, ids=lambda pair: pair.game)
def test_a_random_game_is_played_to_its_end_and_every_call_counted(pair: Pair) -> None:
    ended: list[Any] = []

    def start() -> Any:
        ended.append(zashiki.game(pair.game).start(seats=pair.seats, **pair.options))
        ended[-1].events = []
        return ended[-1]

    count = play_ours(start, Random(7))
    assert ended[0].result() is not None
    assert count.choices > 0
    assert (count.outcomes > 0) == zashiki.game(pair.game).facts.chance


@pytest.mark.parametrize("pair", OURS, ids=lambda pair: pair.game)
def test_states_from_all_over_a_game_can_be_copied(pair: Pair) -> None:
    contestant = our_contestant(pair.game, pair.seats, pair.options)
    states = contestant.states(Random(7))
    assert states[0].actors()
    assert len({id(state) for state in states}) == len(states)
    assert all(
        contestant.copy(state).legal(0) == state.legal(0) for state in states if CHANCE not in state.actors()
    )


def test_a_state_holds_itself_and_what_it_refers_to_but_no_code() -> None:
    class Thing:
        __slots__ = ("marks", "name", "twice")

        def __init__(self) -> None:
            self.marks = [1000, 1]
            self.twice = self.marks
            self.name = "thing"

    thing = Thing()
    things = list(held(thing))
    assert things[0] is thing
    assert sum(one is thing.marks for one in things) == 1
    assert 1000 in things
    assert 1 not in things
    assert Thing not in things


@pytest.mark.parametrize("pair", OURS, ids=lambda pair: pair.game)
def test_a_state_is_weighed_with_its_lists(pair: Pair) -> None:
    state = our_contestant(pair.game, pair.seats, pair.options).states(Random(7))[0]
    assert sys.getsizeof(state) < state_size(pair, 7) < 8192


def test_openspiel_is_driven_in_the_same_way_where_it_is_installed() -> None:
    for name, seats in {(pair.rival, pair.rival_seats) for pair in PAIRS if has_rivals()}:
        contestant = rival_contestant(name, seats)
        count = contestant.play(Random(7))
        assert count.choices > 0
        assert count.outcomes > 0
        assert contestant.states(Random(7))


def test_a_comparison_tells_rates_copies_and_size() -> None:
    report = compare(PAIRS[0], 0.05, 7)
    ours = report["ours"]
    assert ours["name"] == "seven-ronin (2)"
    assert all(ours[figure] > 0 for figure in ours if figure != "name")
    assert ("ratios" in report) == has_rivals()
    if has_rivals():
        assert all(ratio > 0 for ratio in report["ratios"].values())
        assert report["rival"]["name"] == "OpenSpiel hanabi (2)"
