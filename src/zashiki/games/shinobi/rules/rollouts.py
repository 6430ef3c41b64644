"""Whole games in one call, compiled with the rules: see `zashiki.kernel.rollouts`, which says what each function does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.shinobi.rules.actions import PROVINCES
from zashiki.games.shinobi.rules.cards import CLAN_COUNT
from zashiki.games.shinobi.rules.ending import ending
from zashiki.games.shinobi.rules.phases import NOBODY, OVER
from zashiki.games.shinobi.rules.picking import SHIFT, drawn, picked
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.contract import CHANCE

if TYPE_CHECKING:
    from mypy_extensions import i64

MULTIPLIER: Final = 536870235
MASK: Final = (1 << SHIFT) - 1

ENDED: Final = -2
REFUSED: Final = -3

CONTEXTS: Final = PROVINCES * CLAN_COUNT * OVER


def context(state: State) -> int:
    """The seat, its clan and the order it gives."""
    return (state.turn * CLAN_COUNT + state.clans[state.turn]) * OVER + state.phase


def random_game(state: State, dice: int) -> tuple[int, int]:
    nodes: i64 = 0
    rolled: i64 = dice
    while state.actor != NOBODY:
        rolled = MULTIPLIER * (rolled & MASK) + (rolled >> SHIFT)
        if state.actor == CHANCE:
            state.carry_out(drawn(state, rolled & MASK))
        else:
            state.carry_out(picked(state, rolled & MASK))
        nodes += 1
    return nodes, rolled


def playout(state: State, policy: list[list[int]], dice: int) -> tuple[int, int]:
    nodes = 0
    while state.actor != NOBODY:
        dice = MULTIPLIER * (dice & MASK) + (dice >> SHIFT)
        if state.actor == CHANCE:
            action = drawn(state, dice & MASK)
        else:
            action = weighed(state.choices, policy[context(state)], dice & MASK)
        state.carry_out(action)
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
    won = [0] * state.seats
    for _ in range(games):
        twin = state.copy()
        dice = playout(twin, policy, dice)[1]
        for seat in ending(twin).winners:
            won[seat] += 1
    return won, dice


def settle(state: State, dice: int) -> int:
    while state.actor == CHANCE:
        dice = MULTIPLIER * (dice & MASK) + (dice >> SHIFT)
        state.carry_out(drawn(state, dice & MASK))
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
        state.carry_out(action)
        if state.actor == CHANCE:
            dice[index] = settle(state, dice[index])
        turns[index] = state.actor if state.actor != NOBODY else ENDED


def offer(states: list[State], seats: list[int], legal: list[int], counts: list[int]) -> None:
    for index in range(len(states)):
        state = states[index]
        if state.actor == seats[index]:
            legal += state.choices
            counts.append(len(state.choices))
        else:
            counts.append(0)


def winners(state: State) -> int:
    mask = 0
    for seat in ending(state).winners:
        mask |= 1 << seat
    return mask


def returns(state: State) -> list[float]:
    won = ending(state).winners
    worth = [0.0] * state.seats
    for seat in won:
        worth[seat] = 1.0 / len(won)
    return worth


def perft(state: State, depth: int) -> int:
    if depth == 0 or state.actor == NOBODY:
        return 1
    if depth == 1:
        return len(state.choices)
    total = 0
    for action in state.choices:
        twin = state.copy()
        twin.carry_out(action)
        total += perft(twin, depth - 1)
    return total
