"""What games were played by: so that those of other rules, or of players who have changed since, are not added up with them."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from zashiki import __version__
from zashiki.kernel.contract import Game
from zashiki.kernel.registry import package

PARTS: Final = ("bot", "imagine.py", "rules", "view.py")
"""Of a game's package: what the choices of its players hang on."""
KINDS: Final = (".npz", ".py", ".toml")


class Version(msgspec.Struct, frozen=True):
    """Of the program, of the rules, and of the code and nets that choose."""

    program: str
    rules: str
    players: str


def version_of(game: Game) -> Version:
    return Version(__version__, game.rules, _digest(Path(str(files(package(game.id))))))


def _digest(folder: Path) -> str:
    """Changes with any file that the game's players are made of."""
    content = blake2b(digest_size=16)
    for root in (*(folder / part for part in PARTS), Path(str(files("zashiki.search")))):
        for file in _sources(root):
            name = file.relative_to(root.parent).as_posix()
            content.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return content.hexdigest()


def _sources(root: Path) -> Iterator[Path]:
    if root.is_file():
        yield root
    yield from sorted(file for file in root.rglob("*") if file.suffix in KINDS)
