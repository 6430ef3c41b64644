"""Moments of random games, as the checks of the parts look at them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from zashiki.kernel.contract import Game, State
from zashiki.kernel.messages import Event
from zashiki.testing.conformance import choose


class Moment(NamedTuple):
    """A state of a random game, and what led to it."""

    seats: int
    state: State
    events: list[Event]

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Every seat, and a spectator."""
        return (*range(self.seats), None)


def seat_counts(game: Game) -> list[int]:
    """As few as can be, as many as can be, and the usual number."""
    allowed = game.facts.seats
    return sorted({allowed[0], game.facts.default_seats, allowed[-1]})


def moments(game: Game, options: dict[str, Any], seed: int, checks: int) -> Iterator[Moment]:
    """About `checks` moments of a random game for some numbers of seats: the first, the last, some between."""
    for seats in seat_counts(game):
        played = list(_played(game, seats, options, seed))
        step = max(1, (len(played) - 1) // max(1, checks - 1))
        yield from played[:-1:step]
        yield played[-1]


def _played(game: Game, seats: int, options: dict[str, Any], seed: int) -> Iterator[Moment]:
    random = Random(f"{game.id}/{seats}/{seed}")
    state = game.start(seats=seats, **options)
    yield Moment(seats, state.copy(), [])
    while state.actors():
        state.events = []
        state.apply(*choose(state, random))
        events, state.events = state.events, None
        yield Moment(seats, state.copy(), events)
