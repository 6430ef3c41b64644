"""The page of Shinobi: its cover, its emblem and the whole play area, drawn from a view."""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.page.board import board
from zashiki.games.shinobi.page.cover import cover
from zashiki.games.shinobi.page.ending import finale
from zashiki.games.shinobi.page.events import EVENTS, place
from zashiki.games.shinobi.page.keys import keys
from zashiki.games.shinobi.page.orders import on_board
from zashiki.games.shinobi.page.secrets import secrets

__all__ = ["EMBLEM", "EVENTS", "STYLES", "board", "cover", "finale", "keys", "on_board", "place", "secrets"]

EMBLEM: Final = "cr-oda"
STYLES: Final = (
    "tokens.css",
    "layout.css",
    "provinces.css",
    "orders.css",
    "hand.css",
    "ending.css",
    "panels.css",
    "narrow.css",
    "phone.css",
    "fit.css",
)
