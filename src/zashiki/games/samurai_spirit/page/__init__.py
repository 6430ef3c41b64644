"""The page of Samurai Spirit: its cover, its emblem and the whole play area, drawn from a view.

The play area is the village with its stacks and odds, and every samurai with portrait, line, left side and track. Nothing
at this table is secret, so no region belongs to a seat.
"""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.templates import template
from zashiki.games.samurai_spirit.page import samurai
from zashiki.games.samurai_spirit.page.choices import Choices
from zashiki.games.samurai_spirit.page.cover import cover
from zashiki.games.samurai_spirit.page.ending import ending, finale
from zashiki.games.samurai_spirit.page.evening import evening
from zashiki.games.samurai_spirit.page.events import EVENTS, place
from zashiki.games.samurai_spirit.page.keys import keys
from zashiki.games.samurai_spirit.page.odds import next_raider
from zashiki.games.samurai_spirit.page.stacks import stacks
from zashiki.games.samurai_spirit.page.strip import strip
from zashiki.games.samurai_spirit.page.village import village
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.parts import Region

__all__ = ["EMBLEM", "EVENTS", "STYLES", "board", "cover", "finale", "keys", "on_board", "place", "secrets"]

EMBLEM: Final = "farmi"
STYLES: Final = (
    "tokens.css",
    "layout.css",
    "stacks.css",
    "pieces.css",
    "boards.css",
    "samurai.css",
    "line.css",
    "rounds.css",
    "wide.css",
    "middle.css",
    "narrow.css",
    "around.css",
    "fit.css",
)
_PLAY: Final = template(__package__, "play.html")


class Play(msgspec.Struct, frozen=True):
    """Which regions there are."""

    samurai: tuple[str, ...]
    evening: bool
    ending: bool


def board(view: SamuraiSpiritView, links: str) -> Region:
    choices, odds = Choices(view, links), next_raider(view.odds)
    last_page, round_end = ending(view), evening(view)
    boards = [samurai.board(view, one, choices, odds) for one in view.samurai]
    shown = (strip(view), last_page, village(view), stacks(view, choices, odds), round_end, *boards)
    inputs = Play(tuple([one.name for one in view.samurai]), round_end is not None, last_page is not None)
    return Region("play", _PLAY, inputs, inner=tuple([one for one in shown if one is not None]))


def on_board(view: SamuraiSpiritView) -> frozenset[int]:
    """Everything that can be chosen has its place on the board."""
    return frozenset(view.legal)


def secrets(_view: SamuraiSpiritView) -> Region | None:
    """Every seat sees all there is."""
    return None
