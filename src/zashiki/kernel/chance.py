"""The seat of chance: what it brings, each outcome as likely as the state says."""

from __future__ import annotations

from random import Random

from zashiki.kernel.contract import CHANCE, State


def draw_outcome(state: State, chance: Random) -> int:
    """What chance brings, each outcome as likely as `state.odds()` says."""
    outcomes = state.legal(CHANCE)
    odds = state.odds()
    total = sum(odds)
    rest = int(chance.random() * total)
    if total == len(odds):
        return outcomes[rest]
    for index, weight in enumerate(odds):  # zip with strict=True takes twice as long
        rest -= weight
        if rest < 0:
            return outcomes[index]
    raise AssertionError("odds that add up are always used up")
