"""Who has a page of a table open at any of several servers: each keeps its own in the database and reads those of the others."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import Final

from zashiki.store import CannotKeep
from zashiki.store.postgres_pool import Connection, Pool
from zashiki.tables.ending import end
from zashiki.tables.presence import NOBODY, Presence
from zashiki.tables.shared_bus import SharedBus

_log = logging.getLogger(__name__)

GONE_AFTER: Final = 8
"""Seconds after which a server that did not say that it is there counts as ended."""
LONGEST_FAREWELL: Final = 5.0
"""Seconds in which a server that ends tells the others so."""
_HERE: Final = """
    INSERT INTO servers VALUES (%s, now()) ON CONFLICT (server) DO UPDATE SET seen = now()
    RETURNING xmax = 0
"""
_TIDY: Final = f"""
    WITH ended AS (DELETE FROM servers WHERE seen < now() - interval '{GONE_AFTER} seconds' RETURNING server)
    DELETE FROM open_pages WHERE server IN (SELECT server FROM ended)
"""
_OTHERS: Final = f"""
    SELECT table_id, person, sum(pages)::integer FROM open_pages JOIN servers USING (server)
    WHERE table_id = ANY(%s) AND server != %s AND seen >= now() - interval '{GONE_AFTER} seconds'
    GROUP BY table_id, person
"""
_KEEP: Final = """
    INSERT INTO open_pages VALUES (%s, %s, %s, %s)
    ON CONFLICT (table_id, server, person) DO UPDATE SET pages = excluded.pages
"""


class SharedPresence(Presence):
    """What is open here is known at once, what is open elsewhere a moment later."""

    def __init__(self, pool: Pool, bus: SharedBus, server: str) -> None:
        super().__init__()
        self._pool = pool
        self._bus = bus
        self._server = server
        self._elsewhere: dict[str, Counter[str]] = {}
        self._unwritten: set[tuple[str, str]] = set()
        self._unread: set[str] = set()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.on_change: Callable[[str], None] = lambda _table: None
        """Called with a table whose pages elsewhere have changed."""
        bus.listen_presence(self._heard)

    def enter(self, table_id: str, person: str) -> None:
        super().enter(table_id, person)
        self._write(table_id, person)

    def leave(self, table_id: str, person: str) -> None:
        super().leave(table_id, person)
        if table_id not in self._pages:
            self._elsewhere.pop(table_id, None)
        self._write(table_id, person)

    def pages(self, table_id: str) -> Counter[str]:
        return super().pages(table_id) + self._elsewhere.get(table_id, NOBODY)

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run(), name="presence")

    async def stop(self) -> None:
        if self._task is not None:
            await end(self._task)
        try:
            async with asyncio.timeout(LONGEST_FAREWELL):
                await self._pool.rows("DELETE FROM open_pages WHERE server = %s RETURNING 1", self._server)
        except (CannotKeep, TimeoutError) as error:
            _log.warning("the others will notice by themselves that this server has ended: %s", error)

    async def beat(self) -> None:
        """Says that this server is there, and looks at all tables that are open here."""
        new = (await self._pool.rows(_HERE, self._server))[0][0]

        async def tidy(connection: Connection) -> None:
            await connection.execute(_TIDY)

        await self._pool.use(tidy)
        if new:  # or the database has lost what it does not log
            self._unwritten |= {(table, person) for table, pages in self._pages.items() for person in pages}
        self._unread |= set(self._pages)
        self._wake.set()

    def _write(self, table_id: str, person: str) -> None:
        self._unwritten.add((table_id, person))
        self._unread.add(table_id)
        self._wake.set()

    def _heard(self, table_id: str) -> None:
        if table_id in self._pages:
            self._unread.add(table_id)
            self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._write_waiting()
                await self._read_waiting()
            except CannotKeep as error:
                _log.warning("who is here can't be shared now: %s", error)

    async def _write_waiting(self) -> None:
        waiting, self._unwritten = self._unwritten, set()
        if not waiting:
            return
        counted = [
            (table, self._server, person, super(SharedPresence, self).pages(table)[person])
            for table, person in waiting
        ]

        async def write(connection: Connection) -> None:
            async with connection.transaction(), connection.cursor() as cursor:
                await cursor.executemany(_KEEP, sorted(counted))
                await cursor.execute(
                    "DELETE FROM open_pages WHERE server = %s AND pages = 0", (self._server,)
                )

        try:
            await self._pool.use(write)
        except CannotKeep:
            self._unwritten |= waiting
            raise
        for table in {table for table, _ in waiting}:
            self._bus.publish_presence(table)

    async def _read_waiting(self) -> None:
        tables, self._unread = self._unread & set(self._pages), set()
        if not tables:
            return
        found: dict[str, Counter[str]] = {}
        for table, person, count in await self._pool.rows(_OTHERS, list(tables), self._server):
            found.setdefault(table, Counter())[person] = count
        for table in tables & set(self._pages):
            if found.get(table, NOBODY) != self._elsewhere.get(table, NOBODY):
                self._elsewhere[table] = found.get(table, NOBODY)
                self.on_change(table)
