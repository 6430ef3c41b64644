"""`load`: the curve of our server beside a bare relay, as figures and as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from benchmarks.load.curve import reached
from benchmarks.load.picture import draw, draw_memory
from benchmarks.load.soak import POINTS, growth
from benchmarks.load.soak import measure as soak
from tests.benchmarks.desk import measure


def point(moves: float, p99: float, asked: float, driver: float = 0.2) -> dict[str, Any]:
    shown = {"p50": p99 / 2, "p99": p99}
    return {
        "moves_a_second": moves, "choice_to_all_views_ms": shown, "asked_moves_a_second": asked, "driver_share": driver,
    }  # fmt: skip


def test_a_curve_ends_where_moves_come_too_late_or_not_at_all_or_the_players_are_what_is_slow() -> None:
    assert reached(point(100, 40, asked=100)) == ""
    assert reached(point(100, 251, asked=100)) == "p99"
    assert reached(point(60, 40, asked=100)) == "pace"
    assert reached(point(60, 400, asked=100, driver=0.95)) == "driver"


def test_the_picture_has_a_line_for_each_server_with_a_dot_for_each_step() -> None:
    points = [point(16, 12, 16), point(160, 300, 320)]
    report = {
        "slowest_ms": 250,
        "contenders": {"zashiki": {"points": points}, "<floor>": {"points": points[:1]}},
    }
    picture = ElementTree.fromstring(draw(report))
    name = "{http://www.w3.org/2000/svg}"
    assert len(picture.findall(f"{name}polyline")) == 2
    assert len(picture.findall(f"{name}circle")) == 3
    assert [text.text for text in picture.findall(f"{name}text")][-2:] == ["zashiki", "<floor>"]


def test_a_short_run_prints_figures_for_our_server_and_the_floor(tmp_path: Path) -> None:
    picture = tmp_path / "load.svg"
    options = ("--tables", "4", "--spectators", "1", "--seconds", "1", "--seed", "3")
    ended = measure(tmp_path, "load", *options, "--svg", str(picture), "--json")
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert report["command"] == "./zashiki load --tables 4 --spectators 1 --seconds 1 --seed 3 --json"
    assert set(report["contenders"]) == {"zashiki", "floor"}
    for found in report["contenders"].values():
        (first,) = found["points"]
        assert (first["tables"], first["pages"]) == (4, 16)
        assert first["moves"] > 0
        assert first["cpu_ms_a_move"] > 0
    assert report["cpu_to_floor"] > 0
    assert report["idle"]["pages"] == 20
    assert "<polyline" in picture.read_text(encoding="utf-8")


def test_without_npm_boardgame_io_is_refused_in_one_line(tmp_path: Path) -> None:
    ended = measure(tmp_path, "load", "--peer", "--tables", "4", path="")
    assert ended.returncode == 2, ended.stderr
    assert "node and npm" in ended.stderr


def memory(*megabytes: float) -> list[dict[str, float]]:
    return [{"minute": minute, "memory_mb": one} for minute, one in enumerate(megabytes, 1)]


def test_memory_is_flat_if_it_does_not_grow_in_the_second_half() -> None:
    assert growth(memory(50, 80, 100, 100, 100, 100, 100, 100)) == 1
    assert growth(memory(50, 80, 100, 110, 120, 120, 150, 150)) == 1.25


def test_the_picture_of_memory_begins_at_nothing() -> None:
    picture = ElementTree.fromstring(draw_memory(memory(50, 80, 100)))
    texts = [text.text for text in picture.findall("{http://www.w3.org/2000/svg}text")]
    assert texts[:2] == ["0", "0"]
    assert "125" in texts


def test_a_soak_plays_on_and_looks_at_the_memory_again_and_again() -> None:
    told: list[str] = []
    report = soak(0.1, tables=2, spectators=1, seed=3, tell=told.append)
    assert len(report["points"]) == len(told) == POINTS
    assert report["games"] >= 2
    assert report["moves"] > 0
    assert all(point["memory_mb"] > 10 for point in report["points"])
    (flat,) = report["aims"]
    assert flat["unit"] == "x"


def test_parts_say_where_the_time_of_a_move_goes_and_what_is_sent(tmp_path: Path) -> None:
    ended = measure(tmp_path, "load", "--parts", "--spectators", "1", "--json")
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert report["command"] == "./zashiki load --parts --spectators 1 --seed 7 --json"
    assert report["moves"] > 1000
    assert report["messages_a_move"] == 4  # three people and one spectator
    shares = {part["name"]: part["share"] for part in report["parts"]}
    assert abs(sum(shares.values()) - 1) < 0.01
    assert min(shares.values()) > 0
    assert [write["bytes"] for write in report["bare_writes"]] == [500, 2500, 11000]
    assert all(write["tcp_us"] > 0 and write["file_us"] > 0 for write in report["bare_writes"])
    assert {"army-N", "heard", "choice"} <= {region["name"] for region in report["regions"]}


def test_parts_are_shown_as_tables(tmp_path: Path) -> None:
    ended = measure(tmp_path, "load", "--parts", "--spectators", "0", "--lang", "en")
    assert ended.returncode == 0, ended.stderr
    assert "putting messages together" in ended.stdout
    assert "A move takes " in ended.stdout
