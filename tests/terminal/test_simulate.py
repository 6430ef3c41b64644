"""Many games at once: counted right, repeatable on any number of cores, kept as records that open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import zashiki
from tests.terminal.desk import run
from zashiki.cli.reports import end_name
from zashiki.words import LANGUAGES, Words, catalogue


def report(home: Path, *arguments: str) -> dict[str, Any]:
    ended = run(home, "simulate", "lanterns", "--json", *arguments)
    assert ended.returncode == 0, ended.stderr
    figures: dict[str, Any] = json.loads(ended.stdout)
    return figures


def timeless(figures: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in figures.items() if name != "speed"}


def test_every_game_is_counted_once(tmp_path: Path) -> None:
    figures = report(tmp_path, "--games", "60", "--seed", "7", "--players", "3", "--rounds", "3", "--storm")
    assert figures["game"] == "lanterns"
    assert figures["players"] == 3
    assert figures["options"] == {"rounds": "3", "storm": "yes", "colours": "-", "scroll": "standard"}
    assert figures["games"] == 60
    assert sum(end["games"] for end in figures["ends"]) == 60
    assert sum(figures["scores"].values()) == 60
    assert sum(span["games"] for span in figures["choices"]["histogram"]) == 60
    assert [end["rule"] for end in figures["ends"]] == ["LAN-4"]
    assert figures["choices"]["min"] == figures["choices"]["max"] == 3 * (3 * 2 + 1)
    assert figures["chance_outcomes"] == 60 * 3
    assert set(figures["winners"]) == {"0", "1", "2"}
    assert sum(figures["winners"].values()) >= 60
    assert figures["speed"]["games_per_second"] > 0


def test_the_same_seed_gives_the_same_records_whatever_the_number_of_jobs(tmp_path: Path) -> None:
    one = report(tmp_path, "--games", "60", "--seed", "7", "--jobs", "1", "--records", "one")
    two = report(tmp_path, "--games", "60", "--seed", "7", "--jobs", "2", "--records", "two")
    assert timeless(one) == timeless(two)
    first, second = (
        {file.name: file.read_text(encoding="utf-8") for file in (tmp_path / folder).iterdir()}
        for folder in ("one", "two")
    )
    assert first == second
    assert len(first) == 60
    assert len(set(first.values())) > 10


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    assert timeless(report(tmp_path, "--games", "40", "--seed", "1")) != timeless(
        report(tmp_path, "--games", "40", "--seed", "2")
    )


def test_its_records_open(tmp_path: Path) -> None:
    report(tmp_path, "--games", "2", "--seed", "7", "--records", "kept")
    (first, _) = sorted((tmp_path / "kept").iterdir())
    assert first.name == "lanterns-7-00000.zashiki"
    assert "The best has" in run(tmp_path, "replay", str(first), "--print").stdout


def test_bots_are_named_seat_by_seat_and_the_villager_is_never_blown_out(tmp_path: Path) -> None:
    figures = report(tmp_path, "--games", "50", "--seed", "7", "--bot", "random,villager")
    assert figures["bots"] == ["random", "villager"]
    assert figures["winners"]["1"] > figures["winners"]["0"]
    assert report(tmp_path, "--games", "5", "--bot", "villager")["bots"] == ["villager", "villager"]


def test_the_old_word_for_a_level_is_understood(tmp_path: Path) -> None:
    assert report(tmp_path, "--games", "1", "--bot", "sensible")["bots"] == ["villager", "villager"]


def test_people_get_a_table_in_their_language(tmp_path: Path) -> None:
    shown = run(tmp_path, "simulate", "lanterns", "--games", "22", "--seed", "7", "--lang", "pl").stdout
    assert "22 partie; boty: random, random; ziarno 7" in shown
    assert "Decyzji na partię: od 10 do 10, średnio 10" in shown
    assert "LAN-4  Zdjęto ostatni lampion." in shown
    assert "50,0%" in shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", zashiki.names())
def test_every_end_of_a_game_has_a_short_name(name: str, language: str) -> None:
    prefix = zashiki.game(name).prefix
    words = Words(language)
    ends = [key for key in catalogue("en") if key.startswith(f"{prefix}.end.") and "|" not in key]
    ends = [key for key in ends if not key.endswith((".you", ".many"))]
    assert ends
    assert [key for key in ends if end_name(words, key) == key] == []


def test_a_folder_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    ended = run(tmp_path, "simulate", "lanterns", "--games", "1", "--records", "/dev/null/kept")
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert "can’t be written" in ended.stderr
    assert "Traceback" not in ended.stderr
