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
    """All games are looked at, some at a time; then what was seen is written, one row a game."""

    def look(self, states: Sequence[State], seats: Sequence[int]) -> None:
        """What one seat of each of the next games sees."""

    def write(self) -> None:
        """All games have been looked at."""


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
        self._row = 0

    def look(self, states: Sequence[State], seats: Sequence[int]) -> None:
        for state, seat in zip(states, seats, strict=True):
            self._features.write(state, seat, self._scratch)
            self._observations[self._row] = self._scratch
            self._row += 1

    def write(self) -> None:
        self._row = 0


class _CodedObserver:
    """Bytes that mean the same are looked up together, in all games at once."""

    def __init__(self, code: Code, row_of: Callable[[Any, int], list[int]], observations: Numbers) -> None:
        self._row_of = row_of
        self._observations = observations
        self._seen: list[bytes] = []
        self._groups: Final[list[tuple[slice, slice, Numbers]]] = []
        byte = number = 0
        for table, same in groupby(code.tables, key=id):
            width = len(list(same))
            meant = np.array(_table(code.tables, table), np.float32)
            span = width * meant.shape[1]
            self._groups.append((slice(byte, byte + width), slice(number, number + span), meant))
            byte, number = byte + width, number + span

    def look(self, states: Sequence[State], seats: Sequence[int]) -> None:
        self._seen += map(bytes, map(self._row_of, states, seats))

    def write(self) -> None:
        games = len(self._observations)
        rows = np.frombuffer(b"".join(self._seen), np.uint8).reshape(games, -1)
        self._seen.clear()
        for source, target, meant in self._groups:
            self._observations[:, target] = meant.take(rows[:, source], axis=0).reshape(games, -1)


def _table(tables: list[Table], wanted: int) -> Table:
    return next(table for table in tables if id(table) == wanted)
