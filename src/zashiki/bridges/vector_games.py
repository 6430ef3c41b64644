"""Many games stepped one after the other over arrays that several processes share; each process has a shard of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from random import Random
from struct import Struct
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from zashiki.bridges.observing import observer_of
from zashiki.bridges.play import Play
from zashiki.bridges.setting import Setting
from zashiki.kernel.contract import State
from zashiki.kernel.garbage import without_collector
from zashiki.kernel.rollouts import ENDED, REFUSED, make_dice, rollouts_of

SEED_BITS: Final = 63
_ALIGNED: Final = 64
_BLOCK: Final = 64
"""So many games are stepped and looked at together: their states stay in the processor's cache meanwhile."""


class Arrays:
    """What goes in and comes out of all games, one row a game, over one buffer."""

    actions: NDArray[np.int64]
    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    terminations: NDArray[np.bool_]
    seats: NDArray[np.int64]  # who chooses next
    returns: NDArray[np.float64]  # of every seat, when a game is over

    def __init__(self, shapes: dict[str, tuple[tuple[int, ...], type]], buffer: Any) -> None:
        start = 0
        for name, (shape, kind) in shapes.items():
            array: NDArray[Any] = np.frombuffer(buffer, kind, prod(shape), start).reshape(shape)
            setattr(self, name, array)
            start += _room(shape, kind)


def array_shapes(
    setting: Setting, games: int, observe: bool = True
) -> dict[str, tuple[tuple[int, ...], type]]:
    _, layout = setting.features()
    return {
        "actions": ((games,), np.int64),
        "observations": ((games, layout.size if observe else 0), np.float32),
        "masks": ((games, setting.facts.actions), np.int8),
        "rewards": ((games,), np.float64),
        "terminations": ((games,), np.bool_),
        "seats": ((games,), np.int64),
        "returns": ((games, setting.seats), np.float64),
    }


def needed_bytes(shapes: dict[str, tuple[tuple[int, ...], type]]) -> int:
    return sum(_room(shape, kind) for shape, kind in shapes.values())


def _room(shape: tuple[int, ...], kind: type) -> int:
    return -(-prod(shape) * np.dtype(kind).itemsize // _ALIGNED) * _ALIGNED


class Shard(Protocol):
    """The games of some rows. The same seed gives the same games, however the rows are shared out."""

    def reset(self, seed: int) -> None:
        """Every game begins."""

    def step(self) -> None:
        """Every game makes its choice; one that is over begins anew instead."""


def shard_of(setting: Setting, bots: Mapping[int, str], arrays: Arrays, rows: range) -> Shard:
    """With bots, or with games that go from choice to choice inside compiled rules."""
    return ShardWithBots(setting, bots, arrays, rows) if bots else QuickShard(setting, arrays, rows)


class _Rows:
    """What a shard writes into its rows."""

    def __init__(self, setting: Setting, arrays: Arrays, rows: range) -> None:
        part = slice(rows.start, rows.stop)
        self.count = len(rows)
        self.actions = arrays.actions[part]
        self._setting = setting
        self._rollouts = rollouts_of(setting.game)
        seen = arrays.observations[part]
        self._observer = observer_of(setting, seen) if seen.shape[1] else None
        self._masks = arrays.masks[part]
        self._flat_masks = self._masks.reshape(-1)
        self._mask_starts = np.arange(self.count) * setting.facts.actions
        self._rewards = arrays.rewards[part]
        self._terminations = arrays.terminations[part]
        self._seats = arrays.seats[part]
        self._returns = arrays.returns[part]
        self._next_seats: list[int] = []
        self._legal: list[int] = []  # of all games, one after the other
        self._counts: list[int] = []  # how many of them each game has
        self._ended: list[
            int
        ] = []  # the games that end in this step, what they are worth to all, and to who chose last
        self._worth: list[Sequence[float]] = []
        self._rewarded: list[float] = []

    def end(self, index: int, seat: int, returns: Sequence[float]) -> None:
        self._ended.append(index)
        self._worth.append(returns)
        self._rewarded.append(returns[seat])

    def refuse(self, index: int, seat: int) -> None:
        """An illegal choice ends the game."""
        returns = [0.0] * self._setting.seats
        returns[seat] = self._setting.facts.lowest_return
        self.end(index, seat, returns)

    def look(self, states: list[State], seats: list[int]) -> None:
        """What the next games show to who chooses next; at the end of a game to who chose last."""
        if self._observer is not None:
            self._observer.look(states, seats)
        self._next_seats += seats
        self._rollouts.offer(states, seats, self._legal, self._counts)

    def show(self) -> None:
        """All games have been looked at: writes what is seen, who chooses among what, and what has ended."""
        if self._observer is not None:
            self._observer.write()
        self._seats[:] = _whole_numbers(self._next_seats)
        self._next_seats.clear()
        self._show_choices()
        self._show_ends()

    def _show_choices(self) -> None:
        places = np.repeat(self._mask_starts, _whole_numbers(self._counts))
        places += _whole_numbers(self._legal)
        self._masks[:] = 0
        self._flat_masks[places] = 1
        self._legal.clear()
        self._counts.clear()

    def _show_ends(self) -> None:
        self._rewards[:] = 0.0
        self._returns[:] = 0.0
        self._terminations[:] = False
        if self._ended:
            self._rewards[self._ended] = self._rewarded
            self._returns[self._ended] = self._worth
            self._terminations[self._ended] = True
        self._ended.clear()
        self._worth.clear()
        self._rewarded.clear()


def _whole_numbers(numbers: list[int]) -> NDArray[np.int32]:
    """An array of them, in a fifth of the time that np.array takes."""
    return np.frombuffer(Struct(f"={len(numbers)}i").pack(*numbers), np.int32)


class QuickShard:
    """Every seat is asked from outside; chance draws by the dice of each row."""

    def __init__(self, setting: Setting, arrays: Arrays, rows: range) -> None:
        self._setting = setting
        self._numbers = rows
        self._rows = _Rows(setting, arrays, rows)
        self._rollouts = rollouts_of(setting.game)
        self._states: list[State] = []
        self._turns: list[int] = []
        self._dice: list[int] = []

    def reset(self, seed: int) -> None:
        self._states = [self._setting.start() for _ in self._numbers]
        self._turns = [ENDED] * len(self._numbers)
        self._dice = [make_dice(f"{seed}/{row}") for row in self._numbers]
        for index in range(len(self._numbers)):
            self._begin(index)
        self._rows.look(self._states, self._turns)
        self._rows.show()

    def step(self) -> None:
        actions = self._rows.actions.tolist()
        with without_collector():
            for first in range(0, len(actions), _BLOCK):
                self._step_block(first, actions[first : first + _BLOCK])
            self._rows.show()

    def _step_block(self, first: int, actions: list[int]) -> None:
        """The games from the first on make these choices; those that were over begin anew."""
        block = slice(first, first + len(actions))
        before = self._turns[block]
        turns, dice = before.copy(), self._dice[block]
        self._rollouts.advance(self._states[block], actions, turns, dice)
        self._turns[block], self._dice[block] = turns, dice
        if min(turns) < 0:
            turns = self._turn_over(first, before, turns)
        self._rows.look(self._states[block], turns)

    def _turn_over(self, first: int, before: list[int], turns: list[int]) -> list[int]:
        """Games that are over end now, or begin anew if they were over before. Gives the seats that look: who chooses next or chose last."""
        seats = turns.copy()
        for place in [place for place, turn in enumerate(turns) if turn < 0]:
            index, last = first + place, before[place]
            if last < 0:
                self._begin(index)
                seats[place] = self._turns[index]
                continue
            seats[place] = last
            if turns[place] == REFUSED:
                self._rows.refuse(index, last)
            else:
                self._rows.end(index, last, self._rollouts.returns(self._states[index]))
        return seats

    def _begin(self, index: int) -> None:
        """The dice of the row roll on from game to game."""
        state = self._setting.start()
        self._states[index] = state
        self._dice[index] = self._rollouts.settle(state, self._dice[index])
        self._turns[index] = state.actors()[0]


class ShardWithBots:
    """Bots have some of the seats."""

    def __init__(self, setting: Setting, bots: Mapping[int, str], arrays: Arrays, rows: range) -> None:
        self._numbers = rows
        self._rows = _Rows(setting, arrays, rows)
        self._plays = [Play(setting, bots) for _ in rows]
        self._seeds: list[Random] = []
        self._seats = [0] * len(rows)  # who chooses, or chose last
        self._over = [False] * len(rows)

    def reset(self, seed: int) -> None:
        self._seeds = [Random(f"{seed}/{row}") for row in self._numbers]
        for index in range(len(self._plays)):
            self._begin(index)
        self._show()

    def step(self) -> None:
        for index, action in enumerate(self._rows.actions.tolist()):
            if self._over[index]:
                self._begin(index)
            else:
                self._choose(index, action)
        self._show()

    def _begin(self, index: int) -> None:
        play = self._plays[index]
        play.begin(self._seeds[index].getrandbits(SEED_BITS))
        self._seats[index] = play.turn or 0
        self._over[index] = False

    def _choose(self, index: int, action: int) -> None:
        play, seat = self._plays[index], self._seats[index]
        if action not in play.state.legal(seat):
            self._rows.refuse(index, seat)
            self._over[index] = True
            return
        play.choose(seat, action)
        if play.turn is None:
            self._rows.end(index, seat, play.returns())
            self._over[index] = True
        else:
            self._seats[index] = play.turn

    def _show(self) -> None:
        self._rows.look([play.state for play in self._plays], self._seats)
        self._rows.show()
