"""Places where tables are kept, as the contract of stores is tested in each of them."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Protocol

import psycopg

from zashiki.store import SQLiteStore, Store
from zashiki.store.postgres import PostgresStore


class Place(Protocol):
    """Can be sent to another process."""

    def store(self) -> Store:
        """The same tables each time."""

    def break_inserts(self, table: str) -> None:
        """From now on nothing can be inserted into this table of the schema."""


class SQLitePlace:
    def __init__(self, folder: Path) -> None:
        self.file = folder / "tables.db"

    def store(self) -> Store:
        return SQLiteStore(self.file)

    def break_inserts(self, table: str) -> None:
        with sqlite3.connect(self.file) as other:
            other.execute(
                f"CREATE TRIGGER cut BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'cut'); END"
            )


class PostgresPlace:
    def __init__(self, url: str) -> None:
        self.url = url

    def store(self) -> Store:
        return PostgresStore(self.url)

    def break_inserts(self, table: str) -> None:
        with psycopg.connect(self.url) as other:
            other.execute(
                "CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''cut''; END'"
            )
            trigger = f"CREATE TRIGGER cut BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION cut()"
            other.execute(trigger.encode())
