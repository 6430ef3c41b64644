"""From C to modules, with a C compiler and the headers of Python; nothing else is needed.

`PYTHONPATH=src/zashiki python3 -m compiling FOLDER` does it on a machine that has a checkout and FOLDER, which
`./zashiki compile --c FOLDER` has written elsewhere, maybe for another version of Python.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from .layout import FOLDER, LIBRARY, SUFFIX, digest, remove, write_manifest

RUNTIME: Final = "runtime"
"""The folder of mypyc's own C files."""
PLAN: Final = "plan.json"
FLAGS: Final = ("-O3", "-fPIC", "-fwrapv", "-fno-semantic-interposition", "-DNDEBUG", "-w")
LONGEST: Final = 600


class BuildFailed(Exception):
    """The compiler can't be used, or it refuses the code."""


def compiler() -> list[str] | None:
    """The command that makes a module, as this Python was built, with the compiler that is here; None: there is none."""
    first, *rest = shlex.split(sysconfig.get_config_var("LDSHARED") or "cc -shared")
    named = shlex.split(os.environ.get("CC", ""))
    found = next(filter(None, map(shutil.which, (*named[:1], first, "cc", "gcc", "clang"))), None)
    return (
        None if found is None else [found, *named[1:], *(word for word in rest if not word.startswith("-O"))]
    )


def headers() -> Path | None:
    """The folder of Python's headers; None: they are not installed."""
    folder = Path(sysconfig.get_path("include"))
    return folder if (folder / "Python.h").is_file() else None


def missing() -> str:
    """What is needed to build and is not here; "" if everything is."""
    if compiler() is None:
        return "a C compiler"
    return "" if headers() else "the headers of Python"


def build(written: Path, rules: Path) -> None:
    """Makes the modules of one `rules/` folder from the C that was written for it; raises BuildFailed."""
    plan = json.loads((written / PLAN).read_text(encoding="utf-8"))
    if plan["sources"] != digest(rules):
        raise BuildFailed(f"{rules}: the source has changed since {written} was written")
    command, include = compiler(), headers()
    if command is None or include is None:
        raise BuildFailed(f"{missing()} is needed")
    remove(rules)
    target = rules / FOLDER
    target.mkdir(exist_ok=True)
    folders = (include, sysconfig.get_path("platinclude"), written.parent / RUNTIME, written)
    own = shlex.split(os.environ.get("CFLAGS", ""))
    command += [*FLAGS, *own, *(f"-I{folder}" for folder in folders)]
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        list(
            pool.map(
                lambda name: _make(command, written / plan["modules"][name], target / name), plan["modules"]
            )
        )
    write_manifest(rules, plan["sources"])


def _make(command: list[str], source: Path, module: Path) -> None:
    made = module.with_name(module.name + SUFFIX)
    ended = subprocess.run(
        [*command, str(source), "-o", str(made)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=LONGEST,
    )
    if ended.returncode:
        raise BuildFailed(f"{source}:\n{ended.stdout.decode(errors='replace')}")


def build_all(folder: Path, roots: list[Path]) -> list[str]:
    """Builds everything that was written to the folder, for the packages under these roots; the names of the packages."""
    packages = sorted(file.parent.name for file in folder.glob(f"*/{PLAN}"))
    for package in packages:
        places = [root.joinpath(*package.split(".")) for root in roots]
        build(folder / package, next((place for place in places if place.is_dir()), places[0]))
    return packages


__all__ = ["LIBRARY", "BuildFailed", "build", "build_all", "compiler", "headers", "missing"]
