"""How often something may be done: at most so many times in so many seconds."""

from __future__ import annotations

import time
from collections import deque
from typing import Final

MOST_REMEMBERED: Final = 10_000


class RateLimiter:
    """A limit for each name; 0 times: no limit."""

    def __init__(self, times: int, seconds: float) -> None:
        self._times = times
        self._seconds = seconds
        self._done: dict[str, deque[float]] = {}

    def allows(self, name: str) -> bool:
        """Whether it may be done once more now; if so, it counts as done."""
        if not self._times:
            return True
        now = time.monotonic()
        done = self._done.setdefault(name, deque(maxlen=self._times))
        if len(done) == self._times and now - done[0] < self._seconds:
            return False
        done.append(now)
        if len(self._done) > MOST_REMEMBERED:
            del self._done[next(iter(self._done))]
        return True
