"""How events look, and where on the board they took place."""

from __future__ import annotations

from typing import Final

from zashiki.kernel.messages import Message
from zashiki.kernel.parts import EventLook

EVENTS: Final = {
    "hangs": EventLook(sign="lan-lantern", sound="place", spot="own"),
    "ready": EventLook(sound="place"),
    "calm": EventLook(sound="reveal", spot="sky", mark="reveal", staged=True),
    "gust": EventLook(sign="lan-wind", sound="wound", spot="sky", mark="loss", staged=True),
    "boast": EventLook(sign="lan-lantern", sound="victory"),
    "end": EventLook(told=False),
}


def place(message: Message) -> str:
    """The lantern of a player."""
    return f"lantern-{int(str(message.args['n'])) - 1}" if message.key == "lan.seat" else ""
