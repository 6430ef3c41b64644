"""What a server among several looks at every few seconds, whatever goes wrong."""

from __future__ import annotations

import asyncio

import pytest

from tests.databases import Postgres
from zashiki.store.postgres import PostgresStore
from zashiki.tables.cluster import Cluster

PATIENCE = 20.0


async def test_a_look_that_fails_and_one_that_hangs_do_not_end_the_others(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zashiki.tables.cluster.BEAT", 0.01)
    monkeypatch.setattr("zashiki.tables.cluster.LONGEST_LOOK", 0.1)
    url = postgres.new_database()
    store = PostgresStore(url)
    cluster = Cluster(store, url)
    looks, enough = 0, asyncio.Event()

    async def fail() -> None:
        raise ValueError("a look that fails")

    async def hang() -> None:
        await asyncio.Event().wait()

    async def count() -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            enough.set()

    cluster.on_beat = [fail, hang, count]
    cluster.start()
    await asyncio.wait_for(enough.wait(), PATIENCE)
    await cluster.stop()
    await store.close()
