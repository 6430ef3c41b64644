"""When the server looks for garbage among all that it holds, and what it need not look for."""

from __future__ import annotations

import asyncio
import gc
import socket
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from websockets.asyncio.client import connect

from zashiki.web import garbage
from zashiki.web.app import create_app
from zashiki.web.garbage import Garbage, spare_collections
from zashiki.web.requests.protocol import TimedProtocol
from zashiki.web.requests.push import PushProtocol
from zashiki.web.server import server_config
from zashiki.web.settings import Settings

LIMIT = 30


class Knot:
    """Garbage that counting references does not find."""

    def __init__(self) -> None:
        self.itself = self
        KNOTS.append(1)

    def __del__(self) -> None:
        KNOTS.pop()


KNOTS: list[int] = []


@pytest.fixture(autouse=True)
def _thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def grow_old() -> None:
    """Garbage that was not found while it was young."""
    knot = Knot()
    gc.collect(0)
    del knot


async def test_old_garbage_is_looked_for_while_nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOK_EVERY", 0.05)
    spare_collections()
    made = [0]
    watching = Garbage(lambda: made[0])
    watching.start()
    try:
        grow_old()
        for _ in range(10):
            made[0] += 1
            await asyncio.sleep(0.02)
        assert KNOTS, "somebody plays"
        async with asyncio.timeout(LIMIT):
            while KNOTS:
                await asyncio.sleep(0.05)
    finally:
        watching.stop()


async def test_a_server_never_looks_through_everything_by_itself() -> None:
    spare_collections()
    assert gc.get_threshold() == (garbage.YOUNG, garbage.NEVER, garbage.NEVER)
    watching = Garbage(lambda: 0)
    watching.start()
    try:
        full = gc.get_stats()[2]["collections"]
        kept = [[number] for number in range(300_000)]
        assert gc.get_stats()[2]["collections"] == full
        assert 0 < watching.longest < 60
        assert len(kept) == 300_000
    finally:
        watching.stop()


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[uvicorn.Server, Starlette, str]]:
    """A server in this loop, with its application and its address."""
    settings = Settings(data=folder, bots=False, tables_an_hour=0)
    app = create_app(settings)
    server = uvicorn.Server(server_config(app, settings))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        running = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            async with asyncio.timeout(LIMIT):
                while not server.started:
                    await asyncio.sleep(0.02)
            yield server, app, f"127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            async with asyncio.timeout(LIMIT):
                await running


async def test_what_a_page_held_goes_with_it_without_a_search(tmp_path: Path) -> None:
    """The connection, as HTTP and as a socket, and the channel of the table with all that it remembers."""
    async with serving(tmp_path) as (server, app, address), httpx.AsyncClient() as visitor:
        seats = {"seat-0": "me", "seat-1": "open", "seat-2": "open"}
        opened = await visitor.post(f"http://{address}/new/shinobi", data=seats)
        table = opened.headers["location"].split("/")[2]
        gc.collect()
        gc.disable()
        try:
            async with connect(f"ws://{address}/t/{table}/ws") as page:
                assert '"version"' in str(await asyncio.wait_for(page.recv(), LIMIT))
                held = [weakref.ref(app.state.channels._channels[table])]
                held += [
                    weakref.ref(one)
                    for one in server.server_state.connections
                    if isinstance(one, PushProtocol)
                ]
                assert len(held) == 2
                parsers = [
                    one
                    for one in gc.get_objects()
                    if isinstance(one, TimedProtocol) and one.parser is not None
                ]
                assert len(parsers) <= 1, "the visitor's own connection"
                del parsers
            async with asyncio.timeout(LIMIT):
                while any(one() is not None for one in held):
                    await asyncio.sleep(0.02)
        finally:
            gc.enable()
