"""The store in a PostgreSQL database: any number of servers, on any number of machines, share its tables.

Nearly every question is one statement, so it is one round trip and sees one moment.
"""

from __future__ import annotations

import time
from typing import Final

from psycopg.errors import UniqueViolation

from zashiki.kernel.record import UNDO_NAME
from zashiki.store.contract import (
    CHAT_KEPT,
    RESTORED,
    Changes,
    ChatLine,
    Gone,
    MovedOn,
    Seat,
    StoredEntry,
    Table,
)
from zashiki.store.exploring_postgres import PostgresMoments, forget
from zashiki.store.postgres_pool import Connection, Pool, Row
from zashiki.store.postgres_schema import migrate
from zashiki.store.postgres_trees import PostgresTrees
from zashiki.store.rows import SEAT_COLUMNS, TABLE_COLUMNS, seat_bits, seat_of, seat_row, table_of, table_row

_OWNED: Final = "ended = %s AND id IN (SELECT table_id FROM seats WHERE owner = %s AND owner != '')"
PENDING: Final = (
    "NOT ended AND EXISTS (SELECT FROM seats WHERE table_id = id AND (level != '' OR stand_in != '')"
    " AND (awaited >> seat) & 1 = 1)"
)
"""Tables where a bot is to choose, or may be."""
_CHANGES: Final = f"""
    SELECT version, ended,
      (SELECT json_agg(json_build_array({SEAT_COLUMNS}) ORDER BY seat) FROM seats WHERE table_id = id),
      (SELECT json_agg(json_build_array(number, seat, choice, at) ORDER BY number) FROM entries
        WHERE table_id = id AND number > CASE WHEN version / {RESTORED} = %s THEN %s ELSE 0 END),
      (SELECT json_agg(json_build_array(number, name, text, at) ORDER BY number) FROM
        (SELECT number, name, text, at FROM chat
          WHERE table_id = id AND number > CASE WHEN version / {RESTORED} = %s THEN %s ELSE 0 END
          ORDER BY number DESC LIMIT {CHAT_KEPT}) AS last_lines),
      (SELECT next_id FROM return_matches WHERE table_id = id)
    FROM tables WHERE id = %s
"""
_APPEND: Final = """
    WITH moved AS (
      UPDATE tables SET version = version + %s, length = length + %s, ended = %s, awaited = %s,
        touched = CASE WHEN %s THEN %s ELSE touched END
      WHERE id = %s AND length = %s AND version = COALESCE(%s, version)
      RETURNING id, version),
    added AS (
      INSERT INTO entries SELECT id, number, seat, choice, %s FROM moved
        CROSS JOIN unnest(%s::integer[], %s::integer[], %s::text[]) AS line (number, seat, choice)),
    queued AS (
      INSERT INTO explore_queue SELECT id FROM moved WHERE %s ON CONFLICT DO NOTHING)
    SELECT version FROM moved
"""
_CHANGE_SEAT: Final = """
    WITH changed AS (
      UPDATE seats SET kind = %s, name = %s, owner = %s, link_hash = %s, level = %s, stand_in = %s
      WHERE table_id = %s AND seat = %s AND kind = %s AND owner = %s AND link_hash = %s AND stand_in = %s
      RETURNING table_id),
    raised AS (
      UPDATE tables SET version = version + 1 FROM changed WHERE id = table_id RETURNING id, version),
    told AS (
      INSERT INTO chat (table_id, name, text, at) SELECT id, line.name, line.text, line.at FROM raised,
      (VALUES (%s, %s, %s)) AS line (name, text, at) WHERE line.text != '')
    SELECT version FROM raised
"""
_SAY: Final = """
    WITH locked AS (SELECT id FROM tables WHERE id = %s FOR NO KEY UPDATE),
    added AS (
      INSERT INTO chat (table_id, name, text, at, said) SELECT id, %s, %s, %s, %s FROM locked
      ON CONFLICT (table_id, said) WHERE said != '' DO NOTHING RETURNING number)
    UPDATE tables SET version = version + (SELECT count(*) FROM added) WHERE id = %s RETURNING version
"""
"""The table is locked before a line gets its number, so that lines are seen in the order of their numbers."""


class _Followed(Exception):
    """The table has a return match already."""


class PostgresStore:
    """`PostgresStore(url)` brings the database up to the newest migration. Raises psycopg.Error, or TooNew for a database
    that has seen later ones."""

    def __init__(self, url: str) -> None:
        migrate(url)
        self.pool = Pool(url)
        self.trees = PostgresTrees(self.pool)
        self.moments = PostgresMoments(self.pool)

    async def open_table(
        self,
        table: Table,
        seats: list[Seat],
        entries: list[tuple[int, str]],
        follows: str = "",
        notes: dict[str, str] | None = None,
    ) -> bool:
        async def write(connection: Connection) -> bool:
            try:
                await _open_table(connection, table, seats, entries, follows, notes or {})
            except _Followed:
                return False
            except UniqueViolation:
                opened = "SELECT id FROM tables WHERE id = %s AND invitation = %s"
                if not await (await connection.execute(opened, (table.id, table.invitation))).fetchone():
                    raise  # else it was opened by the try before, whose answer was lost
            return True

        return await self.pool.use(write)

    async def table(self, table_id: str) -> Table | None:
        return await self._found("id = %s", table_id)

    async def table_by_invitation(self, invitation: str) -> Table | None:
        return await self._found("invitation = %s", invitation)

    async def _found(self, condition: str, *values: str) -> Table | None:
        rows = await self.pool.rows(f"SELECT {TABLE_COLUMNS} FROM tables WHERE {condition}", *values)
        return table_of(rows[0]) if rows else None

    async def table_by_link(self, link_hash: str) -> tuple[Table, Seat] | None:
        rows = await self.pool.rows(
            f"SELECT {SEAT_COLUMNS}, {TABLE_COLUMNS} FROM seats JOIN tables ON tables.id = table_id"
            " WHERE link_hash = %s AND link_hash != ''",
            link_hash,
        )
        return (table_of(rows[0][7:]), seat_of(rows[0][:7])) if rows else None

    async def table_ids(self) -> list[str]:
        return [row[0] for row in await self.pool.rows("SELECT id FROM tables ORDER BY created, id")]

    async def tables_of(self, owner: str, *, ended: bool, limit: int, after: int = 0) -> list[Table]:
        chosen = (
            f"SELECT {TABLE_COLUMNS} FROM tables WHERE {_OWNED} ORDER BY touched DESC, id LIMIT %s OFFSET %s"
        )
        return [table_of(row) for row in await self.pool.rows(chosen, ended, owner, limit, after)]

    async def count_tables_of(self, owner: str, *, ended: bool) -> int:
        rows = await self.pool.rows(f"SELECT count(*) FROM tables WHERE {_OWNED}", ended, owner)
        return int(rows[0][0])

    async def listed_tables(self, limit: int, since: float = 0) -> list[Table]:
        rows = await self.pool.rows(
            f"SELECT {TABLE_COLUMNS} FROM tables WHERE listed AND NOT ended AND touched >= %s"
            " ORDER BY touched DESC LIMIT %s",
            since,
            limit,
        )
        return [table_of(row) for row in rows]

    async def pending_bot_turns(self, since: float = 0) -> list[str]:
        pending = f"SELECT id FROM tables WHERE touched >= %s AND {PENDING} ORDER BY touched DESC"
        return [row[0] for row in await self.pool.rows(pending, since)]

    async def note_awaited(self, table_id: str, version: int, awaited: tuple[int, ...]) -> None:
        await self.pool.rows(
            "UPDATE tables SET awaited = %s WHERE id = %s AND version = %s RETURNING id",
            seat_bits(awaited),
            table_id,
            version,
        )

    async def changes(self, table_id: str, *, version: int, entries: int, chat: int = 0) -> Changes | None:
        known = await self.pool.rows("SELECT version FROM tables WHERE id = %s", table_id)
        if known and known[0][0] == version:
            return None
        restored = version // RESTORED
        rows = await self.pool.rows(_CHANGES, restored, entries, restored, chat, table_id)
        if not rows:
            raise Gone(table_id)
        now, ended, seats, new_entries, lines, next_table = rows[0]
        return Changes(
            version=now,
            ended=ended,
            seats=[seat_of(row) for row in seats or ()],
            entries=[StoredEntry(*row) for row in new_entries or ()],
            chat=[ChatLine(*row) for row in lines or ()],
            next_table=next_table or "",
        )

    async def versions(self, table_ids: list[str]) -> dict[str, int]:
        rows = await self.pool.rows("SELECT id, version FROM tables WHERE id = ANY(%s)", table_ids)
        return dict(rows)

    async def entries(self, table_id: str) -> list[StoredEntry]:
        found = "SELECT number, seat, choice, at FROM entries WHERE table_id = %s ORDER BY number"
        return [StoredEntry(*row) for row in await self.pool.rows(found, table_id)]

    async def append(
        self,
        table_id: str,
        after: int,
        lines: list[tuple[int, str]],
        awaited: tuple[int, ...],
        *,
        shown: bool,
        known: int | None = None,
    ) -> int:
        now, count = time.time(), len(lines)
        numbers = [after + number for number in range(1, count + 1)]
        seats, choices = [seat for seat, _ in lines], [choice for _, choice in lines]
        values = (
            *(count, count, not awaited, seat_bits(awaited), shown, now, table_id, after, known),
            *(now, numbers, seats, choices, not awaited),
        )
        if awaited and UNDO_NAME in choices:
            rows = await self.pool.use(lambda connection: _take_back(connection, table_id, values))
        else:
            rows = await self.pool.rows(_APPEND, *values)
        if not rows:
            raise MovedOn(table_id)
        return int(rows[0][0])

    async def change_seat(self, table_id: str, before: Seat, after: Seat, told: str = "") -> int | None:
        old = (before.kind, before.owner, before.link_hash, before.stand_in)
        line = (before.name, told, time.time())
        rows = await self.pool.rows(_CHANGE_SEAT, *seat_row(after)[1:], table_id, before.seat, *old, *line)
        return int(rows[0][0]) if rows else None

    async def say(self, table_id: str, name: str, text: str, said: str = "") -> int:
        async def write(connection: Connection) -> Row | None:
            values = (table_id, name, text, time.time(), said, table_id)
            return await (await connection.execute(_SAY, values)).fetchone()

        row = await self.pool.use(write, again=bool(said))
        assert row is not None
        return int(row[0])

    async def keep_notes(self, table_id: str, notes: dict[str, str]) -> None:
        async def write(connection: Connection) -> None:
            async with connection.transaction():
                gone = "DELETE FROM notes WHERE table_id = %s AND name = ANY(%s)"
                await connection.execute(gone, (table_id, list(notes)))
                kept = [(table_id, name, text) for name, text in notes.items() if text]
                await _insert(connection, "notes", kept)

        await self.pool.use(write)

    async def notes(self, table_id: str, beginning: str) -> dict[str, str]:
        chosen = "SELECT name, text FROM notes WHERE table_id = %s AND starts_with(name, %s) ORDER BY name"
        return dict(await self.pool.rows(chosen, table_id, beginning))

    async def noted(self, name: str) -> list[str]:
        chosen = "SELECT table_id FROM notes WHERE name = %s ORDER BY table_id"
        return [row[0] for row in await self.pool.rows(chosen, name)]

    async def probe(self) -> None:
        """Reads, and writes to the log of the database, which waits for the disk, and takes it back."""

        async def write(connection: Connection) -> None:
            await connection.execute("SELECT id FROM tables LIMIT 1")
            await connection.execute("SELECT pg_logical_emit_message(true, 'zashiki', 'probe')")

        await self.pool.use(write)

    async def close(self) -> None:
        await self.pool.close()


async def _open_table(
    connection: Connection,
    table: Table,
    seats: list[Seat],
    entries: list[tuple[int, str]],
    follows: str,
    notes: dict[str, str],
) -> None:
    now = time.time()
    async with connection.transaction():
        if follows:
            await _follow(connection, follows, table.id)
        await _insert(connection, "tables", [(*table_row(table), len(entries))])
        await _insert(connection, "seats", [(table.id, *seat_row(seat)) for seat in seats])
        lines = [(table.id, number, *line, now) for number, line in enumerate(entries, 1)]
        await _insert(connection, "entries", lines)
        await _insert(connection, "notes", [(table.id, name, text) for name, text in notes.items()])
        if table.ended:
            await _insert(connection, "explore_queue", [(table.id,)])
        if follows:
            await _insert(connection, "return_matches", [(follows, table.id)])


async def _take_back(connection: Connection, table_id: str, values: Row) -> list[Row]:
    """An append that takes back a choice and after which the game goes on: it is not found any more."""
    async with connection.transaction():
        rows = await (await connection.execute(_APPEND, values)).fetchall()
        if rows:
            await forget(connection, table_id)
        return rows


async def _follow(connection: Connection, follows: str, table_id: str) -> None:
    """Raises the version of the table that is followed; who would follow it at the same time waits until this has ended.
    Raises _Followed if it has a return match."""
    raised = "UPDATE tables SET version = version + 1 WHERE id = %s"
    await connection.execute(raised, (follows,))
    taken = "SELECT next_id FROM return_matches WHERE table_id = %s"
    row = await (await connection.execute(taken, (follows,))).fetchone()
    if row is not None and row[0] != table_id:
        raise _Followed


async def _insert(connection: Connection, table: str, rows: list[Row]) -> None:
    if rows:
        marks = ", ".join(["%s"] * len(rows[0]))
        async with connection.cursor() as cursor:
            await cursor.executemany(f"INSERT INTO {table} VALUES ({marks})".encode(), rows)
