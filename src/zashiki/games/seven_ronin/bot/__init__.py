"""The computer players of 7 Ronin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zashiki.games.seven_ronin.bot.villager import Villager, choose
from zashiki.kernel.bots import RANDOM, Level

__all__ = ["LEVELS", "choose"]

LEVELS: Final[Mapping[str, Level]] = {"random": RANDOM, "villager": Villager()}
