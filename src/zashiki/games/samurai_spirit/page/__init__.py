"""The page of Samurai Spirit: its cover, its emblem and the whole play area, drawn from a view.

The play area is the village with its stacks and odds, and every samurai with portrait, line, left side and track.
"""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from zashiki.games.samurai_spirit.page.choices import Choices, Links
from zashiki.games.samurai_spirit.page.cover import cover
from zashiki.games.samurai_spirit.page.rounds import ending, evening, strip
from zashiki.games.samurai_spirit.page.samurai import boards
from zashiki.games.samurai_spirit.page.stacks import stacks
from zashiki.games.samurai_spirit.page.village import village
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.words import Words

__all__ = ["EMBLEM", "board", "cover"]

EMBLEM: Final = "farmi"


def board(view: SamuraiSpiritView, words: Words, links: Links) -> Markup:
    """The play area of a view; `links` gives the address that explains a choice, None where nothing can be chosen."""
    choices = Choices(view, words, links)
    table = (
        ending(view, words)
        + village(view, words)
        + stacks(view, words, choices)
        + evening(view, words)
        + boards(view, words, choices)
    )
    return Markup(
        f'<div class="play sam" id="play">{strip(view, words)}<div class="field"><div class="ground">{table}</div></div></div>'
    )
