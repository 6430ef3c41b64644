"""Shinobi as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from zashiki.games.shinobi import imagine, labels, position
from zashiki.games.shinobi.actions import ACTIONS, NAMES, NUMBERS, SEATS
from zashiki.games.shinobi.cards import COPIES, HAND
from zashiki.games.shinobi.naming import seat_message
from zashiki.games.shinobi.state import State
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.contract import Facts
from zashiki.kernel.messages import Message
from zashiki.kernel.options import Option, check_options, check_seats
from zashiki.kernel.parts import PartKind, find_part

_DECK: Final = sum(COPIES)
_LONGEST: Final = max(seats + 1 + _DECK + 3 * (_DECK - HAND * seats + seats) for seats in SEATS)
"""The deal, every card drawn, and three orders in each turn: one card drawn a turn, then one turn each."""


class Shinobi:
    """Shinobi: War of Clans."""

    id: Final = "shinobi"
    prefix: Final = "shi"
    rules: Final = "1"
    versions: Final = ("1",)
    facts: Final = Facts(
        seats=SEATS,
        default_seats=4,
        actions=ACTIONS,
        longest=_LONGEST,
        lowest_return=0.0,
        highest_return=1.0,
        chance=True,
        secrets=True,
    )
    options: Final[tuple[Option, ...]] = ()

    def under(self, rules: str) -> Shinobi:
        if rules not in self.versions:
            raise KeyError(rules)
        return self

    def part(self, kind: type[PartKind]) -> PartKind:
        return find_part(__package__ or "", kind)

    def start(self, seats: int | None = None, **options: Any) -> State:
        check_options(self.options, options)
        return State(check_seats(seats, self.facts.seats, self.facts.default_seats))

    def position(self, **facts: Any) -> State:
        return position.position({"seats": self.facts.default_seats, **facts})

    def imagine(self, view: ShinobiView, chance: Random) -> State:
        return imagine.imagine(view, chance)

    def name(self, action: int) -> str:
        return NAMES[action]

    def action(self, name: str) -> int:
        return NUMBERS[name]

    def seat_name(self, seat: int, options: Mapping[str, Any]) -> Message:  # noqa: ARG002
        return seat_message(seat)

    def label(self, view: ShinobiView, action: int) -> Message:
        return labels.label(view, action)

    def help(self, view: ShinobiView, action: int) -> Message:
        return labels.help_message(view, action)


GAME: Final = Shinobi()
