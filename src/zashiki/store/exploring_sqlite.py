"""The index of moments in the SQLite file of the tables."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final

import msgspec

from zashiki.store import exploring_queries as queries
from zashiki.store.contract import BOT, Seat, Unreachable
from zashiki.store.exploring import PATIENCE, Explored, Hit, Moment, Search, Tallies, TooSlow
from zashiki.store.rows import SEAT_COLUMNS, seat_of

_STEPS: Final = 20_000
"""After so many instructions of SQLite it is asked whether the time is over."""
_MISSING: Final = (
    "INSERT INTO explore_queue SELECT id FROM tables WHERE ended = 1"
    " AND NOT EXISTS (SELECT 1 FROM explored_games WHERE table_id = tables.id AND version = ?)"
    " ON CONFLICT DO NOTHING"
)
_SEATS: Final = f"SELECT table_id, {SEAT_COLUMNS} FROM seats WHERE table_id IN (SELECT value FROM json_each(?)) ORDER BY seat"

_Rows = list[tuple[Any, ...]]


class SQLiteMoments:
    """`reader` gives the connection of the thread that asks, `read` the rows of a query there; `write` does something in a commit of
    the one that writes."""

    def __init__(
        self,
        reader: Callable[[], sqlite3.Connection],
        read: Callable[..., _Rows],
        write: Callable[[Callable[[sqlite3.Connection], Any]], Awaitable[Any]],
    ) -> None:
        self._reader = reader
        self._read = read
        self._write = write

    async def waiting(self) -> int:
        return int(self._read(queries.WAITING)[0][0])

    async def queue(self, limit: int) -> list[str]:
        return [row[0] for row in self._read(queries.QUEUE, limit)]

    async def enqueue(self, version: int, *, missing: bool = True) -> int:
        question = _MISSING if missing else queries.CHANGED
        await self._write(lambda db: db.execute(question, (version,)).rowcount)
        return await self.waiting()

    async def keep(self, explored: Explored) -> bool:
        return bool(await self._write(lambda db: _keep(db, explored)))

    async def skip(self, table_id: str) -> None:
        await self._write(lambda db: db.execute(queries.TAKE_OUT, (table_id,)).fetchone())

    async def kept(self, table_id: str) -> tuple[int, list[Moment]] | None:
        found = self._read(queries.VERSION, table_id)
        if not found:
            return None
        return found[0][0], [queries.moment_of(one) for one in self._read(queries.MOMENTS, table_id)]

    async def tally(self, search: Search) -> Tallies:
        return queries.found_by(search, await self._ask(*queries.tally(search)))

    async def tally_parts(self, search: Search) -> Tallies:
        return queries.tallies_of(await self._ask(*queries.tally_parts(search)))

    async def hits(self, search: Search, limit: int, after: tuple[int, int] | None = None) -> list[Hit]:
        rows = await self._ask(*queries.hits(search, limit, after))
        tables = msgspec.json.encode([row[5] for row in rows]).decode()
        players: dict[str, list[Seat]] = {}
        for row in await self._ask(_SEATS, [tables]):
            players.setdefault(row[0], []).append(seat_of(row[1:]))
        return [queries.hit_of(row, tuple(players[row[5]])) for row in rows]

    async def _ask(self, query: str, values: list[Any]) -> _Rows:
        """In a thread, so that others are served meanwhile."""
        return await asyncio.to_thread(self._rows, query, values)

    def _rows(self, query: str, values: list[Any]) -> _Rows:
        db, deadline = self._reader(), monotonic() + PATIENCE
        db.set_progress_handler(lambda: monotonic() > deadline, _STEPS)
        try:
            return db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
                raise TooSlow from None
            raise Unreachable(str(error)) from error
        finally:
            db.set_progress_handler(None, 0)


def enqueue(db: sqlite3.Connection, table_id: str) -> None:
    """In the commit that ends a game."""
    db.execute("INSERT INTO explore_queue VALUES (?) ON CONFLICT DO NOTHING", (table_id,))


def forget(db: sqlite3.Connection, table_id: str) -> None:
    """In the commit that takes back a choice: the game may go on."""
    db.execute(queries.TAKE_OUT, (table_id,)).fetchone()
    row = db.execute(queries.GAME_ID, (table_id,)).fetchone()
    if row is not None:
        for statement in (*queries.FORGET, queries.FORGET_GAME):
            db.execute(statement, row)


def _keep(db: sqlite3.Connection, explored: Explored) -> bool:
    table = db.execute(
        "SELECT listed, touched, ended, (SELECT COUNT(*) FROM entries WHERE table_id = id) FROM tables WHERE id = ?",
        (explored.table_id,),
    ).fetchone()
    if table is not None and table[3] != explored.length:
        return False
    taken = db.execute(queries.TAKE_OUT, (explored.table_id,)).fetchone()
    if taken is None or table is None or not table[2]:
        return False
    known = db.execute(queries.GAME_ID, (explored.table_id,)).fetchone()
    if known is not None:
        for statement in (*queries.FORGET, queries.FORGET_GAME):
            db.execute(statement, known)
    row = queries.game_row(explored, known[0] if known else None, bool(table[0]), table[1])
    insert = f"INSERT INTO explored_games VALUES ({'' if known else 'NULL, '}{_marks(len(row))})"
    game_id = db.execute(insert, row).lastrowid
    assert game_id is not None
    _insert_all(db, game_id, explored)
    return True


def _insert_all(db: sqlite3.Connection, game_id: int, explored: Explored) -> None:
    seats = db.execute("SELECT seat, name, kind, level FROM seats WHERE table_id = ?", (explored.table_id,))
    named = [
        (seat, "" if kind == BOT else name, level if kind == BOT else "") for seat, name, kind, level in seats
    ]
    db.executemany("INSERT INTO explored_seats VALUES (?, ?, ?, ?)", queries.seat_rows(game_id, named))
    db.executemany(
        f"INSERT INTO explored_moments VALUES ({_marks(8)})", queries.moment_rows(game_id, explored)
    )
    db.executemany(f"INSERT INTO explored_parts VALUES ({_marks(9)})", queries.part_rows(game_id, explored))
    db.executemany(f"INSERT INTO {queries.CHOICES} ON CONFLICT DO NOTHING", list(explored.texts.items()))


def _marks(count: int) -> str:
    return ", ".join("?" * count)
