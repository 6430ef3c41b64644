"""The faces of the seats: a bot has the face of its level, a person that of the place, a free seat a cushion.

A board draws `<use href="#face-2">` for the seat 2; the page says whose face that is, so that boards know no people.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from markupsafe import Markup

from zashiki.store.contract import BOT, OPEN
from zashiki.tables.live_table import LiveTable
from zashiki.web.drawing.art import every_drawing

GUESTS: Final = 7
FREE: Final = "guest-free"
_ALIAS: Final = Markup(
    '<symbol id="face-{}" viewBox="0 0 44 44"><use href="#{}" width="44" height="44"/></symbol>'
)


def face(seat: int, kind: str, level: str) -> str:
    """The drawing of who sits there."""
    if kind == BOT:
        return f"level-{level}" if f"level-{level}" in every_drawing() else "level-random"
    return FREE if kind == OPEN else guest(seat)


def guest(seat: int) -> str:
    """The face of a person in this place."""
    return f"guest-{seat % GUESTS + 1}"


@cache
def alias(seat: int, drawing: str) -> Markup:
    """What a board's `#face-N` is on this page."""
    return _ALIAS.format(seat, drawing)


def aliases_at(live: LiveTable) -> Markup:
    """The faces of all seats of a table, for a page that has no list of them."""
    return _hidden(alias(one.seat, face(one.seat, one.kind, one.level)) for one in live.seats)


def aliases_of_guests() -> Markup:
    """Faces for a game that nobody plays, such as a lesson."""
    return _hidden(alias(seat, guest(seat)) for seat in range(GUESTS))


def _hidden(symbols: Iterable[Markup]) -> Markup:
    drawn = Markup("").join(symbols)
    return Markup('<svg class="sprite" width="0" height="0" aria-hidden="true">{}</svg>').format(drawn)
