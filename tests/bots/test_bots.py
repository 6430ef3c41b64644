"""Bots choose from views; chance draws as the odds say."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import zashiki
from zashiki.bots import level_name, levels, seated
from zashiki.bots.players import Players
from zashiki.kernel.bots import Budget
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import Timeline

CHANCY = [name for name in zashiki.names() if zashiki.game(name).facts.chance]
LEVELS = [(name, level) for name in zashiki.names() for level in levels(zashiki.game(name))]


def played(name: str, level: str, seed: int) -> Record:
    """A game between bots of one level."""
    game = zashiki.game(name)
    timeline = Timeline(Record(game))
    players = Players(timeline, dict.fromkeys(range(timeline.seats), level), Random(seed))
    while actors := timeline.state.actors():
        players.act(actors[-1])
    return timeline.record


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_bots_play_a_game_to_its_end_and_the_same_one_for_the_same_seed(name: str, level: str) -> None:
    first = played(name, level, seed=5)
    assert played(name, level, seed=5).entries == first.entries
    assert played(name, level, seed=6).entries != first.entries


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_a_decision_is_legal_and_says_no_more_than_it_may(name: str, level: str) -> None:
    game = zashiki.game(name)
    state, chance = game.start(), Random(2)
    while (seat := state.actors()[0]) == CHANCE:
        state.apply(CHANCE, draw_outcome(state, chance))
    view = state.view(seat)
    decision = seated(game, level, seat, seed=1).decide(view, Budget(nodes=100))
    assert decision.action in view.legal
    assert set(decision.policy) <= set(view.legal)
    if decision.value is not None:
        assert game.facts.lowest_return <= decision.value <= game.facts.highest_return


def test_every_game_has_the_same_two_levels_first() -> None:
    for name in zashiki.names():
        assert list(levels(zashiki.game(name)))[:2] == ["random", "villager"]


def test_the_old_word_for_a_level_is_understood() -> None:
    assert level_name("sensible") == "villager"
    seated(zashiki.game("shinobi"), "sensible", 0, seed=1)


def test_a_level_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        seated(zashiki.game("shinobi"), "oracle", 0, seed=1)


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
