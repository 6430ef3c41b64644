"""How often something may be done: at most so many times at once, and no more than that in so many seconds from then on."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final, Protocol

_ROUNDING: Final = 1e-6


class Limiter(Protocol):
    """A limit for each name."""

    async def allows(self, name: str) -> bool:
        """Whether it may be done once more now; if so, it counts as done."""


def due_after(due: float, now: float, costs: float, seconds: float) -> float | None:
    """When all is paid off, at a second a second, if this much more is owed; None where more would be owed than may be."""
    later = max(due, now) + costs
    return later if later - now <= seconds + _ROUNDING else None


class RateLimiter:
    """A limit that is counted in this process; 0 times: no limit. Each time costs its part of the seconds."""

    def __init__(self, times: int, seconds: float) -> None:
        self._times = times
        self._seconds = seconds
        self._due: OrderedDict[str, float] = OrderedDict()  # the name that was used last is the last one

    async def allows(self, name: str) -> bool:
        if not self._times:
            return True
        now = time.monotonic()
        self._forget(now)
        due = due_after(self._due.get(name, 0.0), now, self._seconds / self._times, self._seconds)
        if due is None:
            return False
        self._due[name] = due
        self._due.move_to_end(name)
        return True

    def _forget(self, now: float) -> None:
        """Forgets names that owe nothing, and no others: who uses many names gains nothing."""
        while self._due:
            name, due = next(iter(self._due.items()))
            if due > now:
                return
            del self._due[name]
