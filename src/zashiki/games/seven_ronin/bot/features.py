"""What the net sees: rows of facts as numbers, looked up in tables, one for each byte."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zashiki.games.seven_ronin.rules import facts
from zashiki.games.seven_ronin.rules.pieces import EDITIONS, ROUNDS

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Column = tuple[int, Floats]

RONIN: Final = 7
AREAS: Final = 10


def _one_hot(count: int) -> Floats:
    """A number below `count`; all zero beyond."""
    table = np.zeros((256, count), np.float32)
    table[:count] = np.eye(count, dtype=np.float32)
    return table


def _bits(count: int) -> Floats:
    return np.array([[number >> bit & 1 for bit in range(count)] for number in range(256)], np.float32)


def _at_least(steps: Iterable[int], scale: float) -> Floats:
    """Whether a number is at least each of the steps, and the number itself, scaled."""
    numbers = np.arange(256)
    return np.stack([*(numbers >= step for step in steps), numbers * scale], 1).astype(np.float32)


def _counted_bits(count: int) -> Floats:
    """The bits of a mask, and how many they are."""
    numbers = np.array([number.bit_count() for number in range(256)])
    return np.hstack([_bits(count), _at_least(range(2, count), 0.2)[numbers]])


_SPARE: Final = [facts.SPARE_ZERO + step for step in range(-12, 25, 3)]
_PLAIN: Final[tuple[Column, ...]] = (
    (facts.ROUND, _one_hot(ROUNDS + 1)[:, 1:]),
    (facts.RESERVES, _at_least((1, 2, 3, 4, 5, 7, 9, 12, 15, 18, 22, 26, 30, 35), 0.03)),
    *((facts.NINJA + area, _at_least((1, 2, 3), 0.2)) for area in range(AREAS)),
    (facts.NINJA + AREAS, _at_least((1, 2, 3), 0.2)),
    *((facts.ROOM + ronin, _at_least(range(1, 8), 0.0)[:, :7]) for ronin in range(RONIN)),
    (facts.HELD, _bits(RONIN)),
    (facts.SHRINE, _bits(RONIN)),
    (facts.HELD_AREAS, _at_least(range(1, 8), 0.2)),
)
"""Columns whose worth adds up: the quick judgement is made of these."""
COLUMNS: Final[tuple[Column, ...]] = (
    *_PLAIN,
    (facts.EDITION, _one_hot(len(EDITIONS))),
    (facts.SUPPLY, _at_least((1, 2, 4, 8), 0.02)),
    *((facts.HELD_AT + ronin, _one_hot(AREAS + 1)[:, 1:]) for ronin in range(RONIN)),
    (facts.ALIVE, _counted_bits(RONIN)),
    (facts.COUNTED, _at_least(range(1, 9), 0.2)),
    (facts.KEY_AREAS, _one_hot(16)),
    (facts.ALL_ROOM, _at_least(range(3, 30, 3), 0.03)),
    (facts.ALL_NINJA, _at_least((2, 4, 6, 8, 11, 14), 0.05)),
    (facts.SPARE, _at_least(_SPARE, 0.02)),
)
PLAIN: Final = len(_PLAIN)


def width(columns: Iterable[Column]) -> int:
    return sum(table.shape[1] for _, table in columns)


WIDTH: Final = width(COLUMNS)
PLAIN_WIDTH: Final = width(COLUMNS[:PLAIN])


def expand(rows: Bytes) -> Floats:
    """All features, a row a position; those of the plain columns come first."""
    return np.concatenate([table[rows[:, column]] for column, table in COLUMNS], axis=1)


def fold(weights: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """For every column and byte what it adds to the layer of these weights, one below the other; and where each column of facts begins."""
    parts, start = [], 0
    for _, table in COLUMNS:
        end = start + table.shape[1]
        parts.append(table @ weights[start:end])
        start = end
    return np.concatenate(parts), np.arange(len(COLUMNS), dtype=np.intp) * 256
