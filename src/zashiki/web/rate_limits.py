"""Rate limits: how often something may be done."""

from __future__ import annotations

import time
from collections import deque
from typing import Final

MAX_KEYS: Final = 10_000
"""So many visitors are remembered; the oldest is forgotten first."""


class RateLimiter:
    """At most `limit` times in `seconds` for each key; a limit of 0 means no limit."""

    def __init__(self, limit: int, seconds: float) -> None:
        self._limit = limit
        self._seconds = seconds
        self._times: dict[str, deque[float]] = {}

    def allows(self, key: str) -> bool:
        """Whether it may be done once more now; if so, it counts as done."""
        if not self._limit:
            return True
        now = time.monotonic()
        times = self._times.setdefault(key, deque(maxlen=self._limit))
        if len(times) == self._limit and now - times[0] < self._seconds:
            return False
        times.append(now)
        if len(self._times) > MAX_KEYS:
            del self._times[next(iter(self._times))]
        return True
