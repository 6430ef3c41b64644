"""How the numbers of a seat lie in one flat array: the pieces of a game's features, one after the other.

A game may pack what a seat sees into one small row of bytes, inside its compiled rules; a `Code` says what the bytes mean, and turns
them into the numbers, for one row here or for thousands at once in `zashiki.bridges`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import prod
from typing import Any, Final

Pieces = Mapping[str, tuple[int, ...]]
"""The shape of each piece by its name, in order."""

Table = tuple[tuple[float, ...], ...]
"""What each value of a byte means: as many numbers for each of the 256."""

NONE: Final = 255
"""A byte that means none of those that it could be."""


class Layout:
    """Where each piece begins, and how many numbers there are in all."""

    def __init__(self, pieces: Pieces) -> None:
        ends = list(accumulate(prod(shape) for shape in pieces.values()))
        self.pieces: Final = pieces
        self.size: Final = ends[-1] if ends else 0
        self.starts: Final = dict(zip(pieces, [0, *ends], strict=False))

    def span(self, piece: str) -> slice:
        """The part of the flat array that this piece takes."""
        start = self.starts[piece]
        return slice(start, start + prod(self.pieces[piece]))


class Piece:
    """Bytes of a row that belong together: what each of them means, and the shape of the numbers."""

    def __init__(self, shape: tuple[int, ...], tables: Sequence[Table]) -> None:
        self.shape: Final = shape
        self.tables: Final = tables


def share(most: int, *shape: int) -> Piece:
    """Each byte is a number, as a share of the most that it can be; what is more counts as that."""
    return Piece(shape or (1,), [_share(most)] * prod(shape))


def shares(*most: int) -> Piece:
    """The same with a most of its own for each."""
    return Piece((len(most),), [_share(one) for one in most])


def one_of(count: int, *shape: int) -> Piece:
    """Each byte says which of so many it is, or NONE."""
    return Piece((*shape, count), [_one_of(count)] * prod(shape))


def flags(count: int, *shape: int) -> Piece:
    """A bit for each of so many, in as few bytes as hold them, the lowest first."""
    whole, rest = divmod(count, 8)
    return Piece((*shape, count), ([_flags(8)] * whole + [_flags(rest)] * (rest > 0)) * prod(shape))


def rows(count: int, piece: Piece) -> Piece:
    """The same so many times, each time's bytes together."""
    return Piece((count, *piece.shape), list(piece.tables) * count)


@cache
def _share(most: int) -> Table:
    return tuple((min(1.0, value / most),) for value in range(256))


@cache
def _one_of(count: int) -> Table:
    return tuple(tuple(float(value == one) for one in range(count)) for value in range(256))


@cache
def _flags(count: int) -> Table:
    return tuple(tuple(float(value >> bit & 1) for bit in range(count)) for value in range(256))


class Code:
    """What the bytes of a row mean, piece by piece."""

    def __init__(self, pieces: Mapping[str, Piece]) -> None:
        self.pieces: Final = {name: piece.shape for name, piece in pieces.items()}
        self.tables: Final[list[Table]] = [table for piece in pieces.values() for table in piece.tables]

    def write(self, row: Sequence[int], array: Any) -> None:
        """The numbers of one row."""
        values: list[float] = []
        for byte, table in zip(row, self.tables, strict=True):
            values += table[byte]
        fill(array, values)


def fill(array: Any, values: list[float]) -> None:
    """Writes the values to the beginning of anything that takes items: a list, an array, a memory view, a tensor."""
    if isinstance(array, list):
        array[: len(values)] = values
        return
    for index, value in enumerate(values):
        array[index] = value
