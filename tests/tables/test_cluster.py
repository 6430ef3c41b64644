"""What a server among several looks at every few seconds, whatever goes wrong."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from tests.databases import Postgres
from zashiki.store.postgres import PostgresStore
from zashiki.tables.cluster import Cluster
from zashiki.tables.ending import end
from zashiki.tables.shared_claims import PostgresClaims

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


async def test_claims_go_on_by_another_connection_when_theirs_does_not_answer(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the bots of a server stand still for as long as one process of the database does."""
    monkeypatch.setattr("zashiki.tables.shared_claims.LONGEST", 0.5)
    claims = PostgresClaims(postgres.new_database())
    assert await claims.take_work("one")
    assert claims._connection is not None
    stopped = claims._connection.info.backend_pid
    os.kill(stopped, signal.SIGSTOP)
    try:
        assert not await claims.take_work("another")
        monkeypatch.undo()
        assert await claims.take_work("another")
    finally:
        os.kill(stopped, signal.SIGCONT)
    await claims.close()


async def test_a_task_ends_whose_cancellation_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a question to the database that is broken off while its connection is lost: a server did not end then."""
    monkeypatch.setattr("zashiki.tables.ending.AGAIN_AFTER", 0.05)
    lost = 0

    async def go_on() -> None:
        nonlocal lost
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                lost += 1
                if lost > 2:
                    raise

    task = asyncio.get_running_loop().create_task(go_on())
    await asyncio.sleep(0)
    await asyncio.wait_for(end(task), PATIENCE)
    assert task.cancelled()
    assert lost == 3
