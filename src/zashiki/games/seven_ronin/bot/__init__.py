"""The computer players of 7 Ronin, the weakest level first."""

from __future__ import annotations

from typing import Final

from zashiki.games.seven_ronin.bot.searching import LONG, SHORT, Searching, can_search
from zashiki.games.seven_ronin.bot.villager import Villager, choose
from zashiki.kernel.bots import RANDOM, Careless, Level

__all__ = ["LEVELS", "choose"]

MISTAKES: Final = 0.4
"""How often a novice puts a marker, or uses an area or an ability, without thinking."""


def _levels() -> dict[str, Level]:
    """Those that search are there where the net is, and numpy to evaluate it."""
    levels: dict[str, Level] = {
        "random": RANDOM,
        "novice": Careless(Villager(), MISTAKES),
        "villager": Villager(),
    }
    if can_search():
        levels["warrior"] = Searching(SHORT, seconds=0.2, most=0.2)
        levels["master"] = Searching(LONG, seconds=2.0)
    return levels


LEVELS: Final = _levels()
