"""How many faults the tests of rules and kernel find: a sample of small changes to the code, made one by one by cosmic-ray.

    ./zashiki setup test mutation
    .venv/bin/python -m tests.mutation --sample 100 --seed 7 --minutes 60

The sample is the same for the same code, size and seed. It is made and tested in a copy of the tree; the tree is not touched.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_item import MutationSpec, TestOutcome

ROOT: Final = Path(__file__).parent.parent
LONGEST: Final = 300
"""Seconds that the tests of one area may take; a change that makes them take longer is found."""
NOT_RULES: Final = ("page", "bot", "terminal.py", "labels.py")
SLOW_TESTS: Final = ("page", "test_bot.py", "test_levels.py", "test_training.py", "test_terminal.py")


class Area(NamedTuple):
    """A part of the code and the tests that have to find its faults."""

    name: str
    code: str
    tests: str


AREAS: Final = (
    Area("kernel", "src/zashiki/kernel", "tests/kernel"),
    Area("seven-ronin", "src/zashiki/games/seven_ronin", "tests/games/seven_ronin"),
    Area("samurai-spirit", "src/zashiki/games/samurai_spirit", "tests/games/samurai_spirit"),
    Area("shinobi", "src/zashiki/games/shinobi", "tests/games/shinobi"),
)


def modules(area: Area) -> list[Path]:
    files = sorted(Path(area.code).rglob("*.py"))
    return [file for file in files if not set(file.relative_to(area.code).parts) & set(NOT_RULES)]


def unrun_parts(file: Path) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where the type annotations of a file begin and end: they are not run, so no test can find a fault in them."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        for written in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(written, ast.expr):
                end = (written.end_lineno or 0, written.end_col_offset or 0)
                yield (written.lineno, written.col_offset), end


def changes(area: Area) -> list[MutationSpec]:
    """Every change that cosmic-ray knows to make in the area, in a fixed order."""
    operators = [(name, get_operator(name)) for name in sorted(operator_names())]
    found = []
    for file in modules(area):
        skipped = list(unrun_parts(file))
        nodes = list(ast_nodes(get_ast_from_path(file)))
        for name, operator in operators:
            if operator.arguments():
                continue
            positions = (position for node in nodes for position in operator().mutation_positions(node))
            for occurrence, (start, end) in enumerate(positions):
                if not any(begin <= start < stop for begin, stop in skipped):
                    found.append(MutationSpec(file, name, occurrence, start, end))
    return found


def sample(size: int, seed: int) -> list[tuple[Area, MutationSpec]]:
    """As many changes as asked for, the areas in turn."""
    shuffled = []
    for area in AREAS:
        found = changes(area)
        print(f"{area.name}: {len(found)} changes", flush=True)
        Random(seed).shuffle(found)
        shuffled.append([(area, change) for change in found])
    return [pair for turn in zip(*shuffled, strict=False) for pair in turn][:size]


def test_command(area: Area) -> str:
    left_out = " ".join(f"--ignore={area.tests}/{name}" for name in SLOW_TESTS)
    return f"{sys.executable} -m pytest -x -q -p no:randomly -p no:cacheprovider {left_out} {area.tests}"


def run(chosen: list[tuple[Area, MutationSpec]], minutes: float) -> None:
    """Tests the changes one by one until the time is up, and prints what no test has found."""
    outcomes: Counter[tuple[str, bool]] = Counter()
    end = time.monotonic() + minutes * 60
    for number, (area, change) in enumerate(chosen, 1):
        if time.monotonic() > end:
            print(f"The time is up after {number - 1} of {len(chosen)} changes.")
            break
        result = mutate_and_test([change], test_command(area), LONGEST)
        found = result.test_outcome != TestOutcome.SURVIVED
        outcomes[area.name, found] += 1
        print(f"[{number}/{len(chosen)}] {area.name}: {'found' if found else 'NOT FOUND'}", flush=True)
        if not found:
            print(result.diff, flush=True)
    report(outcomes)


def report(outcomes: Counter[tuple[str, bool]]) -> None:
    for name in (*(area.name for area in AREAS), "all"):
        found, missed = (
            sum(n for (area, hit), n in outcomes.items() if hit == wanted and name in (area, "all"))
            for wanted in (True, False)
        )
        print(f"{name}: {found} of {found + missed} found")


def copy_tree(folder: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=60
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Measures how many faults the tests of rules and kernel find."
    )
    parser.add_argument("--sample", type=int, default=100, help="how many changes are tried")
    parser.add_argument("--seed", type=int, default=7, help="picks the sample")
    parser.add_argument("--minutes", type=float, default=60, help="no change is begun after this time")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        copy_tree(Path(folder))
        os.chdir(folder)
        os.environ["PYTHONPATH"] = f"{folder}/src"
        run(sample(given.sample, given.seed), given.minutes)
        os.chdir(ROOT)


if __name__ == "__main__":
    main()
