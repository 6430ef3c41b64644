"""How tasks are ended for certain."""

from __future__ import annotations

import asyncio
from typing import Any, Final

AGAIN_AFTER: Final = 2.0
"""Seconds after which a task that has not ended is cancelled once more."""


async def end(*tasks: asyncio.Task[Any]) -> None:
    """Cancels tasks until they have ended. A cancellation may be lost: a question to the database that is broken off by one while its
    connection is lost raises that loss instead, and a task that waits for the database goes on."""
    left = {task for task in tasks if not task.done()}
    while left:
        for task in left:
            task.cancel()
        left = (await asyncio.wait(left, timeout=AGAIN_AFTER))[1]
    await asyncio.gather(*tasks, return_exceptions=True)
