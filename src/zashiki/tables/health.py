"""Whether a server or a worker can do its work, as whoever runs it asks: found out for all who ask at about the same time, and told
without details."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Final

from zashiki import __version__
from zashiki.store import CannotKeep, Store, Unreachable
from zashiki.tables.logs import Seldom

_log = logging.getLogger(__name__)
_log.addFilter(Seldom())

KEPT_FOR: Final = 1.0
"""Seconds for which what was found holds."""


class Probe:
    """Asks the store at most once a second, however many want to know."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asking: asyncio.Task[str] | None = None
        self._ends = 0.0  # when what was found holds no more

    async def trouble(self) -> str:
        """What is wrong, in words that name nothing of the host; empty if nothing is. The log has the details."""
        if self._asking is None or (self._asking.done() and time.monotonic() >= self._ends):
            self._asking = asyncio.get_running_loop().create_task(self._ask(), name="probe")
        return await asyncio.shield(self._asking)

    async def _ask(self) -> str:
        try:
            await self._store.probe()
        except Unreachable as error:
            _log.warning("the database does not answer: %s", error)
            return "the database does not answer"
        except CannotKeep as error:
            _log.warning("tables can't be read or written: %s", error)
            return "tables can't be read or written"
        else:
            return ""
        finally:
            self._ends = time.monotonic() + KEPT_FOR


def report(trouble: str) -> tuple[int, dict[str, Any]]:
    """The status and what is told with it."""
    if trouble:
        return 503, {"ok": False, "version": __version__, "reason": trouble}
    return 200, {"ok": True, "version": __version__}
