"""Whole games in one call, compiled with the rules: see `zashiki.kernel.rollouts`, which says what each function does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from zashiki.games.samurai_spirit.rules.actions import CARD
from zashiki.games.samurai_spirit.rules.chronicle import VICTORY
from zashiki.games.samurai_spirit.rules.marks import NOBODY
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.sight import write_words
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import DRAW, KIND_MASK, STEPS, TURN_UP, kind_of, place_of
from zashiki.games.samurai_spirit.rules.unseen import ONES, draw_from
from zashiki.kernel.contract import CHANCE

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from zashiki.kernel.batches import Batch

MULTIPLIER: Final = 536870235
SHIFT: Final = 29
MASK: Final = (1 << 29) - 1

ENDED: Final = -2
REFUSED: Final = -3

CONTEXTS: Final = len(NAMES) * len(STEPS)


def context(state: State) -> int:
    """The samurai who chooses and the step."""
    return state.who[place_of(state.asked)] * len(STEPS) + kind_of(state.asked)


def random_game(state: State, dice: i64) -> tuple[i64, i64]:
    nodes: i64 = 0
    while state.actor != NOBODY:
        dice = MULTIPLIER * (dice & MASK) + (dice >> SHIFT)
        if state.actor == CHANCE:
            state.carry_out(drawn(state, dice & MASK))
        else:
            choices = cast("list[i64]", state.choices)
            state.carry_out(choices[(dice & MASK) * len(choices) >> SHIFT])
        nodes += 1
    return nodes, dice


def drawn(state: State, number: i64) -> i64:
    """An outcome of chance by its odds."""
    kind = state.asked & KIND_MASK
    if kind == DRAW:
        return CARD + draw_from(state, len(state.lots) - 1, number, SHIFT)
    if kind == TURN_UP:
        return CARD + draw_from(state, -1 - state.intruders[-1], number, SHIFT)
    outcomes = cast("list[i64]", state.choices or state.legal(CHANCE))
    weights = state.weights
    size: i64 = len(weights)
    if weights is ONES[size]:
        return outcomes[number * size >> SHIFT]
    total: i64 = 0
    for weight in weights:  # compiled, a loop is quicker than a call of sum
        total += weight
    rest = number * total >> SHIFT
    index: i64 = 0
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
        state.carry_out(drawn(state, dice & MASK))
    return dice


def advance(states: list[State], beginning: State, batch: Batch) -> int:
    return _look(states, beginning, batch)


def look(states: list[State], batch: Batch) -> int:
    return _look(states, None, batch)


def _look(states: list[State], beginning: State | None, batch: Batch) -> i64:
    """Each game is looked at; with a beginning it goes on before that, while its state is in the processor's cache."""
    actions: vec[i64] = batch.actions
    turns: vec[i64] = batch.turns
    seats: vec[i64] = batch.seats
    dice: vec[i64] = batch.dice
    legal: vec[i64] = batch.legal
    words: vec[i64] = batch.words
    width: i64 = batch.width
    row: i64 = batch.row
    offered: i64 = 0
    games: i64 = len(states)
    for index in range(games):
        if beginning is not None:
            _go_on(states, index, beginning, actions, turns, seats, dice)
        state = states[index]
        offered = _offer(state, seats[index], index * width, legal, offered)
        if row:
            write_words(state, seats[index], words, index * row)
    return offered


def _go_on(
    states: list[State],
    index: i64,
    beginning: State,
    actions: vec[i64],
    turns: vec[i64],
    seats: vec[i64],
    dice: vec[i64],
) -> None:
    """A game makes its choice, or begins anew if it was over."""
    turn = turns[index]
    if turn < 0:
        states[index] = beginning.copy()
    state = states[index]
    if turn >= 0 and not _choose(state, turn, actions[index]):
        turns[index] = REFUSED
        return
    if state.actor == CHANCE:
        dice[index] = settle(state, dice[index])
    if state.actor == NOBODY:
        turns[index] = ENDED
    else:
        turns[index] = seats[index] = state.actor


def _choose(state: State, seat: i64, wanted: i64) -> bool:
    """Whether the choice was legal, and so is made. Compiled, a loop is quicker than `in`."""
    if seat == state.actor:
        for action in cast("list[i64]", state.choices):
            if action == wanted:
                state.carry_out(action)
                return True
    return False


def _offer(state: State, seat: i64, first: i64, legal: vec[i64], offered: i64) -> i64:
    """Adds the choices of a seat."""
    if seat == state.actor:
        for action in cast("list[i64]", state.choices):
            legal[offered] = first + action
            offered += 1
    return offered


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
        twin.carry_out(action)
        total += perft(twin, depth - 1)
    return total
