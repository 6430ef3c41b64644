"""Matrix games of two sides, one of which gains what the other loses: how often each plays each of its plans."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MANY: Final = 400
"""Rounds after which a small matrix is solved to about a hundredth of its range."""


class Solution(NamedTuple):
    """The mixes of both sides, and what the game is worth to the rows when both keep to them."""

    rows: Array
    columns: Array
    value: float

    def gap(self, payoffs: Array) -> float:
        """How much both sides together could gain by the best reply to the other's mix; 0: the solution is exact."""
        return float((payoffs @ self.columns).max() - (self.rows @ payoffs).min())


def solve(payoffs: Array, rounds: int = MANY) -> Solution:
    """By regret matching plus: the sides take turns, negative regrets are forgotten, later rounds weigh more."""
    count_rows, count_columns = payoffs.shape
    row_regrets = np.zeros(count_rows)
    column_regrets = np.zeros(count_columns)
    rows = np.full(count_rows, 1 / count_rows)
    columns = np.full(count_columns, 1 / count_columns)
    row_sum = np.zeros(count_rows)
    column_sum = np.zeros(count_columns)
    turned = np.ascontiguousarray(payoffs.T)
    row_ones, column_ones = np.ones(count_rows), np.ones(count_columns)
    for turn in range(1, rounds + 1):
        gains = payoffs @ columns
        rows = _matched(row_regrets, gains - gains @ rows, rows, row_ones)
        losses = turned @ rows
        columns = _matched(column_regrets, losses @ columns - losses, columns, column_ones)
        row_sum += turn * rows
        column_sum += turn * columns
    rows, columns = row_sum / row_sum.sum(), column_sum / column_sum.sum()
    return Solution(rows, columns, float(rows @ payoffs @ columns))


def _matched(regrets: Array, change: Array, mix: Array, ones: Array) -> Array:
    """Adds to the regrets in place; the mix that they ask for, the same as before if nothing is regretted."""
    regrets += change
    np.maximum(regrets, 0, out=regrets)
    total = regrets @ ones  # much quicker than a sum
    return regrets / total if total > 0 else mix
