"""How long a search may go on: by nodes, which can be repeated exactly, by the clock, or by processor time."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zashiki.kernel.bots import Budget

GUESS: Final = 1e-4
"""Seconds that a node is taken to need until some have been timed."""
CAUTION: Final = 0.8
"""The share of the time left that is planned with: nodes differ, and other programs run too."""


class Meter:
    """What is left of a budget, in nodes; a clock is turned into nodes by how long they have taken up to now."""

    def __init__(
        self, seconds: float | None, nodes: int | None, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._clock = clock
        self._began = clock()
        self._seconds = seconds
        self._nodes = nodes
        self.spent = 0

    @classmethod
    def of(cls, budget: Budget) -> Meter:
        return cls(budget.seconds, budget.nodes, process_time if budget.processor else perf_counter)

    def spend(self, nodes: int) -> None:
        """So many nodes have been searched."""
        self.spent += nodes

    def late(self) -> bool:
        """Whether the time is up."""
        return self._seconds is not None and self._clock() - self._began >= self._seconds

    def left(self) -> float:
        """How many more nodes may be searched."""
        left = inf if self._nodes is None else self._nodes - self.spent
        if self._seconds is not None:
            passed = self._clock() - self._began
            each = passed / self.spent if self.spent else GUESS
            left = min(left, (self._seconds - passed) * CAUTION / max(each, 1e-9))
        return max(0, left)
