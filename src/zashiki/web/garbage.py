"""When garbage is looked for: often among what is new, which takes a few milliseconds, and among everything only while nobody plays.

Nearly all garbage is young, and what a page, a channel or a connection holds is let go of when it ends, without a search. Looking at
everything that a server with thousands of pages holds takes most of a second, in which it answers nobody.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

YOUNG: Final = 2_000
"""So many new objects are looked at together, once; those that stay are looked at again with everything."""
NEVER: Final = 1_000_000_000
LOOK_EVERY: Final = 10.0
"""Seconds between two looks at whether anybody plays."""
AT_LATEST: Final = 6 * 3600.0
"""Seconds after which everything is looked at even if somebody plays."""


def spare_collections() -> None:
    """What a running server has loaded stays; garbage is looked for among what came later."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


class Garbage:
    """`made` counts what people do: as long as it grows, somebody plays. `longest` is the processor time of the longest pause then."""

    def __init__(self, made: Callable[[], int]) -> None:
        self.longest = 0.0
        self._made = made
        self._began = 0.0
        self._overdue = False
        self._collected_at = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        gc.callbacks.append(self._time)
        self._task = asyncio.get_running_loop().create_task(self._watch(), name="garbage")

    def stop(self) -> None:
        if self._task is not None:  # else it was never started
            gc.callbacks.remove(self._time)
            self._task.cancel()

    def _time(self, phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        elif about["generation"] < 2 or self._overdue:
            self.longest = max(self.longest, time.thread_time() - self._began)

    async def _watch(self) -> None:
        before = -1
        while True:
            made = self._made()
            overdue = time.monotonic() - self._collected_at > AT_LATEST
            if gc.get_count()[1] and (made == before or overdue):
                self._collect(overdue=made != before)
            before = made
            await asyncio.sleep(LOOK_EVERY)

    def _collect(self, *, overdue: bool) -> None:
        self._overdue = overdue
        gc.collect()
        self._overdue = False
        self._collected_at = time.monotonic()
