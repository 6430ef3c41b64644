"""The page of 7 Ronin: its cover, its emblem, its events and the regions of its board, drawn from a view."""

from __future__ import annotations

from typing import Final

from zashiki.games.seven_ronin.page.board import board
from zashiki.games.seven_ronin.page.cover import cover
from zashiki.games.seven_ronin.page.events import EVENTS, place
from zashiki.games.seven_ronin.page.finale import finale
from zashiki.games.seven_ronin.page.keys import keys
from zashiki.games.seven_ronin.page.moves import located
from zashiki.games.seven_ronin.page.secrets import secrets
from zashiki.games.seven_ronin.view import RoninGameView

__all__ = ["EMBLEM", "EVENTS", "STYLES", "board", "cover", "finale", "keys", "on_board", "place", "secrets"]

EMBLEM: Final = "ninja"
STYLES: Final = (
    "tokens.css",
    "layout.css",
    "village.css",
    "choices.css",
    "pieces.css",
    "motion.css",
    "lanterns.css",
    "panels.css",
    "medium.css",
    "narrow.css",
)


def on_board(view: RoninGameView) -> frozenset[int]:
    """The legal actions of the view that can be chosen on the board itself."""
    return frozenset(move.action for move in located(view.legal))
