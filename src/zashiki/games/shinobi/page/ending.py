"""The end as a scene: on the mat, where the hand lay, the five clan cards are turned up and counted."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.games.shinobi.page.drawing import drawing
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.messages import Message
from zashiki.kernel.parts import Region


class ClanCard(msgspec.Struct, frozen=True):
    """A clan card that is turned up, and what counts for it."""

    clan: int
    total: int
    seat: int | None = None  # who served it
    own: bool = False
    won: bool = False
    at_home: int = 0
    largest: int | None = None  # its largest army, where that decided (SHI-E3)


class Reveal(msgspec.Struct, frozen=True):
    cards: tuple[ClanCard, ...]
    end: bytes  # who won and why, as an encoded message

    @property
    def told(self) -> Message | None:
        return msgspec.msgpack.decode(self.end, type=Message) if self.end else None


_draw: Final = drawing("reveal")


def reveal(view: ShinobiView) -> Region:
    """SHI-E2, SHI-E3: who served whom, what counted for it, and in a sentence who won and why.

    At a table the prompt says that sentence; a replay has no prompt.
    """
    served = [_served(view, clan, seat) for seat, clan in enumerate(view.clans) if clan is not None]
    unserved = [ClanCard(clan, view.totals[clan]) for clan in view.unserved]
    end = b"" if view.result is None else msgspec.msgpack.encode(view.result.end)
    return Region("reveal", _draw, Reveal((*served, *unserved), end))


def _served(view: ShinobiView, clan: int, seat: int) -> ClanCard:
    result = view.result
    decided = result is not None and result.end.rule == "SHI-E3"
    return ClanCard(
        clan,
        view.totals[clan],
        seat=seat,
        own=seat == view.seat,
        won=result is not None and seat in result.winners,
        at_home=view.provinces[seat][clan],
        largest=max(province[clan] for province in view.provinces) if decided else None,
    )
