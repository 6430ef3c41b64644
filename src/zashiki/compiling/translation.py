"""From Python to C, by mypyc."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from .building import PLAN, RUNTIME
from .layout import LIBRARY, digest, sources


class TranslationFailed(Exception):
    """mypyc does not take the source."""


def missing() -> str:
    """What is needed to translate and is not here; "" if everything is."""
    return next((name for name in ("mypyc", "setuptools") if find_spec(name) is None), "")


def translate(package: str, root: Path, folder: Path) -> Path:
    """Writes the C of a rules package ("zashiki.games.shinobi.rules") under the root of its sources; the folder of it."""
    rules = root.joinpath(*package.split("."))
    written = folder / package
    shutil.rmtree(written, ignore_errors=True)
    written.mkdir(parents=True)
    made_from = digest(rules)
    modules = _run_mypyc(package, root, sources(rules), written)
    shutil.rmtree(written / "cache", ignore_errors=True)
    plan = {"package": package, "sources": made_from, "modules": modules}
    (written / PLAN).write_text(json.dumps(plan, indent=1) + "\n", encoding="utf-8")
    return written


def _run_mypyc(package: str, root: Path, files: list[Path], written: Path) -> dict[str, str]:
    """The C file of each module, in the folder."""
    import_module("setuptools")  # before mypyc, which takes the older distutils otherwise
    from mypyc.build import mypycify

    options = (
        "--config-file=",
        "--explicit-package-bases",
        "--follow-imports=silent",
        "--ignore-missing-imports",
    )
    before = os.environ.get("MYPYPATH")
    os.environ["MYPYPATH"] = str(root)
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            made = mypycify(
                [*options, f"--cache-dir={written / 'cache'}", *map(str, files)],
                target_dir=str(written),
                group_name=f"{package}.{LIBRARY}",
            )
    except SystemExit as error:
        raise TranslationFailed(f"{package}: {said.getvalue()} {error}") from error
    finally:
        os.environ.pop("MYPYPATH")
        if before is not None:
            os.environ["MYPYPATH"] = before
    return {one.name.rpartition(".")[2]: str(Path(one.sources[0]).relative_to(written)) for one in made}


def copy_runtime(folder: Path) -> None:
    """Puts mypyc's own C files beside what was written, so that the folder can be built elsewhere."""
    import mypyc

    inside = Path(mypyc.__file__).parent / "lib-rt"
    shutil.copytree(inside, folder / RUNTIME, dirs_exist_ok=True)
