"""The benchmarks as `./zashiki bench` runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.terminal.desk import run

REPOSITORY = Path(__file__).parent.parent.parent
PATIENCE = 240.0
PROGRAM = [sys.executable, "-P", "-m", "benchmarks"]


def measure(
    home: Path, *arguments: str, program: list[str] = PROGRAM, path: str = os.environ["PATH"]
) -> subprocess.CompletedProcess[str]:
    return run(home, *arguments, program=program, patience=PATIENCE, PYTHONPATH=str(REPOSITORY), PATH=path)


def measure_without(home: Path, package: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The benchmarks where a package is not installed."""
    start = f"import sys; sys.modules[{package!r}] = None; from benchmarks.__main__ import main; main()"
    return measure(home, *arguments, program=[sys.executable, "-P", "-c", start])
