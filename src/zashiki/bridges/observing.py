"""What the seats of many games see, as one array of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Final, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from zashiki.bridges.setting import Setting
from zashiki.kernel.contract import State
from zashiki.kernel.features import Code, Table
from zashiki.kernel.parts import Features

Numbers = NDArray[np.float32]


class Observer(Protocol):
    def observe(self, states: Sequence[State], seats: Sequence[int]) -> None:
        """Writes what one seat of each game sees into the row of that game."""


def observer_of(setting: Setting, observations: Numbers) -> Observer:
    """By the bytes of a game that packs them, else number by number."""
    features, _ = setting.features()
    if hasattr(features, "CODE"):
        return _CodedObserver(features.CODE, cast(Any, features).row_of, observations)
    return _PlainObserver(features, observations)


class _PlainObserver:
    def __init__(self, features: Features, observations: Numbers) -> None:
        self._features = features
        self._observations = observations
        self._scratch = [0.0] * observations.shape[1]

    def observe(self, states: Sequence[State], seats: Sequence[int]) -> None:
        for row, state, seat in zip(self._observations, states, seats, strict=True):
            self._features.write(state, seat, self._scratch)
            row[:] = self._scratch


class _CodedObserver:
    """Bytes that mean the same are looked up together, in all games at once."""

    def __init__(self, code: Code, row_of: Callable[[Any, int], list[int]], observations: Numbers) -> None:
        self._row_of = row_of
        self._observations = observations
        self._groups: Final[list[tuple[slice, slice, Numbers]]] = []
        byte = number = 0
        for table, same in groupby(code.tables, key=id):
            width = len(list(same))
            meant = np.array(_table(code.tables, table), np.float32)
            span = width * meant.shape[1]
            self._groups.append((slice(byte, byte + width), slice(number, number + span), meant))
            byte, number = byte + width, number + span

    def observe(self, states: Sequence[State], seats: Sequence[int]) -> None:
        packed = b"".join([bytes(row) for row in map(self._row_of, states, seats)])
        rows = np.frombuffer(packed, np.uint8).reshape(len(states), -1)
        for source, target, meant in self._groups:
            self._observations[:, target] = meant.take(rows[:, source], axis=0).reshape(len(states), -1)


def _table(tables: list[Table], wanted: int) -> Table:
    return next(table for table in tables if id(table) == wanted)
