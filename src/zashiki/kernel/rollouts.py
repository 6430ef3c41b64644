"""Games played to their end in one call, and choice sequences counted, for every game.

A game may bring its own `rules/rollouts.py` with the same functions, which runs whole games inside compiled code and does
bit for bit what the functions here do through the contract. `rollouts_of(game)` gives the game's, or these.

Dice are one whole number, so that interpreted and compiled code agree: a multiply-with-carry generator with 58 bits of
state. `roll_dice` gives the next state, whose lowest 29 bits are the number drawn.
"""

from __future__ import annotations

import sys
from hashlib import blake2b
from typing import Any, Final, Protocol, cast

from zashiki.kernel.batches import Batch
from zashiki.kernel.contract import CHANCE, Game, State

Policy = list[list[int]]

MULTIPLIER: Final = 536870235  # MULTIPLIER * 2**29 - 1 is a safe prime: the longest period, about 2**57
BITS: Final = 29
MASK: Final = (1 << BITS) - 1
_HASHING: Final = blake2b(digest_size=8)
_DICE: Final = MULTIPLIER * (1 << BITS) - 2
"""As many dice there are, from 1 on."""

ENDED: Final = -2
REFUSED: Final = -3


class Rollouts(Protocol):
    """`rules.rollouts`: whole games in one call.

    A policy is a list of weights by action for every context: `policy[context][action]`, whole numbers from 0 on. A seat chooses
    each of its legal choices as often as its weight says; evenly, if all of them weigh nothing. Chance keeps to its odds.
    """

    CONTEXTS: int
    """How many contexts there are."""

    def context(self, state: Any) -> int:
        """The row of the policy for whoever chooses now: from what that seat knows alone."""

    def random_game(self, state: Any, dice: int) -> tuple[int, int]:
        """Plays on to the end, each choice as likely as any other. How many choices and outcomes it took, and the dice."""

    def playout(self, state: Any, policy: Policy, dice: int) -> tuple[int, int]:
        """The same by a policy."""

    def playouts(self, state: Any, policy: Policy, games: int, dice: int) -> tuple[list[int], int]:
        """Plays copies of the state; the victories of each seat, shared ones included, and the dice."""

    def settle(self, state: Any, dice: int) -> int:
        """Draws for chance until a seat chooses or the game is over; gives the dice."""

    def advance(self, states: list[Any], beginning: Any, batch: Batch) -> int:
        """Each game makes its choice and is settled; one that was over begins anew with a copy of the beginning. `batch.turns` gets who
        chooses next: ENDED where the game is over, REFUSED where the choice was not legal. Then all are looked at."""

    def look(self, states: list[Any], batch: Batch) -> int:
        """Writes what `batch.seats` may choose to `batch.legal` and gives how many choices that is; and what they see, if the batch has
        words and the game's features a CODE. No seat is chance."""

    def winners(self, state: Any) -> int:
        """The seats that have won a game that is over, as a bit mask."""

    def returns(self, state: Any) -> list[float]:
        """What a game that is over is worth to each seat."""

    def perft(self, state: Any, depth: int) -> int:
        """The number of choice sequences of that length; of several planners the lowest seat chooses first."""


def make_dice(seed: int | str) -> int:
    """Dice for a seed: far apart for seeds that are close."""
    hashing = _HASHING.copy()  # in less time than a new one
    hashing.update(f"{seed}".encode())
    return int.from_bytes(hashing.digest()) % _DICE + 1


def roll_dice(dice: int) -> int:
    return MULTIPLIER * (dice & MASK) + (dice >> BITS)


def flat_policy(weights: list[int], contexts: int) -> Policy:
    """The same weights in every context."""
    return [weights] * contexts


CONTEXTS: Final = 1


def context(_state: State) -> int:
    return 0


def random_game(state: State, dice: int) -> tuple[int, int]:
    nodes = 0
    while actors := state.actors():
        seat = actors[0]
        legal = state.legal(seat)
        dice = roll_dice(dice)
        state.apply(seat, _drawn(state, legal, dice) if seat == CHANCE else legal[_pick(dice, len(legal))])
        nodes += 1
    return nodes, dice


def playout(state: State, policy: Policy, dice: int) -> tuple[int, int]:
    return play_out(state, policy, dice, sys.modules[__name__])


def play_out(state: State, policy: Policy, dice: int, rollouts: Any) -> tuple[int, int]:
    """A playout through the contract, with the contexts of a game."""
    nodes = 0
    while actors := state.actors():
        seat = actors[0]
        legal = state.legal(seat)
        dice = roll_dice(dice)
        if seat == CHANCE:
            action = _drawn(state, legal, dice)
        else:
            row = policy[rollouts.context(state)]
            action = _weighed(legal, [row[choice] for choice in legal], dice)
        state.apply(seat, action)
        nodes += 1
    return nodes, dice


def playouts(state: State, policy: Policy, games: int, dice: int) -> tuple[list[int], int]:
    won: list[int] = []
    for _ in range(games):
        twin = state.copy()
        _, dice = playout(twin, policy, dice)
        result = twin.result()
        assert result is not None
        won = won or [0] * len(result.returns)
        for seat in result.winners:
            won[seat] += 1
    return won, dice


def settle(state: State, dice: int) -> int:
    while state.actors() == (CHANCE,):
        dice = roll_dice(dice)
        state.apply(CHANCE, _drawn(state, state.legal(CHANCE), dice))
    return dice


def advance(states: list[State], beginning: State, batch: Batch) -> int:
    turns = batch.turns
    for index, state in enumerate(states):
        turn = turns[index]
        if turn < 0:
            state = states[index] = beginning.copy()
        elif batch.actions[index] in state.legal(turn):
            state.apply(turn, batch.actions[index])
        else:
            turns[index] = REFUSED
            continue
        batch.dice[index] = settle(state, batch.dice[index])
        actors = state.actors()
        turns[index] = actors[0] if actors else ENDED
        if actors:
            batch.seats[index] = actors[0]
    return look(states, batch)


def look(states: list[State], batch: Batch) -> int:
    offered = 0
    for index, state in enumerate(states):
        for action in state.legal(batch.seats[index]):
            batch.legal[offered] = index * batch.width + action
            offered += 1
    return offered


def winners(state: State) -> int:
    result = state.result()
    assert result is not None
    return sum(1 << seat for seat in result.winners)


def returns(state: State) -> list[float]:
    result = state.result()
    assert result is not None
    return list(result.returns)


def perft(state: State, depth: int) -> int:
    actors = state.actors()
    if depth == 0 or not actors:
        return 1
    legal = state.legal(actors[0])
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        twin = state.copy()
        twin.apply(actors[0], action)
        total += perft(twin, depth - 1)
    return total


def _pick(dice: int, size: int) -> int:
    return (dice & MASK) * size >> BITS


def _drawn(state: State, outcomes: list[int], dice: int) -> int:
    return _weighed(outcomes, state.odds(), dice)


def _weighed(choices: list[int], weights: list[int], dice: int) -> int:
    """One of the choices by its weight; any of them if they weigh nothing."""
    total = sum(weights)
    if not total:
        return choices[_pick(dice, len(choices))]
    rest = _pick(dice, total)
    for choice, weight in zip(choices, weights, strict=True):
        rest -= weight
        if rest < 0:
            return choice
    raise AssertionError("what is picked is below the total")


def rollouts_of(game: Game) -> Rollouts:
    """Those of the game if it brings some, else these."""
    from zashiki.kernel.registry import has_part

    return game.part(Rollouts) if has_part(game, Rollouts) else cast(Rollouts, sys.modules[__name__])
