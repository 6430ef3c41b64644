"""How the regions are drawn: the templates of this page, and the filters that they use beside the shared ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup, escape

from zashiki.brush.macros import add_filters, kept, macro
from zashiki.brush.templates import environment
from zashiki.games.shinobi.cards import CLANS
from zashiki.games.shinobi.labels import order_label, seat_message
from zashiki.games.shinobi.page.orders import Here, Question, Spot
from zashiki.games.shinobi.rules.actions import SKIP
from zashiki.kernel.parts import Speech

_LINKS: Final = "\x1a"
"""Where the address of the table belongs in what is drawn once for all tables."""
KEPT: Final = 1024
"""So many drawings of each piece are kept: cards, formations, strips of land."""


def drawing(name: str) -> Callable[[Any, Speech], Markup]:
    """How a region is drawn: the macro `draw` of this template."""
    return macro(__package__, f"{name}.html")


def _piece(name: str, template: str) -> Callable[..., Markup]:
    """A piece that many regions show again and again: drawn once for the same arguments."""

    @lru_cache(maxsize=KEPT)
    def draw(*arguments: str | int) -> Markup:
        drawn: Markup = getattr(environment(__package__).get_template(template).module, name)(*arguments)
        return drawn

    return draw


_draw_spot: Final = kept(__package__, "spot.html")
_draw_question: Final = kept(__package__, "question.html")


def _orders(here: Here, words: Speech) -> Markup:
    """The orders that are given at a place: first what might be tried in vain, then what can be done."""
    asked = [_draw_question(Question(action, here.home), words) for action in here.whys]
    if here.idle is not None:
        asked.append(_draw_question(Question(here.idle, here.home, idle=True), words))
    offered = [_draw_spot(Spot(action, here.home), words) for action in here.spots]
    return Markup("".join(asked).replace(_LINKS, escape(here.links)) + "".join(offered))


def _label(action: int, words: Speech, home: int | None, reader: int | None = None) -> str:
    """An order in words, read by the seat whose home that is, or by another who sits at the table."""
    return words(order_label(action, home, reader))


def _player(seat: int, words: Speech) -> str:
    return words(seat_message(seat))


def _turn_of(seat: int, words: Speech) -> str:
    return words.say("shi.page.turn-of", seat=seat_message(seat))


add_filters(
    __package__,
    card=_piece("card", "cards.html"),
    formation=_piece("formation", "cards.html"),
    ground=_piece("ground", "land.html"),
    icon=_piece("icon", "brush.html"),
    label=_label,
    land=_piece("land", "land.html"),
    orders=_orders,
    player=_player,
    turn_of=_turn_of,
)
environment(__package__).globals.update(clans=CLANS, links=Markup(_LINKS), skip=SKIP)
