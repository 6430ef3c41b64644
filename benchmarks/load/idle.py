"""What tables and open pages take in memory while nobody chooses."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from benchmarks.load.players import OurTable
from benchmarks.load.servers import Server, our_server

AT_ONCE = 8
SETTLED = 25.0
"""Seconds after which a server has forgotten what it keeps only for tables where something happens, and has searched for garbage."""


async def in_turns(tables: list[OurTable], step: str) -> None:
    """`open` or `look` at every table, some at the same time."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(table: OurTable) -> None:
        async with room:
            await getattr(table, step)()

    await asyncio.gather(*map(one, tables))


def idle_tables(server: Server, tables: int, pages: int) -> list[OurTable]:
    """Of the pages as many each, of people who sit there."""
    shares = [pages * (number + 1) // tables - pages * number // tables for number in range(tables)]
    return [OurTable(server, Random(number), sitting=share) for number, share in enumerate(shares)]


async def fill(server: Server, seated: list[OurTable], pages: int) -> dict[str, Any]:
    """Opens the tables, then the pages."""
    warm = OurTable(server, Random(0))
    await warm.sit_down()
    await warm.leave()
    empty = server.memory()
    await in_turns(seated, "open")
    opened = server.memory()
    await in_turns(seated, "look")
    await asyncio.sleep(SETTLED)
    looked = server.memory()
    return {
        "tables": len(seated),
        "pages": pages,
        "memory_mb": round(looked / 1e6, 1),
        "empty_mb": round(empty / 1e6, 1),
        "kib_a_table": round((opened - empty) / 1024 / len(seated), 1),
        "kib_a_page": round((looked - opened) / 1024 / pages, 1),
    }


async def leave_all(seated: list[OurTable]) -> None:
    await in_turns(seated, "leave")


def measure_idle(tables: int, pages: int) -> dict[str, Any]:
    async def run(server: Server) -> dict[str, Any]:
        seated = idle_tables(server, tables, pages)
        found = await fill(server, seated, pages)
        await leave_all(seated)
        return found

    with our_server() as server:
        return asyncio.run(run(server))
