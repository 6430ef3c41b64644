"""The templates of this page, and the names that all of them use."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from zashiki.brush.templates import environment, template
from zashiki.games.shinobi.actions import SKIP
from zashiki.games.shinobi.cards import CLANS, KINDS, NINJA
from zashiki.games.shinobi.labels import order_label
from zashiki.games.shinobi.naming import seat_message
from zashiki.games.shinobi.page.orders import GROUPS, PHASES
from zashiki.kernel.parts import Speech

KEPT: Final = 4096
"""Drawings of one piece, such as the button of an order; a table in one language has a few hundred."""


def drawing(name: str) -> Callable[[Any, Speech], Markup]:
    """How a region is drawn: the template of this name."""
    return template(__package__, f"{name}.html")


@lru_cache(maxsize=KEPT)
def label(words: Speech, action: int, home: int | None) -> str:
    """An order in words."""
    return words(order_label(action, home))


def _kept(name: str, *macros: str) -> dict[str, Callable[..., Markup]]:
    """Macros whose drawings are kept by their arguments: pieces that many regions show again and again."""
    module = environment(__package__).get_template(name).module
    return {macro: lru_cache(maxsize=KEPT)(getattr(module, macro)) for macro in macros}


_NAMES: Final = environment(__package__).globals
_NAMES.update(clans=CLANS, groups=GROUPS, kinds=KINDS, ninja=NINJA, phases=PHASES, skip=SKIP)
_NAMES.update(label=label, seat_message=seat_message)
_NAMES.update(_kept("brush.html", "icon", "tick"))
_NAMES.update(_kept("cards.html", "back", "card", "stack"))
_NAMES.update(_kept("land.html", "land"))
_NAMES.update(_kept("spot.html", "spot", "why"))
