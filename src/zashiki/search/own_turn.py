"""One side chooses several times in a row: all orders of its choices, as far as the budget goes, with equal positions met once."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from zashiki.search.budget import Meter

Position = TypeVar("Position")

GROWS: Final = 4
"""A stage may have so many times the positions of the one before."""


class Turn(Protocol[Position]):
    """What a game tells the search."""

    def choices(self, position: Position) -> list[tuple[int, Position]]:
        """What the side may choose with the positions after it, which are new; none: it is not this side's turn any more."""

    def key(self, position: Position) -> Hashable:
        """Equal for positions from which the game goes on alike."""

    def values(self, positions: list[Position]) -> list[float]:
        """What positions are worth to the side; they may be changed by it."""


class Found(NamedTuple):
    """What each choice is worth, and whether every order of choices was followed to its end."""

    values: dict[int, float]
    complete: bool


def search_turn(turn: Turn[Position], start: Position, meter: Meter, first: int, most: int) -> Found:
    """Stage by stage, the first whatever it takes; the next ones while they fit into the budget."""
    size = first
    while True:
        graph = _Graph(turn, start, size)
        found = graph.solve()
        meter.spend(graph.size)
        if found.complete or size >= most or meter.left() < GROWS * size:
            return found
        size = min(most, GROWS * size)


class _Graph(Generic[Position]):
    """Positions by the breadth of choices from the start; those beyond the limit are valued as they are."""

    def __init__(self, turn: Turn[Position], start: Position, most: int) -> None:
        self._turn = turn
        self._positions = [start]
        self._after: list[list[tuple[int, int]]] = []
        self._places = {turn.key(start): 0}
        self._values: dict[int, float] = {}
        while len(self._after) < len(self._positions) and (len(self._positions) < most or not self._after):
            self._after.append(self._expand(self._positions[len(self._after)]))
        self._complete = len(self._after) == len(self._positions)

    @property
    def size(self) -> int:
        return len(self._positions)

    def _expand(self, position: Position) -> list[tuple[int, int]]:
        after = []
        for action, following in self._turn.choices(position):
            key = self._turn.key(following)
            place = self._places.setdefault(key, len(self._positions))
            if place == len(self._positions):
                self._positions.append(following)
            after.append((action, place))
        return after

    def solve(self) -> Found:
        expanded = len(self._after)
        leaves = [place for place in range(self.size) if place >= expanded or not self._after[place]]
        worth = self._turn.values([self._positions[place] for place in leaves])
        self._values.update(zip(leaves, worth, strict=True))
        values = {action: self._value(place) for action, place in self._after[0]}
        return Found(values, self._complete)

    def _value(self, place: int) -> float:
        value = self._values.get(place)
        if value is None:
            value = max(self._value(following) for _, following in self._after[place])
            self._values[place] = value
        return value
