"""The page of Shinobi: its cover, its emblem and the whole play area, drawn from a view."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from zashiki.games.shinobi.page.cover import cover
from zashiki.games.shinobi.page.ending import reveal
from zashiki.games.shinobi.page.moves import Links, Moves
from zashiki.games.shinobi.page.panels import columns, hand, side, strip, totals
from zashiki.games.shinobi.page.provinces import order, province
from zashiki.games.shinobi.page.secrets import secrets
from zashiki.games.shinobi.view import ShinobiView
from zashiki.words import Words

__all__ = ["EMBLEM", "board", "cover", "secrets"]

EMBLEM: Final = "cr-oda"


def board(view: ShinobiView, words: Words, links: Links) -> Markup:
    """The play area of a view; `links` gives the address that explains a choice, None where nothing can be chosen."""
    moves = Moves(view, words, links)
    others = "".join(province(view, seat, words, moves) for seat in order(view))
    own = "" if view.seat is None else province(view, view.seat, words, moves)
    mat = reveal(view, words) if view.phase == "over" else hand(view, words, moves)
    drawn = (
        strip(view, words)
        + columns(words)
        + f'<div class="others of-{len(order(view))}">{others}</div>'
        + f'<div class="home-row">{own}{totals(view, words)}{mat}</div>'
        + side(view, words)
    )
    return Markup(f'<div class="play shi" id="play">{drawn}</div>')
