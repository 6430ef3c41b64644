"""Whole games in one call, compiled with the rules: see `zashiki.kernel.rollouts`, which says what each function does."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.rules import fight, turn
from zashiki.games.samurai_spirit.rules.actions import CARD
from zashiki.games.samurai_spirit.rules.chronicle import VICTORY
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.state import NOBODY, State
from zashiki.games.samurai_spirit.rules.steps import (
    ACTION,
    CHOSEN,
    DRAW,
    PLAY,
    RUN,
    STEPS,
    extra_of,
    kind_of,
    place_of,
)
from zashiki.games.samurai_spirit.rules.unseen import draw_from
from zashiki.kernel.contract import CHANCE

MULTIPLIER: Final = 536870235
SHIFT: Final = 29
MASK: Final = (1 << 29) - 1

ENDED: Final = -2
REFUSED: Final = -3

CONTEXTS: Final = len(NAMES) * len(STEPS)


def context(state: State) -> int:
    """The samurai who chooses and the step."""
    return state.who[place_of(state.asked)] * len(STEPS) + kind_of(state.asked)


def random_game(state: State, dice: int) -> tuple[int, int]:
    nodes = 0
    while state.actor != NOBODY:
        dice = MULTIPLIER * (dice & MASK) + (dice >> SHIFT)
        if state.actor == CHANCE:
            action = drawn(state, dice & MASK)
        else:
            action = state.choices[(dice & MASK) * len(state.choices) >> SHIFT]
        carry_out(state, action)
        nodes += 1
    return nodes, dice


def carry_out(state: State, action: int) -> None:
    """`apply` of an action that is known to be legal. The steps that come most often do not go through the table, whose
    calls cost more when compiled."""
    asked = state.asked
    kind = kind_of(asked)
    if state.actor == CHANCE:
        state.undo_barrier += 1
    state.actor = NOBODY
    state.choices = []
    if kind == DRAW:
        fight.drawn(state, place_of(asked), extra_of(asked), action)
    elif kind == ACTION:
        turn.acted(state, place_of(asked), extra_of(asked), action)
    elif kind == PLAY:
        fight.played(state, place_of(asked), extra_of(asked), action)
    else:
        CHOSEN[kind](state, place_of(asked), extra_of(asked), action)
    if state.actor == NOBODY and not state.end:
        go_on(state)


def go_on(state: State) -> None:
    """`State.go_on` likewise: most of the time a turn ends."""
    while state.actor == NOBODY and not state.end:
        if state.pending:
            step = state.pending.pop()
            RUN[kind_of(step)](state, place_of(step), extra_of(step))
        else:
            turn.end_turn(state, state.turn, 0)


def drawn(state: State, number: int) -> int:
    """An outcome of chance by its odds."""
    if kind_of(state.asked) == DRAW:
        return CARD + draw_from(state, len(state.lots) - 1, number, SHIFT)
    outcomes = state.legal(CHANCE)
    weights = state.weights
    total = sum(weights)
    rest = number * total >> SHIFT
    if total == len(weights):
        return outcomes[rest]
    index = 0
    for weight in weights:
        rest -= weight
        if rest < 0:
            break
        index += 1
    return outcomes[index]


def playout(state: State, policy: list[list[int]], dice: int) -> tuple[int, int]:
    nodes = 0
    while state.actor != NOBODY:
        dice = MULTIPLIER * (dice & MASK) + (dice >> SHIFT)
        if state.actor == CHANCE:
            action = drawn(state, dice & MASK)
        else:
            action = weighed(state.choices, policy[context(state)], dice & MASK)
        carry_out(state, action)
        nodes += 1
    return nodes, dice


def weighed(choices: list[int], weights: list[int], number: int) -> int:
    """One of the choices by its weight; any of them if they weigh nothing."""
    total = 0
    for action in choices:
        total += weights[action]
    if not total:
        return choices[number * len(choices) >> SHIFT]
    rest = number * total >> SHIFT
    for action in choices:
        rest -= weights[action]
        if rest < 0:
            return action
    return choices[-1]


def playouts(state: State, policy: list[list[int]], games: int, dice: int) -> tuple[list[int], int]:
    won = 0
    for _ in range(games):
        twin = state.copy()
        dice = playout(twin, policy, dice)[1]
        if twin.end == VICTORY:
            won += 1
    return [won] * state.seats, dice


def settle(state: State, dice: int) -> int:
    while state.actor == CHANCE:
        dice = MULTIPLIER * (dice & MASK) + (dice >> SHIFT)
        carry_out(state, drawn(state, dice & MASK))
    return dice


def advance(states: list[State], actions: list[int], turns: list[int], dice: list[int]) -> None:
    for index in range(len(states)):
        turn = turns[index]
        if turn < 0:
            continue
        state, action = states[index], actions[index]
        if turn != state.actor or action not in state.choices:
            turns[index] = REFUSED
            continue
        carry_out(state, action)
        if state.actor == CHANCE:
            dice[index] = settle(state, dice[index])
        turns[index] = state.actor if state.actor != NOBODY else ENDED


def winners(state: State) -> int:
    return (1 << state.seats) - 1 if state.end == VICTORY else 0


def returns(state: State) -> list[float]:
    return [1.0 if state.end == VICTORY else 0.0] * state.seats


def perft(state: State, depth: int) -> int:
    if depth == 0 or state.actor == NOBODY:
        return 1
    choices = state.legal(state.actor)
    if depth == 1:
        return len(choices)
    total = 0
    for action in choices:
        twin = state.copy()
        carry_out(twin, action)
        total += perft(twin, depth - 1)
    return total
