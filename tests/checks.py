"""Every check in one run, for `./zashiki test`: ruff, mypy, import-linter, bandit, the rules compiled, then pytest,
whose summary comes last.

A check that fails does not stop the others; the exit status tells.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
CHECKED: Final = ("src", "tests", "benchmarks", "training", "zashiki", "hatch_build.py")
BANDIT: Final = ["-m", "bandit", "--quiet", "--configfile", "pyproject.toml", "--recursive", "src"]
Checks = tuple[tuple[str, list[str]], ...]
CHECKS: Final[Checks] = (
    ("ruff check", ["-m", "ruff", "check"]),
    ("ruff format", ["-m", "ruff", "format", "--check"]),
    ("mypy", ["-m", "mypy", "--strict", *CHECKED]),
    ("import-linter", ["-c", "from importlinter.cli import lint_imports_command as run; run()"]),
    ("bandit", BANDIT),
)
COMPILED: Final = ("rules, compiled", ["-m", "tests.compiled"])
LONGEST_CHECK: Final = 900
LONGEST_INSTALLATION: Final = 600
CORES: Final = len(os.sched_getaffinity(0))
WORKERS: Final = 3 * CORES // 2
"""Processes that test: nearly half of the time of a test is waiting, for servers that start or for what is broken on purpose."""


def words(key: str, **figures: object) -> str:
    """A message of the start script, in the language it speaks."""
    messages = json.loads((ROOT / "requirements" / "messages.json").read_text(encoding="utf-8"))[key]
    locales = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = next((locale[:2] for locale in locales if locale), "en")
    return str(messages.get(language) or messages["en"]).format(**figures)


def tell(text: str, end: str = "\n") -> None:
    print(text, end=end, flush=True)


def captured(command: list[str], limit: int) -> tuple[int, str]:
    """The exit status and the output of a command; 1 and the reason if it can't be run or does not end."""
    try:
        ended = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT, check=False, timeout=limit
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return 1, str(error)
    return ended.returncode, ended.stdout.decode(errors="replace").strip()


def timed(command: list[str]) -> tuple[int, str, float]:
    """The exit status and the output of a check, and how many seconds it took."""
    began = time.monotonic()
    return *captured([sys.executable, *command], LONGEST_CHECK), time.monotonic() - began


def run_checks(checks: Checks) -> list[str]:
    """Runs every check but the tests, as many at once as there are cores, tells of them in their order, and gives the names of
    those that failed."""
    failed = []
    with ThreadPoolExecutor(CORES) as cores, ExitStack() as interrupted:
        interrupted.callback(cores.shutdown, wait=False, cancel_futures=True)
        running = [cores.submit(timed, command) for _, command in checks]
        for number, ((name, _), ended) in enumerate(zip(checks, running, strict=True), 1):
            tell(f"[{number}/{len(checks) + 1}] {name} ... ", end="")
            status, output, seconds = ended.result()
            verdict = output.splitlines()[-1].strip() if output else ""
            tell(words("step-failed" if status else "step-passed", seconds=f"{seconds:.1f}", verdict=verdict))
            if status:
                failed.append(name)
                tell(output)
    return failed


def install(*packages: str) -> str:
    """Installs packages with apt-get where that may be done; "", or why it could not be."""
    if shutil.which("apt-get") is None:
        return "no apt-get"
    apt = [] if os.geteuid() == 0 else ["sudo", "-n"]
    apt += ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120"]
    for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        status, output = captured([*apt, *command], LONGEST_INSTALLATION)
        if status:
            return (output.splitlines() or ["?"])[-1]
    return ""


def provide_chromium() -> None:
    """Installs Chromium where there is none."""
    if os.environ.get("ZASHIKI_CHROMIUM") or shutil.which("chromium"):
        return
    tell(words("installing-chromium"))
    reason = install("chromium", "fonts-noto-core")
    if reason:
        tell(words("no-chromium", reason=reason))


def provide_compiler() -> None:
    """Installs a C compiler and the headers of Python where they are missing."""
    include = Path(sysconfig.get_path("include")) / "Python.h"
    if any(map(shutil.which, ("cc", "gcc", "clang"))) and include.is_file():
        return
    tell(words("installing-compiler"))
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    reason = install("gcc", "libc6-dev", *([] if include.is_file() else [f"python{version}-dev"]))
    if reason:
        tell(words("no-compiler", reason=reason))


def main(arguments: list[str]) -> int:
    checks = CHECKS
    if not arguments and (ROOT / "tests" / "compiled.py").is_file():
        provide_compiler()
        checks = (*CHECKS, COMPILED)
    failed = run_checks(checks)
    if (ROOT / "tests" / "browser").is_dir():
        provide_chromium()
    if failed:
        tell(words("failed-so-far", steps=", ".join(failed)))
    tell(f"[{len(checks) + 1}/{len(checks) + 1}] pytest")
    interpreted = os.environ | {"ZASHIKI_COMPILED": "0"}
    status = subprocess.call(
        [sys.executable, "-m", "pytest", "-n", str(WORKERS), "--dist", "worksteal", *arguments],
        cwd=ROOT,
        env=interpreted,
    )
    return status or (1 if failed else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
