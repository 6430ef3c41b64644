"""The odds of the next Raider from what all can see, worked out once for equal weights."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from zashiki.games.samurai_spirit.view import FACES, SamuraiView

VALUES: Final = range(1, 7)
SIGNS: Final = ("hat", "farm", "doll", "", "flame")
KEPT: Final = 256


class Bars(msgspec.Struct, frozen=True):
    """Chances in percent."""

    values: tuple[int, ...]  # of 1 to 6
    signs: tuple[tuple[str, int], ...]  # of each defence symbol, of none of them, and of a flame


class NextRaider(msgspec.Struct, frozen=True):
    """What the next Raider may be."""

    total: int
    weights: tuple[int, ...]  # of the values 1 to 6
    bars: Bars | None  # None: there is none left

    def chances(self, samurai: SamuraiView) -> tuple[int, int] | None:
        """How likely it brings a samurai who attacks it to his Kiai, and over it, in percent; None: it can't."""
        needed = samurai.kiai - samurai.track
        exact = self.weights[needed - 1] if needed in VALUES else 0
        over = sum(self.weights[max(needed, 0) :])
        return (percent(exact, self.total), percent(over, self.total)) if exact + over else None


def percent(weight: int, total: int) -> int:
    return round(100 * weight / total)


@lru_cache(maxsize=KEPT)
def next_raider(odds: tuple[int, ...]) -> NextRaider:
    """From the weight of every card."""
    total = sum(odds)
    if not total:
        return NextRaider(0, (0,) * len(VALUES), None)
    values = dict.fromkeys(VALUES, 0)
    signs = dict.fromkeys(SIGNS, 0)
    for face, weight in zip(FACES, odds, strict=True):
        values[face.value] += weight
        signs[face.defence] += weight
        signs["flame"] += weight if face.flame else 0
    bars = Bars(
        tuple(percent(weight, total) for weight in values.values()),
        tuple((sign, percent(weight, total)) for sign, weight in signs.items()),
    )
    return NextRaider(total, tuple(values.values()), bars)
