"""The curve: tables, spectators and moves a second rise until the slowest hundredth of the moves takes too long to be shown to all."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import takewhile
from random import Random
from statistics import quantiles
from typing import Any, Final

from benchmarks.load.idle import measure_idle
from benchmarks.load.peer import PeerTable, peer_server
from benchmarks.load.players import SEATS, OurTable, Table
from benchmarks.load.relay import RelayTable
from benchmarks.load.servers import Server, floor_server, our_server

STEPS: Final = (4, 8, 16, 24, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512)
"""Numbers of tables."""
PACE: Final = 4.0
"""Moves a second at each table, at random moments."""
SLOWEST_MS: Final = 250.0
KEEPS_UP: Final = 0.75
"""A server that makes fewer of the moves that are asked for does not keep up."""
BUSY_DRIVER: Final = 0.9
"""Share of its core that the players' process may use; beyond that it is what is slow."""
PLAYED: Final = 45
"""Tables at which so many moves were made sit down anew before the next step, so that no game ends within one."""
WARM: Final = 60
"""Moves before those that count: templates are loaded, and code is compiled where a server does that."""
AT_ONCE: Final = 8
"""Tables that sit down at the same time."""
IDLE: Final = 200
"""Tables by which the memory of a table and of a page is measured; five pages at every two."""


class Contender:
    """A server with its tables; `limit` says what ended its curve."""

    def __init__(self, name: str, server: Server, table: Callable[[int], Table]) -> None:
        self.name = name
        self.server = server
        self.tables: list[Table] = []
        self.points: list[dict[str, Any]] = []
        self.limit = ""
        self._table = table

    async def seat(self, count: int) -> None:
        """So many tables, none of them near its end."""
        tired = [table for table in self.tables if table.moves > PLAYED]
        fresh = [self._table(number) for number in range(len(self.tables), count)]
        await asyncio.gather(*(table.leave() for table in tired))
        self.tables += fresh
        await sit_down([*tired, *fresh])

    async def step(self, spectators: int, seconds: float, chance: Random) -> None:
        """One point of the curve."""
        await asyncio.gather(*(table.move() for table in self.tables))
        used, driving, began = self.server.cpu_seconds(), time.process_time(), time.monotonic()
        ends = began + seconds
        took = [
            one
            for table in await asyncio.gather(*(play(t, ends, chance) for t in self.tables))
            for one in table
        ]
        wall = time.monotonic() - began
        point = {
            "tables": len(self.tables),
            "pages": (SEATS + spectators) * len(self.tables),
            "asked_moves_a_second": PACE * len(self.tables),
            **figures(took, wall, self.server.cpu_seconds() - used),
            "driver_share": round((time.process_time() - driving) / wall, 2),
            "memory_mb": round(self.server.memory() / 1e6, 1),
        }
        self.points.append(point)
        self.limit = reached(point)

    def summary(self) -> dict[str, Any]:
        within = [*takewhile(lambda point: not reached(point), self.points)]
        best = max(within, key=lambda point: point["moves_a_second"], default=None)
        costs = sorted(point["cpu_ms_a_move"] for point in within or self.points)
        return {
            "moves_a_second_within_limit": best["moves_a_second"] if best else 0.0,
            "cpu_ms_a_move": costs[len(costs) // 2],
            "limit": self.limit or "steps",
            "points": self.points,
        }


async def sit_down(tables: Sequence[Table]) -> None:
    room = asyncio.Semaphore(AT_ONCE)

    async def one(table: Table) -> None:
        async with room:
            await table.sit_down()

    await asyncio.gather(*map(one, tables))


async def play(table: Table, ends: float, chance: Random) -> list[float]:
    """Moves at random moments until the end; how long each took. Who has not been shown the last move can't make the next."""
    took: list[float] = []
    due = time.monotonic() + chance.expovariate(PACE)
    while due < ends:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        began = time.perf_counter()
        if not await table.move():
            break
        took.append(time.perf_counter() - began)
        due = max(due, time.monotonic() - 1 / PACE) + chance.expovariate(PACE)
        if time.monotonic() > ends:
            break
    return took


def figures(took: Sequence[float], wall: float, used: float) -> dict[str, Any]:
    cuts = quantiles(took, n=100)
    return {
        "moves": len(took),
        "moves_a_second": round(len(took) / wall, 1),
        "choice_to_all_views_ms": {"p50": round(1000 * cuts[49], 1), "p99": round(1000 * cuts[98], 1)},
        "cpu_ms_a_move": round(1000 * used / len(took), 2),
        "load_average": round(os.getloadavg()[0], 1),
    }


def reached(point: dict[str, Any]) -> str:
    """The limit that this point passes; empty for none."""
    if point["driver_share"] > BUSY_DRIVER:
        return "driver"
    if point["choice_to_all_views_ms"]["p99"] > SLOWEST_MS:
        return "p99"
    return "pace" if point["moves_a_second"] < KEEPS_UP * point["asked_moves_a_second"] else ""


def contenders(held: ExitStack, spectators: int, seed: int, *, peer: bool) -> Iterator[Contender]:
    """Ours, the floor and, if it is wanted, boardgame.io, all of them running."""
    ours, floor = held.enter_context(our_server()), held.enter_context(floor_server())
    seated: list[OurTable] = []

    def our_table(number: int) -> Table:
        seated.append(OurTable(ours, Random(f"{seed}/{number}"), spectators))
        return seated[-1]

    def relay_table(number: int) -> Table:
        sizes = [size for table in seated[:8] for size in table.sizes]
        return RelayTable(floor.address, Random(f"{seed}/{number}"), spectators, sizes)

    yield Contender("zashiki", ours, our_table)
    yield Contender("floor", floor, relay_table)
    if peer:
        rival = held.enter_context(peer_server())
        yield Contender(
            "boardgame.io",
            rival,
            lambda number: PeerTable(rival.address, Random(f"{seed}/{number}"), spectators),
        )


async def _rise(
    running: Sequence[Contender],
    most: int,
    spectators: int,
    seconds: float,
    seed: int,
    tell: Callable[[str], None],
) -> None:
    """Step by step, each contender after the other, so that a busy moment of the machine weighs on all."""
    chance = Random(seed)
    for contender in running:
        await contender.seat(1)
        for _ in range(WARM):
            await contender.tables[0].move()
    for count in takewhile(lambda count: count <= most, STEPS):
        for contender in running:
            if not contender.limit:
                tell(f"{contender.name}: {count}")
                await contender.seat(count)
                await contender.step(spectators, seconds, chance)
    for contender in running:
        await asyncio.gather(*(table.leave() for table in contender.tables))


def measure(
    most: int, spectators: int, seconds: float, seed: int, *, peer: bool, tell: Callable[[str], None]
) -> dict[str, Any]:
    """Raises NoPeer."""
    with ExitStack() as held:
        running = list(contenders(held, spectators, seed, peer=peer))
        asyncio.run(_rise(running, most, spectators, seconds, seed, tell))
    found = {contender.name: contender.summary() for contender in running}
    cost = {name: summary["cpu_ms_a_move"] for name, summary in found.items()}
    return {
        "pace_of_a_table": PACE,
        "slowest_ms": SLOWEST_MS,
        "contenders": found,
        "cpu_to_floor": round(cost["zashiki"] / cost["floor"], 2),
        **({"cpu_to_peer": round(cost["zashiki"] / cost["boardgame.io"], 2)} if peer else {}),
        "idle": measure_idle(min(IDLE, 2 * most), 5 * min(IDLE, 2 * most) // 2),
    }
