"""The page of Samurai Spirit: its cover, its emblem and the whole play area, drawn from a view.

The play area is the village with its stacks and odds, and every samurai with portrait, line, left side and track.
"""

from __future__ import annotations

from zashiki.games.samurai_spirit.page.cover import cover

__all__ = ["EMBLEM", "cover"]

EMBLEM = "farmi"
