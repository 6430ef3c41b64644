"""Analyses at several servers on one database: one does the work, and another goes on when that one ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.databases import Postgres
from zashiki.kernel.record import read
from zashiki.store.postgres import PostgresStore
from zashiki.tables import Tables
from zashiki.tables.bus import LocalBus
from zashiki.tables.seats import person_seat
from zashiki.tables.service import PLAIN
from zashiki.tables.shared_claims import PostgresClaims
from zashiki.web.analyses import NAME, PIECE, Analyses

RECORD = Path(__file__).parent.parent / "fixtures" / "records" / "shinobi-3.zashiki"
LIMIT = 120


@asynccontextmanager
async def server(url: str) -> AsyncIterator[tuple[Tables, PostgresClaims, Analyses]]:
    """As much of a server as analyses need, with connections of its own."""
    store, claims = PostgresStore(url), PostgresClaims(url)
    tables = Tables(store, "any", LocalBus())
    analyses = Analyses(tables, 0, claims)
    try:
        yield tables, claims, analyses
    finally:
        await analyses.stop()
        await claims.close()
        await store.close()


async def until_done(tables: Tables, table: str, least: int) -> None:
    async with asyncio.timeout(LIMIT):
        while len(await tables.store.notes(table, PIECE)) < least:
            await asyncio.sleep(0.05)


async def until_idle(analyses: Analyses) -> None:
    async with asyncio.timeout(LIMIT):
        while analyses._running:
            await asyncio.sleep(0.05)


async def test_one_server_analyses_a_game_and_another_goes_on_when_it_ends(postgres: Postgres) -> None:
    url = postgres.new_database()
    async with server(url) as (tables, claims, other):
        async with server(url) as (first_tables, _, first):
            record = read(RECORD.read_text(encoding="utf-8"))
            seats = [person_seat(seat, "ann", "Ann") for seat in range(record.seats)]
            table = await first_tables.open(record, seats, "ann", PLAIN)
            await first.want(await first_tables.live(table))
            await until_done(tables, table, 1)
            assert not await claims.take_work(NAME + table), "the first server does it"
            await other.take_up()
            await until_idle(other)
            assert first._running, "the other one leaves it alone"
        kept = len(await tables.store.notes(table, PIECE))
        async with asyncio.timeout(LIMIT):
            while not await claims.take_work(NAME + table):
                await asyncio.sleep(0.05)
        await claims.release_work(NAME + table)
        await other.take_up()
        await until_done(tables, table, kept + 1)


async def test_an_analysis_is_cancelled_from_any_server(postgres: Postgres) -> None:
    url = postgres.new_database()
    async with server(url) as (tables, _, other), server(url) as (first_tables, _, first):
        record = read(RECORD.read_text(encoding="utf-8"))
        seats = [person_seat(seat, "ann", "Ann") for seat in range(record.seats)]
        table = await first_tables.open(record, seats, "ann", PLAIN)
        await first.want(await first_tables.live(table))
        await until_done(tables, table, 1)
        await other.cancel(table)
        await until_idle(first)
        standing = await other.standing(await tables.live(table))
        assert not standing.wanted
        assert not standing.complete
