"""The example that seats a level of ours against OpenSpiel's searches: equal time, the same games on any number of processes, nothing lost."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import pytest

import zashiki
from examples import against_openspiel
from tests.terminal.desk import PATIENCE, environment
from zashiki.kernel.bots import Budget
from zashiki.study.versions import version_of

REPOSITORY: Final = Path(__file__).parent.parent.parent
SHINOBI: Final = ("shinobi", "--players", "3")
SMALL: Final = ("--level", "random", "--nodes", "10", "--simulations", "4", "--json")
"""No clock is looked at."""


def command(*arguments: str) -> list[str]:
    return [sys.executable, "examples/against_openspiel.py", *arguments, *SMALL]


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        env=environment(home),
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def games_in(file: Path) -> list[dict[str, Any]]:
    """What was kept of each game, without the seconds."""
    games = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    for game in games:
        for side in ("ours", "theirs"):
            del game[side]["seconds"]
    return games


@pytest.mark.parametrize("setting", [SHINOBI, ("seven-ronin",)], ids=lambda setting: setting[0])
def test_the_same_seed_gives_the_same_games_on_any_number_of_processes(
    tmp_path: Path, setting: tuple[str, ...]
) -> None:
    for jobs in ("1", "2"):
        ended = run(tmp_path, *setting, "--games", "2", "--jobs", jobs, "--out", str(tmp_path / jobs))
        assert ended.returncode == 0, ended.stderr
    assert games_in(tmp_path / "1") == games_in(tmp_path / "2")
    assert len(games_in(tmp_path / "1")) == json.loads(ended.stdout)["games"] == 2


@pytest.mark.parametrize(
    ("jobs", "stop"), [("1", signal.SIGINT), ("2", signal.SIGINT), ("2", signal.SIGTERM)]
)
def test_what_was_played_before_a_stop_is_kept_and_goes_on(
    tmp_path: Path, jobs: str, stop: signal.Signals
) -> None:
    file = tmp_path / "games.jsonl"
    kept = (*SHINOBI, "--jobs", jobs, "--out", str(file))
    with subprocess.Popen(
        command(*kept, "--games", "4000"),
        env=environment(tmp_path),
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        end = time.monotonic() + PATIENCE
        while not (file.exists() and file.read_bytes().count(b"\n") > 1):
            assert time.monotonic() < end
            time.sleep(0.02)
        process.send_signal(stop)
        told = json.loads(process.communicate(timeout=PATIENCE)[0])
    before = games_in(file)
    assert (process.returncode, told["games"]) == (130, len(before))
    again = run(tmp_path, *kept, "--games", "4000")
    assert again.returncode == 1
    assert "go on with --resume" in again.stderr
    whole = len(before) + 1
    ended = run(tmp_path, *kept, "--games", str(whole), "--resume")
    assert json.loads(ended.stdout)["games"] == whole, ended.stderr
    assert games_in(file)[:-1] == before


def test_a_file_with_other_games_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert run(tmp_path, *SHINOBI, "--games", "1", "--out", str(file)).returncode == 0
    kept = file.read_bytes()
    ended = run(tmp_path, *SHINOBI, "--games", "2", "--seed", "2", "--out", str(file), "--resume")
    assert ended.returncode == 1
    assert "holds other games" in ended.stderr
    assert file.read_bytes() == kept


def test_ours_thinks_by_processor_time_as_the_search_of_openspiel_does() -> None:
    """By the clock it would be short of time on a machine that does something else."""
    version = version_of(zashiki.game("shinobi"))
    meeting = against_openspiel.Meeting("shinobi", 3, "master", 0.2, None, None, 1, version)
    assert against_openspiel.budget_of(meeting) == Budget(0.2, processor=True)


def test_a_decision_has_one_core(tmp_path: Path) -> None:
    """NumPy would take one thread a core for matrices that gain nothing from it, and its time would count against ours."""
    asked = "import os, examples.against_openspiel; print(len(os.listdir('/proc/self/task')))"
    threads = subprocess.run(
        [sys.executable, "-c", asked],
        env=environment(tmp_path),
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert threads.stdout.strip() == "1"
