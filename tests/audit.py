"""`./zashiki audit`: bandit over the source, then pip-audit over everything that is locked. The second needs the network."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

from tests.checks import BANDIT, ROOT, tell

LONGEST: Final = 900
LOCKED: Final = ("run", "test", "audit", "openspiel", "mutation")


def commands() -> list[list[str]]:
    audit = ["-m", "pip_audit", "--strict", "--disable-pip", "--no-deps"]
    return [BANDIT, *([*audit, "--requirement", f"requirements/{name}.txt"] for name in LOCKED)]


def main(arguments: list[str]) -> int:
    """The arguments go to every run of pip-audit; the exit status is 1 if anything was found."""
    failed = 0
    for command in commands():
        more = [] if command is BANDIT else arguments
        tell(" ".join(command[1:]))
        ended = subprocess.run([sys.executable, *command, *more], cwd=ROOT, check=False, timeout=LONGEST)
        failed |= ended.returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
