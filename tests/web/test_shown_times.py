"""What is shown of time changes only with what the viewer is told: nobody counts another's secret choices by it."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from tests.web.test_playing import two_at_a_table
from tests.web.visitor import Server, Visitor


def tables_in(page: str) -> list[str]:
    return re.findall(r'href="/t/([a-z0-9]+)"', page)


def row_of(page: str, table: str) -> str:
    """What a list says of a table."""
    return re.sub(r"\s+", " ", page.split(f'href="/t/{table}"')[1].split("</li>")[0])


def pretend(data: Path, ages: dict[str, int]) -> None:
    """Everything at these tables happened so many seconds ago."""
    database = sqlite3.connect(data / "tables.db")
    with database:
        for table, seconds in ages.items():
            database.execute("UPDATE tables SET touched = touched - ? WHERE id = ?", (seconds, table))
    database.close()


def test_a_secret_plan_changes_neither_the_order_of_a_list_nor_the_times_in_it(
    ann: Visitor, bob: Visitor, server: Server
) -> None:
    old, new = (two_at_a_table(ann, bob) for _ in range(2))
    pretend(server.data, {old: 7200, new: 3600})
    before = ann.get("/").text, ann.get("/mine/running").text
    assert tables_in(before[1]) == [new, old]
    bob.choose(old, "left")
    bob.undo(old)
    bob.choose(old, "right")
    after = ann.get("/").text, ann.get("/mine/running").text
    for then, now in zip(before, after, strict=True):
        assert tables_in(now)[:2] == tables_in(then)[:2]
        assert row_of(now, old) == row_of(then, old)
    bob.choose(old, "ready")
    assert tables_in(ann.get("/mine/running").text) == [old, new], "this everybody is told"
    assert row_of(ann.get("/").text, old) != row_of(before[0], old)
