"""What is shown of time changes only with what the viewer is told: nobody counts another's secret choices by it."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from tests.web.test_playing import two_at_a_table
from tests.web.test_seats import make_absent
from tests.web.visitor import Server, Visitor


def tables_in(page: str) -> list[str]:
    return re.findall(r'href="/t/([a-z0-9]+)"', page)


def rows_of(page: str, table: str) -> str:
    """What a list says of a table."""
    return re.sub(r"\s+", " ", page.split(f'href="/t/{table}"')[1].split("</li>")[0])


def pretend(data: Path, ages: dict[str, int]) -> None:
    """Everything at these tables happened so many seconds ago."""
    database = sqlite3.connect(data / "tables.db")
    with database:
        for table, seconds in ages.items():
            database.execute("UPDATE tables SET touched = touched - ? WHERE id = ?", (seconds, table))
    database.close()


def test_a_secret_plan_changes_neither_the_order_of_a_list_nor_the_times_in_it(data: Path) -> None:
    with Server(data) as server:
        ann, bob, guest = Visitor(server), Visitor(server), Visitor(server)
        old, new = (two_at_a_table(ann, bob, listed="yes") for _ in range(2))
        pretend(data, {old: 7200, new: 3600})
        before = ann.get("/").text, guest.get("/").text, ann.get("/mine/running").text
        assert tables_in(before[0])[:2] == [new, old]
        bob.choose(old, "left")
        bob.undo(old)
        bob.choose(old, "right")
        after = ann.get("/").text, guest.get("/").text, ann.get("/mine/running").text
        for then, now in zip(before, after, strict=True):
            assert tables_in(now) == tables_in(then)
            assert rows_of(now, old) == rows_of(then, old)
        bob.choose(old, "ready")
        assert tables_in(ann.get("/").text)[:2] == [old, new], "this everybody is told"
        assert rows_of(ann.get("/").text, old) != rows_of(before[0], old)


def test_a_secret_plan_does_not_postpone_a_stand_in(data: Path) -> None:
    with Server(data) as server:
        ann, bob = Visitor(server), Visitor(server)
        table = two_at_a_table(ann, bob, wait="120")
        bob.choose(table, "left")
    make_absent(server, table, 130)
    with Server(data) as again:
        ann.move_to(again)
        bob.move_to(again)
        bob.undo(table)
        bob.choose(table, "right")
        assert "Let a bot play on" in ann.get(f"/t/{table}").text
        assert ann.post(f"/t/{table}/stand-in", seat=1).status_code == 200
