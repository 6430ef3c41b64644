"""The page of 7 Ronin: its cover, its emblem and the whole play area, drawn from a view."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from zashiki.games.seven_ronin.page.cover import cover
from zashiki.games.seven_ronin.page.ending import ending
from zashiki.games.seven_ronin.page.moves import Links, Moves
from zashiki.games.seven_ronin.page.panels import areas, left, right, strip
from zashiki.games.seven_ronin.page.secrets import secrets
from zashiki.games.seven_ronin.page.village import village
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.words import Words

__all__ = ["EMBLEM", "board", "cover", "secrets"]

EMBLEM: Final = "ninja"


def board(view: RoninGameView, words: Words, links: Links) -> Markup:
    """The play area of a view; `links` gives the address that explains a choice, None where nothing can be chosen."""
    moves = Moves(view, words, links)
    drawn = (
        strip(view, words)
        + ending(view, words)
        + left(view, words)
        + areas(view, words, moves)
        + village(view, words, moves)
        + right(view, words, moves)
    )
    return Markup(f'<div class="play ron" id="play">{drawn}</div>')
