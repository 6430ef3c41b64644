"""What the results of a match tell: intervals, Elo, and whether enough games were played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from zashiki.kernel.contract import Result

Z: Final = 1.959964
"""Of a normal distribution, 95 % lie within so many standard deviations."""
CERTAIN: Final = math.log(0.95 / 0.05)
"""A sequential test ends when the log-likelihood ratio of its two hypotheses leaves the range up to this."""
FEWEST_SAMPLES: Final = 10
"""A sequential test does not end before so many samples that are not even: their spread is not known well enough. Deals that
both teams lose are even, and tell nothing however many they are."""
LEAST_VARIANCE: Final = 1e-3


def victory_shares(result: Result, together: bool) -> list[float]:
    """What each seat has won: a victory, or its part of one that several share; in a game that all win `together`, the whole of it."""
    share = 1.0 if together else 1 / max(1, len(result.winners))
    return [share * (seat in result.winners) for seat in range(len(result.returns))]


def interval(rate: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate."""
    if not games:
        return 0.0, 1.0
    spread = Z * Z / games
    centre = (rate + spread / 2) / (1 + spread)
    half = Z * math.sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def elo(rate: float, fair: float, games: int) -> float:
    """The difference to an opponent that `rate` shows where `fair` would be even: 0 before the first game. All or nothing
    won counts as half a game less or more, so that it is a number."""
    if not games:
        return 0.0
    bounded = min(max(rate, 0.5 / (games + 1)), 1 - 0.5 / (games + 1))
    odds = bounded / (1 - bounded) * (1 - fair) / fair
    return 400 * math.log10(odds)


def expected(difference: float, fair: float) -> float:
    """The rate that a difference in Elo leads to: the inverse of `elo`."""
    odds = 10 ** (difference / 400) * fair / (1 - fair)
    return odds / (1 + odds)


class Test(NamedTuple):
    """A sequential test of "stronger by `weak` Elo" against "stronger by `strong` Elo" (GSPRT, 5 % errors)."""

    weak: float
    strong: float
    fair: float

    def ratio(self, samples: Sequence[float]) -> float:
        """The log-likelihood ratio of the two hypotheses, from rates of independent pairs or rounds of games."""
        count = len(samples)
        if sum(sample != self.fair for sample in samples) < FEWEST_SAMPLES:
            return 0.0
        mean = sum(samples) / count
        variance = max(sum((sample - mean) ** 2 for sample in samples) / count, LEAST_VARIANCE)
        low, high = expected(self.weak, self.fair), expected(self.strong, self.fair)
        return count * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, samples: Sequence[float]) -> str:
        """Gives "strong", "weak", or "open" while more games are needed."""
        ratio = self.ratio(samples)
        if abs(ratio) < CERTAIN:
            return "open"
        return "strong" if ratio > 0 else "weak"
