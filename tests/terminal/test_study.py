"""`study` in the terminal: figures in words, as JSON and as a report, and nothing played twice."""

from __future__ import annotations

import json
from pathlib import Path

from tests.terminal.desk import run


def test_a_balance_is_told_written_and_goes_on(tmp_path: Path) -> None:
    kept, report = tmp_path / "kept.jsonl", tmp_path / "report"
    command = ("study", "balance", "shinobi", "--level", "random", "--journal", str(kept), "--games")
    told = run(tmp_path, *command, "10", "--report", str(report), "--lang", "pl")
    assert told.returncode == 0, told.stderr
    assert "Co mówi 30 gier botów" in told.stdout
    first = kept.read_bytes()
    assert (report / "shinobi.md").is_file()
    assert len(list(report.glob("shinobi-*.svg"))) == 4, (
        "one for each number of players and one for the clans"
    )
    figures = json.loads(run(tmp_path, *command, "20", "--json").stdout)
    assert figures["games"] == 60
    assert kept.read_bytes().startswith(first), "the games that were played are kept"
    assert figures["groups"][0]["roles"][0]["name"].startswith("shi.clan.")


def test_what_can_not_be_studied_is_said(tmp_path: Path) -> None:
    assert "no-such" in run(tmp_path, "study", "balance", "no-such").stderr
    assert run(tmp_path, "study", "balance", "shinobi", "--level", "no-such").returncode == 2
    unwritable = run(
        tmp_path,
        "study",
        "balance",
        "shinobi",
        "--level",
        "random",
        "--games",
        "1",
        "--journal",
        "/proc/no/where",
    )
    assert unwritable.returncode == 2


def test_a_ladder_is_told_drawn_and_given_as_json(tmp_path: Path) -> None:
    plot = tmp_path / "ladder.svg"
    command = ("study", "ladder", "shinobi", "--players", "3", "--games", "3", "--nodes", "20")
    told = run(tmp_path, *command, "--plot", str(plot), "--lang", "pl")
    assert told.returncode == 0, told.stderr
    assert "Elo ponad najniższy" in told.stdout
    assert plot.read_text(encoding="utf-8").startswith("<svg")
    figures = json.loads(run(tmp_path, *command, "--json").stdout)
    assert [rung["level"] for rung in figures["rungs"]] == [
        "random",
        "novice",
        "villager",
        "warrior",
        "master",
    ]
    assert run(tmp_path, *command, "--plot", "/proc/no/where").returncode == 2


def test_puzzles_are_looked_for_and_written(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    command = ("study", "puzzles", "samurai-spirit", "--games", "2", "--wanted", "2", "--out", str(file))
    told = run(tmp_path, *command)
    assert told.returncode == 0, told.stderr
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["game"] == "samurai-spirit"
    assert len(kept["puzzles"]) <= 2
    assert told.stdout.startswith(f"{len(kept['puzzles'])} puzzle")
    assert run(tmp_path, *command[:-1], "/proc/no/where").returncode == 2


def test_a_game_without_secret_plans_has_no_opening_book(tmp_path: Path) -> None:
    told = run(tmp_path, "study", "book", "samurai-spirit")
    assert told.returncode == 2
    assert "no opening book" in told.stderr
