"""Where the processor time of a move goes: the code of a server in this process, without sockets, looked at a thousand times a second.

Three people and some spectators have pages of every table open; what those are sent is counted and forgotten. The machine may be busy: only processor time counts.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import CodeType, FrameType, FunctionType
from typing import Any, Final

import msgspec

from benchmarks.load import writes
from benchmarks.load.players import GAME, SEATS
from tests.web.connections import ReadyConnection
from zashiki.brush import regions
from zashiki.brush.macros import macro
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.store import Seat
from zashiki.store.contract import PERSON
from zashiki.tables import description
from zashiki.web import live, sockets
from zashiki.web.clients import Client
from zashiki.web.drawing import game_pages, table_regions, wording
from zashiki.web.live import Channels
from zashiki.web.requests import push, sight
from zashiki.web.requests.visitors import Visitor
from zashiki.web.services import Services
from zashiki.web.settings import Settings
from zashiki.words import Words

TABLES: Final = 64
WARMING, MOVES = 10, 60
"""Moves at each table before anything is counted, and those that are."""
EVERY: Final = 0.001
"""Seconds of processor time from one look to the next."""
LOOKED_INTO: Final = 8
"""The messages of one move in so many are looked into."""
LARGEST: Final = 12
"""So many regions are told of, those that most bytes are sent for."""
REST: Final = "the rest"

PARTS: Final[dict[str, list[Callable[..., Any]]]] = {
    "choice, record and commit": [sockets._obey],
    "what a viewer may see": [sight.described, description.describe],
    "log and news": [
        wording.WordedLog.moments, wording.WordedLog.chunks, table_regions._chunks, table_regions._log,
    ],
    "prompt and choices": [table_regions._bar],
    "board": [game_pages.board],
    "other regions": [table_regions.page_regions],
    "comparing, finding what was drawn": [regions.Drawings.follow],
    "drawing": [macro("zashiki.web", "regions/what.html")],
    "escaping what was drawn": [regions._drawn],
    "putting messages together": [live._tell_all],
}  # fmt: skip
"""By the functions that do it. The one that was called last counts."""


def _code(function: Callable[..., Any]) -> CodeType:
    assert isinstance(function, FunctionType)
    return function.__code__


class Looking:
    """Looks again and again at which part the program is in, while it is entered. Each look counts for the processor time that the main
    thread took since the last one."""

    def __init__(self) -> None:
        self._parts = {_code(one): part for part, functions in PARTS.items() for one in functions}
        self.seconds: dict[str, float] = dict.fromkeys((*PARTS, REST), 0.0)
        self._last = 0.0

    def __enter__(self) -> Looking:
        self._last = time.thread_time()
        signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
        return self

    def __exit__(self, *_raised: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, signal.SIG_IGN)

    def _look(self, _number: int, frame: FrameType | None) -> None:
        now = time.thread_time()
        self.seconds[self._part(frame)] += now - self._last
        self._last = now

    def _part(self, frame: FrameType | None) -> str:
        while frame is not None:
            part = self._parts.get(frame.f_code)
            if part is not None:
                return part
            frame = frame.f_back
        return REST


class PlayedTable:
    """A table whose people choose at random, as their pages would say it."""

    def __init__(self, services: Services, chance: Random) -> None:
        self._services = services
        self._chance = chance
        self._id = ""
        self._clients: list[Client] = []
        self._readers: list[ReadyConnection] = []
        self._number = 0
        self.sizes: list[int] = []
        """How long the messages were."""
        self.looked_into: list[list[bytes]] = []
        """All messages of some moves."""

    async def sit_down(self, channels: Channels, spectators: int) -> None:
        owners = [str(self._chance.random()) for _ in range(SEATS)]
        seats = [
            Seat(seat=seat, kind=PERSON, name=f"p{seat}", owner=owner) for seat, owner in enumerate(owners)
        ]
        self._id = await self._services.tables.open(Record(find_game(GAME), SEATS, {}), seats, owners[0])
        words = Words("en")
        for visitor in [*owners, *[""] * spectators]:
            person, reader = visitor or str(self._chance.random()), ReadyConnection()
            client = Client(Visitor(visitor, ""), "", words, person, reader)
            channels.reserve(self._id, person, named=bool(visitor))
            self._channel = channels.join(self._id, client)
            self._channel.begin(await self._services.tables.live(self._id), client, "")
            self._clients.append(client)
            self._readers.append(reader)

    async def move(self) -> bool:
        """A choice of whoever is to choose, until all pages have been told; False: the game is over."""
        tables = self._services.tables
        table = tables.known(self._id)
        assert table is not None
        if table.over:
            return False
        seat = table.state.actors()[0]
        self._number += 1
        command = {
            "number": self._number,
            "do": "choose",
            "seat": seat,
            "made": table.timeline.made_by(seat),
            "turn": tables.turn(table, seat),
            "action": self._chance.choice(table.state.legal(seat)),
        }
        client, said = self._clients[seat], msgspec.convert(command, sockets.Command)
        refusal = await sockets._obey(self._services, self._id, client, said)
        assert refusal is None, refusal
        client.answers.append(said.number)
        await self._channel.settle()
        self._count()
        return True

    def _count(self) -> None:
        frames = [frame for reader in self._readers for frame in reader.frames]
        self.sizes += map(len, frames)
        if self._number % LOOKED_INTO == 0:
            self.looked_into.append(frames)
        for reader in self._readers:
            reader.frames.clear()

    def forget(self) -> None:
        """What was counted so far."""
        self.sizes.clear()
        self.looked_into.clear()


async def _play(tables: list[PlayedTable], times: int) -> int:
    """So many moves at each of the tables, in turns; how many could be made."""
    return sum([await table.move() for _ in range(times) for table in tables])


async def _measure(data: Path, spectators: int, seed: int) -> dict[str, Any]:
    services = Services(Settings(data=data, bots=False, bot_processes=0, tables_an_hour=0))
    channels = Channels(services)
    await services.start()
    try:
        tables = [PlayedTable(services, Random(f"{seed}/{number}")) for number in range(TABLES)]
        for table in tables:
            await table.sit_down(channels, spectators)
        await _play(tables, WARMING)
        for table in tables:
            table.forget()
        with Looking() as looking:
            used, main = time.process_time(), time.thread_time()
            moves = await _play(tables, MOVES)
            used, main = time.process_time() - used, time.thread_time() - main
    finally:
        channels.close()
        await services.stop()
    sizes = [size for table in tables for size in table.sizes]
    seen = sum(looking.seconds.values())
    parts = [{"name": name, "share": round(spent / seen, 3)} for name, spent in looking.seconds.items()]
    return {
        "moves": moves,
        "cpu_us_a_move": round(1e6 * used / moves),
        "in_other_threads": round(1 - main / used, 3),
        "messages_a_move": round(len(sizes) / moves, 2),
        "bytes_a_message": round(sum(sizes) / len(sizes)),
        "parts": parts,
        "regions": _regions([frames for table in tables for frames in table.looked_into]),
    }


def _regions(moves: list[list[bytes]]) -> list[dict[str, Any]]:
    """What most bytes are sent for, over all pages: how often in a move, and how many bytes each time."""
    sent: Counter[str] = Counter()
    size: Counter[str] = Counter()
    for frame in (frame for frames in moves for frame in frames):
        for name, html in msgspec.json.decode(push.text_of(frame)).get("regions", {}).items():
            kind = re.sub(r"\d+", "N", name)
            sent[kind] += 1
            size[kind] += len(html)
    return [
        {"name": name, "a_move": round(sent[name] / len(moves), 2), "bytes": round(size[name] / sent[name])}
        for name, _ in size.most_common(LARGEST)
    ]


def measure(spectators: int, seed: int) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        found = asyncio.run(_measure(Path(folder), spectators, seed))
        return {"load_average": round(os.getloadavg()[0], 1), **found, "bare_writes": writes.measure(folder)}
