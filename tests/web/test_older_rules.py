"""Tables that were begun under other rules."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.web.test_playing import two_at_a_table
from tests.web.test_replay import finished_game
from tests.web.visitor import Server, Visitor


def begin_under_older_rules(server: Server, table: str) -> None:
    """Leaves the table as a program with other rules would have."""
    database = sqlite3.connect(server.data / "tables.db")
    with database:
        database.execute(
            "UPDATE tables SET header = replace(header, 'rules 1', 'rules 0') WHERE id = ?", (table,)
        )
    database.close()


def test_a_table_of_older_rules_says_so_and_gives_its_record(data: Path) -> None:
    with Server(data) as server:
        ann, bob = Visitor(server), Visitor(server)
        own = ann.open_table(**{"seat-0": "me", "seat-1": "bot-random"})
        ann.choose(own, "left")
        screen = ann.open_table(**{"seat-0": "me", "seat-1": "screen"})
        ann.choose(screen, "left", seat=0)
        shared, over = two_at_a_table(ann, bob), finished_game(ann, bob)
        written = ann.get(f"/g/{over}/record").text
        for table in (own, screen, shared, over):
            begin_under_older_rules(server, table)
    with Server(data) as again:
        ann.move_to(again)
        bob.move_to(again)
        page = ann.get(f"/t/{own}")
        assert page.status_code == 410
        assert "rules version 0; this program has version 1" in page.text
        assert "Nothing is lost" in page.text
        assert f"/g/{own}/kept" in page.text
        assert "\n0 left\n" in ann.get(f"/g/{own}/kept").text
        assert ann.get(f"/g/{over}/kept").text == written.replace("rules 1", "rules 0")
        for secret in (screen, shared):
            assert "/kept" not in ann.get(f"/t/{secret}").text
            assert ann.get(f"/g/{secret}/kept").status_code == 410
        assert "/kept" not in bob.get(f"/t/{own}").text, "who does not play there is told no secrets of it"
        assert bob.get(f"/g/{own}/kept").status_code == 410
        assert bob.get(f"/g/{over}/kept").text == written.replace("rules 1", "rules 0")
        assert "begun under other rules" in ann.get("/").text
