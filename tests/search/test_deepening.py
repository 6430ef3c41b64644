"""Search by stages, and the budgets that end it."""

from __future__ import annotations

import gc
from random import Random
from time import sleep

import pytest

from tests.search.trees import WEIGHTS, Guesses, Tree, TreeModel, chance, choice, end, grown, plain
from zashiki.kernel.bots import Budget
from zashiki.kernel.garbage import without_collector
from zashiki.search.budget import CAUTION, GUESS, Meter
from zashiki.search.deepening import Deepening, Stage

STAGES = [Stage(0, 0, 99), Stage(1, 1, 99), Stage(2, 3, 3), Stage(99, 99, 99)]


def searching(*stages: Stage) -> Deepening[Tree]:
    return Deepening(TreeModel(), Guesses(), WEIGHTS, stages or STAGES)


class Clock:
    """Shows a later time whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self._step = step

    def __call__(self) -> float:
        self.now += self._step
        return self.now


@pytest.mark.parametrize("seed", range(10))
def test_with_nodes_enough_it_finds_the_best_choice(seed: int) -> None:
    tree = grown(Random(seed), 5)
    thought = searching().think(tree, Meter(None, None))
    exact = [plain(one, 99, 99) for one in tree.below]
    assert thought.complete
    assert thought.values @ WEIGHTS == pytest.approx(exact, abs=1e-6)
    assert exact[thought.best] == pytest.approx(max(exact))


def test_one_stage_is_searched_whatever_it_takes() -> None:
    tree = choice(choice(end(1.0), guess=0.1), end(0.4))
    thought = searching().think(tree, Meter(0.0, 0))
    assert (thought.best, thought.stages) == (1, 1)


def test_a_stage_that_does_not_fit_is_not_counted() -> None:
    """Four choices of which the first looks best; the second stage has 12 nodes, and with 4 gone 9 more do not hold it."""
    tree = choice(*(choice(end(worth), end(0.0), guess=1 - worth) for worth in (0.1, 0.2, 0.3, 0.4)))
    stages = Stage(0, 0, 99), Stage(0, 1, 99)
    assert searching(*stages).think(tree, Meter(None, 16)).best == 3
    half = searching(*stages).think(tree, Meter(None, 13))
    assert (half.stages, half.best) == (2, 1), (
        "the two that looked best were searched, and of those one is better"
    )
    assert searching(*stages).think(tree, Meter(None, 9)).stages == 1


def test_only_the_best_candidates_are_searched_deeper() -> None:
    unseen = choice(end(1.0), guess=0.1)
    tree = choice(unseen, choice(end(0.3), guess=0.6), choice(end(0.4), guess=0.5))
    thought = searching(Stage(0, 0, 99), Stage(0, 1, 2)).think(tree, Meter(None, None))
    assert thought.best == 2
    assert thought.values @ WEIGHTS == pytest.approx([0.1, 0.3, 0.4])


@pytest.mark.parametrize(("enough", "best", "stages"), [(0.6, 0, 1), (0.7, 1, 2)])
def test_a_choice_that_seems_good_enough_is_taken_without_looking_further(
    enough: float, best: int, stages: int
) -> None:
    """At first sight the first choice is worth 0.6, at the second less than the other."""
    tree = choice(choice(end(0.2), guess=0.6), choice(choice(end(1.0), guess=0.9), guess=0.5))
    every = Stage(0, 0, 99), Stage(0, 1, 99), Stage(0, 2, 99)
    thought = Deepening(TreeModel(), Guesses(), WEIGHTS, every, enough=enough).think(tree, Meter(None, None))
    assert (thought.best, thought.stages) == (best, stages)


class FirstOutcome(TreeModel):
    """Takes the first outcome of chance for all of them."""

    def outcomes(self, position: Tree) -> tuple[list[Tree], list[float]]:
        return super().outcomes(position)[0][:1], [1.0]


def test_an_exact_stage_ends_the_search_and_is_passed_over_where_it_does_not_fit() -> None:
    """By its first outcome the first choice loses, by both it wins half of the time; one stage more comes after the exact one."""
    tree = choice(chance((0.5, end(0.0)), (0.5, end(1.0))), choice(choice(end(0.4), guess=0.3)))
    stages = Stage(0, 0, 99), Stage(99, 99, 99, exact=True), Stage(1, 1, 99)
    search = Deepening(FirstOutcome(), Guesses(), WEIGHTS, stages, TreeModel())
    exact = search.think(tree, Meter(None, None))
    assert (exact.best, exact.stages, exact.complete) == (0, 2, True)
    assert exact.values @ WEIGHTS == pytest.approx([0.5, 0.4])
    rough = search.think(tree, Meter(None, 7))
    assert (rough.best, rough.stages, rough.complete) == (1, 2, False)


def test_equal_nodes_give_equal_thoughts() -> None:
    tree = grown(Random(4), 6)
    for nodes in (1, 10, 30, 100, 1000):
        first, second = (searching().think(tree, Meter(None, nodes)) for _ in range(2))
        assert first.best == second.best
        assert (first.values == second.values).all()


def test_the_clock_becomes_nodes_by_what_they_took() -> None:
    clock = Clock(0.0)
    meter = Meter(2.0, None, clock)
    meter.spend(100)
    clock.now = 0.5
    assert meter.left() == pytest.approx(1.5 * CAUTION / (0.5 / 100))
    clock.now = 2.5
    assert meter.left() == 0


def test_a_budget_of_processor_time_does_not_shrink_while_others_use_the_machine() -> None:
    by_clock, by_processor = Meter.of(Budget(0.05)), Meter.of(Budget(0.05, processor=True))
    sleep(0.06)
    assert by_clock.late()
    assert not by_processor.late()
    while not by_processor.late():
        pass


def test_nodes_and_clock_together_end_by_whichever_is_first() -> None:
    clock = Clock(0.0)
    meter = Meter(10.0, 150, clock)
    meter.spend(100)
    clock.now = 1.0
    assert meter.left() == 50
    clock.now = 9.99
    assert meter.left() < 50


def test_time_that_is_up_ends_the_stages() -> None:
    tree = grown(Random(1), 6)
    assert searching().think(tree, Meter(0.1, None, Clock(1.0))).stages == 1


def test_the_collector_is_as_before_afterwards() -> None:
    assert gc.isenabled()
    with without_collector():
        assert not gc.isenabled()
        with without_collector():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_guess_before_the_first_node_is_kept_to() -> None:
    meter = Meter(1.0, None, Clock(0.0))
    assert meter.left() == pytest.approx(CAUTION / GUESS)
