"""Samurai Spirit: one to seven samurai defend a village against three waves of Raiders."""

from zashiki.games.samurai_spirit.game import GAME

__all__ = ["GAME"]
