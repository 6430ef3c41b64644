"""Which of several servers and workers lets the bots of a table play, decided by PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import psycopg

from zashiki.store.postgres import PENDING
from zashiki.store.postgres_pool import Connection, connect

_log = logging.getLogger(__name__)

_KEY: Final = "hashtextextended(%s, 20535)"


class PostgresClaims:
    """Advisory locks of one connection: when its process ends, however that happens, the database lets go of them."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Connection | None = None
        self._connecting = asyncio.Lock()

    async def take(self, table_id: str) -> bool:
        """Only a table with a pending turn; False too when the database does not answer: who looks later asks again."""
        taken = f"SELECT pg_try_advisory_lock({_KEY}) FROM tables WHERE id = %s AND {PENDING}"
        try:
            row = await (
                await (await self._connected()).execute(taken.encode(), (table_id, table_id))
            ).fetchone()
        except psycopg.Error as error:
            _log.warning("no bots are played now: %s", error)
            return False
        return row is not None and bool(row[0])

    async def release(self, table_id: str) -> None:
        try:
            await (await self._connected()).execute(
                f"SELECT pg_advisory_unlock({_KEY})".encode(), (table_id,)
            )
        except psycopg.Error:
            _log.warning("the claim to table %s went with its connection", table_id)

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def _connected(self) -> Connection:
        async with self._connecting:
            if self._connection is None or self._connection.closed:
                self._connection = await connect(self._address)
            return self._connection
