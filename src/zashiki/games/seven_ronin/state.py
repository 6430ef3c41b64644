"""A moment of 7 Ronin: what lies where, and the way from a choice to the rule that carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zashiki.games.seven_ronin import abilities, areas, combat, planning
from zashiki.games.seven_ronin.board import Village
from zashiki.games.seven_ronin.pieces import ALL_RONIN, CAMP, MARKERS, RESERVES
from zashiki.games.seven_ronin.refusals import why_not
from zashiki.games.seven_ronin.rounds import begin_planning, result
from zashiki.games.seven_ronin.view import RoninGameView, look
from zashiki.kernel.contract import Result
from zashiki.kernel.messages import Event, Message, Refused


class State:
    """Masks have one bit for each area (the Green is bit 10) or for each ronin."""

    __slots__ = (
        "acting",
        "alive",
        "attacked",
        "beset",
        "copied",
        "detail",
        "end",
        "events",
        "full",
        "held",
        "needed",
        "ninja",
        "phase",
        "place",
        "plan",
        "put",
        "ready",
        "reserves",
        "reveal",
        "round",
        "shrine",
        "shrine_next",
        "spent",
        "stays",
        "supply",
        "taken",
        "undo_barrier",
        "used_areas",
        "used_ronin",
        "village",
        "waiting",
        "wounds",
    )

    def __init__(self, village: Village, original: State | None = None) -> None:
        self.village = village
        self.events: list[Event] | None = None
        if original is None:
            self._lay_out()
        else:
            self._take_after(original)

    def _lay_out(self) -> None:
        """The table before the first round."""
        self.undo_barrier = 0
        self.round = 1
        self.phase = 0
        self.acting: tuple[int, ...] = ()
        self.end = 0  # the number of the RON-X rule that ended the game
        self.detail = 0  # COPY: the area that the Inn copies; VOLLEY: the ronin still to be wounded

        self.reserves = RESERVES
        self.supply = MARKERS - RESERVES
        self.ninja = [0] * 11  # on each area and the Green
        self.beset = 0  # areas with ninja

        self.alive = ALL_RONIN
        self.place = [CAMP] * 7  # of each ronin: an area, GREEN, CAMP, or CAMP + the round he fell in
        self.wounds = [0] * 7
        self.taken = 0  # places of all ronin but Tasuke
        self.held = 0  # ronin whom the Animal Pen kept from the last round, and those it names in this one
        self.stays = 0
        self.shrine = 0  # ronin under a Shrine marker, and those who get one for the next round
        self.shrine_next = 0

        self.ready = 0  # sides that have sealed their plan
        self.plan = [0] * 11  # ninja put secretly on each area and the Green
        self.put = 0
        self.attacked = 0  # areas in the plan, and those of them at their limit or over it
        self.full = 0
        self.spent = 0  # of the Green's bonus
        self.needed = 0  # ninja that the plan must have
        self.waiting = 0  # ronin still to be put

        self.used_ronin = 0  # this round
        self.used_areas = 0
        self.copied = -1  # the area that the Inn copied this round
        self.reveal = b""  # the latest deployment, see view.Reveal
        begin_planning(self)

    def _take_after(self, original: State) -> None:
        self.undo_barrier = original.undo_barrier
        self.round = original.round
        self.phase = original.phase
        self.acting = original.acting
        self.end = original.end
        self.detail = original.detail
        self.reserves = original.reserves
        self.supply = original.supply
        self.ninja = original.ninja[:]
        self.beset = original.beset
        self.alive = original.alive
        self.place = original.place[:]
        self.wounds = original.wounds[:]
        self.taken = original.taken
        self.held = original.held
        self.stays = original.stays
        self.shrine = original.shrine
        self.shrine_next = original.shrine_next
        self.ready = original.ready
        self.plan = original.plan[:]
        self.put = original.put
        self.attacked = original.attacked
        self.full = original.full
        self.spent = original.spent
        self.needed = original.needed
        self.waiting = original.waiting
        self.used_ronin = original.used_ronin
        self.used_areas = original.used_areas
        self.copied = original.copied
        self.reveal = original.reveal

    def copy(self) -> State:
        return State(self.village, self)

    def actors(self) -> tuple[int, ...]:
        return self.acting

    def legal(self, seat: int) -> list[int]:
        return _LEGAL[self.phase](self, seat) if seat in self.acting else []

    def odds(self) -> list[int]:
        return []

    def apply(self, seat: int, action: int) -> None:
        if seat not in self.acting or not _APPLY[self.phase](self, seat, action):
            raise Refused(why_not(self, seat, action))

    def why_not(self, seat: int, action: int) -> Message | None:
        return None if action in self.legal(seat) else why_not(self, seat, action)

    def view(self, seat: int | None) -> RoninGameView:
        return look(self, seat)

    def result(self) -> Result | None:
        return result(self) if self.end else None


_LEGAL: Final[list[Callable[[State, int], list[int]]]] = [
    planning.legal,
    abilities.legal,
    abilities.legal_push,
    combat.legal_division,
    areas.legal,
    areas.legal_copy,
    areas.legal_return,
    areas.legal_volley,
    combat.legal_division,
]
"""By step, as in `pieces.STEPS`."""

_APPLY: Final[list[Callable[[State, int, int], bool]]] = [
    planning.apply,
    abilities.apply,
    abilities.apply_push,
    combat.apply_division,
    areas.apply,
    areas.apply_copy,
    areas.apply_return,
    areas.apply_volley,
    combat.apply_division,
]
"""By step; each says False, and has changed nothing, if the choice is not legal."""
