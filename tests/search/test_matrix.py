"""Matrix games: known ones, and any of them beside an exact solution by linear programming."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from zashiki.search.matrix import Array, solve


def exact_value(payoffs: Array) -> float:
    """What the rows can be sure of: the most `value` such that some mix gains it against every column."""
    rows, columns = payoffs.shape
    found = linprog(
        np.append(np.zeros(rows), -1),
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[np.append(np.ones(rows), 0)],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return float(found.x[-1])


def test_scissors_paper_stone_are_played_alike() -> None:
    payoffs = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    solution = solve(payoffs)
    assert solution.rows == pytest.approx([1 / 3] * 3, abs=0.01)
    assert solution.columns == pytest.approx([1 / 3] * 3, abs=0.01)
    assert solution.value == pytest.approx(0, abs=0.01)


def test_a_plan_that_is_always_worse_is_not_played() -> None:
    solution = solve(np.array([[3.0, 1], [0, 2], [-1, 0]]))
    assert solution.rows[2] < 0.01
    assert solution.rows[0] == pytest.approx(0.5, abs=0.02)
    assert solution.columns[0] == pytest.approx(0.25, abs=0.02)
    assert solution.value == pytest.approx(1.5, abs=0.02)


def test_one_plan_against_one() -> None:
    solution = solve(np.array([[0.3]]))
    assert (solution.rows.tolist(), solution.columns.tolist(), solution.value) == ([1], [1], 0.3)


@pytest.mark.parametrize("seed", range(8))
def test_any_matrix_is_solved_as_linear_programming_solves_it(seed: int) -> None:
    chance = np.random.default_rng(seed)
    payoffs = chance.random((int(chance.integers(2, 30)), int(chance.integers(2, 30))))
    solution = solve(payoffs)
    assert solution.rows.sum() == pytest.approx(1)
    assert solution.columns.sum() == pytest.approx(1)
    assert min(solution.rows.min(), solution.columns.min()) >= 0
    assert solution.value == pytest.approx(exact_value(payoffs), abs=0.01)
    assert 0 <= solution.gap(payoffs) < 0.02
