"""Levels of computer players, and the making of a player for a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zashiki.kernel.bots import RANDOM, Bot, Level
from zashiki.kernel.contract import Game
from zashiki.kernel.parts import Bots
from zashiki.kernel.registry import has_part

USUAL: Final = "villager"
"""The level that is offered first."""
RENAMED: Final = {"sensible": "villager"}
"""What levels were called in earlier records, tables and commands."""


def levels(game: Game) -> Mapping[str, Level]:
    """The levels of a game by name, the weakest first; one that brings no bots has random ones."""
    return game.part(Bots).LEVELS if has_part(game, Bots) else {"random": RANDOM}


def offered(game: Game) -> list[str]:
    """The levels that people are offered, the weakest first. Players who choose at random are for tests and studies: they
    are offered only where there are no others."""
    known = levels(game)
    return [name for name, level in known.items() if level is not RANDOM] or list(known)


def usual_level(game: Game) -> str:
    """The level that plays where nobody chose one."""
    known = levels(game)
    return USUAL if USUAL in known else next(reversed(list(known)))


def level_name(name: str) -> str:
    """The name of a level as it is called now."""
    return RENAMED.get(name, name)


def playing_level(game: Game, name: str) -> str:
    """The level that plays for one of this name: the usual one where the game does not have it, as those that search are
    missing without their net."""
    name = level_name(name)
    return name if name in levels(game) else usual_level(game)


def seated(game: Game, level: str, seat: int, seed: int) -> Bot:
    """A new player for a seat; KeyError for a level that the game does not have."""
    return levels(game)[level_name(level)].seated(seat, seed)
