"""The bus of several servers: hints go to the others through PostgreSQL or Redis, and those of others come from there.

A hint may be lost, when either restarts or a server is killed: servers also look at the versions themselves, every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any, Final, Protocol

from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption
from zashiki.store import CannotKeep
from zashiki.store.postgres_pool import Pool, connect
from zashiki.tables.bus import Listener, LocalBus
from zashiki.tables.ending import end
from zashiki.tables.logs import Seldom

_log = logging.getLogger(__name__)
_log.addFilter(Seldom())  # an outage lasts

CHANNEL: Final = "zashiki"
AGAIN_AFTER: Final = 0.5
"""Seconds until a lost connection is opened again."""
WHO_IS_HERE: Final = -1
"""In the place of a version: the pages that are open at another server have changed."""


class Transport(Protocol):
    async def send(self, messages: list[str]) -> None:
        """To all servers, this one included."""

    def receive(self) -> AsyncIterator[str]:
        """What comes from now on; raises when the connection is lost."""

    async def close(self) -> None: ...


class SharedBus:
    """Local listeners are told at once, other servers a moment later; hints about one table that wait together go as one."""

    def __init__(self, transport: Transport, server: str) -> None:
        self._local = LocalBus()
        self._transport = transport
        self._server = server
        self._waiting: dict[tuple[str, bool], int] = {}
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._on_presence: Callable[[str], None] | None = None

    def publish(self, table_id: str, version: int) -> None:
        self._local.publish(table_id, version)
        self._waiting[table_id, False] = version
        self._wake.set()

    def listen(self, listener: Listener) -> Callable[[], None]:
        return self._local.listen(listener)

    def publish_presence(self, table_id: str) -> None:
        """Tells the others that the pages open here have changed."""
        self._waiting[table_id, True] = WHO_IS_HERE
        self._wake.set()

    def listen_presence(self, listener: Callable[[str], None]) -> None:
        """Calls the listener with a table whose open pages have changed at another server."""
        self._on_presence = listener

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._send_all()), loop.create_task(self._receive_all())]

    async def stop(self) -> None:
        await end(*self._tasks)
        await self._transport.close()

    async def _send_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            waiting, self._waiting = self._waiting, {}
            messages = [f"{self._server} {table} {version}" for (table, _), version in waiting.items()]
            try:
                await self._transport.send(messages)
            except Exception as error:  # noqa: BLE001 (whatever a library raises: hints are sent again)
                _log.warning("hints to other servers wait: %s", error)
                self._waiting = {**waiting, **self._waiting}
                await asyncio.sleep(AGAIN_AFTER)
                self._wake.set()

    async def _receive_all(self) -> None:
        while True:
            try:
                async for message in self._transport.receive():
                    self._hear(message)
            except Exception as error:  # noqa: BLE001 (whatever a library raises: it is connected again)
                _log.warning("hints of other servers can't be heard: %s", error)
            await asyncio.sleep(AGAIN_AFTER)

    def _hear(self, message: str) -> None:
        server, table_id, version = message.split(" ")
        if server == self._server:
            return
        if int(version) != WHO_IS_HERE:
            self._local.publish(table_id, int(version))
        elif self._on_presence is not None:
            self._on_presence(table_id)


class PostgresTransport:
    """LISTEN and NOTIFY: nothing else to run, enough for a few servers."""

    def __init__(self, pool: Pool, address: str) -> None:
        self._pool = pool
        self._address = address

    async def send(self, messages: list[str]) -> None:
        await self._pool.rows(f"SELECT pg_notify('{CHANNEL}', one) FROM unnest(%s::text[]) AS one", messages)

    async def receive(self) -> AsyncIterator[str]:
        async with await connect(self._address) as connection:
            await connection.execute(f"LISTEN {CHANNEL}".encode())
            async for notification in connection.notifies():
                yield notification.payload

    async def close(self) -> None:
        """Its connection is closed by the task that receives."""


class RedisTransport:
    """Publish and subscribe of Redis or Valkey: for more servers than PostgreSQL should tell."""

    def __init__(self, address: str) -> None:
        from redis.asyncio import Redis

        try:
            self._redis: Any = Redis.from_url(address, socket_connect_timeout=5, health_check_interval=10)
        except ValueError:  # it is not told: there may be a password in it
            raise BadOption(say("database.bad-redis")) from None

    async def send(self, messages: list[str]) -> None:
        async with self._redis.pipeline(transaction=False) as together:
            for message in messages:
                together.publish(CHANNEL, message)
            await together.execute()

    async def receive(self) -> AsyncIterator[str]:
        async with self._redis.pubsub() as heard:
            await heard.subscribe(CHANNEL)
            async for message in heard.listen():
                if message["type"] == "message":
                    yield message["data"].decode()

    async def close(self) -> None:
        with suppress(OSError, CannotKeep):
            await self._redis.aclose()
