"""Bots choose from views; chance draws as the odds say."""

from __future__ import annotations

from collections import Counter
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


@pytest.mark.parametrize("name", CHANCY)
def test_chance_draws_every_outcome_as_often_as_its_odds_say(name: str) -> None:
    state, chance, draws, met = zashiki.game(name).start(), Random(3), 4000, 0
    while met < 5:
        seat = state.actors()[0]
        met += seat == CHANCE and len(state.legal(CHANCE)) > 1
        if met < 5:
            state.apply(
                seat, draw_outcome(state, chance) if seat == CHANCE else chance.choice(state.legal(seat))
            )
    drawn = Counter(draw_outcome(state, chance) for _ in range(draws))
    outcomes, odds = state.legal(CHANCE), state.odds()
    assert set(drawn) <= set(outcomes)
    for outcome, weight in zip(outcomes, odds, strict=True):
        share = weight / sum(odds)
        spread = (draws * share * (1 - share)) ** 0.5
        assert abs(drawn[outcome] - draws * share) < 5 * spread
