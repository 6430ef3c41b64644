"""All ways in which a seat can finish its turn, and the positions they lead to."""

from __future__ import annotations

from math import exp
from typing import Final

from zashiki.games.shinobi.rules.actions import ATTACK, MOVE, NINJA_ON, ONE_OF, PLACE, SKIP
from zashiki.games.shinobi.rules.cards import NINJA
from zashiki.games.shinobi.rules.facts import pack_end_of_turn
from zashiki.games.shinobi.rules.orders import attack, attack_choices, move, place, second_choices, strike
from zashiki.games.shinobi.rules.phases import FIRST_ORDER, NOT_GIVEN, SECOND_ORDER
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.rules.traces import traces

CERTAIN: Final = 255
"""How a clan that is known for sure is written into a byte."""


class Ways:
    """Follows choices in place: the state is a copy of its own, and after each choice it is as before."""

    def __init__(
        self, state: State, seat: int, belief: list[int], table: list[float], suspected: list[float]
    ) -> None:
        self._state = state.copy()
        self._seat = seat
        self._own = state.clans[seat]
        self._belief = belief
        self._table = table  # what each trace tells about a clan; empty: nobody watches
        self._suspected = suspected  # by clan: how likely others take it to be the seat's, as logarithms
        self.actions: list[tuple[int, int, int]] = []
        self.rows: list[bytes] = []

    def follow(self, action: int) -> None:
        """Adds all ways that begin with this choice of the moment."""
        state = self._state
        if state.phase == FIRST_ORDER:
            self._first(action)
        elif state.phase == SECOND_ORDER:
            self._second(NOT_GIVEN, action, self._suspected)
        else:
            self._third(NOT_GIVEN, NOT_GIVEN, action, state.choices, self._suspected)

    def _first(self, action: int) -> None:
        state = self._state
        protected = state.protected
        suspected = self._seen(action, self._suspected, [])
        if action == SKIP:
            pass
        elif action >= NINJA_ON:
            known, out = state.known_ninja, state.out
            strike(state, action)
            self._seconds(action, suspected)
            state.known_ninja = known
            state.out = out
            state.add_card(action - NINJA_ON)
            self._take_back(NINJA)
            state.protected = protected
            return
        else:
            place(state, action)
        self._seconds(action, suspected)
        if action != SKIP:
            self._unplace(action, protected)

    def _seconds(self, first: int, suspected: list[float]) -> None:
        choices = second_choices(self._state)
        for action in choices:
            self._second(first, action, suspected)
        if not choices:
            self._thirds(first, SKIP, suspected)

    def _second(self, first: int, action: int, suspected: list[float]) -> None:
        state = self._state
        protected = state.protected
        seen = self._seen(action, suspected, [])
        if action >= MOVE:
            move(state, action)
            self._thirds(first, action, seen)
            army, goal = divmod(action - MOVE, 5)
            state.remove_card(goal * 5 + army % 5)
            state.add_card(army)
            state.protected = protected
        else:
            place(state, action)
            self._thirds(first, action, seen)
            self._unplace(action, protected)

    def _thirds(self, first: int, second: int, suspected: list[float]) -> None:
        choices = attack_choices(self._state)
        for action in choices:
            self._third(first, second, action, choices, suspected)
        if not choices:
            self._add(first, second, SKIP, suspected)

    def _third(
        self, first: int, second: int, action: int, choices: list[int], suspected: list[float]
    ) -> None:
        state = self._state
        seen = self._seen(action, suspected, choices)
        out = state.out
        attack(state, action)
        self._add(first, second, action, seen)
        state.out = out
        state.add_card((action - ATTACK) % 25)

    def _add(self, first: int, second: int, third: int, suspected: list[float]) -> None:
        self.actions.append((first, second, third))
        self.rows.append(
            pack_end_of_turn(self._state, self._seat, exposure(suspected, self._own), self._belief)
        )

    def _unplace(self, action: int, protected: int) -> None:
        army = action - PLACE
        self._state.remove_card(army)
        self._take_back(army % 5)
        self._state.protected = protected

    def _take_back(self, kind: int) -> None:
        state = self._state
        seat = self._seat
        state.hands[seat * 6 + kind] += 1
        state.unplayed += ONE_OF[kind]
        state.hand_sizes[seat] += 1
        state.held |= 1 << seat * 6 + kind

    def _seen(self, action: int, suspected: list[float], attacks: list[int]) -> list[float]:
        if not self._table:
            return suspected
        table = self._table
        found = traces(self._state, action, attacks)
        return [suspected[clan] + table[found[clan]] for clan in range(5)]


def exposure(suspected: list[float], own: int) -> int:
    """How likely others take the own clan to be, of 255."""
    most = max(suspected)
    total = 0.0
    for one in suspected:
        total += exp(one - most)
    return int(CERTAIN * exp(suspected[own] - most) / total + 0.5)
