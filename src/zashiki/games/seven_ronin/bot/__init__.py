"""The computer players of 7 Ronin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zashiki.games.seven_ronin.bot.villager import Villager, choose
from zashiki.kernel.bots import RANDOM, Careless, Level

__all__ = ["LEVELS", "choose"]

MISTAKES: Final = 0.3
"""How often a novice puts a marker, or uses an area or an ability, without thinking."""

LEVELS: Final[Mapping[str, Level]] = {
    "random": RANDOM,
    "novice": Careless(Villager(), MISTAKES),
    "villager": Villager(),
}
