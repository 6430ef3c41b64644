"""Rows of words, and the numbers that they mean."""

from __future__ import annotations

from array import array

import pytest

from zashiki.kernel.features import NONE, Code, Layout, Part, flags, one_of, rows, share, shares

PIECES = {
    "few": share(4, 2),
    "unlike": shares(2, 8),
    "which": one_of(3, 2),
    "marks": flags(10),
    "boards": rows(2, flags(1), shares(5)),
}
WORDS: list[list[str | Part]] = [
    [Part("marks", 0, 8), "few", "unlike"],
    ["which", "boards", Part("marks", 8, 10)],
]
CODE = Code(PIECES, WORDS)


def word(*numbers: int, bits: int = 0) -> int:
    """Bytes, the lowest first, and then bits."""
    return sum(number << 8 * index for index, number in enumerate(numbers)) | bits << 8 * len(numbers)


def numbers(*row: int) -> dict[str, list[float]]:
    layout = Layout(CODE.pieces)
    written = [-1.0] * layout.size
    CODE.write(row, written)
    return {name: written[layout.span(name)] for name in CODE.pieces}


def test_pieces_have_the_shapes_of_their_numbers() -> None:
    assert CODE.pieces == {"few": (2,), "unlike": (2,), "which": (2, 3), "marks": (10,), "boards": (2, 2)}
    assert flags(4, 6).shape == (4, 6)
    assert one_of(3).shape == (3,)


def test_every_field_is_read_by_its_kind_bytes_before_bits() -> None:
    first = word(1, 9, 1, 2, bits=0b1000_0001)
    second = word(2, NONE, 1, 5, bits=0b10_01)
    assert numbers(first, second) == {
        "few": [0.25, 1.0],  # what is more than the most counts as that
        "unlike": [0.5, 0.25],
        "which": [0, 0, 1, 0, 0, 0],
        "marks": [1, 0, 0, 0, 0, 0, 0, 1, 0, 1],
        "boards": [1, 0.2, 0, 1],
    }


def test_any_array_can_be_written_to() -> None:
    size = Layout(CODE.pieces).size
    row = (word(1, 2, 3, 4, bits=170), word(0, 1, 2, 3, bits=9))
    typed, plain = array("d", [2.0] * (size + 1)), [2.0] * (size + 1)
    CODE.write(row, typed)
    CODE.write(row, plain)
    assert list(typed) == plain
    assert plain[-1] == 2.0


@pytest.mark.parametrize("length", [1, 3])
def test_a_row_of_another_length_is_an_error(length: int) -> None:
    with pytest.raises(ValueError, match=f"{length} words instead of 2"):
        CODE.write([0] * length, [0.0] * 99)


def test_a_word_that_is_too_long_is_an_error() -> None:
    with pytest.raises(ValueError, match="word 1 would have 57 bits"):
        Code({"one": flags(1), "two": flags(57)}, [["one"], ["two"]])


@pytest.mark.parametrize("words", [[["one"]], [["one"], ["two"], ["one"]]])
def test_a_piece_that_is_left_out_or_placed_twice_is_an_error(words: list[list[str | Part]]) -> None:
    with pytest.raises(ValueError, match="do not have every piece once"):
        Code({"one": flags(3), "two": share(5)}, words)
