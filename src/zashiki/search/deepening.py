"""Deeper and deeper while the budget lasts: first all choices, then the most promising ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final, Generic, NamedTuple

import numpy as np

from zashiki.search.budget import Meter
from zashiki.search.expectimax import Depth, Evaluator, Floats, Forest, Model, Position, TooLarge

GROWS: Final = 2
"""A stage is at least so many times as large as the one before; where that does not fit it is not begun."""


class Stage(NamedTuple):
    """How deep to look, and at how many of the choices that were best before. One by the exact model is the last if it fits, and
    is passed over if it does not."""

    chances: int
    choices: int
    candidates: int
    exact: bool = False


class Thought(NamedTuple):
    """What came of a search: the best choice by its place, the values after every choice, how far it went."""

    best: int
    values: Floats
    stages: int  # how many were searched
    complete: bool  # whether the last one saw the end of the game on every way, and left nothing out


class Deepening(Generic[Position]):
    """A search by stages. The first one is done whatever it takes, so that there is a choice.

    `exact` is for stages that ask for it: a model that leaves nothing out, where `model` takes together what is nearly alike.
    A choice that seems to be worth `enough` is taken without looking further."""

    def __init__(
        self,
        model: Model[Position],
        evaluate: Evaluator[Position],
        weights: Floats,
        stages: Sequence[Stage],
        exact: Model[Position] | None = None,
        enough: float = inf,
    ) -> None:
        self._model = model
        self._exact = exact
        self._evaluate = evaluate
        self._weights = weights
        self._stages = stages
        self._enough = enough

    def think(self, position: Position, meter: Meter) -> Thought:
        """The best choice is always one of those that were searched deepest."""
        after = self._model.choices(position)
        values = np.zeros((len(after), len(self._weights)), np.float32)
        ranked = list(range(len(after)))
        done = nodes = 0
        complete = False
        for stage in self._stages:
            if meter.left() < GROWS * nodes and not stage.exact:
                break
            chosen = ranked[: stage.candidates]
            try:
                forest = self._grown(position, [after[index] for index in chosen], stage, meter, done == 0)
                found = forest.solve(self._evaluate, self._weights)[0]
            except TooLarge:
                if stage.exact:
                    continue
                break
            chosen = ranked[: len(forest.first[0])]
            values[chosen] = found
            nodes = forest.nodes
            meter.spend(nodes)
            worth = values @ self._weights
            ranked[: len(chosen)] = sorted(chosen, key=lambda index: -worth[index])
            done += 1
            complete = forest.complete and (stage.exact or self._exact is None)
            if stage.exact or (complete and len(chosen) == len(after)) or worth[ranked[0]] >= self._enough:
                break
        return Thought(ranked[0], values, done, complete)

    def _grown(
        self, position: Position, after: list[Position], stage: Stage, meter: Meter, whatever: bool
    ) -> Forest[Position]:
        """The trees below the choices, below half as many if they are too large; raises TooLarge if even two are."""
        depth = Depth(stage.chances, stage.choices)
        model = self._exact if stage.exact and self._exact is not None else self._model
        if whatever:
            return Forest(model, [position], depth, [after])
        while len(after) > 1:
            try:
                return Forest(model, [position], depth, [after], meter.left(), meter.late)
            except TooLarge:
                after = after[: len(after) // 2]
        raise TooLarge
