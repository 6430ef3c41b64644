"""What one seat of Shinobi alone knows: the clan it serves and its hand."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.games.shinobi.cards import CLANS, KINDS
from zashiki.games.shinobi.page.drawing import drawing
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.parts import Region


class Secrets(msgspec.Struct, frozen=True, cache_hash=True):
    seat: int
    clan: str  # "" before it is dealt
    held: tuple[str, ...]  # the kind of each card


_draw: Final = drawing("secrets")


def secrets(view: ShinobiView) -> Region | None:
    """Drawn for a replay with all open; None before the deal."""
    if view.seat is None:
        return None
    clan = view.clans[view.seat]
    held = tuple(KINDS[kind] for kind, count in enumerate(view.hand or ()) for _ in range(count))
    if clan is None and not held:
        return None
    inputs = Secrets(view.seat, "" if clan is None else CLANS[clan], held)
    return Region(f"secrets-{view.seat}", _draw, inputs, seat=view.seat)
