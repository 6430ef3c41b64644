"""`bench --boards`: every game's board is drawn at every moment of a game; how fast it was decides nothing."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.boards import seen_moments
from benchmarks.speed import PAIRS
from tests.benchmarks.desk import measure


def test_every_seat_is_drawn_at_every_moment_in_three_ways(tmp_path: Path) -> None:
    ended = measure(tmp_path, "bench", "--boards", "--games", "samurai-spirit", "--seed", "3", "--json")
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert report["command"] == "./zashiki bench --boards --games samurai-spirit --seed 3 --json"
    (board,) = report["boards"]
    pair = next(pair for pair in PAIRS if pair.game == "samurai-spirit")
    assert board["drawings"] == pair.seats * len(seen_moments(pair, 3))
    assert all(board[key] >= 0 for key in ("next_ms", "again_ms", "cold_ms"))


def test_the_figures_are_shown_as_a_table_too(tmp_path: Path) -> None:
    ended = measure(tmp_path, "bench", "--boards", "--games", "samurai-spirit", "--lang", "pl")
    assert ended.returncode == 0, ended.stderr
    assert "samurai-spirit (4)" in ended.stdout
    assert "następna chwila" in ended.stdout
