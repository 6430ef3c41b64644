"""Whole games in one call, compiled with the rules: see `zashiki.kernel.rollouts`, which says what each function does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.seven_ronin.rules.fights import fight
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, OVER, PLANNING, ROUNDS, STEPS
from zashiki.games.seven_ronin.rules.planning import plan_at_random
from zashiki.games.seven_ronin.rules.rounds import WINNER
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.messages import Refused

if TYPE_CHECKING:
    from mypy_extensions import i64

MULTIPLIER: Final = 536870235
SHIFT: Final = 29
MASK: Final = (1 << 29) - 1

ENDED: Final = -2
REFUSED: Final = -3

CONTEXTS: Final = ROUNDS * len(STEPS)


def context(state: State) -> int:
    """The round and the step."""
    return (state.round - 1) * len(STEPS) + state.phase


def random_game(state: State, dice: int) -> tuple[int, int]:
    nodes: i64 = 0
    rolled: i64 = dice
    while state.phase != OVER:
        rolled = MULTIPLIER * (rolled & MASK) + (rolled >> SHIFT)
        number = rolled & MASK
        if state.phase == PLANNING:
            plan_at_random(state, number, SHIFT)
        else:
            choices = state.choices
            fight(state, choices[number * len(choices) >> SHIFT])
        nodes += 1
    return nodes, rolled


def playout(state: State, policy: list[list[int]], dice: int) -> tuple[int, int]:
    nodes = 0
    acting = state.acting
    while acting:
        seat = acting[0]
        dice = MULTIPLIER * (dice & MASK) + (dice >> SHIFT)
        state.apply(seat, weighed(state.legal(seat), policy[context(state)], dice & MASK))
        acting = state.acting
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
    won = [0, 0]
    for _ in range(games):
        twin = state.copy()
        dice = playout(twin, policy, dice)[1]
        won[WINNER[twin.end]] += 1
    return won, dice


def settle(_state: State, dice: int) -> int:
    """Nothing is left to chance."""
    return dice


def advance(states: list[State], actions: list[int], turns: list[int], dice: list[int]) -> None:  # noqa: ARG001 as in every game
    for index in range(len(states)):
        turn = turns[index]
        if turn < 0:
            continue
        state = states[index]
        try:
            state.apply(turn, actions[index])
        except Refused:
            turns[index] = REFUSED
            continue
        turns[index] = state.acting[0] if state.acting else ENDED


def offer(states: list[State], seats: list[int], legal: list[int], counts: list[int]) -> None:
    for index in range(len(states)):
        choices = states[index].legal(seats[index])
        legal += choices
        counts.append(len(choices))


def winners(state: State) -> int:
    return 1 << WINNER[state.end]


def returns(state: State) -> list[float]:
    return [1.0, -1.0] if WINNER[state.end] == ATTACKER else [-1.0, 1.0]


def perft(state: State, depth: int) -> int:
    if depth == 0 or not state.acting:
        return 1
    seat = state.acting[0]
    legal = state.legal(seat)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        twin = state.copy()
        twin.apply(seat, action)
        total += perft(twin, depth - 1)
    return total
