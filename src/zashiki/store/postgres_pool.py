"""Connections to PostgreSQL that outlive a restart of it: who asks waits for a while, and asks again where that is harmless."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, Final, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from zashiki.store.contract import CannotKeep, Unreachable

logging.getLogger("psycopg.pool").setLevel(
    logging.ERROR
)  # each try to reach a database that restarts is a warning

PATIENCE: Final = 10.0
"""Seconds in which a database that restarts is waited for."""
LONGEST: Final = 30.0
"""Seconds that anything may take which a connection is used for; the connection is given up then."""
PAUSE: Final = 0.1
ASK_AGAIN: Final = 1.0
"""Seconds after which the pool is asked again: one that gave up connecting tries it only then."""
MOST_CONNECTIONS: Final = 6
"""Of one server, besides one that listens and one that holds its bots' tables."""
SETTINGS: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""Of a connection whose address has none of its own. A machine that has gone without a word is noticed after half a minute, whether it is
waited for or still to be told something."""
NOTICE_US: Final = (
    b"SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),"
    b" set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '10000', false)"
)
"""The database notices too, after some seconds, when a connection was lost without a word; else it would hold its locks for hours. Where an
answer of its was lost, it would send that again and again, later each time, and look at nothing else meanwhile."""

Row = tuple[Any, ...]
_Answer = TypeVar("_Answer")
Connection = psycopg.AsyncConnection[Row]


async def connect(address: str) -> Connection:
    """A connection of its own; raises psycopg.Error."""
    connection = await psycopg.AsyncConnection.connect(address, autocommit=True, **_settings(address))
    try:
        await _be_noticed(connection)
    except psycopg.Error:
        await connection.close()
        raise
    return connection


def _settings(address: str) -> dict[str, Any]:
    """Those that the address leaves open."""
    given = conninfo_to_dict(address)
    return {name: value for name, value in SETTINGS.items() if name not in given}


async def _be_noticed(connection: Connection) -> None:
    await connection.execute(NOTICE_US)


class Pool:
    """Opens its connections when it is first asked, in the loop that asks."""

    def __init__(self, url: str) -> None:
        self._pool = AsyncConnectionPool(
            url,
            kwargs={"autocommit": True, **_settings(url)},
            configure=_be_noticed,
            min_size=1,
            max_size=MOST_CONNECTIONS,
            timeout=PATIENCE,
            reconnect_timeout=ASK_AGAIN,
            open=False,
        )
        self._opened = False

    async def rows(self, query: str, *values: Any) -> list[Row]:
        """The rows of a query that may be asked again."""

        async def ask(connection: Connection) -> list[Row]:
            return await (await connection.execute(query.encode(), values)).fetchall()

        return await self.use(ask)

    async def use(self, work: Callable[[Connection], Awaitable[_Answer]], *, again: bool = True) -> _Answer:
        """Does something with a connection; if the connection is lost, `again` with another one.

        Raises Unreachable when the database does not answer, or may have done what must not be done twice; CannotKeep when it
        refuses.
        """
        deadline = monotonic() + PATIENCE
        while True:
            lost = False
            try:
                async with self._connection() as connection:
                    try:
                        async with asyncio.timeout(LONGEST):
                            return await work(connection)
                    finally:
                        lost = connection.closed
            except TimeoutError as error:
                raise Unreachable("it took too long") from error
            except PoolTimeout as error:
                if monotonic() > deadline:
                    raise Unreachable(str(error)) from error
            except PoolClosed as error:
                raise Unreachable(str(error)) from error
            except (psycopg.Error, UnicodeError) as error:
                if not lost:
                    raise CannotKeep(str(error)) from error
                if not again or monotonic() > deadline:
                    raise Unreachable(str(error)) from error
            await asyncio.sleep(PAUSE)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        if not self._opened:
            self._opened = True
            await self._pool.open()
        async with self._pool.connection(ASK_AGAIN) as connection:
            yield connection

    async def close(self) -> None:
        await self._pool.close()
