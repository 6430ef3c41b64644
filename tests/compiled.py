"""The rules suite once more with compiled rules, in a copy of the sources: `python -m tests.compiled [PYTEST'S ARGUMENTS]`.

Every rule, the conformance kit, the records of earlier versions and the kernel. Pages are left out: they do not run rules.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from zashiki.compiling import building, translation

ROOT: Final = Path(__file__).parent.parent
COPIED: Final = (
    "src",
    "tests",
    "benchmarks",
    "training",
    "docs",
    "requirements",
    "pyproject.toml",
    "zashiki",
    "hatch_build.py",
)
SUITE: Final = ("tests/games", "tests/testing", "tests/kernel", "tests/test_fixtures.py")
LEFT_OUT: Final = "tests/games/*/page"
QUICK: Final = "-O1"
"""The compiler need not take its time for a single run."""


def run(copy: Path, *command: str) -> int:
    """In the copy, whose sources come before the installed ones; rules that are not compiled are an error there."""
    own = {"PYTHONPATH": str(copy / "src"), "CFLAGS": QUICK, "PYTHONDONTWRITEBYTECODE": "1"}
    if command[0] == "pytest":
        own["ZASHIKI_COMPILED"] = "1"
    return subprocess.call([sys.executable, "-P", "-m", *command], cwd=copy, env=os.environ | own)


def main(arguments: list[str]) -> int:
    missing = building.missing() or translation.missing()
    if missing:
        print(f"skipped: {missing} is not installed")
        return 0
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("compiled", "__pycache__"))
            else:
                shutil.copy(source, copy / name)
        status = run(copy, "zashiki", "compile")
        return status or run(
            copy, "pytest", "-q", "-n", "auto", f"--ignore-glob={LEFT_OUT}", *SUITE, *arguments
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
