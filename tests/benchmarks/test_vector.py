"""`bench --vector`: games are stepped with and without observations; how fast it was decides nothing."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.desk import measure


def test_every_figure_is_measured_beside_the_rival(tmp_path: Path) -> None:
    ended = measure(
        tmp_path, "bench", "--vector", "--games", "shinobi", "--seconds", "1", "--seed", "3", "--json"
    )
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert report["command"] == "./zashiki bench --vector --games shinobi --seconds 1 --seed 3 --json"
    (figures,) = report["vector"]
    assert figures["rival"] == "OpenSpiel hanabi (4)"
    for name in ("decisions_per_second", "decisions_per_second_unobserved", "rival_choices_per_second"):
        low, high = figures[f"{name}_spread"]
        assert 0 < low <= figures[name] <= high
    assert figures["ratio"] > 0


def test_the_figures_are_shown_as_a_table_too(tmp_path: Path) -> None:
    ended = measure(tmp_path, "bench", "--vector", "--games", "shinobi", "--seconds", "1", "--lang", "pl")
    assert ended.returncode == 0, ended.stderr
    assert "shinobi (4)" in ended.stdout
    assert "bez obserwacji" in ended.stdout
