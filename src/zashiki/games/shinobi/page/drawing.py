"""The templates of this page, and the names that all of them use."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from zashiki.brush.templates import environment, template
from zashiki.games.shinobi.actions import SKIP
from zashiki.games.shinobi.cards import CLANS, KINDS, NINJA
from zashiki.games.shinobi.labels import order_label
from zashiki.games.shinobi.naming import seat_message
from zashiki.games.shinobi.page.orders import GROUPS, PHASES
from zashiki.kernel.parts import Speech


def drawing(name: str) -> Callable[[Any, Speech], Markup]:
    """How a region is drawn: the template of this name."""
    return template(__package__, f"{name}.html")


@lru_cache(maxsize=4096)
def label(words: Speech, action: int, home: int | None) -> str:
    """An order in words. Kept: the same orders are offered again and again."""
    return words(order_label(action, home))


environment(__package__).globals.update(
    clans=CLANS, groups=GROUPS, kinds=KINDS, label=label, ninja=NINJA, phases=PHASES, seat_message=seat_message, skip=SKIP
)
