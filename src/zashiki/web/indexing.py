"""Finished games enter the explorer's index while the server runs: what waits in the queue is done game by game, with pauses for the players."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from zashiki.store import CannotKeep, Store
from zashiki.study.explorer import enqueue_changed, index_some
from zashiki.tables.ending import end

_log = logging.getLogger(__name__)

LOOK_EVERY: Final = 2.0
"""Seconds until an empty queue is looked at again."""
PAUSE: Final = 0.02
"""Seconds between two games."""
AFTER_TROUBLE: Final = 30.0


class Indexing:
    """Any number of servers may do this at the same time: each game is written once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            await end(self._task)

    async def _run(self) -> None:
        changed = False
        while True:
            try:
                if not changed:
                    await enqueue_changed(self._store)
                    changed = True
                done = await index_some(self._store, pause=PAUSE)
            except CannotKeep as error:
                _log.warning("the explorer's index waits: %s", error)
                await asyncio.sleep(AFTER_TROUBLE)
            except Exception:  # noqa: BLE001 (whatever it is, games are played on, and the queue stays as it is)
                _log.exception("the explorer's index")
                await asyncio.sleep(AFTER_TROUBLE)
            else:
                await asyncio.sleep(0 if done else LOOK_EVERY)
