"""What an event looks and sounds like, and where on the page it took place."""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.cards import CLANS
from zashiki.kernel.messages import Message
from zashiki.kernel.parts import EventLook

EVENTS: Final = {
    "attacked": EventLook(sign="blades", sound="wound"),
    "clan": EventLook(sign="lock", sound="card"),
    "clan-hidden": EventLook(sign="lock", sound="card", told=False),
    "deck-ran-out": EventLook(sign="bd-castle", sound="reveal"),
    "deployed": EventLook(sign="bd-passage", sound="card"),
    "drew": EventLook(sound="card"),
    "drew-hidden": EventLook(sound="card", told=False),
    "end": EventLook(sign="bd-castle", sound="victory"),
    "moved": EventLook(sign="bd-passage", sound="place"),
    "ninja": EventLook(sign="ninja", sound="ninja"),
    "reinforced": EventLook(sign="bd-castle", sound="card"),
    "wiped-out": EventLook(sign="blades", sound="fall"),
}


def place(message: Message) -> str:
    """The id of an army or of a province that an event names."""
    seat = message.args.get("seat")
    if (
        message.key == "shi.army"
        and isinstance(seat, Message)
        and isinstance(clan := message.args["clan"], Message)
    ):
        return f"army-{_province(seat) * 5 + CLANS.index(clan.key.rpartition('.')[2])}"
    return f"province-{_province(message)}" if message.key == "shi.seat" else ""


def _province(seat: Message) -> int:
    return int(str(seat.args["number"])) - 1
