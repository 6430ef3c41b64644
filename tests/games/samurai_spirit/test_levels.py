"""The levels of Samurai Spirit: which there are, what they keep to, and how well they know the end of a game."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random

import numpy as np
import pytest

from tests.games.samurai_spirit.table import table
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.bot import LEVELS
from zashiki.games.samurai_spirit.bot.model import ExactModel, SamuraiModel
from zashiki.games.samurai_spirit.bot.net import load_net, rows_of
from zashiki.games.samurai_spirit.bot.searching import ENOUGH, GLANCE, NET, WORTH, Searching
from zashiki.games.samurai_spirit.rules import facts
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.kernel.bots import Budget, Decision
from zashiki.kernel.contract import CHANCE
from zashiki.search.budget import Meter
from zashiki.search.deepening import Deepening, Stage
from zashiki.search.expectimax import Depth, Floats, Forest, TooLarge
from zashiki.search.solver import Solver
from zashiki.testing import pick_chance

ENDINGS = [("normal", 21), ("easy", 3), ("easy", 12), ("heroic", 9), ("heroic", 16)]
NAMES = ["random", "novice", "villager", "warrior", "master"]


def decided(level: str, state: State, budget: Budget, seed: int = 1) -> Decision:
    seat = state.actors()[0]
    return LEVELS[level].seated(seat, seed).decide(state.view(seat), budget)


def positions(seats: int, seed: int, difficulty: str = "normal") -> list[State]:
    """Those of a game of villagers in which someone has a choice."""
    chance, state, found = Random(seed), GAME.start(seats=seats, level=difficulty), []
    villager = LEVELS["villager"].seated(0, seed)
    while state.actors():
        seat = state.actors()[0]
        if seat == CHANCE:
            state.apply(seat, pick_chance(state, chance))
            continue
        if len(state.legal(seat)) > 1:
            found.append(state.copy())
        state.apply(seat, villager.decide(state.view(seat), Budget()).action)
    return found


@pytest.mark.parametrize("seats", [1, 2, 4, 7])
def test_the_net_gives_chances_that_add_up_for_any_number_of_samurai(seats: int) -> None:
    net = load_net(NET)
    states = positions(seats, seed=seats)
    rows = rows_of(states)
    assert rows.shape == (len(states), facts.ROW)
    values = net.values(rows)
    assert values.shape == (len(states), len(WORTH))
    assert values.sum(1) == pytest.approx(1, abs=1e-5)
    alone = np.concatenate([net.values(rows[index : index + 1]) for index in range(len(rows))])
    assert values == pytest.approx(alone, abs=1e-5), "a position has the same value in any batch"


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_positions_that_differ_in_one_fact_alone_are_valued_as_if_they_had_nothing_in_common(
    seats: int,
) -> None:
    net = load_net(NET)
    found = rows_of(positions(seats, seed=seats))
    chance = np.random.default_rng(seats)
    for base in found[::12]:
        rows = np.tile(base, (facts.ROW, 1))
        for fact in range(1, facts.ROW):  # the first one, how many samurai there are, is the same in a game
            others = found[found[:, fact] != base[fact], fact]
            rows[fact, fact] = chance.choice(others) if len(others) else base[fact]
        alone = np.concatenate([net.values(rows[index : index + 1]) for index in range(len(rows))])
        assert net.values(rows) == pytest.approx(alone, abs=1e-5)


@pytest.mark.parametrize("level", ["warrior", "master"])
def test_the_same_nodes_give_the_same_choices(level: str) -> None:
    for state in positions(3, seed=3)[::20]:
        first, second = (decided(level, state, Budget(nodes=300), seed) for seed in (1, 2))
        assert first == second
        assert first.policy == {first.action: 1.0}
        assert first.value is not None
        assert 0 <= first.value <= 1


def test_a_warrior_who_seems_to_be_winning_takes_what_looks_best_at_first_sight() -> None:
    at_first_sight, in_all = Searching(GLANCE[:1], seconds=1), Searching(GLANCE, seconds=1)
    budget, hasty = Budget(nodes=4000), 0
    for state in positions(2, seed=2, difficulty="easy")[::4]:
        seat = state.actors()[0]
        first, last = (
            level.seated(seat, 1).decide(state.view(seat), budget) for level in (at_first_sight, in_all)
        )
        assert first.value is not None
        if first.value >= ENOUGH:
            assert decided("warrior", state, budget) == first
            hasty += first != last
    assert hasty >= 3


def test_a_level_keeps_to_the_budget_it_is_given() -> None:
    warrior, master = LEVELS["warrior"], LEVELS["master"]
    assert isinstance(warrior, Searching)
    assert isinstance(master, Searching)
    assert (warrior.seconds, master.seconds) == (0.2, 2.0)
    assert warrior.within(Budget()) == Budget(0.2)
    assert warrior.within(Budget(5.0)) == Budget(0.2), "a warrior answers at once"
    assert warrior.within(Budget(0.05)) == Budget(0.05)
    assert master.within(Budget()) == Budget(2.0)
    assert master.within(Budget(0.2)) == Budget(0.2)
    assert master.within(Budget(10.0, 50)) == Budget(10.0, 50)
    assert master.within(Budget(None, 50)) == Budget(None, 50)


@cache
def endings() -> list[State]:
    """The last two Raiders of the last round, where few enough positions follow."""
    found = []
    for difficulty, seed in ENDINGS:
        for state in positions(2, seed, difficulty):
            if state.round == 3 and state.raiders <= 2:
                with suppress(TooLarge):
                    Forest(ExactModel(), [state], Depth(99, 99), most=2000)
                    found.append(state)
    return found


def nobody_guesses(_positions: list[State]) -> Floats:
    raise AssertionError("the search did not see the end of the game")


def test_there_are_endings_in_which_much_depends_on_the_choice() -> None:
    spreads = [max(chances) - min(chances) for chances in map(Solver().chances, endings())]
    assert len(spreads) >= 10
    assert sum(spread > 0.05 for spread in spreads) >= 4


def test_a_search_with_enough_nodes_finds_the_exact_chances() -> None:
    weights = np.array([0, 0, 0, 1], np.float32)
    search = Deepening(ExactModel(), nobody_guesses, weights, [Stage(99, 99, 99)])
    for state in endings():
        exact = Solver().chances(state)
        thought = search.think(state, Meter(None, None))
        assert thought.complete
        assert thought.values @ weights == pytest.approx(exact, abs=1e-5)
        assert exact[thought.best] == pytest.approx(max(exact))


def test_a_master_loses_next_to_nothing_in_endings() -> None:
    lost = []
    for state in endings():
        exact = dict(zip(state.legal(state.actors()[0]), Solver().chances(state), strict=True))
        decision = decided("master", state, Budget(nodes=20_000))
        lost.append(max(exact.values()) - exact[decision.action])
    assert sum(lost) / len(lost) < 0.01


def test_in_an_ending_too_large_to_be_solved_a_master_looks_no_less_far_than_elsewhere() -> None:
    late = [state for state in positions(5, 7, "easy") if state.round == 3 and state.raiders <= 3]
    assert len(late) >= 3
    for state in late:
        with pytest.raises(TooLarge):
            Forest(ExactModel(), [state], Depth(99, 99), most=200)
        seat, budget = state.actors()[0], Budget(nodes=200)
        glance = Searching(GLANCE, seconds=1).seated(seat, 1).decide(state.view(seat), budget)
        assert decided("master", state, budget) == glance


def test_cards_that_are_alike_are_one_outcome() -> None:
    state = table("kyuzo heihachi daisuke")
    state.apply(state.actors()[0], GAME.action("fight"))
    grouped, odds = SamuraiModel().outcomes(state)
    every, weights = ExactModel().outcomes(state)
    assert len(grouped) < len(every) == len(state.legal(CHANCE))
    assert sum(odds) == pytest.approx(1)
    assert sum(weights) == pytest.approx(1)
