"""People play at two servers on PostgreSQL while the links between all of them go down and up again.

`python -m tests.faults.cut_off FOLDER LINKS`; `LINKS` is `namespace` or `proxies`. Ends with an error if a choice that was answered is lost or
made twice, or if a table does not go on.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from random import Random

from tests.databases import Postgres
from tests.faults.breaking import SLOTS, break_again_and_again, check_all
from tests.faults.crowd import Crowd
from tests.faults.links import Links, Loopback, Proxies
from tests.web.fleet import PATIENCE, Fleet
from zashiki.store.postgres import PostgresStore

CUTS = 30
"""In CI."""
LONGEST_CUT = 3.0
GIVES_UP = 1.0
"""Seconds without an answer after which pages open another connection."""
DATABASE_GIVES_UP = "tcp_user_timeout=1500&connect_timeout=2"
"""Servers lose their connections in a longer cut, and don't know then whether the database did what they had asked for."""


async def until(found: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)


async def play(folder: Path, way: str) -> None:
    chance = Random(time.time())
    links: Links = Loopback() if way == "namespace" else Proxies()
    postgres = Postgres(*links.settings)
    beside = postgres.new_database()
    name = beside.rpartition("/")[2].partition("?")[0]
    url = await links.database(postgres, name)
    fleet = await asyncio.to_thread(Fleet, folder, f"{url}?{DATABASE_GIVES_UP}", 2, 0)
    store = PostgresStore(beside)  # by a file: what is looked at afterwards is never cut off

    lasting = cycle((True, False))

    async def cut() -> None:
        """Every other one lasts until pages have given up their connections."""
        await until(lambda: crowd.playing > 0)
        before = crowd.lost
        links.down()
        await asyncio.sleep(LONGEST_CUT * chance.random())
        if next(lasting):
            await until(lambda: crowd.lost > before or not crowd.playing)
        links.up(chance)

    try:
        reached = await links.reached(fleet.servers)
        crowd = Crowd(store, lambda: reached, SLOTS, chance, gives_up=GIVES_UP)
        made = await break_again_and_again({"cut": cut}, {"cut": CUTS}, crowd, chance)
        await crowd.stop()
        assert await check_all(folder, "--database", beside) >= crowd.tables >= SLOTS
        assert crowd.answered > 6 * crowd.tables
        assert crowd.lost > 0
        print(way, made, crowd)
    finally:
        await links.stop()
        await asyncio.to_thread(fleet.stop)
        await store.close()
        postgres.stop()


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), sys.argv[2]))
