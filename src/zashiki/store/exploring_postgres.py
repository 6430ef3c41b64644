"""The index of moments in the PostgreSQL database of the tables."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from psycopg.errors import QueryCanceled

from zashiki.store import exploring_queries as queries
from zashiki.store.contract import BOT, Seat
from zashiki.store.exploring import PATIENCE, Explored, Hit, Moment, Search, Tallies, TooSlow
from zashiki.store.postgres_pool import Connection, Pool, Row
from zashiki.store.rows import SEAT_COLUMNS, seat_of

_MISSING: Final = (
    "INSERT INTO explore_queue SELECT id FROM tables WHERE ended"
    " AND NOT EXISTS (SELECT 1 FROM explored_games WHERE table_id = tables.id AND version = %s)"
    " ON CONFLICT DO NOTHING RETURNING table_id"
)
_SEATS: Final = f"SELECT table_id, {SEAT_COLUMNS} FROM seats WHERE table_id = ANY(%s) ORDER BY seat"


MOST_SEARCHES: Final = 2
"""So many searches of a server are made at once: those who play need connections too."""


class PostgresMoments:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._searching = asyncio.Semaphore(MOST_SEARCHES)

    async def waiting(self) -> int:
        return int((await self._pool.rows(queries.WAITING))[0][0])

    async def queue(self, limit: int) -> list[str]:
        return [row[0] for row in await self._pool.rows(_marked(queries.QUEUE), limit)]

    async def enqueue(self, version: int, *, missing: bool = True) -> int:
        await self._pool.rows(
            _MISSING if missing else f"{_marked(queries.CHANGED)} RETURNING table_id", version
        )
        return await self.waiting()

    async def keep(self, explored: Explored) -> bool:
        async def write(connection: Connection) -> bool:
            async with connection.transaction():
                return await _keep(connection, explored)

        return await self._pool.use(write)

    async def skip(self, table_id: str) -> None:
        await self._pool.rows(_marked(queries.TAKE_OUT), table_id)

    async def kept(self, table_id: str) -> tuple[int, list[Moment]] | None:
        rows = await self._pool.rows(_marked(queries.VERSION), table_id)
        if not rows:
            return None
        found = await self._pool.rows(_marked(queries.MOMENTS), table_id)
        return rows[0][0], [queries.moment_of(one) for one in found]

    async def tally(self, search: Search) -> Tallies:
        return queries.found_by(search, await self._ask(*queries.tally(search)))

    async def tally_parts(self, search: Search) -> Tallies:
        return queries.tallies_of(await self._ask(*queries.tally_parts(search)))

    async def hits(self, search: Search, limit: int, after: tuple[int, int] | None = None) -> list[Hit]:
        rows = await self._ask(*queries.hits(search, limit, after))
        players: dict[str, list[Seat]] = {}
        for row in await self._pool.rows(_SEATS, [row[5] for row in rows]):
            players.setdefault(row[0], []).append(seat_of(row[1:]))
        return [queries.hit_of(row, tuple(players[row[5]])) for row in rows]

    async def _ask(self, query: str, values: list[Any]) -> list[Row]:
        async def ask(connection: Connection) -> list[Row] | None:
            try:
                async with connection.transaction():
                    limit = "SELECT set_config('statement_timeout', %s, true)"
                    await connection.execute(limit, (str(round(1000 * PATIENCE)),))
                    return await (await connection.execute(_marked(query).encode(), values)).fetchall()
            except QueryCanceled:
                return None

        async with self._searching:
            rows = await self._pool.use(ask)
        if rows is None:
            raise TooSlow
        return rows


def _marked(query: str) -> str:
    """The query as psycopg wants its values marked."""
    return query.replace("?", "%s")


async def forget(connection: Connection, table_id: str) -> None:
    """In the commit that takes back a choice: the game may go on."""
    await connection.execute(_marked(queries.TAKE_OUT).encode(), (table_id,))
    row = await (await connection.execute(_marked(queries.GAME_ID).encode(), (table_id,))).fetchone()
    if row is not None:
        for statement in (*queries.FORGET, queries.FORGET_GAME):
            await connection.execute(_marked(statement).encode(), row)


async def _keep(connection: Connection, explored: Explored) -> bool:
    """Two servers that write the same game: the second finds it taken out of the queue."""
    chosen = "SELECT listed, touched, ended, length FROM tables WHERE id = %s"
    table = await (await connection.execute(chosen, (explored.table_id,))).fetchone()
    if table is not None and table[3] != explored.length:
        return False
    taken = await connection.execute(_marked(queries.TAKE_OUT).encode(), (explored.table_id,))
    if await taken.fetchone() is None or table is None or not table[2]:
        return False
    known = await (
        await connection.execute(_marked(queries.GAME_ID).encode(), (explored.table_id,))
    ).fetchone()
    if known is not None:
        for statement in (*queries.FORGET, queries.FORGET_GAME):
            await connection.execute(_marked(statement).encode(), known)
    row = queries.game_row(explored, known[0] if known else None, bool(table[0]), table[1])
    insert = (
        f"INSERT INTO explored_games VALUES ({'' if known else 'DEFAULT, '}{_marks(len(row))}) RETURNING id"
    )
    made = await (await connection.execute(insert.encode(), row)).fetchone()
    assert made is not None
    await _insert_all(connection, made[0], explored)
    return True


async def _insert_all(connection: Connection, game_id: int, explored: Explored) -> None:
    chosen = "SELECT seat, name, kind, level FROM seats WHERE table_id = %s"
    seats = await (await connection.execute(chosen, (explored.table_id,))).fetchall()
    named = [
        (seat, "" if kind == BOT else name, level if kind == BOT else "") for seat, name, kind, level in seats
    ]
    texts = sorted(explored.texts.items())  # in one order, so that no two servers wait for each other
    async with connection.cursor() as cursor:
        for table, rows in (
            ("explored_seats", queries.seat_rows(game_id, named)),
            ("explored_moments", queries.moment_rows(game_id, explored)),
            ("explored_parts", queries.part_rows(game_id, explored)),
        ):
            if rows:
                await cursor.executemany(
                    f"INSERT INTO {table} VALUES ({_marks(len(rows[0]))})".encode(), rows
                )
        if texts:
            insert = f"INSERT INTO {queries.CHOICES} ON CONFLICT DO NOTHING"
            await cursor.executemany(_marked(insert).encode(), texts)


def _marks(count: int) -> str:
    return ", ".join(["%s"] * count)
