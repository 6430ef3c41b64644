"""Many games stepped one after the other over arrays that several processes share; each process has a shard of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from random import Random
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from zashiki.bridges.observing import observer_of, read
from zashiki.bridges.play import Play
from zashiki.bridges.setting import Setting
from zashiki.kernel.batches import Batch, numbers_of
from zashiki.kernel.contract import State
from zashiki.kernel.garbage import without_collector
from zashiki.kernel.rollouts import ENDED, REFUSED, make_dice, rollouts_of

SEED_BITS: Final = 63
_ALIGNED: Final = 64


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
    """What a shard writes into its rows, out of a batch."""

    def __init__(self, setting: Setting, arrays: Arrays, rows: range) -> None:
        part = slice(rows.start, rows.stop)
        self.actions = arrays.actions[part]
        self.rollouts: Final = rollouts_of(setting.game)
        self._setting = setting
        seen = arrays.observations[part]
        self._observer = observer_of(setting, seen) if seen.shape[1] else None
        words = self._observer.words if self._observer else 0
        self.batch: Final = Batch(len(rows), setting.facts.actions, words)
        self._masks = arrays.masks[part]
        self._rewards = arrays.rewards[part]
        self._terminations = arrays.terminations[part]
        self._seats = arrays.seats[part]
        self._returns = arrays.returns[part]

    def show(self, states: list[State], offered: int) -> None:
        """All games have been looked at: writes what is seen, who chooses among what, and what has ended."""
        batch = self.batch
        if self._observer is not None:
            self._observer.write(states, batch)
        self._seats[:] = read(batch.seats)
        self._masks[:] = 0
        self._masks.reshape(-1)[read(batch.legal)[:offered]] = 1
        self._rewards[:] = 0.0
        self._returns[:] = 0.0
        np.less(read(batch.turns), 0, out=self._terminations)
        if self._terminations.any():
            self._show_ends(states, np.flatnonzero(self._terminations))

    def _show_ends(self, states: list[State], ended: NDArray[np.intp]) -> None:
        turns, seats = read(self.batch.turns)[ended].tolist(), self._seats[ended]
        self._returns[ended] = [
            self._refused(seat) if turn == REFUSED else self.rollouts.returns(states[index])
            for index, turn, seat in zip(ended.tolist(), turns, seats.tolist(), strict=True)
        ]
        self._rewards[ended] = self._returns[ended, seats]

    def _refused(self, seat: int) -> Sequence[float]:
        """An illegal choice ends the game."""
        returns = [0.0] * self._setting.seats
        returns[seat] = self._setting.facts.lowest_return
        return returns


class QuickShard:
    """Every seat is asked from outside; chance draws by the dice of each row."""

    def __init__(self, setting: Setting, arrays: Arrays, rows: range) -> None:
        self._beginning = setting.start()
        self._numbers = rows
        self._rows = _Rows(setting, arrays, rows)
        self._states: list[State] = []

    def reset(self, seed: int) -> None:
        batch = self._rows.batch
        self._states = [self._beginning] * len(self._numbers)
        for index, row in enumerate(self._numbers):
            batch.turns[index] = ENDED
            batch.dice[index] = make_dice(f"{seed}/{row}")
        self.step()

    def step(self) -> None:
        rows = self._rows
        rows.batch.actions = numbers_of(rows.actions)
        with without_collector():
            offered = rows.rollouts.advance(self._states, self._beginning, rows.batch)
            rows.show(self._states, offered)


class ShardWithBots:
    """Bots have some of the seats."""

    def __init__(self, setting: Setting, bots: Mapping[int, str], arrays: Arrays, rows: range) -> None:
        self._numbers = rows
        self._rows = _Rows(setting, arrays, rows)
        self._plays = [Play(setting, bots) for _ in rows]
        self._seeds: list[Random] = []

    def reset(self, seed: int) -> None:
        self._seeds = [Random(f"{seed}/{row}") for row in self._numbers]
        for index in range(len(self._plays)):
            self._begin(index)
        self._show()

    def step(self) -> None:
        for index, action in enumerate(self._rows.actions.tolist()):
            if self._rows.batch.turns[index] < 0:
                self._begin(index)
            else:
                self._choose(index, action)
        self._show()

    def _begin(self, index: int) -> None:
        play, batch = self._plays[index], self._rows.batch
        play.begin(self._seeds[index].getrandbits(SEED_BITS))
        batch.turns[index] = batch.seats[index] = play.turn or 0

    def _choose(self, index: int, action: int) -> None:
        play, batch = self._plays[index], self._rows.batch
        seat = batch.turns[index]
        if action not in play.state.legal(seat):
            batch.turns[index] = REFUSED
            return
        play.choose(seat, action)
        if play.turn is None:
            batch.turns[index] = ENDED
        else:
            batch.turns[index] = batch.seats[index] = play.turn

    def _show(self) -> None:
        states = [play.state for play in self._plays]
        self._rows.show(states, self._rows.rollouts.look(states, self._rows.batch))
