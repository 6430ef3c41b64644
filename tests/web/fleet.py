"""Several servers and workers on one database, and pages that play at them as browsers do: one that loses its server goes to another
and sends again what was not answered."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, Protocol

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.web.visitor import TOYS, Server, Visitor, buttons, hidden
from zashiki.store.contract import StoredEntry, Table

PATIENCE = 90.0
THREE_SEATS = {"seat-0": "me", "seat-1": "open", "seat-2": "bot-random", "seats": "3", "option-rounds": "3"}


class Worker:
    """`zashiki worker` over a database."""

    def __init__(self, folder: Path, *more: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = [str(TOYS), os.environ.get("PYTHONPATH", "")]
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, path)),
            "LC_ALL": "en_GB.UTF-8",
        }
        command = [sys.executable, "-m", "zashiki.cli.main", "worker", "--bot-pause", "0", *more]
        self._said = folder / "said.txt"
        with self._said.open("w", encoding="utf-8") as said:
            self.process = subprocess.Popen(command, env=environment, stdout=said, stderr=said)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(timeout=20)

    def stop(self) -> str:
        """SIGTERM; gives all that it said."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=20)
        return self._said.read_text(encoding="utf-8")


class Fleet:
    """Starts all of them at once; those that were killed are started again at the same port."""

    def __init__(self, folder: Path, url: str, servers: int, workers: int, *more: str) -> None:
        self._folder = folder
        self._common = ("--database", url, *more)
        self._bots = ("--no-bots",) if workers else ()
        self.workers = [Worker(folder / f"worker{number}", *self._common) for number in range(workers)]
        self.servers = [self._start(number, 0) for number in range(servers)]

    def _start(self, number: int, port: int) -> Server:
        folder = self._folder / f"server{number}-{time.monotonic_ns()}"
        return Server(folder, port=port, more=(*self._common, *self._bots))

    def start_again(self, number: int) -> None:
        port = int(self.servers[number].address.rpartition(":")[2])
        self.servers[number] = self._start(number, port)

    def start_worker_again(self, number: int) -> None:
        self.workers[number] = Worker(self._folder / f"worker{number}-{time.monotonic_ns()}", *self._common)

    def stop(self) -> list[str]:
        """What those that still ran had said."""
        running = [server for server in self.servers if server.process.poll() is None]
        return [server.interrupt() for server in running] + [worker.stop() for worker in self.workers]


def sit_down(fleet: Fleet, count: int) -> tuple[list[str], list[Visitor]]:
    """Tables with a bot, opened at one server and joined at another; and who sits there, two after two."""
    tables, visitors = [], []
    for number in range(count):
        ann = Visitor(fleet.servers[number % len(fleet.servers)])
        bob = Visitor(fleet.servers[(number + 1) % len(fleet.servers)])
        tables.append(ann.open_table(**THREE_SEATS))
        invitation = ann.get(f"/t/{tables[-1]}/share").text.split("/join/")[1].split('"')[0]
        assert bob.post(f"/join/{invitation}", seat=1, name="Bob").status_code == 200
        visitors += [ann, bob]
    return tables, visitors


class Page:
    """An open page of one seat that chooses whatever it may, until it is cancelled. `answered` are the choices that it was told are
    made, `lost` how many connections it lost. Each takes up to `thinks` seconds. If nothing is heard for `gives_up` seconds, it opens another connection."""

    def __init__(
        self,
        addresses: list[str],
        first: int,
        table: str,
        visitor: Visitor,
        chance: Random,
        thinks: float = 0.05,
        gives_up: float = 20.0,
    ) -> None:
        self.table = table
        self.answered: list[int] = []
        self.pending: dict[str, Any] | None = None
        self.heard = 0
        self.lost = 0
        self._addresses = addresses
        self._next = first
        self._chance = chance
        self._thinks = thinks
        self._gives_up = gives_up
        self._cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.client.cookies.jar)
        self._choice = ""
        self._number = 0

    def __str__(self) -> str:
        at = self._addresses[self._next % len(self._addresses)]
        return f"{at}: heard {self.heard}, lost {self.lost}, waits for the answer to {self.pending}, last told {self._choice!r}"

    async def play(self) -> None:
        while True:
            address = self._addresses[self._next % len(self._addresses)].replace("http", "ws")
            try:
                async with connect(
                    f"{address}/t/{self.table}/ws",
                    additional_headers={"Cookie": self._cookies},
                    open_timeout=self._gives_up,
                    ping_interval=self._gives_up,
                    ping_timeout=self._gives_up,
                    close_timeout=self._gives_up,
                ) as socket:
                    await self._talk(socket)
            except (OSError, WebSocketException, InvalidHandshake, TimeoutError, EOFError):
                self._next += 1
                self.lost += 1
                await asyncio.sleep(max(0.1, self._thinks / 8) * (1 + 2 * self._chance.random()))

    async def _talk(self, socket: Any) -> None:
        if self.pending is not None:
            await socket.send(json.dumps(self.pending))
        async for text in socket:
            self._hear(json.loads(text))
            if self.pending is None and self._decide():
                await asyncio.sleep(self._thinks * self._chance.random())
                await socket.send(json.dumps(self.pending))

    def _hear(self, message: dict[str, Any]) -> None:
        self.heard += 1
        for text in message.get("regions", {}).values():
            if 'id="choice"' in text:
                self._choice = text
        if self.pending is not None and message.get("answer") == self.pending["number"]:
            action, self.pending = self.pending["action"], None
            if message.get("status", 200) != 200:
                raise ConnectionError  # the table has moved on: the page is loaded again
            self.answered.append(action)

    def _decide(self) -> bool:
        """Whether there is something to choose; if so, it is chosen."""
        if 'id="choice"' not in self._choice:
            return False
        actions = list(buttons(self._choice).values())
        fields = hidden(self._choice)
        if not actions or "turn" not in fields:
            return False
        self._number += 1
        self.pending = {
            "number": self._number, "do": "choose", "action": self._chance.choice(actions),
            "seat": int(fields["seat"]), "made": int(fields["made"]), "turn": fields["turn"],
        }  # fmt: skip
        self._choice = ""
        return True


class Kept(Protocol):
    """What of a store is looked at."""

    async def table(self, table_id: str) -> Table | None: ...

    async def entries(self, table_id: str) -> list[StoredEntry]: ...


async def until_ended(store: Kept, tables: list[str], every: float = 0.1, patience: float = PATIENCE) -> None:
    """Waits until every game has come to its end, as long as something happens: how fast a machine is decides nothing. Looks
    every so many seconds."""
    left, seen, awaited = set(tables), dict[str, int](), dict[str, tuple[int, ...] | None]()
    deadline = time.monotonic() + patience
    while left:
        for table in sorted(left):
            found = await store.table(table)
            assert found is not None
            if found.version != seen.get(table):
                seen[table], awaited[table] = found.version, found.awaited
                deadline = time.monotonic() + patience
            if found.ended:
                left.discard(table)
        assert time.monotonic() < deadline, (
            f"tables that do not go on, and who is awaited: { {one: awaited[one] for one in left} }"
        )
        await asyncio.sleep(every)


async def check_answers(store: Kept, page: Page, seat: int, names: list[str]) -> int:
    """Every choice that was answered is in the record once, in order, and nothing else but one whose answer was lost; gives
    their number."""
    made = [entry.choice for entry in await store.entries(page.table) if entry.seat == seat]
    answered = [names[action] for action in page.answered]
    pending = [] if page.pending is None else [names[page.pending["action"]]]
    assert made in (answered, answered + pending), (made, answered, pending)
    return len(answered)
