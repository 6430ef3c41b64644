"""What the seats of many games see, as one array of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from zashiki.bridges.setting import Setting
from zashiki.kernel.batches import Batch
from zashiki.kernel.contract import State
from zashiki.kernel.features import WORD_BYTES, Code, Place, byte_of, runs_of, table_of
from zashiki.kernel.parts import Features
from zashiki.kernel.registry import has_part
from zashiki.kernel.rollouts import Rollouts

if TYPE_CHECKING:
    from zashiki.kernel.batches import Numbers

Observations = NDArray[np.float32]

_CHUNK: Final = 512
"""So many games are looked up together: what is unpacked of them stays in the processor's cache."""


class Observer(Protocol):
    """Writes what all games show, one row a game."""

    @property
    def words(self) -> int:
        """So many of them the rules have to write for each game."""

    def write(self, states: list[State], batch: Batch) -> None:
        """All games have been looked at."""


def read(numbers: Numbers) -> NDArray[np.int64]:
    """The numbers of a batch where they lie."""
    return np.frombuffer(memoryview(numbers), np.int64)


def observer_of(setting: Setting, observations: Observations) -> Observer:
    """By the words of a game whose own rollouts write them, else number by number."""
    features, _ = setting.features()
    if hasattr(features, "CODE") and has_part(setting.game, Rollouts):
        return _CodedObserver(features.CODE, observations)
    return _PlainObserver(features, observations)


class _PlainObserver:
    words: Final = 0

    def __init__(self, features: Features, observations: Observations) -> None:
        self._features = features
        self._observations = observations
        self._scratch = [0.0] * observations.shape[1]

    def write(self, states: list[State], batch: Batch) -> None:
        for index, state in enumerate(states):
            self._features.write(state, batch.seats[index], self._scratch)
            self._observations[index] = self._scratch


class _CodedObserver:
    """Words are looked up in many games at once."""

    def __init__(self, code: Code, observations: Observations) -> None:
        self.words: Final = code.words
        self._observations = observations
        runs = runs_of(code.places)
        self._bits: Final = [_BitRun(run) for run in runs if run[0].field.bits == 1]
        byte_fields = [run[0] for run in runs if run[0].field.bits > 1]
        self._shares: Final = _Shares([place for place in byte_fields if place.field.most])
        ones = _byte_runs([place for place in byte_fields if not place.field.most])
        self._ones: Final = [_OneOfRun(run) for run in ones]

    def write(self, states: list[State], batch: Batch) -> None:  # noqa: ARG002 as every observer
        words = read(batch.words).astype("<i8", copy=False)
        packed = words.view(np.uint8).reshape(len(self._observations), -1)
        for first in range(0, len(packed), _CHUNK):
            self._write(packed[first : first + _CHUNK], self._observations[first : first + _CHUNK])

    def _write(self, packed: NDArray[np.uint8], observations: Observations) -> None:
        bits = np.unpackbits(packed, axis=1, bitorder="little")
        for run in self._bits:
            observations[:, run.numbers] = bits[:, run.source]
        self._shares.write(packed, observations)
        for one in self._ones:
            meant = one.table.take(packed[:, one.source], axis=0)
            observations[:, one.numbers] = meant.reshape(len(observations), -1)


class _BitRun:
    """Bits that are numbers one after the other."""

    def __init__(self, run: Sequence[Place]) -> None:
        first = run[0]
        start = first.word * WORD_BYTES * 8 + first.shift
        self.source: Final = slice(start, start + len(run))
        self.numbers: Final = slice(first.number, first.number + len(run))


class _Shares:
    """All bytes that are shares. Those of single precision are the same as those of double precision, rounded."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._bytes: Final = np.array([byte_of(place) for place in places], np.intp)
        self._divisors: Final = np.array([place.field.most for place in places], np.float32)
        self._most: Final = np.minimum(self._divisors, 255).astype(np.uint8)
        self._runs: Final[list[tuple[slice, slice]]] = []
        first = 0
        for run in _runs([place.number for place in places]):
            self._runs.append((slice(first, first + len(run)), slice(run[0], run[0] + len(run))))
            first += len(run)

    def write(self, packed: NDArray[np.uint8], observations: Observations) -> None:
        values = packed.take(self._bytes, axis=1)
        np.minimum(values, self._most, out=values)
        shares = np.divide(values, self._divisors, dtype=np.float32)
        for source, numbers in self._runs:
            observations[:, numbers] = shares[:, source]


class _OneOfRun:
    """Bytes one after the other that say which of the same number of things they are."""

    def __init__(self, run: Sequence[Place]) -> None:
        field = run[0].field
        self.source: Final = slice(byte_of(run[0]), byte_of(run[0]) + len(run))
        self.numbers: Final = slice(run[0].number, run[0].number + len(run) * field.count)
        self.table: Final = np.array(table_of(field), np.float32)


def _runs(numbers: Sequence[int]) -> list[list[int]]:
    """Numbers that follow one another, together."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] + 1 == number:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def _byte_runs(places: Sequence[Place]) -> list[list[Place]]:
    """Bytes one after the other that say which of the same number of things they are, and whose numbers follow one another too."""
    runs: list[list[Place]] = []
    for place in places:
        last = runs[-1][-1] if runs else None
        if (
            last is not None
            and last.field.count == place.field.count
            and last.number + last.field.count == place.number
            and byte_of(last) + 1 == byte_of(place)
        ):
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs
