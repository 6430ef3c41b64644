"""The computer players of Shinobi, by level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zashiki.games.shinobi.bot.villager import choose, choose_hastily
from zashiki.kernel.bots import RANDOM, Level, Memoryless

__all__ = ["LEVELS", "choose"]

LEVELS: Final[Mapping[str, Level]] = {
    "random": RANDOM,
    "novice": Memoryless(choose_hastily),
    "villager": Memoryless(choose),
}
