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
