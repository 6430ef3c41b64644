"""The game as the search sees it: whose turn it is, what may follow, how a game ended."""

from __future__ import annotations

from random import Random
from typing import Final

from zashiki.games.samurai_spirit.rules.ahead import after_chance, after_each
from zashiki.games.samurai_spirit.rules.chronicle import VICTORY
from zashiki.games.samurai_spirit.rules.marks import NOBODY
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.village import ROUNDS
from zashiki.kernel.contract import CHANCE
from zashiki.search import expectimax

ENDS: Final = ROUNDS + 1
"""A game is lost in one of its rounds, or won: so many numbers has a value."""
END_VALUES: Final = [[float(end == index) for index in range(ENDS)] for end in range(ENDS)]


def end_of(state: State) -> int:
    """How a game that is over ended: lost in round 1, 2, 3 (0, 1, 2) or won (3)."""
    return ENDS - 1 if state.end == VICTORY else state.round - 1


class SamuraiModel:
    """Positions are states of the rules. `chance` says which card stands for its like."""

    def __init__(self, chance: Random | None = None) -> None:
        self._chance = chance

    def turn(self, position: State) -> int:
        actor = position.actor
        if actor == CHANCE:
            return expectimax.CHANCE
        return expectimax.OVER if actor == NOBODY else expectimax.CHOICE

    def choices(self, position: State) -> list[State]:
        return after_each(position, position.actor, position.choices)

    def outcomes(self, position: State) -> tuple[list[State], list[float]]:
        return after_chance(position, self._chance)

    def result(self, position: State) -> list[float]:
        return END_VALUES[end_of(position)]


class ExactModel(SamuraiModel):
    """Every card is an outcome of its own, and chance is always searched: for endings, where that is little enough."""

    def outcomes(self, position: State) -> tuple[list[State], list[float]]:
        weights = position.odds()
        total = sum(weights)
        after = after_each(position, CHANCE, position.legal(CHANCE))
        return after, [weight / total for weight in weights]
