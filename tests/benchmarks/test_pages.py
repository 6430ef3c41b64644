"""`bench --web`: a few clicks in a real Chromium give all the figures; how fast they were decides nothing."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.desk import measure, measure_without

PAGES = ["home", "samurai-spirit", "seven-ronin", "shinobi"]


def test_clicks_are_timed_beside_the_floor_and_first_visits_are_weighed(tmp_path: Path) -> None:
    asked = ("bench", "--web", "--samples", "2", "--seed", "3", "--json")
    ended = measure(tmp_path, *asked)
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert report["command"] == "./zashiki bench --web --samples 2 --seed 3 --json"
    clicks = report["click_to_change_ms"]
    assert clicks["own_tab"]["samples"] >= clicks["other_tab"]["samples"] == 2
    for figures in clicks.values():
        assert figures["table"]["median"] > 0
        assert figures["floor"]["p95"] >= figures["floor"]["median"] > 0
        assert set(figures["ratio"]) == {"median", "p95"}
    assert min(report["fragment_bytes"].values()) > 10_000
    loads = report["first_load"]
    assert [(load["language"], load["page"]) for load in loads["pages"]] == [
        (language, page) for language in ("en", "pl", "fr") for page in PAGES
    ]
    assert all(0 < load["bytes"] <= loads["at_most_bytes"] == 200 * 1024 for load in loads["pages"])


def test_without_a_browser_the_bench_says_what_to_install(tmp_path: Path) -> None:
    ended = measure(tmp_path, "bench", "--web", path=str(tmp_path))
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1].startswith("Chromium is not installed")


def test_without_playwright_the_bench_says_what_to_install(tmp_path: Path) -> None:
    ended = measure_without(tmp_path, "playwright", "bench", "--web", "--lang", "pl")
    assert ended.returncode == 2
    assert "instaluje go ./zashiki setup test" in ended.stderr
