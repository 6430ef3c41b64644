"""`analyse` in the terminal: a finished game as a table or as JSON, a folder at once."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.terminal.desk import run

RECORDS = Path(__file__).parent.parent / "fixtures" / "records"
RONIN = RECORDS / "seven-ronin-en-2015.zashiki"


def test_a_game_is_analysed_in_words_and_as_json(tmp_path: Path) -> None:
    told = run(tmp_path, "analyse", str(RONIN), "--lang", "fr")
    assert told.returncode == 0, told.stderr
    assert "précision" in told.stdout
    assert "mieux" in told.stdout
    figures = json.loads(run(tmp_path, "analyse", str(RONIN), "--json", "--jobs", "1").stdout)
    assert figures["game"] == "seven-ronin"
    assert len(figures["seats"]) == 2
    assert {"mark", "lost", "valuation"} <= set(figures["decisions"][0])
    assert figures["graph"][-1]["chances"] == [0.0, 1.0]


def test_a_game_of_another_package_is_analysed_by_playing_on(tmp_path: Path) -> None:
    run(tmp_path, "simulate", "lanterns", "--games", "2", "--records", str(tmp_path / "games"))
    ended = run(tmp_path, "analyse", "--all", str(tmp_path / "games"), "--json")
    assert json.loads(ended.stdout)["done"] == 2, ended.stderr
    again = run(tmp_path, "analyse", "--all", str(tmp_path / "games"))
    assert "2 kept from before" in again.stdout
    file = next((tmp_path / "games" / "analyses").glob("*.json"))
    assert json.loads(file.read_text(encoding="utf-8"))["by"] == "playouts"


def test_what_can_not_be_analysed_is_said(tmp_path: Path) -> None:
    unfinished = run(tmp_path, "analyse", str(RECORDS / "seven-ronin-unfinished.zashiki"))
    assert unfinished.returncode == 2
    assert "not over" in unfinished.stderr
    assert run(tmp_path, "analyse").returncode == 2
    nowhere = run(tmp_path, "analyse", "--all", str(tmp_path / "nowhere"))
    assert "no such folder" in nowhere.stderr


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        (b"a torn page " * 99, "the file with the tables is damaged"),
        (None, "a newer version of this program"),
    ],
)
def test_tables_that_can_not_be_analysed_are_named(tmp_path: Path, tables: bytes | None, said: str) -> None:
    file = tmp_path / "data" / "tables.db"
    file.parent.mkdir()
    if tables is not None:
        file.write_bytes(tables)
    else:
        with closing(sqlite3.connect(file)) as later:
            later.execute("PRAGMA user_version = 9999")
    ended = run(tmp_path, "analyse", "--all", str(file.parent))
    assert (ended.returncode, said in ended.stderr) == (2, True), ended.stderr
    assert "Traceback" not in ended.stderr
