"""Whether rules run compiled or interpreted. Each `rules/__init__.py` asks here when it is imported."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from .layout import FOLDER, digest, made_from

SWITCH: Final = "ZASHIKI_COMPILED"
"""The environment variable that switches compiled rules off when it is 0."""

COMPILED: Final = "compiled"
NOT_COMPILED: Final = "interpreted"
SWITCHED_OFF: Final = "switched-off"
OUT_OF_DATE: Final = "out-of-date"
"""How rules run: compiled, or interpreted for one of three reasons."""

_found: Final[dict[str, str]] = {}


def rules_path(package: str, path: Iterable[str]) -> list[str]:
    """The places to look for the modules of a rules package: the compiled ones first if they fit the sources."""
    folders = list(path)
    rules = Path(folders[0])
    _found[package] = how(rules)
    if _found[package] == OUT_OF_DATE:
        warnings.warn(
            f"{package}: the source has changed since it was compiled, so it is interpreted; "
            "compile again (./zashiki compile) or remove it (./zashiki compile --remove)",
            RuntimeWarning,
            stacklevel=2,
        )
    return [str(rules / FOLDER), *folders] if _found[package] == COMPILED else folders


def how(rules: Path) -> str:
    """How the rules in this folder would run if they were imported now."""
    made = made_from(rules)
    if made is None:
        return NOT_COMPILED
    if os.environ.get(SWITCH) == "0":
        return SWITCHED_OFF
    return COMPILED if made == digest(rules) else OUT_OF_DATE


def running(package: str) -> str:
    """How the rules of a game's package run in this process; how they would, if it has not been imported yet."""
    if f"{package}.rules" in _found:
        return _found[f"{package}.rules"]
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        return NOT_COMPILED
    return how(Path(found.submodule_search_locations[0]) / "rules")
