"""Every check in one run, for `./zashiki test`: ruff, mypy, import-linter, bandit, then pytest, whose summary comes last.

A check that fails does not stop the others; the exit status tells.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
CHECKED: Final = ("src", "tests", "benchmarks", "zashiki")
BANDIT: Final = ["-m", "bandit", "--quiet", "--configfile", "pyproject.toml", "--recursive", "src"]
CHECKS: Final = (
    ("ruff check", ["-m", "ruff", "check"]),
    ("ruff format", ["-m", "ruff", "format", "--check"]),
    ("mypy", ["-m", "mypy", "--strict", *CHECKED]),
    ("import-linter", ["-c", "from importlinter.cli import lint_imports_command as run; run()"]),
    ("bandit", BANDIT),
)
LONGEST_CHECK: Final = 900
LONGEST_INSTALLATION: Final = 600


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


def run_checks() -> list[str]:
    """Runs every check but the tests, and gives the names of those that failed."""
    failed = []
    for number, (name, command) in enumerate(CHECKS, 1):
        tell(f"[{number}/{len(CHECKS) + 1}] {name} ... ", end="")
        began = time.monotonic()
        status, output = captured([sys.executable, *command], LONGEST_CHECK)
        verdict = output.splitlines()[-1].strip() if output else ""
        key = "step-failed" if status else "step-passed"
        tell(words(key, seconds=f"{time.monotonic() - began:.1f}", verdict=verdict))
        if status:
            failed.append(name)
            tell(output)
    return failed


def provide_chromium() -> None:
    """Installs Chromium with apt-get where there is none and that may be done."""
    if os.environ.get("ZASHIKI_CHROMIUM") or shutil.which("chromium"):
        return
    if shutil.which("apt-get") is None:
        tell(words("no-chromium", reason="no apt-get"))
        return
    tell(words("installing-chromium"))
    apt = [] if os.geteuid() == 0 else ["sudo", "-n"]
    apt += ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120"]
    install = ["install", "-y", "--no-install-recommends", "chromium", "fonts-noto-core"]
    for command in (["update"], install):
        status, output = captured([*apt, *command], LONGEST_INSTALLATION)
        if status:
            tell(words("no-chromium", reason=(output.splitlines() or ["?"])[-1]))
            return


def main(arguments: list[str]) -> int:
    failed = run_checks()
    if (ROOT / "tests" / "browser").is_dir():
        provide_chromium()
    if failed:
        tell(words("failed-so-far", steps=", ".join(failed)))
    tell(f"[{len(CHECKS) + 1}/{len(CHECKS) + 1}] pytest")
    status = subprocess.call([sys.executable, "-m", "pytest", "-n", "auto", *arguments], cwd=ROOT)
    return status or (1 if failed else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
