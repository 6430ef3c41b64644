"""Trees of variations in the SQLite file."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Awaitable, Callable
from typing import Any

from zashiki.store.contract import MovedOn
from zashiki.store.trees import TREE_COLUMNS, StoredTree, tree_of, tree_row


class SQLiteTrees:
    """Asks by the store's readers, writes by its writer."""

    def __init__(
        self,
        read: Callable[..., list[Any]],
        write: Callable[[Callable[[sqlite3.Connection], Any]], Awaitable[Any]],
    ) -> None:
        self._read = read
        self._write = write

    async def keep(self, tree: StoredTree, most: int) -> bool:
        def write(db: sqlite3.Connection) -> bool:
            count = "SELECT count(*) FROM variation_trees WHERE owner = ?"
            if db.execute(count, (tree.owner,)).fetchone()[0] >= most:
                return False
            db.execute("INSERT INTO variation_trees VALUES (?, ?, ?, ?, ?, ?, ?, ?)", tree_row(tree))
            return True

        return bool(await self._write(write))

    async def find(self, tree_id: str) -> StoredTree | None:
        found = self._read(f"SELECT {TREE_COLUMNS} FROM variation_trees WHERE id = ?", tree_id)
        return tree_of(found[0]) if found else None

    async def of_owner(self, owner: str, limit: int, after: int = 0) -> list[StoredTree]:
        rows = self._read(
            f"SELECT {TREE_COLUMNS} FROM variation_trees WHERE owner = ? AND owner != ''"
            " ORDER BY touched DESC, id LIMIT ? OFFSET ?",
            owner,
            limit,
            after,
        )
        return [tree_of(row) for row in rows]

    async def count_of(self, owner: str) -> int:
        count = "SELECT count(*) FROM variation_trees WHERE owner = ? AND owner != ''"
        return int(self._read(count, owner)[0][0])

    async def of_table(self, owner: str, table_id: str) -> list[StoredTree]:
        rows = self._read(
            f"SELECT {TREE_COLUMNS} FROM variation_trees WHERE owner = ? AND owner != '' AND table_id = ?"
            " ORDER BY moment, created, id",
            owner,
            table_id,
        )
        return [tree_of(row) for row in rows]

    async def change(self, tree_id: str, version: int, content: str) -> int:
        def write(db: sqlite3.Connection) -> int:
            row = db.execute(
                "UPDATE variation_trees SET content = ?, touched = ?, version = version + 1"
                " WHERE id = ? AND version = ? RETURNING version",
                (content, time.time(), tree_id, version),
            ).fetchone()
            if row is None:
                raise MovedOn(tree_id)
            return int(row[0])

        return int(await self._write(write))

    async def drop(self, tree_id: str, version: int) -> None:
        def write(db: sqlite3.Connection) -> None:
            gone = "DELETE FROM variation_trees WHERE id = ? AND version = ?"
            if db.execute(gone, (tree_id, version)).rowcount != 1:
                raise MovedOn(tree_id)

        await self._write(write)

    async def ids(self) -> list[str]:
        return [row[0] for row in self._read("SELECT id FROM variation_trees ORDER BY created, id")]
