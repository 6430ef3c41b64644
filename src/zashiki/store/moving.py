"""Moving the tables of a data folder into a PostgreSQL database, all of them or none."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import psycopg

from zashiki.store.backups import TABLES
from zashiki.store.keys import KEYS, signing_keys
from zashiki.store.postgres_schema import connect, migrate
from zashiki.store.rows import SEAT_COLUMNS, TABLE_COLUMNS
from zashiki.store.schema import migrate as migrate_sqlite
from zashiki.store.trees import TREE_COLUMNS

_LENGTH: Final = "(SELECT COUNT(*) FROM entries WHERE table_id = tables.id)"
_COPIED: Final = {
    "tables": f"{TABLE_COLUMNS}, {_LENGTH}",
    "seats": f"table_id, {SEAT_COLUMNS}",
    "entries": "table_id, number, seat, choice, at",
    "chat": "number, table_id, name, text, at, said",
    "return_matches": "table_id, next_id",
    "notes": "table_id, name, text",
    "variation_trees": TREE_COLUMNS,
    "explore_queue": "table_id",
    "explored_games": "id, table_id, version, game, seats, options, listed, ended, winners",
    "explored_seats": "game, seat, player, level",
    "explored_moments": "game, number, start, seat, round, position, choice, won",
    "explored_parts": "game, number, part, whole, start, seat, round, choice, won",
    "explored_choices": "choice, text",
}
"""By table: the columns in the order of the PostgreSQL schema."""
_TRUTHS: Final = {"tables": (8, 9, 10)}
"""Columns that are numbers in SQLite and true or false in PostgreSQL."""


class NotEmpty(Exception):
    """There are tables in the database already."""


def move(folder: Path, url: str) -> int:
    """Copies the tables and keys of a folder into an empty database; gives the number of tables. The folder stays as it is.

    Raises NotEmpty, TooNew, sqlite3.Error or psycopg.Error; nothing is in the database then.
    """
    migrate(url)
    with closing(sqlite3.connect(folder / TABLES, isolation_level=None)) as source, connect(url) as target:
        migrate_sqlite(source)
        target.execute("LOCK TABLE tables")
        if target.execute("SELECT id FROM tables LIMIT 1").fetchone():
            raise NotEmpty
        source.execute("BEGIN")
        for table in _COPIED:
            _copy(source, target, table)
        target.execute("SELECT setval('chat_number_seq', greatest(1, (SELECT max(number) FROM chat)))")
        target.execute(
            "SELECT setval('explored_games_id_seq', greatest(1, (SELECT max(id) FROM explored_games)))"
        )
        _add_keys(folder, target)
        return int(source.execute("SELECT COUNT(*) FROM tables").fetchone()[0])


def _copy(source: sqlite3.Connection, target: psycopg.Connection, table: str) -> None:
    truths = _TRUTHS.get(table, ())
    with target.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN".encode()) as copy:
        for row in source.execute(f"SELECT {_COPIED[table]} FROM {table}"):
            values: list[Any] = list(row)
            for column in truths:
                values[column] = bool(values[column])
            copy.write_row(values)


def _add_keys(folder: Path, target: psycopg.Connection) -> None:
    """The newest key of the folder signs from now on: whoever sits at a table goes on sitting there."""
    if (folder / KEYS).is_file():
        for key in reversed(signing_keys(folder)):
            target.execute("INSERT INTO signing_keys (key) VALUES (%s) ON CONFLICT DO NOTHING", (key,))
