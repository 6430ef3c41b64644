"""Tables that were kept under any earlier schema open, and nothing of them is lost."""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from zashiki.store import SQLiteStore, hash_of

SCRIPTS = sorted(
    file.name
    for file in files("zashiki.store").joinpath("migrations").iterdir()
    if file.name.endswith(".sql")
)
TABLE = {
    "id": "t1", "game": "go", "header": "head\n", "creator": "ann", "invitation": "inv", "created": 1.0, "touched": 2.0,
    "absent_after": 120, "listed": 1, "chat": 1, "guided": 0, "ended": 0, "version": 1,
}  # fmt: skip
SEATS: list[dict[str, Any]] = [
    {"seat": 0, "kind": "person", "name": "Ann", "owner": "ann", "secret": "s-ann", "level": "", "stand_in": ""},
    {"seat": 1, "kind": "bot", "name": "", "owner": "", "secret": "", "level": "random", "stand_in": ""},
]  # fmt: skip
HASHED, NOTES, TREES = 5, 6, 7
"""Since these migrations links are kept as hashes, and there are notes and variations."""
TREE = {
    "id": "v1", "table_id": "t1", "moment": 1, "owner": "ann", "created": 4.0, "touched": 5.0, "version": 1, "content": "{}",
}  # fmt: skip


def insert(database: sqlite3.Connection, table: str, values: dict[str, Any]) -> None:
    """Those values for which the table has a column."""
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})") if row[1] in values]
    marks = ", ".join("?" * len(columns))
    database.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", [values[name] for name in columns]
    )


def keep_under(schema: int, file: Path) -> None:
    """One table, as a program of that schema kept it."""
    database = sqlite3.connect(file)
    database.create_function("sha256", 1, hash_of, deterministic=True)
    for script in SCRIPTS[:schema]:
        database.executescript(
            files("zashiki.store").joinpath("migrations", script).read_text(encoding="utf-8")
        )
    insert(database, "tables", TABLE)
    for seat in SEATS:
        link = hash_of(seat["secret"]) if schema >= HASHED and seat["secret"] else ""
        insert(database, "seats", {**seat, "table_id": "t1", "link_hash": link})
    database.execute("INSERT INTO entries VALUES ('t1', 1, 0, 'left', 3.0)")
    if schema >= NOTES:
        database.execute("INSERT INTO notes VALUES ('t1', 'hints/allowed', 'yes')")
    if schema >= TREES:
        insert(database, "variation_trees", TREE)
    database.execute(f"PRAGMA user_version = {schema}")
    database.commit()
    database.close()


@pytest.mark.parametrize("schema", range(1, len(SCRIPTS) + 1))
async def test_a_table_of_any_schema_opens_with_all_that_was_kept_with_it(
    tmp_path: Path, schema: int
) -> None:
    keep_under(schema, tmp_path / "tables.db")
    for _ in range(2):
        store = SQLiteStore(tmp_path / "tables.db")
        found = await store.table_by_link(hash_of("s-ann"))
        assert found is not None
        table, seat = found
        assert (table.id, table.version, table.awaited, seat.name) == ("t1", 1, None, "Ann")
        assert [entry.choice for entry in await store.entries("t1")] == ["left"]
        assert await store.pending_bot_turns() == ["t1"], "who is to choose is not known"
        assert await store.table_by_link("s-ann") is None
        assert await store.notes("t1", "") == ({"hints/allowed": "yes"} if schema >= NOTES else {})
        tree = await store.trees.find("v1")
        assert (tree is not None and tree.content == "{}") == (schema >= TREES)
        await store.close()


def test_migrations_are_numbered_without_a_gap() -> None:
    assert [int(name[:4]) for name in SCRIPTS] == list(range(1, len(SCRIPTS) + 1))
