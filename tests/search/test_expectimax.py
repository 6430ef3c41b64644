"""Expectimax against trees counted by hand and against plain recursion."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.search.trees import WEIGHTS, Guesses, Tree, TreeModel, chance, choice, end, grown, plain
from zashiki.search.expectimax import Depth, Forest, TooLarge

DEEP = 99


def worths(tree: Tree, chances: int, choices: int) -> list[float]:
    """What each choice at the root is worth."""
    (values,) = Forest(TreeModel(), [tree], Depth(chances, choices)).solve(Guesses(), WEIGHTS)
    return [float(worth) for worth in values @ WEIGHTS]


def test_chance_is_the_mean_and_a_choice_the_best() -> None:
    gamble = chance((0.25, end(1.0)), (0.75, choice(end(0.2), end(0.4))))
    tree = choice(gamble, end(0.5))
    assert worths(tree, DEEP, DEEP) == pytest.approx([0.25 * 1.0 + 0.75 * 0.4, 0.5])


def test_depth_limits_what_is_seen() -> None:
    gamble = chance((0.5, choice(end(0.9), end(0.1), guess=0.3)), (0.5, end(0.0)), guess=0.7)
    tree = choice(gamble, end(0.5))
    assert worths(tree, 0, 0) == pytest.approx([0.7, 0.5])
    assert worths(tree, 0, 5) == pytest.approx([0.7, 0.5]), "chance comes first and is not looked into"
    assert worths(tree, 1, 0) == pytest.approx([0.15, 0.5])
    assert worths(tree, 1, 1) == pytest.approx([0.45, 0.5])


def test_chance_that_is_not_to_be_searched_is_valued_as_it_is() -> None:
    tree = choice(chance(guess=0.6), end(0.5))
    assert worths(tree, DEEP, DEEP) == pytest.approx([0.6, 0.5])


@pytest.mark.parametrize("seed", range(20))
def test_it_finds_what_recursion_finds(seed: int) -> None:
    random = Random(seed)
    trees = [grown(random, 6) for _ in range(3)]
    for chances, choices in ((0, 0), (1, 1), (1, 2), (2, 3), (DEEP, DEEP)):
        forest = Forest(TreeModel(), trees, Depth(chances, choices))
        guesses = Guesses()
        solved = forest.solve(guesses, WEIGHTS)
        assert len(guesses.batches) <= 1, "all leaves are valued in one batch"
        for tree, values in zip(trees, solved, strict=True):
            expected = [plain(one, chances, choices) for one in tree.below]
            assert values @ WEIGHTS == pytest.approx(np.array(expected), abs=1e-6)
            assert values.sum(1) == pytest.approx(1)


def test_a_forest_that_saw_every_end_says_so() -> None:
    tree = choice(chance((0.5, end(1.0)), (0.5, end(0.0))), end(0.2))
    for chances, complete in ((0, False), (1, True)):
        forest = Forest(TreeModel(), [tree], Depth(chances, 0))
        forest.solve(Guesses(), WEIGHTS)
        assert forest.complete == complete


def test_a_forest_whose_time_is_up_is_given_up_while_it_grows_and_while_it_is_valued() -> None:
    tree = choice(choice(end(0.1), guess=0.2), choice(end(0.3), guess=0.4))
    with pytest.raises(TooLarge):
        Forest(TreeModel(), [tree], Depth(0, 1), late=lambda: True)
    times = iter([False, True])
    forest = Forest(TreeModel(), [tree], Depth(0, 0), late=lambda: next(times))
    guesses = Guesses()
    with pytest.raises(TooLarge):
        forest.solve(guesses, WEIGHTS)
    assert not guesses.batches


def test_values_are_the_same_in_many_batches() -> None:
    tree = choice(*(choice(end(0.0), guess=number / 2000) for number in range(1200)))
    guesses = Guesses()
    (values,) = Forest(TreeModel(), [tree], Depth(0, 0), late=lambda: False).solve(guesses, WEIGHTS)
    assert guesses.batches == [512, 512, 176]
    assert values @ WEIGHTS == pytest.approx([number / 2000 for number in range(1200)])


def test_a_forest_that_grows_too_large_is_given_up() -> None:
    tree = choice(choice(end(0.1), end(0.2)), choice(end(0.3), end(0.4)))
    assert Forest(TreeModel(), [tree], Depth(0, 1), most=6).nodes == 6
    with pytest.raises(TooLarge):
        Forest(TreeModel(), [tree], Depth(0, 1), most=5)
