"""Bots choose from views; chance draws as the odds say."""

from __future__ import annotations

import pickle
import pickletools
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import zashiki
from zashiki.bots import level_name, levels, offered, seated, usual_level
from zashiki.bots.players import Players
from zashiki.kernel.bots import Budget
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import Timeline

LADDER = ["random", "novice", "villager", "warrior", "master"]
CHANCY = [name for name in zashiki.names() if zashiki.game(name).facts.chance]
FEW = Budget(nodes=20)
LEVELS = [(name, level) for name in zashiki.names() for level in levels(zashiki.game(name))]


def played(name: str, level: str, seed: int) -> Record:
    """A game between bots of one level."""
    game = zashiki.game(name)
    timeline = Timeline(Record(game))
    players = Players(timeline, dict.fromkeys(range(timeline.seats), level), Random(seed))
    while actors := timeline.state.actors():
        players.act(actors[-1], FEW)
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


def test_every_game_has_the_same_levels_in_the_same_order() -> None:
    for name in zashiki.names():
        known = list(levels(zashiki.game(name)))
        assert known == LADDER[: len(known)]
        assert len(known) >= 3


def test_people_are_offered_a_novice_in_the_place_of_one_who_plays_at_random() -> None:
    for name in zashiki.names():
        game = zashiki.game(name)
        assert offered(game) == [level for level in levels(game) if level != "random"]
        assert usual_level(game) == "villager"
        seated(game, "random", 0, seed=1)


class Worlds:
    """Names all classes that a pickled object is made of."""

    def __init__(self, pickled: bytes) -> None:
        texts: list[str] = []
        self.modules: set[str] = set()
        for code, argument, _ in pickletools.genops(pickled):
            if isinstance(argument, str):
                texts.append(argument)
            if code.name == "STACK_GLOBAL":
                self.modules.update(text for text in texts if text.startswith("zashiki"))


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_a_bot_is_given_a_view_and_no_state(name: str, level: str) -> None:
    """A view that went to another process and came back, after its state was changed, is all that a decision needs."""
    game, chance = zashiki.game(name), Random(4)
    state = game.start()
    for _ in range(6):
        while (seat := state.actors()[0]) == CHANCE:
            state.apply(CHANCE, draw_outcome(state, chance))
        sent = pickle.dumps(state.view(seat))
        modules = Worlds(sent).modules
        assert modules
        assert not [module for module in modules if ".rules" in module], "a piece of the state was sent"
        first = seated(game, level, seat, seed=1).decide(state.view(seat), FEW)
        state.apply(seat, first.action)
        assert seated(game, level, seat, seed=1).decide(pickle.loads(sent), FEW) == first


def test_the_old_word_for_a_level_is_understood() -> None:
    assert level_name("sensible") == "villager"
    seated(zashiki.game("shinobi"), "sensible", 0, seed=1)


def test_a_level_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        seated(zashiki.game("shinobi"), "oracle", 0, seed=1)


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
