"""How the numbers of a seat lie in one flat array: the pieces of a game's features, one after the other.

A game may pack what a seat sees into a row of a few whole numbers, its words, inside its compiled rules; a `Code` says what they mean, and
turns them into the numbers, for one row here or for thousands at once in `zashiki.bridges`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import prod
from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from zashiki.kernel.batches import zeros

if TYPE_CHECKING:
    from zashiki.kernel.batches import Numbers

    WriteRow = Callable[[Any, int, Numbers, int], None]

Pieces = Mapping[str, tuple[int, ...]]
"""The shape of each piece by its name, in order."""

Table = tuple[tuple[float, ...], ...]
"""What each value of a byte means: as many numbers for each of the 256."""

NONE: Final = 255
"""A byte that means none of those that it could be."""

WORD_BYTES: Final = 8
WORD_BITS: Final = 56
"""So much of a word is used: whole bytes, and little enough that compiled rules compute with it directly."""


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


class Field:
    """Some bits of a word: one that is a number itself, or a byte that is a share (`most`) or one of so many (`count`)."""

    def __init__(self, bits: int, count: int = 1, most: int = 0) -> None:
        self.bits: Final = bits
        self.count: Final = count
        self.most: Final = most


class Piece:
    """Fields that belong together, and the shape of the numbers that they mean."""

    def __init__(self, shape: tuple[int, ...], fields: Sequence[Field]) -> None:
        self.shape: Final = shape
        self.fields: Final = fields


def share(most: int, *shape: int) -> Piece:
    """Each byte is a number, as a share of the most that it can be; what is more counts as that."""
    return Piece(shape or (1,), [Field(8, most=most)] * prod(shape))


def shares(*most: int) -> Piece:
    """The same with a most of its own for each."""
    return Piece((len(most),), [Field(8, most=one) for one in most])


def one_of(count: int, *shape: int) -> Piece:
    """Each byte says which of so many it is, or NONE."""
    return Piece((*shape, count), [Field(8, count)] * prod(shape))


def flags(*shape: int) -> Piece:
    """A bit for each."""
    return Piece(shape, [Field(1)] * prod(shape))


def rows(count: int, *pieces: Piece) -> Piece:
    """So many rows, each of which has the fields of all pieces one after the other."""
    width = sum(prod(piece.shape) for piece in pieces)
    return Piece((count, width), [field for piece in pieces for field in piece.fields] * count)


class Part:
    """The fields of a piece from `first` to `stop`."""

    def __init__(self, piece: str, first: int, stop: int) -> None:
        self.piece: Final = piece
        self.fields: Final = range(first, stop)


class Place:
    """Where a field lies: in which word, from which bit on; and the first of its numbers in the flat array."""

    def __init__(self, word: int, shift: int, number: int, field: Field) -> None:
        self.word: Final = word
        self.shift: Final = shift
        self.number: Final = number
        self.field: Final = field


class Code:
    """What the words of a row mean. Each word has some pieces, or parts of them: their bytes first, the lowest, and then their bits."""

    def __init__(self, pieces: Mapping[str, Piece], words: Sequence[Sequence[str | Part]]) -> None:
        self.pieces: Final = {name: piece.shape for name, piece in pieces.items()}
        self.words: Final = len(words)
        starts, found = Layout(self.pieces).starts, list[Place]()
        for number, parts in enumerate(words):
            found += _place_fields(number, parts, pieces, starts)
        self.places: Final = sorted(found, key=lambda place: place.number)
        _check_places(self.places, Layout(self.pieces).size)
        self._struct: Final = Struct(f"<{self.words}q")
        self._steps: Final = [_step(run) for run in runs_of(self.places, in_bytes=True)]

    def row(self, write_row: WriteRow, state: Any, seat: int) -> Numbers:
        """The words of one row, as a game writes them."""
        words = zeros(self.words)
        write_row(state, seat, words, 0)
        return words

    def write(self, row: Iterable[int], array: Any) -> None:
        """The numbers of one row."""
        words = list(row)
        if len(words) != self.words:
            raise ValueError(f"{len(words)} words instead of {self.words}")
        packed = self._struct.pack(*words)
        values: list[float] = []
        for byte, table in self._steps:
            values += table[packed[byte]]
        fill(array, values)


def _place_fields(
    word: int, parts: Sequence[str | Part], pieces: Mapping[str, Piece], starts: Mapping[str, int]
) -> list[Place]:
    fields: list[tuple[Field, int]] = []
    for part in parts:
        name = part if isinstance(part, str) else part.piece
        piece = pieces[name]
        ends = [0, *accumulate(field.count for field in piece.fields)]
        chosen = range(len(piece.fields)) if isinstance(part, str) else part.fields
        fields += [(piece.fields[index], starts[name] + ends[index]) for index in chosen]
    fields.sort(key=lambda one: -one[0].bits)
    shifts = [0, *accumulate(field.bits for field, _ in fields)]
    if shifts[-1] > WORD_BITS:
        raise ValueError(f"word {word} would have {shifts[-1]} bits")
    return [Place(word, shift, number, field) for shift, (field, number) in zip(shifts, fields, strict=False)]


def _check_places(places: Sequence[Place], size: int) -> None:
    """Every number comes from one field."""
    ends = [0, *(place.number + place.field.count for place in places)]
    if ends[:-1] != [place.number for place in places] or ends[-1] != size:
        raise ValueError("the words do not have every piece once")


def runs_of(places: Sequence[Place], in_bytes: bool = False) -> list[list[Place]]:
    """Bits of one word, or of one byte, that are numbers one after the other, together; other fields alone."""
    runs: list[list[Place]] = []
    for place in places:
        last = runs[-1][-1] if runs else None
        if (
            last is not None
            and last.field.bits == place.field.bits == 1
            and (last.word, last.shift + 1, last.number + 1) == (place.word, place.shift, place.number)
            and not (in_bytes and place.shift % 8 == 0)
        ):
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs


def byte_of(place: Place) -> int:
    """The byte of a row in which a field lies or begins, each word being eight bytes, the lowest first."""
    return place.word * WORD_BYTES + place.shift // 8


def _step(run: Sequence[Place]) -> tuple[int, Table]:
    """A byte, and what it means."""
    first = run[0]
    if first.field.bits == 1:
        return byte_of(first), _flags(first.shift % 8, len(run))
    return byte_of(first), table_of(first.field)


def table_of(field: Field) -> Table:
    """What each byte of a field means."""
    return _share(field.most) if field.most else _one_of(field.count)


@cache
def _share(most: int) -> Table:
    return tuple((min(1.0, value / most),) for value in range(256))


@cache
def _one_of(count: int) -> Table:
    return tuple(tuple(float(value == one) for one in range(count)) for value in range(256))


@cache
def _flags(first: int, count: int) -> Table:
    bits = range(first, first + count)
    return tuple(tuple(float(value >> bit & 1) for bit in bits) for value in range(256))


def fill(array: Any, values: list[float]) -> None:
    """Writes the values to the beginning of anything that takes items: a list, an array, a memory view, a tensor."""
    if isinstance(array, list):
        array[: len(values)] = values
        return
    for index, value in enumerate(values):
        array[index] = value
