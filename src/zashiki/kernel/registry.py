"""Games are found by entry point (`zashiki.games`), so another package can bring one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import cast

from zashiki.kernel.contract import Game


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


def part(name: str, module: str) -> ModuleType:
    """A part of a game that its rules do not need: its "bot", its "terminal" drawing, its "page" drawing."""
    return import_module(f"{package(name)}.{module}")
