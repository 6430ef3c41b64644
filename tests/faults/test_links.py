"""Links that go down and up again without a word: no choice that was answered is lost, none is made twice, every table goes on."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.breaking import LONGEST
from tests.faults.links import ROOT, namespace
from tests.faults.proxy import CuttingProxy, to_address

PATIENCE = 20.0
SHORT = 0.3


@pytest.mark.timeout(LONGEST)
def test_links_go_down_and_up_again_and_every_table_goes_on(tmp_path: Path) -> None:
    """In a network namespace where the system allows one, else behind proxies that let nothing through."""
    start = namespace()
    way = "proxies" if start is None else "namespace"
    command = [sys.executable, "-m", "tests.faults.cut_off", str(tmp_path), way]
    subprocess.run([*(start or []), *command], cwd=ROOT, timeout=LONGEST - 20, check=True)


async def test_a_proxy_that_holds_lets_nothing_through_until_it_is_released() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            writer.write(data)
        writer.close()

    behind = await asyncio.start_server(echo, "127.0.0.1", 0)
    port = behind.sockets[0].getsockname()[1]
    proxy = CuttingProxy(to_address(lambda: f"http://127.0.0.1:{port}"))
    await proxy.start()
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    writer.write(b"before")
    assert await asyncio.wait_for(reader.readexactly(6), PATIENCE) == b"before"
    proxy.hold()
    writer.write(b"held")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read(1), SHORT)
    proxy.release()
    assert await asyncio.wait_for(reader.readexactly(4), PATIENCE) == b"held"
    proxy.cut()
    assert await asyncio.wait_for(reader.read(1), PATIENCE) == b""
    writer.close()
    await proxy.stop()
    behind.close()
    await behind.wait_closed()
