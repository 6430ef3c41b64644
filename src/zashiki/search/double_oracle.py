"""Two sides plan at the same time: a few plans of each are weighed against each other, and better ones are looked for beside the best.

A side that knows how often the other plays its plans looks for a better reply among the plans that differ little from its own. What it finds joins
the matrix, which is solved again, until neither side finds a better reply or the budget is spent.

A side can be expected to plan as it usually does (`Expected`): with some weight the other replies to that, and to what is best for it else. The heavier
it is, the more is won from who does so, and the more can be lost to who does not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
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


class Expected(NamedTuple, Generic[Plan]):
    """What a side usually does: with this weight any of the plans that are guessed, one as likely as another, else what is best for it."""

    side: int
    weight: float
    guess: Callable[[], list[Plan]]
    nodes: int  # that a guess takes
    most: int  # plans that are guessed, as long as a guess is a quarter of what is left of the budget at most


class Plans(NamedTuple, Generic[Plan]):
    """What came of it: the plans of both sides, how often each is played, and what that is worth to the rows."""

    plans: tuple[list[Plan], list[Plan]]
    solution: Solution
    payoffs: Array

    def mix(self, side: int) -> Array:
        return self.solution.columns if side == COLUMNS else self.solution.rows


def search_plans(
    planning: Planning[Plan],
    effort: Effort,
    meter: Meter,
    chance: Random,
    expected: Expected[Plan] | None = None,
) -> Plans[Plan]:
    search = _Search(planning, effort, meter, chance)
    search.begin()
    if expected:
        search.expect(expected)
    failures = 0
    while failures < effort.failures and meter.left() > effort.against:
        failures = 0 if search.improve() else failures + 1
    return search.outcome()


class _Against(NamedTuple, Generic[Plan]):
    """What replies are tried against, how much each plan of it weighs, and what a reply must gain at least."""

    plans: list[Plan]
    weights: Array
    least: float


def _pair(side: int, plan: Plan, other: Plan) -> tuple[Plan, Plan]:
    """A side's plan and the other's, that of the rows first."""
    return (plan, other) if side == ROWS else (other, plan)


class _Search(Generic[Plan]):
    def __init__(self, planning: Planning[Plan], effort: Effort, meter: Meter, chance: Random) -> None:
        self._planning = planning
        self._effort = effort
        self._meter = meter
        self._chance = chance
        self._plans: tuple[list[Plan], list[Plan]] = ([], [])
        self._payoffs: Array = np.zeros((0, 0))
        self._weight = 0.0
        self._guessing = ROWS
        self._guessed: list[Plan] = []
        self._usual: Array = np.zeros(0)
        """What each plan of the guessing side is worth against those that it guesses the other to have."""

    def begin(self) -> None:
        """A matrix of proposals, as large as the budget allows."""
        number = max(2, min(self._effort.plans, int((self._meter.left() / 2) ** 0.5)))
        for side, plans in enumerate(self._plans):
            proposed = [self._planning.propose(side, self._chance) for _ in range(number)]
            plans.extend(dict.fromkeys(proposed))
        rows, columns = self._plans
        found = self._weigh([(row, column) for row in rows for column in columns])
        self._payoffs = found.reshape(len(rows), len(columns))

    def expect(self, expected: Expected[Plan]) -> None:
        """Guesses as often as the budget allows, from here on with that weight."""
        while len(self._guessed) < expected.most and self._meter.left() > expected.nodes * 4:
            self._guessed += expected.guess()
            self._meter.spend(expected.nodes)
        if self._guessed:
            self._guessing, self._weight = 1 - expected.side, expected.weight
            self._usual = self._met(self._plans[self._guessing])

    def _weigh(self, pairs: list[tuple[Plan, Plan]]) -> Array:
        self._meter.spend(len(pairs))
        return self._planning.payoffs(pairs)

    def _met(self, plans: list[Plan]) -> Array:
        """What plans of the guessing side are worth against what it guesses."""
        found = self._weigh([_pair(self._guessing, plan, other) for plan in plans for other in self._guessed])
        values: Array = found.reshape(len(plans), len(self._guessed)).mean(1)
        return values

    def _guesses(self, side: int) -> bool:
        return side == self._guessing and bool(self._guessed)

    def _matrix(self) -> Array:
        """The payoffs as the guessing side sees them."""
        if not self._guessed:
            return self._payoffs
        usual = self._usual[:, None] if self._guessing == ROWS else self._usual[None, :]
        return (1 - self._weight) * self._payoffs + self._weight * usual

    def improve(self) -> bool:
        """Both sides look for a better reply; whether one was found."""
        solution = solve(self._matrix(), self._effort.rounds // 8)
        mixes = (solution.rows, solution.columns)
        tried = [self._candidates(side, mixes[side]) for side in (ROWS, COLUMNS)]
        against = [self._against(side, mixes[1 - side]) for side in (ROWS, COLUMNS)]
        pairs = [
            _pair(side, plan, other)
            for side in (ROWS, COLUMNS)
            for plan in tried[side]
            for other in against[side].plans
        ]
        if not pairs:
            return False
        found = self._weigh(pairs)
        middle = len(tried[ROWS]) * len(against[ROWS].plans)
        gains = (found[:middle], -found[middle:])
        better = [self._best(gains[side], against[side]) for side in (ROWS, COLUMNS)]
        for side, best in enumerate(better):
            for index in best:
                self._join(side, tried[side][index])
        return any(better)

    def _against(self, side: int, mix: Array) -> _Against[Plan]:
        """What a reply of a side is tried against: the plans that the other plays most, and those that are guessed of it."""
        likely = [index for index in np.argsort(-mix)[: self._effort.against].tolist() if mix[index] > RARE]
        plans = [self._plans[1 - side][index] for index in likely]
        weights = mix[likely] / mix[likely].sum()
        known = self._payoffs[:, likely] @ weights if side == ROWS else -self._payoffs[likely].T @ weights
        if self._guesses(side):
            weight, number = self._weight, len(self._guessed)
            known = (1 - weight) * known + weight * (self._usual if side == ROWS else -self._usual)
            weights = np.append((1 - weight) * weights, np.full(number, weight / number))
            plans += self._guessed
        return _Against(plans, weights, known.max() + BETTER)

    def _best(self, gains: Array, against: _Against[Plan]) -> list[int]:
        """The best of the replies, those that are better than the plans that the side has."""
        values = gains.reshape(-1, len(against.plans)) @ against.weights
        ranked = np.argsort(-values)[: self._effort.joining].tolist()
        return [index for index in ranked if values[index] > against.least]

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
        each = effort.against + (len(self._guessed) if self._guesses(side) else 0)
        return new[: int(self._meter.left() / 2 / each)]

    def _join(self, side: int, plan: Plan) -> None:
        others = self._plans[1 - side]
        line = self._weigh([_pair(side, plan, other) for other in others])
        self._plans[side].append(plan)
        if side == ROWS:
            self._payoffs = np.vstack([self._payoffs, line])
        else:
            self._payoffs = np.column_stack([self._payoffs, line])
        if self._guesses(side):
            self._usual = np.append(self._usual, self._met([plan]))

    def outcome(self) -> Plans[Plan]:
        return Plans(self._plans, solve(self._matrix(), self._effort.rounds), self._payoffs)
