"""Games are found by entry point (`zashiki.games`), so another package can bring one."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from zashiki.compiling.loading import running
from zashiki.kernel.contract import Game
from zashiki.kernel.parts import MissingPart, PartKind


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="zashiki.games")}


def names() -> tuple[str, ...]:
    """The names of all games that are installed, as they were registered."""
    return tuple(_entries())


@cache
def game(name: str) -> Game:
    """The game of that name; KeyError if it is not installed."""
    return cast(Game, _entries()[name].load())


def package(name: str) -> str:
    """The dotted folder of a game."""
    return _entries()[name].module


def compiled() -> dict[str, str]:
    """How the rules of each game run: "compiled", or interpreted: "interpreted" (never compiled), "switched-off"
    (ZASHIKI_COMPILED=0) or "out-of-date" (the source has changed since)."""
    return {name: running(package(name)) for name in names()}


def has_part(game: Game, kind: type[PartKind]) -> bool:
    """Whether the game brings this part; one that brings it in pieces raises MissingPart all the same."""
    try:
        game.part(kind)
    except MissingPart as missing:
        if missing.broken:
            raise
        return False
    return True
