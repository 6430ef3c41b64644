"""Trainings as commands, so small that they take seconds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]
Net = dict[str, np.ndarray]


def trained(game: str, folder: Path, *options: str) -> Net:
    """The net that a run leaves in its folder."""
    command = [sys.executable, "-m", f"training.{game}", "--workers", "1", *options]
    subprocess.run(command, cwd=ROOT, check=True, timeout=200, capture_output=True)
    with np.load(folder / "net.npz") as stored:
        return {name: stored[name] for name in stored.files}


def same(one: Net, other: Net) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in one)


def told(folder: Path) -> list[dict[str, Any]]:
    """What is told of the iterations, but for the time they took."""
    progress = json.loads((folder / "progress.json").read_text(encoding="utf-8"))
    return [{**line, "seconds": 0} for line in progress["iterations"]]


def goes_on_as_if_it_had_not_stopped(game: str, folder: Path, *options: str) -> bool:
    """Whether one iteration and then another come to the same as two at once. The rate of learning has to stay, as it falls from
    the beginning of a run to its end."""
    whole, parts = folder / "whole", folder / "parts"
    never_stopped = trained(game, whole, *options, "--iterations", "2", "--out", str(whole))
    trained(game, parts, *options, "--iterations", "1", "--out", str(parts))
    gone_on = trained(game, parts, *options, "--iterations", "1", "--resume", str(parts))
    return told(parts) == told(whole) and same(gone_on, never_stopped)
