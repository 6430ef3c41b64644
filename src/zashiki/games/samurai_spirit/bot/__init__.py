"""The computer players, the weakest level first."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.bot.searching import ENOUGH, FURTHER, GLANCE, Searching, can_search
from zashiki.games.samurai_spirit.bot.villager import choose, choose_hastily
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
        levels["warrior"] = Searching(GLANCE, enough=ENOUGH, seconds=0.2, most=0.2)
        levels["master"] = Searching(GLANCE, FURTHER, seconds=2.0)
    return levels


LEVELS: Final = _levels()
