"""Looking ahead: the positions after each of some choices, and what chance may bring with what is alike taken together."""

from __future__ import annotations

from random import Random
from typing import Final

from zashiki.games.samurai_spirit.rules.cards import FLAME, SYMBOL, VALUE
from zashiki.games.samurai_spirit.rules.fight import TO_SCATTER
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import DRAW, EXTRA_SHIFT, KIND_MASK, RESHUFFLE, TURN_UP
from zashiki.kernel.contract import CHANCE

_BY_FLAME: Final[list[int]] = [int(flame) for flame in FLAME]
_BY_FACE: Final[list[int]] = [value * 4 + symbol + 1 for value, symbol in zip(VALUE, SYMBOL, strict=True)]


def after_each(state: State, actor: int, actions: list[int]) -> list[State]:
    """The position after each of some legal actions."""
    after: list[State] = []
    for action in actions:
        position = State(state)
        position.apply(actor, action)
        after.append(position)
    return after


def after_chance(state: State, chance: Random | None) -> tuple[list[State], list[float]]:
    """The positions that chance may bring, with their odds. Raiders of the same value and symbol are one outcome, Intruders with or
    without flames too: any of them stands for all, the middle one without `chance`. None where there are too many to tell apart."""
    asked = state.asked
    kind = asked & KIND_MASK
    if kind == RESHUFFLE or (kind == DRAW and asked >> EXTRA_SHIFT >= TO_SCATTER):
        return [], []
    outcomes = state.legal(CHANCE)
    weights = state.odds()
    if kind == DRAW:
        outcomes, weights = _alike(outcomes, weights, _BY_FACE, chance)
    elif kind == TURN_UP:
        outcomes, weights = _alike(outcomes, weights, _BY_FLAME, chance)
    total = sum(weights)
    return after_each(state, CHANCE, outcomes), [weight / total for weight in weights]


def _alike(
    cards: list[int], weights: list[int], face: list[int], chance: Random | None
) -> tuple[list[int], list[int]]:
    """One card of each face, with the weight of all of them."""
    groups: dict[int, list[int]] = {}
    totals: dict[int, int] = {}
    for index, card in enumerate(cards):
        mark = face[card]
        if mark in groups:
            groups[mark].append(card)
            totals[mark] += weights[index]
        else:
            groups[mark] = [card]
            totals[mark] = weights[index]
    chosen: list[int] = []
    for group in groups.values():
        spot = len(group) // 2 if chance is None else int(chance.random() * len(group))
        chosen.append(group[spot])
    return chosen, list(totals.values())
