"""Whole games in one call, compiled with the rules: see `zashiki.kernel.rollouts`, which says what each function does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from zashiki.games.shinobi.rules.actions import MOVE, PROVINCES, REINFORCEMENTS, TROOPS
from zashiki.games.shinobi.rules.cards import CLAN_COUNT
from zashiki.games.shinobi.rules.ending import ending
from zashiki.games.shinobi.rules.orders import armies_elsewhere, is_second_order
from zashiki.games.shinobi.rules.phases import NOBODY, OVER
from zashiki.games.shinobi.rules.picking import SHIFT, drawn, picked
from zashiki.games.shinobi.rules.sight import write_words
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.contract import CHANCE

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from zashiki.kernel.batches import Batch

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
    return _settle(state, dice)


def _settle(state: State, dice: i64) -> i64:
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
        dice[index] = _settle(state, dice[index])
    if state.actor == NOBODY:
        turns[index] = ENDED
    else:
        turns[index] = seats[index] = state.actor


def _choose(state: State, seat: i64, wanted: i64) -> bool:
    """Whether the choice was legal, and so is made."""
    if seat != state.actor:
        return False
    listed = state.listed
    if not (is_second_order(state, wanted) if listed is None else _listed(listed, wanted)):
        return False
    state.carry_out(wanted)
    return True


def _listed(choices: list[int], wanted: i64) -> bool:
    """Compiled, a loop over machine words is quicker than `in`."""
    return any(action == wanted for action in cast("list[i64]", choices))


def _offer(state: State, seat: i64, first: i64, legal: vec[i64], offered: i64) -> i64:
    """Adds the choices of a seat; many that are not listed yet are not listed for this."""
    if seat != state.actor:
        return offered
    listed = state.listed
    if listed is None:
        return _offer_second(state, first, legal, offered)
    return _offer_all(listed, first, legal, offered)


def _offer_second(state: State, first: i64, legal: vec[i64], offered: i64) -> i64:
    """SHI-O3: reinforcements, then the moves province by province. Compiled, these are counted in less time than read out of lists."""
    seat = state.turn
    seats = state.seats
    armies = armies_elsewhere(state)
    offered = _offer_all(REINFORCEMENTS[seat][state.held >> seat * 6 & TROOPS], first, legal, offered)
    for province in range(seats):
        clans = armies >> province * 5 & TROOPS
        move = first + MOVE + province * 25
        while clans:
            if clans & 1:
                offered = _offer_goals(seats, province, move, legal, offered)
            clans >>= 1
            move += 5
    return offered


def _offer_goals(seats: i64, province: i64, move: i64, legal: vec[i64], offered: i64) -> i64:
    """Moves of one army to every other province."""
    for goal in range(seats):
        if goal != province:
            legal[offered] = move + goal
            offered += 1
    return offered


def _offer_all(choices: list[int], first: i64, legal: vec[i64], offered: i64) -> i64:
    for action in cast("list[i64]", choices):
        legal[offered] = first + action
        offered += 1
    return offered


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
