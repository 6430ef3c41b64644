"""A game that is nothing but its tree, and the plainest search there is."""

from __future__ import annotations

from random import Random

import numpy as np

from zashiki.search.expectimax import CHANCE, CHOICE, OVER, Floats

WEIGHTS = np.array([0.0, 1.0], np.float32)


class Tree:
    """`worth` is what the end is worth, or what one would guess before looking further."""

    def __init__(self, turn: int, worth: float, below: list[Tree], odds: list[float]) -> None:
        self.turn = turn
        self.worth = worth
        self.below = below
        self.odds = odds


def end(worth: float) -> Tree:
    return Tree(OVER, worth, [], [])


def choice(*below: Tree, guess: float = 0.5) -> Tree:
    return Tree(CHOICE, guess, list(below), [])


def chance(*below: tuple[float, Tree], guess: float = 0.5) -> Tree:
    return Tree(CHANCE, guess, [tree for _, tree in below], [odds for odds, _ in below])


class TreeModel:
    def turn(self, position: Tree) -> int:
        return position.turn

    def choices(self, position: Tree) -> list[Tree]:
        return position.below

    def outcomes(self, position: Tree) -> tuple[list[Tree], list[float]]:
        return position.below, position.odds

    def result(self, position: Tree) -> list[float]:
        return [1 - position.worth, position.worth]


class Guesses:
    """Values positions by what one would guess, and counts them."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def __call__(self, positions: list[Tree]) -> Floats:
        self.batches.append(len(positions))
        return np.array([[1 - tree.worth, tree.worth] for tree in positions], np.float32)


def plain(tree: Tree, chances: int, choices: int) -> float:
    """The worth of a tree that is looked into so deep, by recursion."""
    if tree.turn == CHOICE and choices:
        return max(plain(one, chances, choices - 1) for one in tree.below)
    if tree.turn == CHANCE and chances:
        below = zip(tree.below, tree.odds, strict=True)
        return sum(odds * plain(one, chances - 1, choices) for one, odds in below)
    return tree.worth


def grown(random: Random, depth: int) -> Tree:
    """A tree by chance, with a choice among some at its root."""
    return choice(*(_branch(random, depth) for _ in range(random.randint(2, 4))))


def _branch(random: Random, depth: int) -> Tree:
    if depth == 0 or random.random() < 0.15:
        return end(random.random())
    below = [_branch(random, depth - 1) for _ in range(random.randint(1, 4))]
    if random.random() < 0.5:
        return choice(*below, guess=random.random())
    shares = [random.random() + 0.1 for _ in below]
    odds = [share / sum(shares) for share in shares]
    return chance(*zip(odds, below, strict=True), guess=random.random())
