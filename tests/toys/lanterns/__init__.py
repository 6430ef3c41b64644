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

from zashiki.kernel.contract import CHANCE, Facts, Result, State, View
from zashiki.kernel.messages import Event, Message, Refused, say
from zashiki.kernel.options import (
    BadOption,
    Choice,
    Document,
    Flag,
    Several,
    check_options,
    check_seats,
)
from zashiki.kernel.parts import PartKind, find_part

LEFT: Final = 0
RIGHT: Final = 1
READY: Final = 2
BOW: Final = 3
BOAST: Final = 4
CALM: Final = 5
GUST: Final = 6
NAMES: Final = ("left", "right", "ready", "bow", "boast", "calm", "gust")
NOWHERE: Final = -1


class Scroll:
    """A poem to play by: at most one line is allowed to be empty."""

    def __init__(self, text: str) -> None:
        self.text = text


def read_scroll(text: str) -> Scroll:
    for number, line in enumerate(text.split("|" if "|" in text else "\n"), 1):
        if "thunder" in line:
            raise BadOption(say("lan.scroll.thunder", line=number))
    return Scroll(text)


class LanternView(View, frozen=True, kw_only=True):
    rounds: int
    storm: bool
    round: int
    points: tuple[int, ...]
    ready: tuple[bool, ...]
    hung: tuple[int, ...]  # NOWHERE: not hung, or not shown
    wind: int  # NOWHERE: not yet


class LanternState:
    """Secret planning until all are ready, then the wind, then the first player's word."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.options = options
        self.rounds = int(options["rounds"])
        self.round = 0
        self.points = [0] * seats
        self.hung = [NOWHERE] * seats
        self.ready = [False] * seats
        self.wind = NOWHERE
        self.undo_barrier = 0
        self.events: list[Event] | None = None

    def actors(self) -> tuple[int, ...]:
        if self.round == self.rounds:
            return ()
        if not all(self.ready):
            return tuple(seat for seat in range(self.seats) if not self.ready[seat])
        return (CHANCE,) if self.wind == NOWHERE else (self.round % self.seats,)

    def legal(self, seat: int) -> list[int]:
        return [action for action in range(len(NAMES)) if self.why_not(seat, action) is None]

    def odds(self) -> list[int]:
        return [1, 1] if self.options["storm"] else [2, 1]

    def lit(self, seat: int) -> bool:
        return self.hung[seat] != LEFT or self.wind == CALM

    def why_not(self, seat: int, action: int) -> Message | None:
        if seat not in self.actors():
            return say("lan.refuse.wait", "LAN-1")
        if seat == CHANCE:
            return None if action >= CALM else say("lan.refuse.chance", "LAN-2")
        if self.wind != NOWHERE:
            if action == BOAST and not self.lit(seat):
                return say("lan.refuse.boast", "LAN-3")
            return None if action in (BOW, BOAST) else say("lan.refuse.word", "LAN-3")
        if self.hung[seat] == NOWHERE:
            return None if action < READY else say("lan.refuse.hang", "LAN-1")
        return None if action == READY else say("lan.refuse.hung", "LAN-1")

    def apply(self, seat: int, action: int) -> None:
        refusal = self.why_not(seat, action)
        if refusal is not None:
            raise Refused(refusal)
        if action < READY:
            self.hung[seat] = action
            hangs = say("lan.event.hangs", "LAN-1", seat=seat + 1, side=say(f"lan.{NAMES[action]}"))
            self.tell(Event(hangs, seat, only=(seat,)))
        elif action == READY:
            self.ready[seat] = True
            self.undo_barrier += 1
            self.tell(Event(say("lan.event.ready", "LAN-1", seat=seat + 1), seat))
        elif seat == CHANCE:
            self.wind = action
            self.undo_barrier += 1
            for lantern in range(self.seats):
                self.points[lantern] += self.lit(lantern)
            self.tell(Event(say(f"lan.event.{NAMES[action]}", "LAN-2"), seat))
        else:
            self.points[seat] += action == BOAST
            self.tell(Event(say(f"lan.event.{NAMES[action]}", "LAN-3", seat=seat + 1), seat))
            self.next_round()

    def next_round(self) -> None:
        self.round += 1
        self.hung = [NOWHERE] * self.seats
        self.ready = [False] * self.seats
        self.wind = NOWHERE

    def tell(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    def copy(self) -> State:
        twin = LanternState(self.seats, self.options)
        twin.round, twin.wind, twin.undo_barrier = self.round, self.wind, self.undo_barrier
        twin.points, twin.hung, twin.ready = self.points.copy(), self.hung.copy(), self.ready.copy()
        return twin

    def view(self, seat: int | None) -> LanternView:
        open_ = all(self.ready)
        actors = self.actors()
        phase = "over" if not actors else "word" if self.wind != NOWHERE else "plan"
        return LanternView(
            seat=seat,
            actors=actors,
            legal=self.legal(seat) if seat is not None else [],
            prompt=say(f"lan.prompt.{phase}", "LAN-1"),
            result=self.result(),
            rounds=self.rounds,
            storm=self.options["storm"],
            round=self.round,
            points=tuple(self.points),
            ready=tuple(self.ready),
            hung=tuple(self.hung[i] if open_ or i == seat else NOWHERE for i in range(self.seats)),
            wind=self.wind,
        )

    def result(self) -> Result | None:
        if self.actors():
            return None
        best = max(self.points)
        winners = tuple(seat for seat in range(self.seats) if self.points[seat] == best)
        returns = tuple(float(seat in winners) for seat in range(self.seats))
        story = (say("lan.story", "LAN-4", n=best),)
        return Result(winners, returns, say("lan.end", "LAN-4"), story, str(best))


class Lanterns:
    id = "lanterns"
    prefix = "lan"
    rules = "1"
    versions = ("1",)
    facts = Facts(
        seats=range(2, 4),
        default_seats=2,
        actions=len(NAMES),
        longest=30,
        lowest_return=0.0,
        highest_return=1.0,
        chance=True,
        secrets=True,
    )
    options = (
        Choice("rounds", ("1", "2", "3"), "2"),
        Flag("storm"),
        Several("colours", ("red", "green", "blue")),
        Document("scroll", read_scroll, lambda scroll: str(scroll.text).replace("\n", "|"), Scroll),
    )

    def under(self, rules: str) -> Lanterns:
        if rules not in self.versions:
            raise KeyError(rules)
        return self

    def part(self, kind: type[PartKind]) -> PartKind:
        return find_part(__package__ or "", kind)

    def start(self, seats: int | None = None, **options: Any) -> State:
        count = check_seats(seats, self.facts.seats, self.facts.default_seats)
        return LanternState(count, check_options(self.options, options))

    def position(self, **position: Any) -> State:
        raise Refused(say("lan.refuse.position", "LAN-1", facts=", ".join(position)))

    def imagine(self, view: LanternView, chance: Random) -> State:
        agreed = check_options(self.options, {"rounds": str(view.rounds), "storm": view.storm})
        state = LanternState(len(view.points), agreed)
        state.round, state.wind = view.round, view.wind
        state.points, state.ready, state.hung = list(view.points), list(view.ready), list(view.hung)
        for seat, ready in enumerate(view.ready):
            if ready and state.hung[seat] == NOWHERE:
                state.hung[seat] = chance.choice((LEFT, RIGHT))
        return state

    def name(self, action: int) -> str:
        return NAMES[action]

    def action(self, name: str) -> int:
        if name not in NAMES:
            raise KeyError(name)
        return NAMES.index(name)

    def seat_name(self, seat: int, options: Mapping[str, Any]) -> Message:  # noqa: ARG002
        return say("lan.seat", n=seat + 1)

    def label(self, view: LanternView, action: int) -> Message:  # noqa: ARG002
        return say(f"lan.{NAMES[action]}")

    def help(self, view: LanternView, action: int) -> Message:  # noqa: ARG002
        return say(f"lan.help.{NAMES[action]}", "LAN-1" if action <= READY else "LAN-3")


GAME: Final = Lanterns()
