"""Expectimax over exact odds for one side: choices are the best of what they lead to, chance is the mean.

Many positions are searched together as one forest, level by level, so that all leaves are valued in one batch. A value is a row of
numbers, the chances of the ways the game may end; the worth of a row is its product with fixed weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Final, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Position = TypeVar("Position")
Floats = NDArray[np.float32]

OVER: Final = 0
CHANCE: Final = 1
CHOICE: Final = 2


class Model(Protocol[Position]):
    """What a game tells the search."""

    def turn(self, position: Position) -> int:
        """OVER, CHANCE or CHOICE."""

    def choices(self, position: Position) -> list[Position]:
        """The positions after each legal choice, in its order."""

    def outcomes(self, position: Position) -> tuple[list[Position], list[float]]:
        """The positions that chance may lead to with their odds, which add up to 1; none: it is not to be searched."""

    def result(self, position: Position) -> Sequence[float]:
        """How a game that is over ended, as a row of values."""


Evaluator = Callable[[list[Position]], Floats]
"""The values of positions, a row each."""


class Depth:
    """How deep to look after the first choice: so many outcomes of chance and so many choices on any way down."""

    __slots__ = ("chances", "choices")

    def __init__(self, chances: int, choices: int) -> None:
        self.chances = chances
        self.choices = choices


class TooLarge(Exception):
    """The trees have more positions than they may, or their time is up."""


BATCH: Final = 512
"""Positions that are valued together where the time may be up meanwhile."""


class _Level(Generic[Position]):
    """The positions at one distance from the roots. Children lie together, in the order of their parents."""

    __slots__ = ("chances", "choices", "odds", "parents", "positions", "starts", "turns")

    def __init__(self) -> None:
        self.positions: list[Position] = []
        self.chances: list[int] = []  # what may still be searched below each
        self.choices: list[int] = []
        self.odds: list[float] = []
        self.parents: list[int] = []  # those above that have children here
        self.turns: list[int] = []  # whether chance or a player chooses among them
        self.starts: list[int] = []  # where their children begin


class Forest(Generic[Position]):
    """The trees below some positions in which someone chooses. Gives up beyond `most` positions, and once `late()`: raises TooLarge.

    `first` has the positions after the choices of each root where they are known, or those of them that are to be searched."""

    def __init__(
        self,
        model: Model[Position],
        roots: list[Position],
        depth: Depth,
        first: list[list[Position]] | None = None,
        most: float = inf,
        late: Callable[[], bool] | None = None,
    ) -> None:
        self._model = model
        self._most = most
        self._late = late
        self.nodes = 0
        self.first = first or [model.choices(root) for root in roots]  # for each root, after its choices
        top: _Level[Position] = _Level()
        for root, positions in enumerate(self.first):
            self._add(top, root, CHOICE, positions, None, depth.chances, depth.choices)
        self._levels = [top]
        while self._levels[-1].positions:
            self._levels.append(self._below(self._levels[-1]))
        self._levels.pop()
        self.complete = False  # after `solve`: whether every way down ends with the end of the game

    def _add(
        self,
        level: _Level[Position],
        parent: int,
        turn: int,
        positions: list[Position],
        odds: list[float] | None,
        chances: int,
        choices: int,
    ) -> None:
        count = len(positions)
        self.nodes += count
        if self.nodes > self._most:
            raise TooLarge
        level.parents.append(parent)
        level.turns.append(turn)
        level.starts.append(len(level.positions))
        level.positions += positions
        level.odds += odds or [1.0] * count
        level.chances += [chances] * count
        level.choices += [choices] * count

    def _below(self, level: _Level[Position]) -> _Level[Position]:
        model = self._model
        below: _Level[Position] = _Level()
        for index, position in enumerate(level.positions):
            if not index % BATCH:
                self._check_time()
            chances = level.chances[index]
            choices = level.choices[index]
            if not chances and not choices:
                continue
            turn = model.turn(position)
            if turn == CHANCE and chances:
                positions, odds = model.outcomes(position)
                if positions:
                    self._add(below, index, CHANCE, positions, odds, chances - 1, choices)
            elif turn == CHOICE and choices:
                self._add(below, index, CHOICE, model.choices(position), None, chances, choices - 1)
        return below

    def _check_time(self) -> None:
        if self._late is not None and self._late():
            raise TooLarge

    def solve(self, evaluate: Evaluator[Position], weights: Floats) -> list[Floats]:
        """For each root the values after each of its choices, a row a choice."""
        values = self._leaf_values(evaluate, len(weights))
        for index in range(len(self._levels) - 1, 0, -1):
            _back_up(self._levels[index], values[index], values[index - 1], weights)
        return np.split(values[0], self._levels[0].starts[1:])

    def _leaf_values(self, evaluate: Evaluator[Position], width: int) -> list[Floats]:
        """The values of all positions, those with children still empty."""
        leaves: list[Position] = []
        spots: list[tuple[int, int]] = []
        values: list[Floats] = []
        for number, level in enumerate(self._levels):
            rows = np.zeros((len(level.positions), width), np.float32)
            values.append(rows)
            inner = set(self._levels[number + 1].parents) if number + 1 < len(self._levels) else ()
            for index, position in enumerate(level.positions):
                if index in inner:
                    continue
                if self._model.turn(position) == OVER:
                    rows[index] = self._model.result(position)
                else:
                    leaves.append(position)
                    spots.append((number, index))
        self.complete = not leaves
        if leaves:
            found = self._evaluated(leaves, evaluate)
            numbers = np.array([number for number, _ in spots])
            indexes = np.array([index for _, index in spots])
            for number, rows in enumerate(values):
                here = numbers == number
                rows[indexes[here]] = found[here]
        return values

    def _evaluated(self, leaves: list[Position], evaluate: Evaluator[Position]) -> Floats:
        if self._late is None:
            return evaluate(leaves)
        found = []
        for start in range(0, len(leaves), BATCH):
            self._check_time()
            found.append(evaluate(leaves[start : start + BATCH]))
        return np.concatenate(found)


def _back_up(level: _Level[Position], values: Floats, above: Floats, weights: Floats) -> None:
    """The values of a level become those of the positions above that have children in it."""
    starts = np.array(level.starts)
    parents = np.array(level.parents)
    counts = np.diff(np.append(starts, len(values)))
    worth = values @ weights
    best = np.maximum.reduceat(worth, starts)
    hits = np.flatnonzero(worth == np.repeat(best, counts))
    owners = np.repeat(np.arange(len(starts)), counts)[hits]
    _, first = np.unique(owners, return_index=True)
    means = np.add.reduceat(values * np.array(level.odds, np.float32)[:, None], starts, axis=0)
    chosen = np.array(level.turns)[:, None] == CHOICE
    above[parents] = np.where(chosen, values[hits[first]], means)
