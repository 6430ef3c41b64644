"""How the net of 7 Ronin is trained: by iterations instead of the clock, a run can be repeated, and stopped and gone on with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.games.trained import goes_on_as_if_it_had_not_stopped, same, trained

ROOT = Path(__file__).parents[3]
LITTLE = ("--games", "2", "--guesses", "200", "--steps", "20", "--effort", "light")


def test_a_run_by_iterations_can_be_repeated(tmp_path: Path) -> None:
    first, again, other = (
        trained("seven_ronin", folder, *LITTLE, "--iterations", "2", "--seed", seed, "--out", str(folder))
        for folder, seed in ((tmp_path / "first", "4"), (tmp_path / "again", "4"), (tmp_path / "other", "5"))
    )
    assert same(first, again)
    assert not same(first, other)


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    assert goes_on_as_if_it_had_not_stopped("seven_ronin", tmp_path, *LITTLE, "--rate", "1e-3", "1e-3")


def test_what_a_master_wins_can_stand_beside_what_a_seer_wins() -> None:
    """Both of the same setting, and the same again from the same seed."""
    command = [sys.executable, "-m", "training.seven_ronin.limits", "--games", "1", "--seed", "3"]
    command += ["--lines", "master-villagers"]
    told = [
        subprocess.run(command, cwd=ROOT, check=True, timeout=200, capture_output=True, text=True).stdout
        for _ in range(2)
    ]
    assert told[0].startswith("a master against villagers wins ")
    assert told[0] == told[1]
