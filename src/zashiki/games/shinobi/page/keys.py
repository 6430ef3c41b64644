"""The keys of the orders: a clan has its letter and a province its number all game long."""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.rules.actions import ARMIES, ATTACK, MOVE, NINJA_ON, PLACE, PROVINCES, SKIP
from zashiki.games.shinobi.rules.cards import CLAN_COUNT

CLAN_KEYS: Final = "hstmo"
NINJA_KEY: Final = "n"
SKIP_KEY: Final = "e"


def _army(army: int) -> str:
    return f"{army // CLAN_COUNT + 1}{CLAN_KEYS[army % CLAN_COUNT]}"


def keys(action: int) -> str:
    """What is typed for an order: the card or the army, and then where it goes."""
    if action < NINJA_ON:
        province, clan = divmod(action - PLACE, CLAN_COUNT)
        return f"{CLAN_KEYS[clan]}{province + 1}"
    if action < MOVE:
        return NINJA_KEY + _army(action - NINJA_ON)
    if action < ATTACK:
        army, province = divmod(action - MOVE, PROVINCES)
        return f"{_army(army)}{province + 1}"
    if action < SKIP:
        clan, army = divmod(action - ATTACK, ARMIES)
        return CLAN_KEYS[clan] + _army(army)
    return SKIP_KEY if action == SKIP else ""
