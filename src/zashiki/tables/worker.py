"""A worker: plays the bots at the tables of a database, without serving a page."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from zashiki.store import CannotKeep, Store
from zashiki.tables.bot_turns import BotTurns
from zashiki.tables.cluster import Cluster
from zashiki.tables.health import Probe
from zashiki.tables.metrics import figures_of_tables, serve_metrics
from zashiki.tables.open_telemetry import open_telemetry
from zashiki.tables.service import Tables

if TYPE_CHECKING:
    from prometheus_client.core import Metric

DAY: Final = 24 * 3600.0
PATIENCE: Final = 5.0
"""Seconds after which whoever asks how a worker is learns that it does not answer."""
_Answer = TypeVar("_Answer")


class Work(msgspec.Struct, frozen=True, kw_only=True):
    store: Store
    secret: str  # the key that names turns
    database: str
    redis: str
    processes: int  # in which bots think
    bot_pause: float  # seconds between two moves of bots that others can see
    sleep_after: int  # days after which a table that nobody touches is left alone; 0: never
    metrics: str  # HOST:PORT where Prometheus is answered, and whether the worker is well; empty: nowhere
    traces: str  # the address of a collector of OpenTelemetry; empty: none

    def awake_since(self) -> float:
        return time.time() - self.sleep_after * DAY if self.sleep_after else 0.0


class Watch:
    """How a worker is: asked in threads of their own, answered by its event loop."""

    def __init__(self, task: Work, tables: Tables, bots: BotTurns) -> None:
        self._task = task
        self._tables = tables
        self._bots = bots
        self._loop = asyncio.get_running_loop()
        self._probe = Probe(task.store)
        self.stopping = False

    def health(self) -> str:
        """Why it can't do its work: the database is read and written."""
        try:
            return self._answer(self._probe.trouble())
        except TimeoutError:
            return f"no answer within {PATIENCE:.0f} seconds"

    def readiness(self) -> str:
        return "stopping" if self.stopping else self.health()

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily

        yield from figures_of_tables(self._tables, self._bots)
        try:
            pending = len(self._answer(self._task.store.pending_bot_turns(self._task.awake_since())))
        except (CannotKeep, TimeoutError):
            yield GaugeMetricFamily("zashiki_database", "Whether the database answers.", 0)
        else:
            yield GaugeMetricFamily("zashiki_database", "Whether the database answers.", 1)
            waiting = "Tables at which a bot is to choose, whichever worker is to let it."
            yield GaugeMetricFamily("zashiki_pending_tables", waiting, pending)

    def _answer(self, asked: Coroutine[Any, Any, _Answer]) -> _Answer:
        return asyncio.run_coroutine_threadsafe(asked, self._loop).result(PATIENCE)


async def work(task: Work, started: Callable[[], None]) -> None:
    """Until SIGTERM or Ctrl-C; raises BadOption. Nothing is lost however it ends: a pending turn is found in the store by whoever is left."""
    cluster = Cluster(task.store, task.database, task.redis)
    tables = Tables(task.store, task.secret, cluster.bus)
    bots = BotTurns(tables, task.processes, task.bot_pause, claims=cluster.claims)
    cluster.on_beat.append(lambda: bots.take_up(task.awake_since()))
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    with ExitStack() as held:
        watch = _watched(held, task, tables, bots)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stopped.set)
        cluster.start()
        await bots.start(task.awake_since())
        started()
        await stopped.wait()
        watch.stopping = True
        await bots.stop()
        await cluster.stop()
        await asyncio.to_thread(held.close)  # who asks now is still answered
    await task.store.close()


def _watched(held: ExitStack, task: Work, tables: Tables, bots: BotTurns) -> Watch:
    """Tells figures, health and traces where that is asked for, until `held` is left."""
    watch = Watch(task, tables, bots)
    if task.traces:
        tables.traces = open_telemetry(held, task.traces)
    if task.metrics:
        checks = {"/healthz": watch.health, "/readyz": watch.readiness}
        serve_metrics(held, task.metrics, watch, checks)
    return watch
