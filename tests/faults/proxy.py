"""A connection that breaks: everything goes through here, and can be cut at any byte or held up for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tests.web.visitor import Server

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def to_address(address: Callable[[], str]) -> Callable[[], Awaitable[Ends]]:
    """Connects to the http address of this moment."""

    async def connect() -> Ends:
        host, _, port = address().removeprefix("http://").partition(":")
        return await asyncio.open_connection(host, int(port))

    return connect


class CuttingProxy(Server):
    """The server as it is reached through a network that fails; `connect` leads to what lies behind."""

    def __init__(self, connect: Callable[[], Awaitable[Ends]]) -> None:
        self._connect = connect
        self._writers: set[asyncio.StreamWriter] = set()
        self._listening: asyncio.Server | None = None
        self._passing = asyncio.Event()
        self._passing.set()

    async def start(self) -> None:
        self._listening = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = int(self._listening.sockets[0].getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Both sides lose all connections, with whatever is on its way."""
        for writer in self._writers:
            writer.transport.abort()

    def hold(self) -> None:
        """Nothing passes any more, and nobody is told."""
        self._passing.clear()

    def release(self) -> None:
        """What was held passes now."""
        self._passing.set()

    async def stop(self) -> None:
        assert self._listening is not None
        self._listening.close()
        self.release()
        self.cut()
        await self._listening.wait_closed()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            await self._passing.wait()
            behind, ahead = await self._connect()
        except OSError:
            writer.transport.abort()
            self._writers.discard(writer)
            return
        self._writers.add(ahead)
        with suppress(OSError):
            await asyncio.gather(self._copy(reader, ahead), self._copy(behind, writer))
        for one in (writer, ahead):
            one.transport.abort()
        self._writers -= {writer, ahead}

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(4096):
                await self._passing.wait()
                target.write(data)
                await target.drain()
        finally:
            target.close()
