"""The suite itself: tests do not depend on their order or on who started them, and a hang ends as a failure."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
PATIENCE = 240
BROWSER_FIRST = """
import asyncio
from tests.browser.conftest import browser
from tests.conftest import no_running_loop

def test_in_the_browser(browser):
    browser.new_page().close()

def test_with_a_loop_of_its_own():
    asyncio.run(asyncio.sleep(0))

def test_in_the_browser_again(browser):
    browser.new_page().close()
"""
INTERRUPTS = """
import signal, subprocess, sys
import tests.conftest

def test_a_process_is_interrupted():
    process = subprocess.Popen([sys.executable, "-c", "import time; print(flush=True); time.sleep(100)"], stdout=-1)
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(20) != 0
"""
HANGS = """
import subprocess

def wait_for_ever():
    subprocess.run(["sleep", "1000"])

def test_hangs():
    wait_for_ever()

def test_comes_after():
    pass
"""


def test_runs_of_mutations_name_folders_and_tests_that_exist() -> None:
    """The library that makes them need not be installed."""
    tree = ast.parse((REPOSITORY / "tests" / "mutation.py").read_text(encoding="utf-8"))
    named = {
        node.target.id: node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value
    }
    areas = [
        ast.literal_eval(ast.List(area.args))
        for area in ast.walk(named["AREAS"])
        if isinstance(area, ast.Call)
    ]
    assert len(areas) == 4
    for _, code, tests in areas:
        assert (REPOSITORY / code).is_dir(), code
        assert (REPOSITORY / tests).is_dir(), tests
    for place, names in ((1, "NOT_RULES"), (2, "SLOW_TESTS")):
        for name in ast.literal_eval(named[names]):
            assert any((REPOSITORY / area[place] / name).exists() for area in areas), name


def run_tests(
    folder: Path, tests: str, *arguments: str, prepare: Callable[[], object] | None = None
) -> subprocess.CompletedProcess[str]:
    """A run of pytest with the settings of the suite in a process of its own."""
    file = folder / "test_written.py"
    file.write_text(tests, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    settings = ("-c", str(REPOSITORY / "pyproject.toml"), "--rootdir", str(folder), "-p", "no:cacheprovider")
    return subprocess.run(
        [sys.executable, "-m", "pytest", *settings, *arguments, str(file)],
        env=environment,
        cwd=REPOSITORY,
        preexec_fn=prepare,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_test_that_runs_a_loop_may_come_after_one_in_the_browser(tmp_path: Path) -> None:
    ended = run_tests(tmp_path, BROWSER_FIRST, "-p", "no:randomly")
    assert "3 passed" in ended.stdout, ended.stdout


def test_tests_pass_in_the_background_of_a_shell(tmp_path: Path) -> None:
    """A shell without job control starts its background with Ctrl-C ignored."""
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    ended = run_tests(tmp_path, INTERRUPTS, prepare=ignore)
    assert "1 passed" in ended.stdout, ended.stdout


def test_a_hang_ends_as_a_failure_with_its_stack(tmp_path: Path) -> None:
    ended = run_tests(tmp_path, HANGS, "--timeout=2")
    assert "1 failed, 1 passed" in ended.stdout, ended.stdout
    assert "Timeout" in ended.stdout
    assert "wait_for_ever()" in ended.stdout


def test_the_order_is_random_and_its_seed_is_told(tmp_path: Path) -> None:
    tests = "".join(f"def test_{number}():\n    pass\n" for number in range(8))
    first, again, other = (
        run_tests(tmp_path, tests, "-v", f"--randomly-seed={seed}").stdout for seed in (7, 7, 8)
    )
    assert "--randomly-seed=7" in first
    assert len(order_of(first)) == 8
    assert order_of(first) == order_of(again) != order_of(other)


def test_the_source_distribution_holds_what_its_tests_need(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, timeout=PATIENCE)
    (archive,) = tmp_path.iterdir()
    with tarfile.open(archive) as packed:
        held = {name.partition("/")[2] for name in packed.getnames()}
    needed = {
        str(file.relative_to(REPOSITORY))
        for test in (REPOSITORY / "tests").rglob("*.py")
        for file in imported_files(test)
    }
    assert {"benchmarks/levels.py", "examples/curves.py", "training/shinobi/guesser.py"} <= needed
    assert needed | {".dockerignore"} <= held


def imported_files(test: Path) -> Iterator[Path]:
    """The files of this checkout that a test imports."""
    for line in ast.walk(ast.parse(test.read_bytes())):
        if isinstance(line, ast.ImportFrom) and line.module and not line.level:
            names = [line.module, *(f"{line.module}.{alias.name}" for alias in line.names)]
        else:
            names = [alias.name for alias in line.names] if isinstance(line, ast.Import) else []
        files = (REPOSITORY.joinpath(*name.split(".")).with_suffix(".py") for name in names)
        yield from filter(Path.is_file, files)


def order_of(output: str) -> list[str]:
    return [line.split()[0] for line in output.splitlines() if " PASSED" in line]
