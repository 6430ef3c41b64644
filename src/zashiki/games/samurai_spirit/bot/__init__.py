"""The computer players, the weakest level first."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.bot.villager import choose
from zashiki.kernel.bots import RANDOM, Level, Memoryless

__all__ = ["LEVELS", "choose"]

LEVELS: Final[dict[str, Level]] = {"random": RANDOM, "villager": Memoryless(choose)}
