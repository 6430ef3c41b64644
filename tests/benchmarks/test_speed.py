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
    draw_rival_outcome,
    has_rivals,
    held,
    our_contestant,
    play_ours,
    play_rival,
    play_simultaneous_rival,
    rival_contestant,
    rival_states,
    state_size,
)
from zashiki.kernel.contract import CHANCE

RIVALS = sorted({(pair.rival, pair.rival_seats) for pair in PAIRS})
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


@pytest.mark.parametrize(("name", "seats"), RIVALS)
def test_openspiel_is_driven_in_the_same_way_where_it_is_installed(name: str, seats: int) -> None:
    if not has_rivals():
        with pytest.raises(ModuleNotFoundError):
            rival_contestant(name, seats)
        return
    contestant = rival_contestant(name, seats)
    count = contestant.play(Random(7))
    assert count.choices > 0
    assert count.outcomes > 0
    assert contestant.states(Random(7))


class Countdown:
    """A game as OpenSpiel shows its own: chance draws 0 (one time in four) or 1, then two players take 1 or 2 until ten
    are gone, in turns or at the same time."""

    def __init__(self, at_once: bool) -> None:
        self.at_once = at_once
        self.drawn: list[int] = []
        self.taken: list[int] = []

    def is_terminal(self) -> bool:
        return sum(self.taken) >= 10

    def is_chance_node(self) -> bool:
        return not self.drawn

    def is_simultaneous_node(self) -> bool:
        return self.at_once and bool(self.drawn)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.25), (1, 0.75)]

    def num_players(self) -> int:
        return 2

    def legal_actions(self, _player: int = 0) -> list[int]:
        return [1, 2]

    def apply_action(self, action: int) -> None:
        assert not self.is_terminal()
        (self.taken if self.drawn else self.drawn).append(action)

    def apply_actions(self, actions: list[int]) -> None:
        assert self.is_simultaneous_node()
        assert len(actions) == 2
        self.taken += actions

    def clone(self) -> Countdown:
        copy = Countdown(self.at_once)
        copy.drawn, copy.taken = list(self.drawn), list(self.taken)
        return copy


@pytest.mark.parametrize("at_once", [False, True])
def test_a_game_of_openspiel_is_played_to_its_end_and_every_call_counted(at_once: bool) -> None:
    games: list[Countdown] = []

    def start() -> Countdown:
        games.append(Countdown(at_once))
        return games[-1]

    count = (play_simultaneous_rival if at_once else play_rival)(start, Random(7))
    assert games[0].is_terminal()
    assert (count.choices, count.outcomes) == (len(games[0].taken), 1)
    assert set(games[0].taken) == {1, 2}
    states = rival_states(start, Random(7))
    assert len(states) == 1 + len(games[1].taken) // (2 if at_once else 1)
    assert not any(state.is_terminal() for state in states)


def test_outcomes_of_openspiel_are_drawn_by_their_odds() -> None:
    chance = Random(7)
    drawn = [draw_rival_outcome(Countdown(False), chance) for _ in range(4000)]
    assert 2850 < sum(drawn) < 3150


def test_a_comparison_tells_rates_copies_and_size() -> None:
    report = compare(PAIRS[0], 0.05, 7)
    ours = report["ours"]
    assert ours["name"] == "seven-ronin (2)"
    assert all(ours[figure] > 0 for figure in ours if figure not in ("name", "spread", "costs"))
    for figure, (lowest, highest) in ours["spread"].items():
        assert 0 < lowest <= ours[figure] + 1
        assert ours[figure] - 1 <= highest
    assert ("ratios" in report) == has_rivals()
    if has_rivals():
        assert all(ratio > 0 for ratio in report["ratios"].values())
        assert report["rival"]["name"] == "OpenSpiel hanabi (2)"
