"""The steps of a fight: what each offers, and the way from a choice to the rule that carries it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.games.seven_ronin.rules import abilities, areas, combat
from zashiki.games.seven_ronin.rules.pieces import (
    ABILITIES,
    AREA_ABILITIES,
    BURIAL,
    COPY,
    PUSH,
    VOLLEY,
)
from zashiki.games.seven_ronin.rules.wounds import offer_division

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.seven_ronin.rules.state import State


def fight(state: State, action: i64) -> None:
    """Carries out one of the choices that the state offers."""
    phase = state.phase
    if phase == AREA_ABILITIES:
        areas.choose(state, action)
    elif phase == ABILITIES:
        abilities.choose(state, action)
    elif phase == BURIAL:
        areas.choose_return(state, action)
    elif phase == PUSH:
        abilities.choose_push(state, action)
    elif phase == COPY:
        areas.choose_copy(state, action)
    elif phase == VOLLEY:
        areas.choose_volley(state, action)
    else:
        combat.choose_division(state, action)


def offer(state: State) -> list[int]:
    """The choices of a step whose state was not reached by playing."""
    phase = state.phase
    if phase == AREA_ABILITIES:
        return areas.offer(state)
    if phase == ABILITIES:
        return abilities.offer(state)
    if phase == BURIAL:
        return areas.offer_return(state)
    if phase == PUSH:
        return abilities.offer_push(state)
    if phase == COPY:
        return areas.offer_copy(state)
    return areas.offer_volley(state) if phase == VOLLEY else offer_division(state)
