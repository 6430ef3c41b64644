"""Trees of variations in the PostgreSQL database."""

from __future__ import annotations

import time

from psycopg.errors import UniqueViolation

from zashiki.store.contract import MovedOn
from zashiki.store.postgres_pool import Connection, Pool
from zashiki.store.trees import TREE_COLUMNS, StoredTree, tree_of, tree_row


class PostgresTrees:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def keep(self, tree: StoredTree, most: int) -> bool:
        """Those that one person keeps at the same time wait for each other, so that the count holds."""

        async def write(connection: Connection) -> bool:
            try:
                async with connection.transaction():
                    lock = "SELECT pg_advisory_xact_lock(hashtext(%s))"
                    await connection.execute(lock, (tree.owner,))
                    count = "SELECT count(*) FROM variation_trees WHERE owner = %s"
                    row = await (await connection.execute(count, (tree.owner,))).fetchone()
                    if row is not None and row[0] >= most:
                        return False
                    marks = "%s, %s, %s, %s, %s, %s, %s, %s"
                    added = f"INSERT INTO variation_trees VALUES ({marks})"
                    await connection.execute(added.encode(), tree_row(tree))
            except UniqueViolation:
                kept = "SELECT id FROM variation_trees WHERE id = %s AND owner = %s"
                if not await (await connection.execute(kept, (tree.id, tree.owner))).fetchone():
                    raise  # else the try before has kept it, and its answer was lost
            return True

        return await self._pool.use(write)

    async def find(self, tree_id: str) -> StoredTree | None:
        rows = await self._pool.rows(f"SELECT {TREE_COLUMNS} FROM variation_trees WHERE id = %s", tree_id)
        return tree_of(rows[0]) if rows else None

    async def of_owner(self, owner: str, limit: int, after: int = 0) -> list[StoredTree]:
        rows = await self._pool.rows(
            f"SELECT {TREE_COLUMNS} FROM variation_trees WHERE owner = %s AND owner != ''"
            " ORDER BY touched DESC, id LIMIT %s OFFSET %s",
            owner,
            limit,
            after,
        )
        return [tree_of(row) for row in rows]

    async def count_of(self, owner: str) -> int:
        count = "SELECT count(*) FROM variation_trees WHERE owner = %s AND owner != ''"
        return int((await self._pool.rows(count, owner))[0][0])

    async def of_table(self, owner: str, table_id: str) -> list[StoredTree]:
        rows = await self._pool.rows(
            f"SELECT {TREE_COLUMNS} FROM variation_trees WHERE owner = %s AND owner != '' AND table_id = %s"
            " ORDER BY moment, created, id",
            owner,
            table_id,
        )
        return [tree_of(row) for row in rows]

    async def change(self, tree_id: str, version: int, content: str) -> int:
        rows = await self._pool.rows(
            "UPDATE variation_trees SET content = %s, touched = %s, version = version + 1"
            " WHERE id = %s AND version = %s RETURNING version",
            content,
            time.time(),
            tree_id,
            version,
        )
        if not rows:
            raise MovedOn(tree_id)
        return int(rows[0][0])

    async def drop(self, tree_id: str, version: int) -> None:
        gone = "DELETE FROM variation_trees WHERE id = %s AND version = %s RETURNING id"
        if not await self._pool.rows(gone, tree_id, version):
            raise MovedOn(tree_id)

    async def ids(self) -> list[str]:
        return [
            row[0] for row in await self._pool.rows("SELECT id FROM variation_trees ORDER BY created, id")
        ]
