"""What happens at the tables of this process, counted for whoever watches over it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds: the upper bounds of what is counted together."""


class Durations:
    """How long something took each time; `seconds` in all."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._counts = [0] * (len(BUCKETS) + 1)

    def add(self, seconds: float) -> None:
        self.seconds += seconds
        self._counts[bisect_left(BUCKETS, seconds)] += 1

    def counted(self) -> list[tuple[str, int]]:
        """How often it took at most so long, by the bound as text; the last one counts all."""
        total, found = 0, []
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self._counts, strict=True):
            total += count
            found.append((bound, total))
        return found


class Measures:
    """`events` by name; how long commits of choices took, and decisions of bots."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self.commits = Durations()
        self.decisions = Durations()
