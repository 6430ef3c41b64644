"""What a server takes in memory while people play on for a long time: games end, and others are begun."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any, Final

from benchmarks.load.aims import aim
from benchmarks.load.players import OurTable
from benchmarks.load.servers import Server, our_server

PACE: Final = 4.0
"""Moves a second at each table, at random moments."""
POINTS: Final = 60
"""Looks at the memory, after equal parts of the time."""
FLAT: Final = 1.05
"""Memory is flat if the server takes at most so many times as much in the last quarter of the time as in the one before."""

Point = dict[str, float]


class Soak:
    """Tables at which people play on, and what the server took meanwhile."""

    def __init__(self, server: Server, tables: int, spectators: int, seed: int) -> None:
        self._server = server
        self._chance = Random(seed)
        self._tables = [OurTable(server, Random(f"{seed}/{number}"), spectators) for number in range(tables)]
        self.games = 0
        self.moves = 0
        self.points: list[Point] = []

    async def run(self, seconds: float, tell: Callable[[str], None]) -> None:
        began = time.monotonic()
        playing = [asyncio.create_task(self._play_on(table)) for table in self._tables]
        for number in range(1, POINTS + 1):
            due = began + seconds * number / POINTS
            await asyncio.wait(
                playing, timeout=max(0.0, due - time.monotonic()), return_when=asyncio.FIRST_EXCEPTION
            )
            for task in playing:
                if task.done():
                    task.result()
            self._look((time.monotonic() - began) / 60)
            tell(f"{self.points[-1]['minute']:.1f}: {self.points[-1]['memory_mb']:.1f} MB")
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(table.leave() for table in self._tables))

    def _look(self, minute: float) -> None:
        self.points.append(
            {
                "minute": round(minute, 2),
                "memory_mb": round(self._server.memory() / 1e6, 1),
                "games": self.games,
                "moves": self.moves,
            }
        )

    async def _play_on(self, table: OurTable) -> None:
        """One game after the other, each at a table of its own."""
        while True:
            await table.sit_down()
            self.games += 1
            while await table.move():
                self.moves += 1
                await asyncio.sleep(self._chance.expovariate(PACE))
            await table.leave()
            table.sizes.clear()


def growth(points: list[Point]) -> float:
    """Memory in the last quarter of the time to that in the third: the first half fills what is kept, which has bounds."""
    quarter = max(1, len(points) // 4)
    memory = [point["memory_mb"] for point in points]
    return median(memory[-quarter:]) / median(memory[-2 * quarter : -quarter])


def measure(
    minutes: float, tables: int, spectators: int, seed: int, tell: Callable[[str], None]
) -> dict[str, Any]:
    with our_server() as server:
        soak = Soak(server, tables, spectators, seed)
        asyncio.run(soak.run(60 * minutes, tell))
    return {
        "load_average": round(os.getloadavg()[0], 1),
        "tables": tables,
        "games": soak.games,
        "moves": soak.moves,
        "aims": [aim("memory in the last quarter of the time to the third", growth(soak.points), FLAT, "x")],
        "points": soak.points,
    }
