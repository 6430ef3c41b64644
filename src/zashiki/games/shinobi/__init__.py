"""Shinobi: War of Clans, for 3 to 5 players with hidden clans."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from zashiki.games.shinobi import events, imagine, labels, position, refusals, result, view
from zashiki.games.shinobi.names import NAMES, NUMBERS
from zashiki.games.shinobi.rules.actions import ACTIONS, SEATS
from zashiki.games.shinobi.rules.cards import DECK_SIZE, HAND, PACKS, WHOLE
from zashiki.games.shinobi.rules.hooks import HOOKS
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.contract import Facts
from zashiki.kernel.messages import Message, Refused, say
from zashiki.kernel.options import Choice, Option, check_options, check_seats
from zashiki.kernel.parts import PartKind, find_part

_LONGEST: Final = max(seats + 1 + DECK_SIZE + 3 * (DECK_SIZE - HAND * seats + seats) for seats in SEATS)
"""The deal, every card drawn, and three orders in each turn: one card drawn a turn, then one turn each."""


class Shinobi:
    """The game as the registry gives it."""

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
    options: Final[tuple[Option, ...]] = (Choice("pack", PACKS, WHOLE, for_study=True),)

    def under(self, rules: str) -> Shinobi:
        if rules not in self.versions:
            raise KeyError(rules)
        return self

    def part(self, kind: type[PartKind]) -> PartKind:
        return find_part(__package__, kind)

    def start(self, seats: int | None = None, **options: Any) -> State:
        pack: str = check_options(self.options, options)["pack"]
        return State(check_seats(seats, self.facts.seats, self.facts.default_seats), pack=pack)

    def position(self, pack: str = WHOLE, **facts: Any) -> State:
        check_options(self.options, {"pack": pack})
        if pack != WHOLE:
            raise Refused(say("shi.position.pack", "SHI-S1"))
        return position.position({"seats": self.facts.default_seats, **facts})

    def imagine(self, view: view.ShinobiView, chance: Random) -> State:
        return imagine.imagine(view, chance)

    def name(self, action: int) -> str:
        return NAMES[action]

    def action(self, name: str) -> int:
        return NUMBERS[name]

    def seat_name(self, seat: int, options: Mapping[str, Any]) -> Message:  # noqa: ARG002 no option changes it
        return labels.seat_message(seat)

    def label(self, view: view.ShinobiView, action: int) -> Message:
        return labels.label(view, action)

    def help(self, view: view.ShinobiView, action: int) -> Message:
        return labels.help(view, action)


HOOKS.view = view.see
HOOKS.why_not = refusals.why_not
HOOKS.result = result.result
HOOKS.tell = events.tell

GAME: Final = Shinobi()
