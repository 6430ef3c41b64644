"""Secret planning until all are ready, then the wind, then the first player's word."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Event, Refused

from .hooks import HOOKS

LEFT: Final = 0
RIGHT: Final = 1
READY: Final = 2
BOW: Final = 3
BOAST: Final = 4
CALM: Final = 5
GUST: Final = 6
ACTIONS: Final = 7
NOWHERE: Final = -1


class State:
    """A lantern hangs LEFT, RIGHT or NOWHERE yet; the wind is CALM, a GUST, or NOWHERE yet."""

    def __init__(self, seats: int, rounds: int, storm: bool) -> None:
        self.seats = seats
        self.rounds = rounds
        self.storm = storm
        self.round = 0
        self.points = [0] * seats
        self.hung = [NOWHERE] * seats
        self.ready = [False] * seats
        self.wind = NOWHERE
        self.undo_barrier = 0
        self.events: list[Event] | None = None

    def copy(self) -> State:
        twin = State(self.seats, self.rounds, self.storm)
        twin.round, twin.wind, twin.undo_barrier = self.round, self.wind, self.undo_barrier
        twin.points, twin.hung, twin.ready = self.points.copy(), self.hung.copy(), self.ready.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: a compiled class makes no object without the arguments of its `__init__`."""
        return State, (self.seats, self.rounds, self.storm), self.__getstate__()

    def key(self) -> bytes:
        numbers = [self.seats, self.rounds, self.storm, self.round, self.wind + 1, *self.points, *self.ready]
        return blake2b(bytes(numbers + [side + 1 for side in self.hung]), digest_size=12).digest()

    def actors(self) -> tuple[int, ...]:
        if self.round == self.rounds:
            return ()
        if not all(self.ready):
            return tuple(seat for seat in range(self.seats) if not self.ready[seat])
        return (CHANCE,) if self.wind == NOWHERE else (self.round % self.seats,)

    def legal(self, seat: int) -> list[int]:
        if seat not in self.actors():
            return []
        if seat == CHANCE:
            return [CALM, GUST]
        if self.wind != NOWHERE:
            return [BOW, BOAST] if self.lit(seat) else [BOW]
        return [LEFT, RIGHT] if self.hung[seat] == NOWHERE else [READY]

    def odds(self) -> list[int]:
        """LAN-2"""
        return [1, 1] if self.storm else [2, 1]

    def lit(self, seat: int) -> bool:
        """LAN-2: once the wind has come."""
        return self.hung[seat] != LEFT or self.wind == CALM

    def apply(self, seat: int, action: int) -> None:
        if action not in self.legal(seat):
            raise Refused(HOOKS.why_not(self, seat, action))
        if action < READY:
            self.hung[seat] = action
        elif action == READY:
            self.ready[seat] = True
            self.undo_barrier += 1
        elif seat == CHANCE:
            self._blow(action)
        else:
            self.points[seat] += action == BOAST
        if self.events is not None:
            HOOKS.tell(self, seat, action)
        if action in (BOW, BOAST):
            self._next_round()

    def _blow(self, wind: int) -> None:
        """LAN-3: a lit lantern is a point."""
        self.wind = wind
        self.undo_barrier += 1
        for seat in range(self.seats):
            self.points[seat] += self.lit(seat)

    def _next_round(self) -> None:
        self.round += 1
        self.hung = [NOWHERE] * self.seats
        self.ready = [False] * self.seats
        self.wind = NOWHERE

    def why_not(self, seat: int, action: int) -> Any:
        return HOOKS.why_not(self, seat, action)

    def view(self, seat: int | None) -> Any:
        return HOOKS.view(self, seat)

    def result(self) -> Any:
        return None if self.actors() else HOOKS.result(self)
