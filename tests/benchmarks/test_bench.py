"""`bench`: figures for people and for programs, with or without OpenSpiel."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from benchmarks.speed import has_rivals
from tests.benchmarks.desk import measure, measure_without

COSTS: Final = {
    "view_microseconds",
    "features_microseconds",
    "features_row_microseconds",
    "information_state_microseconds",
    "record_entry_microseconds",
}


def test_the_figures_say_how_to_remake_them_and_nothing_of_the_machine(tmp_path: Path) -> None:
    plots = tmp_path / "plots"
    ended = measure(
        tmp_path,
        *("bench", "--games", "shinobi", "--seconds", "1", "--seed", "3", "--json", "--plots", str(plots)),
    )
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert report["command"] == "./zashiki bench --games shinobi --seconds 1 --seed 3 --json"
    assert report["openspiel"] == has_rivals()
    (comparison,) = report["comparisons"]
    assert comparison["ours"]["name"] == "shinobi (4)"
    costs = comparison["ours"]["costs"]
    assert set(costs) - {"spread"} == set(costs["spread"]) == COSTS
    assert all(low <= costs[key] <= high for key, (low, high) in costs["spread"].items())
    drawn = "".join(ElementTree.parse(plots / "speed.svg").getroot().itertext())
    assert "Shinobi: War of Clans (4), interpreted" in drawn
    assert set(report) == {
        "command",
        "python",
        "openspiel",
        "rounds",
        "seconds_a_game",
        "comparisons",
        "peers",
    }


def test_without_openspiel_our_own_figures_are_shown_with_what_to_install(tmp_path: Path) -> None:
    ended = measure_without(
        tmp_path, "pyspiel", "bench", "--games", "shinobi", "--seconds", "1", "--lang", "fr"
    )
    assert ended.returncode == 0, ended.stderr
    assert "shinobi (4)" in ended.stdout
    assert "choix/s" in ended.stdout
    assert "OpenSpiel n’est pas installé" in ended.stdout
    assert "./zashiki setup openspiel" in " ".join(ended.stdout.split())


def test_a_game_that_is_not_measured_is_refused_in_one_line(tmp_path: Path) -> None:
    ended = measure(tmp_path, "bench", "--games", "lanterns")
    assert "There is no game “lanterns”" in ended.stderr
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
