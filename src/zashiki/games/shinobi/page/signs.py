"""What an event looks and sounds like by its name, and where on the page it took place."""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.cards import CLANS
from zashiki.kernel.messages import Message

SIGNS: Final = {
    "attacked": "blades",
    "clan": "lock",
    "deck-ran-out": "bd-castle",
    "deployed": "bd-passage",
    "end": "bd-castle",
    "moved": "bd-passage",
    "ninja": "ninja",
    "reinforced": "bd-castle",
    "wiped-out": "blades",
}
"""The sign before a line of the log."""

SOUNDS: Final = {
    "attacked": "wound",
    "clan": "card",
    "deck-ran-out": "reveal",
    "deployed": "card",
    "drew": "card",
    "end": "victory",
    "moved": "place",
    "ninja": "wound",
    "reinforced": "card",
    "wiped-out": "barricade",
}
"""Those that are heard: place, card, wound, barricade, reveal or victory."""

UNTOLD: Final = ("clan-hidden", "drew-hidden")
"""Those that only stand in the log."""


def place(named: Message) -> str:
    """The id of an army or of a province that an event names."""
    seat = named.args.get("seat")
    if (
        named.key == "shi.army"
        and isinstance(seat, Message)
        and isinstance(clan := named.args["clan"], Message)
    ):
        return f"army-{_province(seat) * 5 + CLANS.index(clan.key.rpartition('.')[2])}"
    return f"province-{_province(named)}" if named.key == "shi.seat" else ""


def _province(seat: Message) -> int:
    return int(str(seat.args["number"])) - 1
