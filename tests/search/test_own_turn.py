"""Several choices in a row: every order is followed as far as the budget goes, and equal positions are met once."""

from __future__ import annotations

from itertools import permutations

import pytest

from zashiki.search.budget import Meter
from zashiki.search.own_turn import search_turn

Position = tuple[int, ...]
NUMBERS = (3, 1, 4, 1, 5, 9)


class Picking:
    """Someone picks three of six numbers. What they are worth depends on the order of the first: it counts double."""

    def __init__(self) -> None:
        self.valued: list[Position] = []

    def choices(self, position: Position) -> list[tuple[int, Position]]:
        if len(position) == 3:
            return []
        return [(index, (*position, index)) for index in range(len(NUMBERS)) if index not in position]

    def key(self, position: Position) -> tuple[Position, frozenset[int]]:
        return position[:1], frozenset(position)

    def values(self, positions: list[Position]) -> list[float]:
        self.valued += positions
        return [worth(position) for position in positions]


def worth(position: Position) -> float:
    return float(sum(NUMBERS[index] for index in (*position, *position[:1])))


def test_with_enough_nodes_every_choice_has_its_exact_worth() -> None:
    found = search_turn(Picking(), (), Meter(None, 10_000), 10, 10_000)
    assert found.complete
    for first in range(len(NUMBERS)):
        best = max(worth(order) for order in permutations(range(len(NUMBERS)), 3) if order[0] == first)
        assert found.values[first] == best


def test_equal_positions_are_valued_once() -> None:
    picking = Picking()
    search_turn(picking, (), Meter(None, 10_000), 1000, 1000)
    assert len(picking.valued) == 60, "six to begin with, and any two of the other five"


@pytest.mark.parametrize("nodes", [0, 5, 20])
def test_without_nodes_choices_are_valued_by_what_they_lead_to_at_once(nodes: int) -> None:
    found = search_turn(Picking(), (), Meter(None, nodes), 6, 10_000)
    assert not found.complete
    assert found.values == {index: 2.0 * number for index, number in enumerate(NUMBERS)}


def test_the_limit_of_positions_holds() -> None:
    """A stage ends with the position whose choices pass the limit, so that it has a few more."""
    picking = Picking()
    search_turn(picking, (), Meter(None, None), 10, 10)
    assert len(picking.valued) <= 10 + len(NUMBERS)
