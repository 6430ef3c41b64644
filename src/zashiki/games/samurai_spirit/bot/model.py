"""The game as the search sees it: what follows each choice, what chance may bring, how a game ended.

Raiders that differ only in their penalties are one outcome; one of them stands for all.
"""

from __future__ import annotations

from random import Random
from typing import Final

from zashiki.games.samurai_spirit.rules.cards import FLAME, SYMBOL, VALUE
from zashiki.games.samurai_spirit.rules.chronicle import VICTORY
from zashiki.games.samurai_spirit.rules.fight import TO_SCATTER
from zashiki.games.samurai_spirit.rules.state import NOBODY, State
from zashiki.games.samurai_spirit.rules.steps import DRAW, EXTRA_SHIFT, KIND_MASK, RESHUFFLE, TURN_UP
from zashiki.games.samurai_spirit.rules.village import ROUNDS
from zashiki.kernel.contract import CHANCE
from zashiki.search import expectimax

ENDS: Final = ROUNDS + 1
"""A game is lost in one of its rounds, or won: so many numbers has a value."""

_BY_FLAME: Final = [int(flame) for flame in FLAME]
_BY_FACE: Final = [value * 4 + symbol + 1 for value, symbol in zip(VALUE, SYMBOL, strict=True)]


class SamuraiModel:
    """Positions are states of the rules. `chance` says which card stands for its like; without it the middle one does."""

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
        asked = position.asked
        kind = asked & KIND_MASK
        if kind == RESHUFFLE or (kind == DRAW and asked >> EXTRA_SHIFT >= TO_SCATTER):
            return [], []
        outcomes = position.legal(CHANCE)
        weights = position.odds()
        if kind == DRAW or kind == TURN_UP:
            outcomes, weights = self._alike(outcomes, weights, _BY_FACE if kind == DRAW else _BY_FLAME)
        total = sum(weights)
        return after_each(position, CHANCE, outcomes), [weight / total for weight in weights]

    def _alike(self, cards: list[int], weights: list[int], face: list[int]) -> tuple[list[int], list[int]]:
        """One card of each face, with the weight of all of them."""
        groups: dict[int, list[int]] = {}
        totals: dict[int, int] = {}
        for card, weight in zip(cards, weights, strict=True):
            mark = face[card]
            if mark in groups:
                groups[mark].append(card)
                totals[mark] += weight
            else:
                groups[mark] = [card]
                totals[mark] = weight
        chance = self._chance
        if chance is None:
            chosen = [group[len(group) // 2] for group in groups.values()]
        else:
            chosen = [group[int(chance.random() * len(group))] for group in groups.values()]
        return chosen, list(totals.values())

    def result(self, position: State) -> list[float]:
        return END_VALUES[ENDS - 1 if position.end == VICTORY else position.round - 1]


END_VALUES: Final = [[float(end == index) for index in range(ENDS)] for end in range(ENDS)]
"""The value of a game that ended: lost in round 1, 2, 3, or won."""


def after_each(position: State, actor: int, actions: list[int]) -> list[State]:
    """The position after each of some legal actions."""
    after: list[State] = []
    for action in actions:
        state = State(position)
        state.apply(actor, action)
        after.append(state)
    return after
