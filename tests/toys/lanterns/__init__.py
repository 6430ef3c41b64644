"""Lanterns, a tiny game that another package brings: secret planning, chance, an open choice, every kind of option.

LAN-1: all players secretly hang a lantern left or right, and are ready.
LAN-2: the wind comes, twice as often calm as a gust (as often, in a storm); a gust blows out the left lanterns.
LAN-3: a lit lantern is a point. The first player, another one each round, bows, or boasts for a point if lit.
LAN-4: after the rounds, the most points win.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from zashiki.kernel.contract import Facts
from zashiki.kernel.messages import Message, say
from zashiki.kernel.options import check_options, check_seats
from zashiki.kernel.parts import PartKind, find_part

from . import events, imagine, labels, position, refusals, result, view
from .options import OPTIONS
from .rules.hooks import HOOKS
from .rules.state import ACTIONS, State


class Lanterns:
    id: Final = "lanterns"
    prefix: Final = "lan"
    rules: Final = "1"
    versions: Final = ("1",)
    facts: Final = Facts(
        seats=range(2, 4),
        default_seats=2,
        actions=ACTIONS,
        longest=30,
        lowest_return=0.0,
        highest_return=1.0,
        chance=True,
        secrets=True,
    )
    options: Final = OPTIONS

    def under(self, rules: str) -> Lanterns:
        if rules not in self.versions:
            raise KeyError(rules)
        return self

    def part(self, kind: type[PartKind]) -> PartKind:
        return find_part(__package__, kind)

    def start(self, seats: int | None = None, **options: Any) -> State:
        count = check_seats(seats, self.facts.seats, self.facts.default_seats)
        agreed = check_options(self.options, options)
        return State(count, int(agreed["rounds"]), agreed["storm"])

    def position(self, seats: int | None = None, **facts: Any) -> State:
        names = {option.name for option in self.options}
        options = {name: value for name, value in facts.items() if name in names}
        rest = {name: value for name, value in facts.items() if name not in names}
        return position.position(self.start(seats, **options), rest)

    def imagine(self, view: view.LanternView, chance: Random) -> State:
        return imagine.imagine(view, chance)

    def name(self, action: int) -> str:
        return labels.NAMES[action]

    def action(self, name: str) -> int:
        if name not in labels.NAMES:
            raise KeyError(name)
        return labels.NAMES.index(name)

    def seat_name(self, seat: int, options: Mapping[str, Any]) -> Message:  # noqa: ARG002
        return say("lan.seat", n=seat + 1)

    def label(self, view: view.LanternView, action: int) -> Message:
        return labels.label(view, action)

    def help(self, view: view.LanternView, action: int) -> Message:
        return labels.help(view, action)


HOOKS.view = view.see
HOOKS.why_not = refusals.why_not
HOOKS.result = result.result
HOOKS.tell = events.tell

GAME: Final = Lanterns()
