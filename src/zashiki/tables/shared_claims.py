"""Which of several servers and workers lets the bots of a table play, or analyses a game, decided by PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import psycopg

from zashiki.store.postgres import PENDING
from zashiki.store.postgres_pool import LONGEST, Connection, Row, connect

_log = logging.getLogger(__name__)

_KEY: Final = "hashtextextended(%s, 20535)"
_WORK: Final = "hashtextextended(%s, 20536)"


class PostgresClaims:
    """Advisory locks of one connection: when its process ends, however that happens, the database lets go of them."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Connection | None = None
        self._connecting = asyncio.Lock()

    async def take(self, table_id: str) -> bool:
        """Only a table with a pending turn."""
        taken = f"SELECT pg_try_advisory_lock({_KEY}) FROM tables WHERE id = %s AND {PENDING}"
        return await self._is_taken(taken, table_id, table_id)

    async def release(self, table_id: str) -> None:
        await self._release(_KEY, table_id)

    async def take_work(self, name: str) -> bool:
        return await self._is_taken(f"SELECT pg_try_advisory_lock({_WORK})", name)

    async def release_work(self, name: str) -> None:
        await self._release(_WORK, name)

    async def _is_taken(self, query: str, *values: str) -> bool:
        """False too when the database does not answer: who looks later asks again."""
        try:
            row = await self._asked(query, *values)
        except (psycopg.Error, TimeoutError) as error:
            _log.warning("nothing is claimed now: %s", str(error) or "it took too long")
            return False
        return row is not None and bool(row[0])

    async def _release(self, key: str, name: str) -> None:
        try:
            await self._asked(f"SELECT pg_advisory_unlock({key})", name)
        except (psycopg.Error, TimeoutError):
            _log.warning("the claim to %s went with its connection", name)

    async def _asked(self, query: str, *values: str) -> Row | None:
        """A connection that does not answer in time is given up, and with it all that is claimed by it."""
        connection = None
        try:
            async with asyncio.timeout(LONGEST):
                connection = await self._connected()
                return await (await connection.execute(query.encode(), values)).fetchone()
        except TimeoutError:
            if connection is not None:
                await connection.close()
            raise

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def _connected(self) -> Connection:
        async with self._connecting:
            if self._connection is None or self._connection.closed:
                self._connection = await connect(self._address)
            return self._connection
