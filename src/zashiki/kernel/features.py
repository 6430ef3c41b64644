"""How the numbers of a seat lie in one flat array: the pieces of a game's features, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import prod
from typing import Any, Final

Pieces = Mapping[str, tuple[int, ...]]
"""The shape of each piece by its name, in order."""


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


def fill(array: Any, values: list[float]) -> None:
    """Writes the values to the beginning of anything that takes items: a list, an array, a memory view, a tensor."""
    if isinstance(array, list):
        array[: len(values)] = values
        return
    for index, value in enumerate(values):
        array[index] = value
