"""Two sides plan at the same time: a few plans of each are weighed against each other, and better ones are looked for beside the best.

A side that knows how often the other plays its plans looks for a better reply among the plans that differ little from its own. What it finds joins
the matrix, which is solved again, until neither side finds a better reply or the budget is spent.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from zashiki.search.budget import Meter
from zashiki.search.matrix import MANY, Array, Solution, solve

Plan = TypeVar("Plan", bound=Hashable)

ROWS: Final = 0
COLUMNS: Final = 1
BETTER: Final = 1e-3
"""A reply must gain so much to be kept."""
RARE: Final = 0.02
"""Plans of the other side that are played less often are not looked at for a reply."""


class Planning(Protocol[Plan]):
    """What a game tells the search."""

    def propose(self, side: int, chance: Random) -> Plan:
        """A plausible plan."""

    def near(self, side: int, plan: Plan, number: int, chance: Random) -> list[Plan]:
        """About so many plans that differ from it in one thing."""

    def payoffs(self, pairs: Sequence[tuple[Plan, Plan]]) -> Array:
        """What each pair of plans, of the rows and of the columns, is worth to the rows."""


class Effort(NamedTuple):
    """How much is looked at."""

    plans: int  # of each side to begin with
    replies: int  # plans that are tried for one reply
    fresh: int  # proposals among them
    against: int  # plans of the other side that a reply is tried against
    joining: int  # of them at most join the plans at once
    failures: int  # in a row, of both sides, after which the search ends
    most: int  # plans of a side
    rounds: int = MANY  # of regret matching for the final mix; an eighth of them to look for replies


class Plans(NamedTuple, Generic[Plan]):
    """What came of it: the plans of both sides, how often each is played, and what that is worth to the rows."""

    plans: tuple[list[Plan], list[Plan]]
    solution: Solution
    payoffs: Array

    def mix(self, side: int) -> Array:
        return self.solution.columns if side == COLUMNS else self.solution.rows


def search_plans(planning: Planning[Plan], effort: Effort, meter: Meter, chance: Random) -> Plans[Plan]:
    search = _Search(planning, effort, meter, chance)
    search.begin()
    failures = 0
    while failures < effort.failures and meter.left() > effort.against:
        failures = 0 if search.improve() else failures + 1
    return search.outcome()


class _Search(Generic[Plan]):
    def __init__(self, planning: Planning[Plan], effort: Effort, meter: Meter, chance: Random) -> None:
        self._planning = planning
        self._effort = effort
        self._meter = meter
        self._chance = chance
        self._plans: tuple[list[Plan], list[Plan]] = ([], [])
        self._payoffs: Array = np.zeros((0, 0))

    def begin(self) -> None:
        """A matrix of proposals, as large as the budget allows."""
        number = max(2, min(self._effort.plans, int((self._meter.left() / 2) ** 0.5)))
        for side, plans in enumerate(self._plans):
            proposed = [self._planning.propose(side, self._chance) for _ in range(number)]
            plans.extend(dict.fromkeys(proposed))
        rows, columns = self._plans
        found = self._weigh([(row, column) for row in rows for column in columns])
        self._payoffs = found.reshape(len(rows), len(columns))

    def _weigh(self, pairs: list[tuple[Plan, Plan]]) -> Array:
        self._meter.spend(len(pairs))
        return self._planning.payoffs(pairs)

    def improve(self) -> bool:
        """Both sides look for a better reply; whether one was found."""
        solution = solve(self._payoffs, self._effort.rounds // 8)
        mixes = (solution.rows, solution.columns)
        tried = [self._candidates(side, mixes[side]) for side in (ROWS, COLUMNS)]
        others = [self._likely(mixes[side]) for side in (ROWS, COLUMNS)]
        pairs = [(plan, self._plans[COLUMNS][index]) for plan in tried[ROWS] for index in others[COLUMNS]]
        middle = len(pairs)
        pairs += [(self._plans[ROWS][index], plan) for plan in tried[COLUMNS] for index in others[ROWS]]
        if not pairs:
            return False
        found = self._weigh(pairs)
        gains = (
            found[:middle].reshape(-1, len(others[COLUMNS])),
            -found[middle:].reshape(-1, len(others[ROWS])),
        )
        better = [
            self._best(side, gains[side], others[1 - side], mixes[1 - side]) for side in (ROWS, COLUMNS)
        ]
        for side, best in enumerate(better):
            for index in best:
                self._join(side, tried[side][index])
        return any(better)

    def _likely(self, mix: Array) -> list[int]:
        """The plans that a reply is tried against."""
        return [index for index in np.argsort(-mix)[: self._effort.against].tolist() if mix[index] > RARE]

    def _best(self, side: int, gains: Array, against: list[int], mix: Array) -> list[int]:
        """The best of the replies, those that are better than the plans that the side has."""
        if not len(gains):
            return []
        weights = mix[against] / mix[against].sum()
        known = self._payoffs[:, against] if side == ROWS else -self._payoffs[against].T
        values = gains @ weights
        least = (known @ weights).max() + BETTER
        ranked = np.argsort(-values)[: self._effort.joining].tolist()
        return [index for index in ranked if values[index] > least]

    def _candidates(self, side: int, mix: Array) -> list[Plan]:
        """Plans beside one that is played, drawn by how often it is, and some proposals."""
        effort, chance, planning = self._effort, self._chance, self._planning
        if len(self._plans[side]) >= effort.most:
            return []
        plan = chance.choices(self._plans[side], mix.tolist())[0]
        found = planning.near(side, plan, effort.replies - effort.fresh, chance)
        found += [planning.propose(side, chance) for _ in range(effort.fresh)]
        known = set(self._plans[side])
        new = [plan for plan in dict.fromkeys(found) if plan not in known]
        return new[: int(self._meter.left() / 2 / effort.against)]

    def _join(self, side: int, plan: Plan) -> None:
        others = self._plans[1 - side]
        line = self._weigh([(plan, other) if side == ROWS else (other, plan) for other in others])
        self._plans[side].append(plan)
        if side == ROWS:
            self._payoffs = np.vstack([self._payoffs, line])
        else:
            self._payoffs = np.column_stack([self._payoffs, line])

    def outcome(self) -> Plans[Plan]:
        return Plans(self._plans, solve(self._payoffs, self._effort.rounds), self._payoffs)
