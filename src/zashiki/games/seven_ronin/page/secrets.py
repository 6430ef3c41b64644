"""What one side of 7 Ronin alone knows: its plan of this round, until it is revealed (RON-P10)."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.macros import macro
from zashiki.games.seven_ronin.rules.pieces import PLACES, RONIN
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.parts import Region


class Put(msgspec.Struct, frozen=True, cache_hash=True):
    """A piece or a group of pieces of the plan, by the place it is put on."""

    place: str
    ninja: int = 0
    ronin: str = ""


class Plan(msgspec.Struct, frozen=True, cache_hash=True):
    name: str
    pieces: tuple[Put, ...]


_SECRETS: Final = macro(__package__, "secrets.html")


def secrets(view: RoninGameView) -> Region | None:
    """Drawn for a replay with all open; None outside of planning and before anything is put."""
    pieces = _planned(view)
    if not pieces:
        return None
    name = f"secrets-{view.seat}"
    return Region(name, _SECRETS, Plan(name, pieces), view.seat)


def _planned(view: RoninGameView) -> tuple[Put, ...]:
    if view.attack is not None:
        return tuple(
            Put(PLACES[place], ninja=number) for place, number in enumerate(view.attack.ninja) if number
        )
    if view.defence is not None:
        return tuple(
            Put(PLACES[place], ronin=RONIN[ronin])
            for ronin, place in enumerate(view.defence.ronin)
            if place is not None
        )
    return ()
