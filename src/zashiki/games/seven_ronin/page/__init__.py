"""The page of the game: its cover, its emblem and the whole play area, drawn from a view."""

from __future__ import annotations

from zashiki.games.seven_ronin.page.cover import cover

__all__ = ["EMBLEM", "cover"]

EMBLEM = "ninja"
