"""The end as a scene: on the mat, where the hand lay, the five clan cards are turned up and counted."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.phrases import Phrase
from zashiki.games.shinobi.cards import CLANS
from zashiki.games.shinobi.page.drawing import drawing
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.parts import Region


class ClanCard(msgspec.Struct, frozen=True, cache_hash=True):
    """A clan card that is turned up, and what counts for it."""

    clan: str
    total: int
    seat: int | None = None  # who served it
    own: bool = False
    won: bool = False
    at_home: int = 0
    largest: int | None = None  # its largest army, where that decided (SHI-E3)


class Reveal(msgspec.Struct, frozen=True, cache_hash=True):
    cards: tuple[ClanCard, ...]
    told: Phrase | None  # who won and why


_draw: Final = drawing("reveal")


def reveal(view: ShinobiView) -> Region:
    """SHI-E2, SHI-E3: who served whom, what counted for it, and in a sentence who won and why.

    At a table the prompt says that sentence; a replay has no prompt.
    """
    served = [_served(view, clan, seat) for seat, clan in enumerate(view.clans) if clan is not None]
    unserved = [ClanCard(CLANS[clan], view.totals[clan]) for clan in view.unserved]
    told = None if view.result is None else Phrase(view.result.end)
    return Region("reveal", _draw, Reveal((*served, *unserved), told))


def _served(view: ShinobiView, clan: int, seat: int) -> ClanCard:
    result = view.result
    decided = result is not None and result.end.rule == "SHI-E3"
    return ClanCard(
        CLANS[clan],
        view.totals[clan],
        seat=seat,
        own=seat == view.seat,
        won=result is not None and seat in result.winners,
        at_home=view.provinces[seat][clan],
        largest=max(province[clan] for province in view.provinces) if decided else None,
    )
