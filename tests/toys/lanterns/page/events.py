"""How events look, and where on the board they took place."""

from __future__ import annotations

from typing import Final

from zashiki.kernel.messages import Message
from zashiki.kernel.parts import EventLook

EVENTS: Final = {
    "hangs": EventLook(sign="lan-lantern", sound="hook", spot="own"),
    "ready": EventLook(sound="hook"),
    "calm": EventLook(sound="breeze", spot="sky"),
    "gust": EventLook(sign="lan-wind", sound="gust", spot="sky"),
    "boast": EventLook(sign="lan-lantern", sound="victory"),
    "end": EventLook(told=False),
}


def place(message: Message) -> str:
    """The lantern of a player."""
    return f"lantern-{int(str(message.args['n'])) - 1}" if message.key == "lan.seat" else ""
