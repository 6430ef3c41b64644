"""Links between pages, servers and their database that go down and up again without a word.

Where the system allows it, all of them live in a network namespace of their own, whose only link is set down: packets are lost, connections stay. Elsewhere
everything passes through proxies that let nothing through for a while, and sometimes lose the connections too.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from struct import Struct
from typing import Protocol

from tests.databases import NOBODY, Postgres
from tests.faults.proxy import CuttingProxy, to_address
from tests.web.visitor import Server

ROOT = Path(__file__).parent.parent.parent
NAMESPACES = (
    ["unshare", "--net"],
    ["unshare", "--user", "--map-current-user", "--keep-caps", "--net"],
)
"""For root, and for everybody else where that is allowed."""
PATIENCE = 60
_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 1
_REQUEST = Struct("16sH14x")
"""`struct ifreq`: the name of a link and its flags."""
PORT = 5432


def set_loopback(*, up: bool) -> None:
    """The link of this namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        _, flags = _REQUEST.unpack(fcntl.ioctl(control, _GET_FLAGS, _REQUEST.pack(b"lo", 0)))
        changed = flags | _UP if up else flags & ~_UP
        fcntl.ioctl(control, _SET_FLAGS, _REQUEST.pack(b"lo", changed))


def namespace() -> list[str] | None:
    """What a command is started with to run in a network namespace of its own; None: the system does not allow it."""
    for start in NAMESPACES:
        try:
            tried = subprocess.run(
                [*start, sys.executable, "-m", "tests.faults.links"], cwd=ROOT, timeout=PATIENCE, check=False
            )
        except OSError:
            continue
        if tried.returncode == 0:
            return start
    return None


class Links(Protocol):
    """Everything between the pages, the servers and the database, which has these settings."""

    settings: tuple[str, ...]

    async def database(self, postgres: Postgres, name: str) -> str:
        """The address at which servers reach the database of this name."""

    async def reached(self, servers: Sequence[Server]) -> Sequence[Server]:
        """The servers as pages reach them."""

    def down(self) -> None: ...

    def up(self, chance: Random) -> None: ...

    async def stop(self) -> None: ...


class Loopback:
    """The link of a network namespace."""

    settings: tuple[str, ...] = ("listen_addresses=127.0.0.1",)

    def __init__(self) -> None:
        set_loopback(up=True)

    async def database(self, _postgres: Postgres, name: str) -> str:
        return f"postgresql://zashiki@127.0.0.1:{PORT}/{name}"

    async def reached(self, servers: Sequence[Server]) -> Sequence[Server]:
        return servers

    def down(self) -> None:
        set_loopback(up=False)

    def up(self, _chance: Random) -> None:
        set_loopback(up=True)

    async def stop(self) -> None:
        set_loopback(up=True)


class Proxies:
    """Proxies before the database and before every server."""

    settings: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._proxies: list[CuttingProxy] = []

    async def _start(self, proxy: CuttingProxy) -> CuttingProxy:
        await proxy.start()
        self._proxies.append(proxy)
        return proxy

    async def database(self, postgres: Postgres, name: str) -> str:
        path = postgres.folder / f".s.PGSQL.{PORT}"
        proxy = await self._start(CuttingProxy(lambda: asyncio.open_unix_connection(path)))
        return f"postgresql://zashiki@127.0.0.1:{proxy.port}/{name}"

    async def reached(self, servers: Sequence[Server]) -> Sequence[Server]:
        return [
            await self._start(CuttingProxy(to_address(lambda server=server: server.address)))  # type: ignore[misc]
            for server in servers
        ]

    def down(self) -> None:
        for proxy in self._proxies:
            proxy.hold()

    def up(self, chance: Random) -> None:
        for proxy in self._proxies:
            if chance.random() < 0.5:
                proxy.cut()
            proxy.release()

    async def stop(self) -> None:
        for proxy in self._proxies:
            await proxy.stop()


def _try_namespace() -> None:
    """Raises OSError if the link can't be set, or if a process can't be given to the user without rights, as PostgreSQL's must."""
    set_loopback(up=True)
    if os.geteuid() == 0:
        subprocess.run(["true"], user=NOBODY, group=NOBODY, extra_groups=[], check=True, timeout=PATIENCE)


if __name__ == "__main__":
    _try_namespace()
