"""What one seat of Shinobi alone knows: the clan it serves and its hand."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.games.shinobi.page.drawing import drawing
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.parts import Region


class Secrets(msgspec.Struct, frozen=True):
    seat: int
    clan: int | None
    held: tuple[int, ...]


_draw: Final = drawing("secrets")


def secrets(view: ShinobiView) -> Region | None:
    """Drawn for a replay with all open; None before the deal."""
    if view.seat is None:
        return None
    clan, held = view.clans[view.seat], view.hand or ()
    if clan is None and not any(held):
        return None
    return Region(f"secrets-{view.seat}", _draw, Secrets(view.seat, clan, held), seat=view.seat)
