"""A worker: plays the bots at the tables of a database, without serving a page."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from typing import Final

import msgspec

from zashiki.store import Store
from zashiki.tables.bot_turns import BotTurns
from zashiki.tables.cluster import Cluster
from zashiki.tables.service import Tables

DAY: Final = 24 * 3600.0


class Work(msgspec.Struct, frozen=True):
    store: Store
    secret: str  # the key that names turns
    database: str
    redis: str
    processes: int  # in which bots think
    pause: float  # seconds between two moves of bots that others can see
    sleep_after: int  # days after which a table that nobody touches is left alone; 0: never

    def awake_since(self) -> float:
        return time.time() - self.sleep_after * DAY if self.sleep_after else 0.0


async def work(task: Work, started: Callable[[], None]) -> None:
    """Until SIGTERM or Ctrl-C. Nothing is lost however it ends: a pending turn is found in the store by whoever is left."""
    cluster = Cluster(task.store, task.database, task.redis)
    tables = Tables(task.store, task.secret, cluster.bus)
    bots = BotTurns(tables, task.processes, task.pause, claims=cluster.claims)
    cluster.on_beat.append(lambda: bots.take_up(task.awake_since()))
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    cluster.start()
    await bots.start(task.awake_since())
    started()
    await stopped.wait()
    await bots.stop()
    await cluster.stop()
    await task.store.close()
