"""Groups of ninja as they stand on a place."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.macros import add_filters, kept

RESERVES: Final = "count-ninja"
"""The element where the ninja of the Reserves are counted."""


class Heads(msgspec.Struct, frozen=True, cache_hash=True):
    count: int
    right: int  # the right foot of the group
    foot: int
    name: str  # how the ids of the heads begin
    size: int = 34
    to: str = ""  # the id of the element to which they go when they leave


add_filters(__package__, heads=kept(__package__, "heads.html"))


def standing(place: str, count: int, name: str) -> Heads:
    """Ninja that everybody sees."""
    if place == "green":
        return Heads(count, 150, 100, f"{name}-green", 40)
    return Heads(count, 170, 116, f"{name}-{place}")


def planned(place: str, count: int, above: bool) -> Heads:
    """The Attacker's own secret markers; above the ronin who are held there."""
    if place == "green":
        return Heads(count, 60, 100, "plan-green", 40, RESERVES)
    return Heads(count, 38 if count == 1 else 64, 52 if above else 116, f"plan-{place}", to=RESERVES)
