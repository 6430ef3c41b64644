"""What is asked of a server besides its curve: what many spectators, tables and pages, long games and PostgreSQL cost."""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import Any, Final

import httpx

from benchmarks.load.idle import fill, idle_tables, in_turns
from benchmarks.load.players import OurTable
from benchmarks.load.servers import Server, our_server, our_server_at_file
from tests.databases import Postgres

FEW, MANY = 5, 500
"""Spectators of a table."""
BLOCK: Final = 25
"""Moves of a table that are measured together."""
SHORT: Final = 12
"""The same where one game is measured several times."""
PLAYING: Final = 6
"""Tables that are played at in each measurement."""
SETS: Final = 7
"""Sets of tables that are played at one after the other, or turns of the same ones, where one is not enough."""
_PAUSE: Final = re.compile(r"^zashiki_longest_collection_seconds (\S+)", re.MULTILINE)

Aim = dict[str, Any]


def aim(name: str, measured: float, at_most: float, unit: str) -> Aim:
    met = measured <= at_most
    return {"name": name, "measured": round(measured, 2), "at_most": at_most, "unit": unit, "met": met}


async def cost(server: Server, tables: Sequence[OurTable], moves: int = BLOCK) -> float:
    """Milliseconds of the server's processor time a move, of so many moves at each table."""
    used, made = server.cpu_seconds(), sum(table.moves for table in tables)

    async def play(table: OurTable) -> None:
        for _ in range(moves):
            if not await table.move():
                return

    await asyncio.gather(*map(play, tables))
    return 1000 * (server.cpu_seconds() - used) / (sum(table.moves for table in tables) - made)


async def seated(server: Server, count: int, seed: int, spectators: int = 0) -> list[OurTable]:
    tables = [OurTable(server, Random(f"{seed}/{number}"), spectators) for number in range(count)]
    await in_turns(tables, "sit_down")
    await asyncio.gather(*(table.move() for table in tables))
    return tables


async def usual_cost(server: Server, seed: int) -> float:
    """The median over several sets of tables, the same games each time: what a server does now and then weighs on one of them alone."""
    costs = []
    for number in range(SETS):
        tables = await seated(server, PLAYING, seed + number)
        costs.append(await cost(server, tables))
        await in_turns(tables, "leave")
    return median(costs)


async def spectators(server: Server, seed: int) -> float:
    """How much more a move costs that 500 look on at than one that 5 do: the two take turns, and the median of several turns is taken, as
    the first messages of new connections cost the system half as much again."""
    few, many = [await seated(server, 1, seed, count) for count in (FEW, MANY)]
    ratios = []
    for _ in range(SETS):
        usual = await cost(server, few, SHORT)
        ratios.append(await cost(server, many, SHORT) / usual)
    await in_turns([*few, *many], "leave")
    return median(ratios)


async def length(server: Server, seed: int) -> list[Aim]:
    """Moves late in a game to early ones, the median over several sets of tables."""
    ratios = []
    for number in range(SETS):
        tables = await seated(server, PLAYING, seed + number)
        early = await cost(server, tables)
        await cost(server, tables, 30)
        ratios.append(await cost(server, tables) / early)
        await in_turns(tables, "leave")
    return [aim("cpu of a move, late in a game to early", median(ratios), 1.2, "x")]


async def crowd(server: Server, seed: int, metrics: str, tables: int) -> list[Aim]:
    """Memory of many tables where nobody plays, five pages at every two; what a move costs beside them, and the longest pause."""
    pages = 5 * tables // 2
    await usual_cost(server, seed)  # what is kept for drawing is filled
    alone = await usual_cost(server, seed)
    idle = idle_tables(server, tables, pages)
    memory = await fill(server, idle, pages)
    beside = await usual_cost(server, seed)
    async with httpx.AsyncClient(timeout=60) as visitor:
        found = _PAUSE.search((await visitor.get(metrics)).text)
    await in_turns(idle, "leave")
    assert found is not None
    return [
        aim(f"memory with {tables} tables and {pages} pages", memory["memory_mb"], 300, "MB"),
        aim("memory of a page", memory["kib_a_page"], 32, "KiB"),
        aim(f"cpu of a move, beside {tables} tables to alone", beside / alone, 1.2, "x"),
        aim("longest pause from garbage collection", 1000 * float(found[1]), 50, "ms"),
    ]


async def databases(one: Server, other: Server, seed: int) -> list[Aim]:
    """A move on PostgreSQL to one on SQLite; the two take turns."""
    servers, costs = (one, other), [0.0, 0.0]
    tables = [await seated(server, PLAYING, seed) for server in servers]
    for _ in range(3):
        for place, server in enumerate(servers):
            costs[place] += await cost(server, tables[place])
    for found in tables:
        await in_turns(found, "leave")
    return [aim("cpu of a move with its commit, PostgreSQL to SQLite", costs[1] / costs[0], 1.1, "x")]


def measure(tables: int, seed: int, tell: Callable[[str], None]) -> dict[str, Any]:
    aims: list[Aim] = []
    with our_server() as server:
        tell("spectators")
        aims.append(aim("cpu of a move, 500 spectators to 5", asyncio.run(spectators(server, seed)), 3, "x"))
        tell("length")
        aims += asyncio.run(length(server, seed))
        tell("databases")
        aims += _on_postgres(server, seed)
    tell("spectators-by-file")
    with our_server_at_file() as server:
        ratio = asyncio.run(spectators(server, seed))
        aims.append(aim("cpu of a move by a socket file, 500 spectators to 5", ratio, 3, "x"))
    crowded = measure_crowd(tables, seed, tell)
    return {**crowded, "aims": aims + crowded["aims"]}


def measure_crowd(tables: int, seed: int, tell: Callable[[str], None]) -> dict[str, Any]:
    """Only what many tables cost where nobody plays."""
    tell("crowd")
    port = _free_port()
    with our_server("--metrics", f"127.0.0.1:{port}") as server:
        aims = asyncio.run(crowd(server, seed, f"http://127.0.0.1:{port}/metrics", tables))
    return {"load_average": round(os.getloadavg()[0], 1), "aims": aims}


def _on_postgres(server: Server, seed: int) -> list[Aim]:
    postgres = Postgres()
    try:
        with our_server("--database", postgres.new_database()) as other:
            return asyncio.run(databases(server, other, seed))
    finally:
        postgres.stop()


def _free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])
