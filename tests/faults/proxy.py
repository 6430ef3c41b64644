"""A connection that breaks: everything goes through here, and can be cut at any byte."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from tests.web.visitor import Server


class CuttingProxy(Server):
    """The server as it is reached through a network that fails; `target` is the address of this moment."""

    def __init__(self, target: Callable[[], str]) -> None:
        self._target = target
        self._writers: set[asyncio.StreamWriter] = set()
        self._listening: asyncio.Server | None = None

    async def start(self) -> None:
        self._listening = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        port = self._listening.sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"

    def cut(self) -> None:
        """Both sides lose all connections, with whatever is on its way."""
        for writer in self._writers:
            writer.transport.abort()

    async def stop(self) -> None:
        assert self._listening is not None
        self._listening.close()
        self.cut()
        await self._listening.wait_closed()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, _, port = self._target().removeprefix("http://").partition(":")
        try:
            behind, ahead = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, ahead}
        with suppress(OSError):
            await asyncio.gather(_copy(reader, ahead), _copy(behind, writer))
        for one in (writer, ahead):
            one.transport.abort()
        self._writers -= {writer, ahead}


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(4096):
            target.write(data)
            await target.drain()
    finally:
        target.close()
