"""What servers and workers on one PostgreSQL database share: the bus, who is here, limits, and whose bots are whose."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from zashiki.store import CannotKeep, Store
from zashiki.store.postgres import PostgresStore
from zashiki.tables.ending import end
from zashiki.tables.seats import token
from zashiki.tables.shared_bus import PostgresTransport, RedisTransport, SharedBus
from zashiki.tables.shared_claims import PostgresClaims
from zashiki.tables.shared_limits import SharedRateLimiter, forget_limits
from zashiki.tables.shared_presence import SharedPresence

_log = logging.getLogger(__name__)

BEAT: Final = 2.0
"""Seconds after which a server looks itself at what it may not have been told."""

LONGEST_LOOK: Final = 60.0
"""Seconds after which a look is given up, so that the others go on."""

Beat = Callable[[], Awaitable[None]]


class Cluster:
    """One server or worker among several; `on_beat` is what it looks at every few seconds."""

    def __init__(self, store: Store, address: str, redis: str = "") -> None:
        assert isinstance(store, PostgresStore)
        self._pool = store.pool
        self._task: asyncio.Task[None] | None = None
        server = token(12)
        transport = RedisTransport(redis) if redis else PostgresTransport(store.pool, address)
        self.bus = SharedBus(transport, server)
        self.presence = SharedPresence(store.pool, self.bus, server)
        self.claims = PostgresClaims(address)
        self.on_beat: list[Beat] = [self.presence.beat, self._tidy]

    def limiter(self, what: str, times: int, seconds: float) -> SharedRateLimiter:
        return SharedRateLimiter(self._pool, what, times, seconds)

    def start(self) -> None:
        self.bus.start()
        self.presence.start()
        self._task = asyncio.get_running_loop().create_task(self._beat(), name="cluster")

    async def stop(self) -> None:
        if self._task is not None:
            await end(self._task)
        await self.presence.stop()
        await self.bus.stop()
        await self.claims.close()

    async def _tidy(self) -> None:
        await forget_limits(self._pool)

    async def _beat(self) -> None:
        while True:
            for look in self.on_beat:
                try:
                    async with asyncio.timeout(LONGEST_LOOK):
                        await look()
                except CannotKeep as error:
                    _log.warning("the database does not answer: %s", error)
                except Exception:  # noqa: BLE001 (whatever it is, the next look may find what nobody was told)
                    _log.exception("what others have done could not be looked at")
            await asyncio.sleep(BEAT)
