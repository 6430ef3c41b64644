"""How often something may be done: at most so many times in so many seconds."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from typing import Protocol


class Limiter(Protocol):
    """A limit for each name."""

    async def allows(self, name: str) -> bool:
        """Whether it may be done once more now; if so, it counts as done."""


class RateLimiter:
    """A limit that is counted in this process; 0 times: no limit."""

    def __init__(self, times: int, seconds: float) -> None:
        self._times = times
        self._seconds = seconds
        self._done: OrderedDict[str, deque[float]] = (
            OrderedDict()
        )  # the name that was used last is the last one

    async def allows(self, name: str) -> bool:
        """Whether it may be done once more now; if so, it counts as done."""
        if not self._times:
            return True
        now = time.monotonic()
        self._forget(now)
        done = self._done.setdefault(name, deque(maxlen=self._times))
        if len(done) == self._times and now - done[0] < self._seconds:
            return False
        done.append(now)
        self._done.move_to_end(name)
        return True

    def _forget(self, now: float) -> None:
        """Forgets names whose time is over, and no others: who uses many names gains nothing."""
        while self._done:
            name, done = next(iter(self._done.items()))
            if done and now - done[-1] < self._seconds:
                return
            del self._done[name]
