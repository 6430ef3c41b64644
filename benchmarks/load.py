"""What a move costs the server: people at tables of Shinobi, each with an open page, choose over their sockets.

`python -m benchmarks.load --json`, from a checkout. The server runs in a process of its own, bound to one core where that can be
done. A move is one choice; it is over when every page of the table has been sent what changed for it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from html import unescape
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect

SEATS: Final = 3
GAME: Final = "shinobi"
_BUTTON: Final = re.compile(r'name="action" value="(\d+)"')
_FIELD: Final = re.compile(r'<input type="hidden" name="([a-z]+)" value="([^"]*)"')


class Page:
    """An open page of one person."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.choice = ""
        self.number = 0
        self.received = 0

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.recv())
        self.received += 1
        for text in message.get("regions", {}).values():
            if 'id="choice"' in text:
                self.choice = text.split('id="choice"')[1].split("</form>")[0]
        return message

    async def choose(self, chance: Random) -> None:
        """Sends a random choice and waits for the answer."""
        fields = dict(_FIELD.findall(self.choice))
        self.number += 1
        command = {
            "number": self.number,
            "do": "choose",
            "seat": int(fields["seat"]),
            "made": int(fields["made"]),
            "turn": unescape(fields["turn"]),
            "action": int(chance.choice(_BUTTON.findall(self.choice))),
        }
        await self.socket.send(json.dumps(command))
        while (message := await self.receive()).get("answer") != self.number:
            pass
        assert message.get("status", 200) == 200, message


class Table:
    """Three people who play at random until they are told to stop; a new table when a game is over."""

    def __init__(self, address: str, chance: Random) -> None:
        self._address = address
        self._chance = chance
        self._clients: list[httpx.AsyncClient] = []
        self._pages: list[Page] = []

    async def sit_down(self) -> None:
        await self.leave()
        self._clients = [httpx.AsyncClient(base_url=self._address, timeout=60) for _ in range(SEATS)]
        host = self._clients[0]
        seats = {"seat-0": "me", **{f"seat-{seat}": "open" for seat in range(1, SEATS)}}
        opened = await host.post(f"/new/{GAME}", data=seats)
        table = opened.headers["location"].split("/")[2]
        share = (await host.get(f"/t/{table}/share")).text
        invitation = share.split("/join/")[1].split('"')[0]
        for seat, client in enumerate(self._clients[1:], 1):
            await client.post(f"/join/{invitation}", data={"seat": seat, "name": f"p{seat}"})
        for client in self._clients:
            cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)
            address = self._address.replace("http", "ws") + f"/t/{table}/ws"
            page = Page(await connect(address, additional_headers={"Cookie": cookies}, compression=None))
            while not page.choice:
                await page.receive()
            self._pages.append(page)

    async def leave(self) -> None:
        for page in self._pages:
            await page.socket.close()
        for client in self._clients:
            await client.aclose()
        self._pages = []

    async def move(self) -> float:
        """One choice of whoever is to choose; the seconds until all pages have been told."""
        for page in self._pages:
            while page.socket.messages_waiting if hasattr(page.socket, "messages_waiting") else False:
                await page.receive()
        chooser = next((page for page in self._pages if _BUTTON.search(page.choice)), None)
        if chooser is None:
            await self.sit_down()
            return await self.move()
        began = time.perf_counter()
        others = [page.receive() for page in self._pages if page is not chooser]
        await asyncio.gather(chooser.choose(self._chance), *others)
        return time.perf_counter() - began


async def _drain(page: Page) -> None:
    """Takes what is still on its way."""
    while True:
        try:
            await asyncio.wait_for(page.receive(), 0.02)
        except TimeoutError:
            return


def cpu_seconds(process: int) -> float:
    """Of the process and the threads in it, so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(address: str, process: int, tables: int, seconds: float, seed: int) -> dict[str, Any]:
    seated = [Table(address, Random(f"{seed}/{number}")) for number in range(tables)]
    for table in seated:
        await table.sit_down()
        for page in table._pages:
            await _drain(page)
    took: list[float] = []
    stop = time.monotonic() + seconds

    async def play(table: Table) -> None:
        while time.monotonic() < stop:
            took.append(await table.move())

    before, began = cpu_seconds(process), time.monotonic()
    await asyncio.gather(*map(play, seated))
    wall, used = time.monotonic() - began, cpu_seconds(process) - before
    for table in seated:
        await table.leave()
    cuts = quantiles(took, n=100)
    return {
        "tables": tables,
        "moves": len(took),
        "moves_a_second": round(len(took) / wall, 1),
        "cpu_ms_a_move": round(1000 * used / len(took), 3),
        "choice_to_all_views_ms": {"p50": round(1000 * cuts[49], 1), "p99": round(1000 * cuts[98], 1)},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with TemporaryDirectory() as data:
        command = [sys.executable, "-P", "-m", "zashiki", "serve", "--no-open", "--tables-an-hour", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"(http://\S+)/ ", server.stdout.readline())
            assert found is not None, "the server did not start"
            os.sched_setaffinity(server.pid, {0})
            try:
                figures = asyncio.run(
                    measure(found[1], server.pid, given.tables, given.seconds, given.seed)
                )
            finally:
                server.send_signal(signal.SIGINT)
    print(json.dumps(figures, indent=2) if given.json else figures)


if __name__ == "__main__":
    main()
