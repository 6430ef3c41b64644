"""Where the compiled modules of a `rules/` folder lie, and which source they were made from."""

from __future__ import annotations

import json
import sysconfig
from hashlib import blake2b
from pathlib import Path
from typing import Final

FOLDER: Final = "compiled"
"""Beside the sources: `rules/compiled/`."""
LIBRARY: Final = "native"
"""The library that holds the code of all modules; each module only opens it."""
SUFFIX: Final[str] = sysconfig.get_config_var("EXT_SUFFIX")
"""Of modules that this Python can load; those for several Pythons may lie in one folder."""


def sources(rules: Path) -> list[Path]:
    """What is compiled. The package itself is not: it decides whether the compiled modules are used."""
    return [file for file in sorted(rules.glob("*.py")) if file.name != "__init__.py"]


def digest(rules: Path) -> str:
    """Changes with any of the sources."""
    content = blake2b(digest_size=16)
    for file in sources(rules):
        content.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return content.hexdigest()


def manifest(rules: Path) -> Path:
    """Says of which sources the compiled modules for this Python were made."""
    return rules / FOLDER / f"sources{SUFFIX}.json"


def write_manifest(rules: Path, made_from: str) -> None:
    manifest(rules).write_text(json.dumps({"sources": made_from}) + "\n", encoding="utf-8")


def made_from(rules: Path) -> str | None:
    """The digest of the sources that the compiled modules for this Python were made from; None: there are none."""
    try:
        return str(json.loads(manifest(rules).read_text(encoding="utf-8"))["sources"])
    except (OSError, ValueError, KeyError):
        return None


def built_files(rules: Path) -> list[Path]:
    """The compiled modules for this Python, with their manifest."""
    return sorted((rules / FOLDER).glob(f"*{SUFFIX}*"))


def remove(rules: Path) -> None:
    """Takes away what was compiled for this Python. The manifest goes first: without it the rest is not used."""
    manifest(rules).unlink(missing_ok=True)
    for file in built_files(rules):
        file.unlink()
    folder = rules / FOLDER
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
