"""The computer players of Shinobi, the weakest level first."""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.bot.manner import GLANCE, HIDING
from zashiki.games.shinobi.bot.searching import Searching, can_search
from zashiki.games.shinobi.bot.villager import choose, choose_hastily
from zashiki.kernel.bots import RANDOM, Level, Memoryless

__all__ = ["LEVELS", "choose"]


def _levels() -> dict[str, Level]:
    """Those that search are there where the net is, and numpy to evaluate it."""
    levels: dict[str, Level] = {
        "random": RANDOM,
        "novice": Memoryless(choose_hastily),
        "villager": Memoryless(choose),
    }
    if can_search():
        levels["warrior"] = Searching(GLANCE, seconds=0.2, most=0.2)
        levels["master"] = Searching(HIDING, seconds=2.0)
    return levels


LEVELS: Final = _levels()
