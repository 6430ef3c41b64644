"""How the net of 7 Ronin is trained: by iterations instead of the clock, a run can be repeated."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[3]
LITTLE = [
    "--games",
    "2",
    "--iterations",
    "2",
    "--guesses",
    "200",
    "--steps",
    "20",
    "--effort",
    "light",
    "--workers",
    "1",
]


def trained(folder: Path, seed: int) -> dict[str, np.ndarray]:
    command = [
        sys.executable,
        "-m",
        "training.seven_ronin",
        *LITTLE,
        "--seed",
        str(seed),
        "--out",
        str(folder),
    ]
    subprocess.run(command, cwd=ROOT, check=True, timeout=200, capture_output=True)
    with np.load(folder / "net.npz") as stored:
        return {name: stored[name] for name in stored.files}


def test_a_run_by_iterations_can_be_repeated(tmp_path: Path) -> None:
    first, again, other = (trained(tmp_path / str(number), seed) for number, seed in enumerate((4, 4, 5)))
    assert all(np.array_equal(first[name], again[name]) for name in first)
    assert any(not np.array_equal(first[name], other[name]) for name in first)


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
