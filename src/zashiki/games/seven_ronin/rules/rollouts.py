"""Whole games in one call, compiled with the rules: see `zashiki.kernel.rollouts`, which says what each function does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from zashiki.games.seven_ronin.rules.actions import DEPLOY
from zashiki.games.seven_ronin.rules.deploying import WAITING, open_places, waiting_ronin
from zashiki.games.seven_ronin.rules.fights import fight
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, OVER, PLACES, PLANNING, ROUNDS, STEPS
from zashiki.games.seven_ronin.rules.planning import plan_at_random
from zashiki.games.seven_ronin.rules.rounds import WINNER
from zashiki.games.seven_ronin.rules.sight import write_words
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.messages import Refused

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from zashiki.kernel.batches import Batch

MULTIPLIER: Final = 536870235
SHIFT: Final = 29
MASK: Final = (1 << 29) - 1

ENDED: Final = -2
REFUSED: Final = -3

CONTEXTS: Final = ROUNDS * len(STEPS)
_PLACES: Final = len(PLACES)


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


def advance(states: list[State], beginning: State, batch: Batch) -> int:
    return _look(states, beginning, batch)


def look(states: list[State], batch: Batch) -> int:
    return _look(states, None, batch)


def _look(states: list[State], beginning: State | None, batch: Batch) -> i64:
    """Each game is looked at; with a beginning it goes on before that, while its state is in the processor's cache."""
    actions: vec[i64] = batch.actions
    turns: vec[i64] = batch.turns
    seats: vec[i64] = batch.seats
    legal: vec[i64] = batch.legal
    words: vec[i64] = batch.words
    width: i64 = batch.width
    row: i64 = batch.row
    offered: i64 = 0
    games: i64 = len(states)
    for index in range(games):
        if beginning is not None:
            _go_on(states, index, beginning, actions, turns, seats)
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
) -> None:
    """A game makes its choice, or begins anew if it was over."""
    turn = turns[index]
    if turn < 0:
        states[index] = beginning.copy()
    state = states[index]
    if turn >= 0 and not _choose(state, turn, actions[index]):
        turns[index] = REFUSED
        return
    if state.phase == OVER:
        turns[index] = ENDED
    else:
        turns[index] = seats[index] = _actor(state)


def _actor(state: State) -> i64:
    """Who chooses next. In planning the bits of who is ready take less time than the tuple of those who act."""
    if state.phase == PLANNING:
        return DEFENDER if state.ready >> ATTACKER & 1 else ATTACKER
    return state.acting[0]


def _choose(state: State, seat: int, action: int) -> bool:
    """Whether the choice was legal, and so is made."""
    try:
        state.apply(seat, action)
    except Refused:
        return False
    return True


def _offer(state: State, seat: i64, first: i64, legal: vec[i64], offered: i64) -> i64:
    """Adds the choices of a seat. Those of planning are known as bits: compiled, these take less time than a list."""
    if state.phase == PLANNING:
        if state.ready >> seat & 1:
            return offered
        if seat == ATTACKER:
            return _offer_places(state.offered, first, legal, offered)
        if state.posts & WAITING:
            return _offer_deployments(state, first + DEPLOY, legal, offered)
    for action in cast("list[i64]", state.legal(seat)):
        legal[offered] = first + action
        offered += 1
    return offered


def _offer_deployments(state: State, first: i64, legal: vec[i64], offered: i64) -> i64:
    """Every place where a ronin may be put, ronin by ronin."""
    waiting = waiting_ronin(state.posts)
    ronin: i64 = 0
    while waiting:
        if waiting & 1:
            offered = _offer_places(open_places(state, ronin), first + _PLACES * ronin, legal, offered)
        waiting >>= 1
        ronin += 1
    return offered


def _offer_places(places: i64, first: i64, legal: vec[i64], offered: i64) -> i64:
    """A choice for each bit."""
    while places:
        if places & 1:
            legal[offered] = first
            offered += 1
        places >>= 1
        first += 1
    return offered


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
