"""The seat of chance: what it brings, each outcome as likely as the state says."""

from __future__ import annotations

from random import Random
from typing import Final

from zashiki.kernel.contract import CHANCE, State

MOST_EVEN: Final = 100
EVEN_ODDS: Final = [[1] * count for count in range(MOST_EVEN + 1)]
"""By the number of outcomes: the odds where all are as likely. A game that gives one of these lists spares the adding up."""


def draw_outcome(state: State, chance: Random) -> int:
    """What chance brings, each outcome as likely as `state.odds()` says."""
    outcomes = state.legal(CHANCE)
    odds = state.odds()
    count = len(odds)
    if count <= MOST_EVEN and odds is EVEN_ODDS[count]:
        return outcomes[int(chance.random() * count)]
    total = sum(odds)
    rest = int(chance.random() * total)
    if total == count:
        return outcomes[rest]
    for index, weight in enumerate(odds):  # zip with strict=True takes twice as long
        rest -= weight
        if rest < 0:
            return outcomes[index]
    raise AssertionError("odds that add up are always used up")
