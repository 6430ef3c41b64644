"""Shinobi: War of Clans, for 3 to 5 players with hidden clans."""

from zashiki.games.shinobi.game import GAME

__all__ = ["GAME"]
