"""Plans that are improved step by step: a small game of which every plan can be weighed shows how good they become."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import numpy as np

from zashiki.search.budget import Meter
from zashiki.search.double_oracle import COLUMNS, ROWS, Effort, Expected, Plans, search_plans
from zashiki.search.matrix import Array, solve

Plan = tuple[int, ...]
WORTH = (3.0, 2.0, 1.0, 1.0)
TROOPS = 5
PLANS = [plan for plan in product(range(TROOPS + 1), repeat=len(WORTH)) if sum(plan) == TROOPS]
EFFORT = Effort(plans=4, replies=10, fresh=2, against=6, joining=1, failures=12, most=40)


class Hills:
    """Both sides send troops to some hills; who sends more wins a hill. The plans of the columns begin badly: all on one hill."""

    def __init__(self) -> None:
        self.weighed = 0

    def propose(self, side: int, chance: Random) -> Plan:
        return chance.choice(PLANS) if side == ROWS else (0, 0, 0, TROOPS)

    def near(self, _side: int, plan: Plan, number: int, chance: Random) -> list[Plan]:
        near = [other for other in PLANS if sum(abs(a - b) for a, b in zip(plan, other, strict=True)) == 2]
        return chance.sample(near, min(number, len(near)))

    def payoffs(self, pairs: Sequence[tuple[Plan, Plan]]) -> Array:
        self.weighed += len(pairs)
        return np.array([gained(row, column) for row, column in pairs])


def gained(row: Plan, column: Plan) -> float:
    troops = zip(WORTH, row, column, strict=True)
    return sum(worth * ((mine > theirs) - (mine < theirs)) for worth, mine, theirs in troops)


def lost_to_best_reply(found: Plans[Plan], side: int) -> float:
    """How much less than the value of the whole game a side's mix is sure of."""
    whole = np.array([[gained(row, column) for column in PLANS] for row in PLANS])
    mix: list[float] = found.mix(side).tolist()
    if side == ROWS:
        sure = min(sum(m * gained(p, c) for m, p in zip(mix, found.plans[ROWS], strict=True)) for c in PLANS)
        return solve(whole).value - sure
    sure = max(sum(m * gained(r, p) for m, p in zip(mix, found.plans[COLUMNS], strict=True)) for r in PLANS)
    return sure - solve(whole).value


def searched(nodes: int, seed: int = 1) -> tuple[Plans[Plan], Hills]:
    hills = Hills()
    return search_plans(hills, EFFORT, Meter(None, nodes), Random(seed)), hills


def test_both_sides_come_near_to_what_nobody_can_better() -> None:
    found, _ = searched(20_000)
    for side in (ROWS, COLUMNS):
        assert lost_to_best_reply(found, side) < 0.6, "of seven that are fought for"


def test_more_nodes_make_better_plans() -> None:
    few, many = searched(60)[0], searched(20_000)[0]
    for side in (ROWS, COLUMNS):
        assert lost_to_best_reply(many, side) < lost_to_best_reply(few, side) / 2


def test_every_pair_of_plans_that_it_tells_was_weighed() -> None:
    found, _ = searched(3000)
    rows, columns = found.plans
    for (i, row), (j, column) in product(enumerate(rows), enumerate(columns)):
        assert found.payoffs[i, j] == gained(row, column)
    assert len(set(rows)) == len(rows)
    assert len(set(columns)) == len(columns)


def test_it_keeps_to_its_nodes_but_for_the_last_lines_of_the_matrix() -> None:
    for nodes in (10, 100, 1000):
        found, hills = searched(nodes)
        assert hills.weighed <= nodes + sum(map(len, found.plans))


def test_the_same_chance_gives_the_same_plans() -> None:
    first, again, other = (searched(2000, seed)[0] for seed in (1, 1, 2))
    assert first.plans == again.plans
    assert first.solution.rows.tolist() == again.solution.rows.tolist()
    assert first.plans != other.plans


HABIT: list[Plan] = [(1, 2, 2, 0), (1, 2, 1, 1)]
"""What the columns of these tests usually do."""


def trusting(weight: float, nodes: int = 20_000) -> Plans[Plan]:
    expected = Expected(COLUMNS, weight, lambda: HABIT, nodes=10, most=len(HABIT))
    return search_plans(Hills(), EFFORT, Meter(None, nodes), Random(1), expected)


def gained_from_habit(found: Plans[Plan]) -> float:
    mix: list[float] = found.mix(ROWS).tolist()
    each = [sum(gained(plan, other) for other in HABIT) / len(HABIT) for plan in found.plans[ROWS]]
    return sum(weight * value for weight, value in zip(mix, each, strict=True))


def test_who_trusts_that_the_other_side_does_as_usual_wins_the_most_from_it() -> None:
    best = max(sum(gained(plan, other) for other in HABIT) / len(HABIT) for plan in PLANS)
    wary, trustful = searched(20_000)[0], trusting(1.0)
    assert gained_from_habit(trustful) > best - 0.05
    assert gained_from_habit(wary) < best - 0.5


def test_the_more_is_trusted_the_more_is_won_from_habit_and_the_less_is_sure() -> None:
    half, whole = trusting(0.5), trusting(1.0)
    assert gained_from_habit(searched(20_000)[0]) < gained_from_habit(half) <= gained_from_habit(whole) + 0.05
    assert lost_to_best_reply(half, ROWS) < lost_to_best_reply(whole, ROWS)


def test_nothing_is_guessed_that_would_take_more_than_a_quarter_of_the_budget() -> None:
    asked: list[int] = []

    def guess() -> list[Plan]:
        asked.append(1)
        return HABIT

    expected = Expected(COLUMNS, 1.0, guess, nodes=1000, most=10)
    found = search_plans(Hills(), EFFORT, Meter(None, 900), Random(1), expected)
    assert not asked
    assert found.plans == searched(900)[0].plans
