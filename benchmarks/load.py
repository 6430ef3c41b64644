"""What a move costs the server: people at tables of Shinobi, each with an open page, choose over their sockets.

The server runs in a process of its own, on one core where that can be arranged. A move is one choice; it is over when every
page of its table has been sent what changed for it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect

GAME: Final = "shinobi"
SEATS: Final = 3
_BUTTON: Final = re.compile(r'name="action" value="(\d+)"')
_FIELD: Final = re.compile(r'<input type="hidden" name="([a-z]+)" value="([^"]*)"')


class Page:
    """An open page of one person."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.choice = ""  # the form of the choices as it was last sent

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self._socket.recv())
        for text in message.get("regions", {}).values():
            if 'id="choice"' in text:
                self.choice = text.split('id="choice"')[1].split("</form>")[0]
        return message

    async def change(self) -> None:
        """Waits for a change of the table; who comes and goes is told by messages without a version."""
        while not (await self.receive()).get("version"):
            pass

    def may_choose(self) -> bool:
        return _BUTTON.search(self.choice) is not None

    async def choose(self, chance: Random) -> None:
        """Sends a random choice and waits for the answer."""
        fields = dict(_FIELD.findall(self.choice))
        self._number += 1
        command = {
            "number": self._number,
            "do": "choose",
            "seat": int(fields["seat"]),
            "made": int(fields["made"]),
            "turn": unescape(fields["turn"]),
            "action": int(chance.choice(_BUTTON.findall(self.choice))),
        }
        await self._socket.send(json.dumps(command))
        while (message := await self.receive()).get("answer") != self._number:
            pass
        assert message.get("status", 200) == 200, message

    async def close(self) -> None:
        await self._socket.close()


class Table:
    """People who play one game at random."""

    def __init__(self, address: str, chance: Random) -> None:
        self._address = address
        self._chance = chance
        self._pages: list[Page] = []

    async def sit_down(self) -> None:
        people = [httpx.AsyncClient(base_url=self._address, timeout=60) for _ in range(SEATS)]
        seats = {"seat-0": "me", **{f"seat-{seat}": "open" for seat in range(1, SEATS)}}
        table = (await people[0].post(f"/new/{GAME}", data=seats)).headers["location"].split("/")[2]
        invitation = (await people[0].get(f"/t/{table}/share")).text.split("/join/")[1].split('"')[0]
        for seat, person in enumerate(people[1:], 1):
            await person.post(f"/join/{invitation}", data={"seat": seat, "name": f"p{seat}"})
        for person in people:
            cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.cookies.jar)
            socket = self._address.replace("http", "ws") + f"/t/{table}/ws"
            page = Page(await connect(socket, additional_headers={"Cookie": cookies}, compression=None))
            await page.change()
            self._pages.append(page)
            await person.aclose()

    async def leave(self) -> None:
        for page in self._pages:
            await page.close()
        self._pages = []

    async def move(self) -> float | None:
        """One choice of whoever is to choose; the seconds until all pages have been told. None: the game is over."""
        chooser = next((page for page in self._pages if page.may_choose()), None)
        if chooser is None:
            return None
        others = [page.change() for page in self._pages if page is not chooser]
        began = time.perf_counter()
        await asyncio.gather(chooser.choose(self._chance), *others)
        return time.perf_counter() - began


class Server(NamedTuple):
    address: str
    process: int

    def cpu_seconds(self) -> float:
        """That the process has used so far."""
        stat = Path(f"/proc/{self.process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served() -> Iterator[Server]:
    """A server over an empty data folder, which ends with the block."""
    with TemporaryDirectory() as data:
        options = ("--no-open", "--tables-an-hour", "0", "--data", data)
        command = [sys.executable, "-P", "-m", "zashiki", "serve", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"(http://\S+)/ ", server.stdout.readline())
            assert found is not None, "the server did not start"
            os.sched_setaffinity(server.pid, {min(os.sched_getaffinity(0))})
            try:
                yield Server(found[1], server.pid)
            finally:
                server.send_signal(signal.SIGINT)


async def _play(server: Server, tables: int, seed: int) -> dict[str, Any]:
    warm, *seated = [Table(server.address, Random(f"{seed}/{number}")) for number in range(tables + 1)]
    for table in (warm, *seated):
        await table.sit_down()
    took: list[float] = []

    async def play(table: Table) -> None:
        while (seconds := await table.move()) is not None:
            took.append(seconds)

    await play(warm)
    took.clear()

    used, began = server.cpu_seconds(), time.monotonic()
    await asyncio.gather(*map(play, seated))
    used, wall = server.cpu_seconds() - used, time.monotonic() - began
    for table in (warm, *seated):
        await table.leave()
    cuts = quantiles(took, n=100)
    return {
        "tables": tables,
        "pages": tables * SEATS,
        "moves": len(took),
        "moves_a_second": round(len(took) / wall, 1),
        "cpu_ms_a_move": round(1000 * used / len(took), 2),
        "load_average": round(os.getloadavg()[0], 1),
        "choice_to_all_views_ms": {"p50": round(1000 * cuts[49], 1), "p99": round(1000 * cuts[98], 1)},
    }


def measure(tables: int, seed: int) -> dict[str, Any]:
    """One game at each table, all at once, after a first one that has the templates loaded."""
    with served() as server:
        return asyncio.run(_play(server, tables, seed))
