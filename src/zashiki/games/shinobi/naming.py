"""What things are called: seats, clans and cards as messages."""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.cards import CLANS, KINDS
from zashiki.kernel.messages import Message, say

_SEATS: Final = [say("shi.seat", number=seat + 1) for seat in range(5)]
_CLANS: Final = [say(f"shi.clan.{clan}") for clan in CLANS]
_KINDS: Final = [say(f"shi.kind.{kind}") for kind in KINDS]


def seat_message(seat: int) -> Message:
    return _SEATS[seat]


def clan_message(clan: int) -> Message:
    return _CLANS[clan]


def kind_message(kind: int) -> Message:
    """A card of this kind: a troop of a clan, or a ninja."""
    return _KINDS[kind]


def army_message(army: int) -> Message:
    """The army of a clan in a province, with both its names."""
    return say("shi.army", clan=_CLANS[army % 5], seat=_SEATS[army // 5])
