"""Bots: a level takes a seat's view and gives one of its legal choices. They see nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, cast

from zashiki.kernel.contract import CHANCE, State, View
from zashiki.kernel.registry import part

LEVELS: Final = ("random", "sensible")

Chooser = Callable[[View, Random], int]


def choose_at_random(view: View, chance: Random) -> int:
    """Any legal choice, each as likely as the others."""
    return view.legal[int(chance.random() * len(view.legal))]


def chooser(game: str, level: str) -> Chooser:
    """The bot of a game at a level; KeyError for a level that does not exist."""
    if level == "random":
        return choose_at_random
    if level == "sensible":
        return cast(Chooser, part(game, "bot").choose)
    raise KeyError(level)


def draw_outcome(state: State, chance: Random) -> int:
    """What chance brings, each outcome as likely as `state.odds()` says."""
    outcomes = state.legal(CHANCE)
    odds = state.odds()
    total = sum(odds)
    rest = int(chance.random() * total)
    if total == len(odds):
        return outcomes[rest]
    for outcome, weight in zip(outcomes, odds, strict=True):
        rest -= weight
        if rest < 0:
            return outcome
    raise AssertionError("odds that add up are always used up")
