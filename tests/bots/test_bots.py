"""Bots choose from views; chance draws as the odds say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import zashiki
from zashiki.bots import LEVELS, chooser, draw_outcome
from zashiki.kernel.contract import CHANCE

CHANCY = [name for name in zashiki.names() if zashiki.game(name).facts.chance]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", zashiki.names())
def test_a_bot_makes_a_legal_choice_from_every_view_and_the_same_one_for_the_same_chance(
    name: str, level: str
) -> None:
    choose, chance = chooser(name, level), Random(5)
    state = zashiki.game(name).start()
    while actors := state.actors():
        seat = actors[-1]
        if seat == CHANCE:
            state.apply(CHANCE, draw_outcome(state, chance))
            continue
        view = state.view(seat)
        action = choose(view, Random(9))
        assert action in view.legal
        assert action == choose(view, Random(9))
        state.apply(seat, action)


def test_a_level_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        chooser("shinobi", "oracle")


class Evenly(Random):
    """Gives numbers that are spread evenly over 0 to 1, one after the other: a draw by them is exact, not a matter of luck."""

    def __init__(self, numbers: int) -> None:
        super().__init__(0)
        self.numbers = numbers
        self.given = 0

    def random(self) -> float:
        self.given += 1
        return (self.given - 0.5) / self.numbers


@pytest.mark.parametrize("name", CHANCY)
def test_chance_draws_every_outcome_as_often_as_its_odds_say(name: str) -> None:
    draws, unequal = 1000, 0
    for state in chance_nodes(name):
        outcomes, odds = state.legal(CHANCE), state.odds()
        unequal += len(set(odds)) > 1
        even = Evenly(draws)
        drawn = Counter(draw_outcome(state, even) for _ in range(draws))
        assert set(drawn) <= set(outcomes)
        for outcome, weight in zip(outcomes, odds, strict=True):
            assert abs(drawn[outcome] - draws * weight / sum(odds)) <= 1
    assert unequal > 3, "outcomes that are not equally likely must have been met"


def chance_nodes(name: str) -> Iterator[zashiki.State]:
    """Every second moment at which chance is to draw, of a random game for each number of players."""
    random, met = Random(3), 0
    for seats in zashiki.game(name).facts.seats:
        state = zashiki.game(name).start(seats=seats)
        while actors := state.actors():
            if actors != (CHANCE,):
                state.apply(actors[0], random.choice(state.legal(actors[0])))
                continue
            met += 1
            if met % 2 == 0:
                yield state
            state.apply(CHANCE, random.choices(state.legal(CHANCE), state.odds())[0])
