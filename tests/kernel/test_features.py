"""Rows of bytes, and the numbers that they mean."""

from __future__ import annotations

from array import array

import pytest

from zashiki.kernel.features import NONE, Code, Layout, flags, one_of, rows, share, shares

CODE = Code(
    {
        "few": share(4, 2),
        "unlike": shares(2, 8),
        "which": one_of(3, 2),
        "marks": flags(10),
        "boards": rows(2, shares(1, 5)),
    }
)


def numbers(*row: int) -> dict[str, list[float]]:
    layout = Layout(CODE.pieces)
    written = [-1.0] * layout.size
    CODE.write(row, written)
    return {name: written[layout.span(name)] for name in CODE.pieces}


def test_pieces_have_the_shapes_of_their_numbers() -> None:
    assert CODE.pieces == {"few": (2,), "unlike": (2,), "which": (2, 3), "marks": (10,), "boards": (2, 2)}


def test_every_byte_is_read_by_its_kind() -> None:
    assert numbers(1, 9, 1, 2, 2, NONE, 0b1000_0001, 0b10, 1, 1, 0, 5) == {
        "few": [0.25, 1.0],  # what is more than the most counts as that
        "unlike": [0.5, 0.25],
        "which": [0, 0, 1, 0, 0, 0],
        "marks": [1, 0, 0, 0, 0, 0, 0, 1, 0, 1],
        "boards": [1, 0.2, 0, 1],
    }


def test_any_array_can_be_written_to() -> None:
    size = Layout(CODE.pieces).size
    row = bytes(range(12))
    typed, plain = array("d", [2.0] * (size + 1)), [2.0] * (size + 1)
    CODE.write(row, typed)
    CODE.write(row, plain)
    assert list(typed) == plain
    assert plain[-1] == 2.0


@pytest.mark.parametrize("length", [11, 13])
def test_a_row_of_another_length_is_an_error(length: int) -> None:
    with pytest.raises(ValueError, match="zip"):
        CODE.write([0] * length, [0.0] * 99)
