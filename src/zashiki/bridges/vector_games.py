"""Many games stepped one after the other over arrays that several processes share; each process has a shard of them."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from random import Random
from struct import Struct
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zashiki.bridges.play import Play
from zashiki.bridges.setting import Setting

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
        self.bytes = memoryview(buffer).cast("B")
        self.starts = {name: getattr(self, name).ctypes.data - self.actions.ctypes.data for name in shapes}


def array_shapes(setting: Setting, games: int) -> dict[str, tuple[tuple[int, ...], type]]:
    _, layout = setting.features()
    return {
        "actions": ((games,), np.int64),
        "observations": ((games, layout.size), np.float32),
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


class Shard:
    """The games of some rows. The same seed gives the same games, however the rows are shared out."""

    def __init__(self, setting: Setting, bots: Mapping[int, str], arrays: Arrays, rows: range) -> None:
        self._arrays = arrays
        self._rows = rows
        self._plays = [Play(setting, bots) for _ in rows]
        self._seeds: list[Random] = []
        self._lowest = setting.facts.lowest_return
        self._actions = setting.facts.actions
        self._size = self._plays[0].layout.size if self._plays else 0
        self._pack = Struct(f"{self._size}f").pack_into
        self._scratch = [0.0] * self._size
        self._no_mask = bytes(self._actions)

    def reset(self, seed: int) -> None:
        self._seeds = [Random(f"{seed}/{row}") for row in self._rows]
        for index, row in enumerate(self._rows):
            self._begin(index, row)

    def step(self) -> None:
        """Every game makes its choice; one that is over begins anew instead."""
        arrays, first = self._arrays, self._rows.start
        actions = arrays.actions[first : self._rows.stop].tolist()
        over = arrays.terminations[first : self._rows.stop].tolist()
        for index, play in enumerate(self._plays):
            row = first + index
            if over[index]:
                self._begin(index, row)
                continue
            seat = play.turn
            assert seat is not None
            if actions[index] not in play.state.legal(seat):
                returns = [0.0] * play.setting.seats
                returns[seat] = self._lowest
                self._end(row, seat, returns)
            else:
                play.choose(seat, actions[index])
                if play.turn is None:
                    self._end(row, seat, play.returns())
            self._show(play, row, seat)

    def _begin(self, index: int, row: int) -> None:
        play, arrays = self._plays[index], self._arrays
        play.begin(self._seeds[index].getrandbits(SEED_BITS))
        arrays.rewards[row] = 0.0
        arrays.returns[row] = 0.0
        arrays.terminations[row] = False
        self._show(play, row, 0)

    def _end(self, row: int, seat: int, returns: Any) -> None:
        arrays = self._arrays
        arrays.returns[row] = returns
        arrays.rewards[row] = returns[seat]
        arrays.terminations[row] = True

    def _show(self, play: Play, row: int, latest: int) -> None:
        """The observation and the mask of who chooses next; at the end of a game of who chose last."""
        turn = play.turn
        seat = latest if turn is None else turn
        arrays = self._arrays
        play.write_features(seat, self._scratch)
        self._pack(arrays.bytes, arrays.starts["observations"] + row * self._size * 4, *self._scratch)
        mask = bytearray(self._no_mask)
        for action in play.state.legal(seat):
            mask[action] = 1
        start = arrays.starts["masks"] + row * self._actions
        arrays.bytes[start : start + self._actions] = mask
        arrays.seats[row] = seat
