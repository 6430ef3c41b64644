"""A moment of 7 Ronin: what lies where, and the way from a choice to the rule that carries it out."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from zashiki.games.seven_ronin.rules import abilities, areas, combat, planning
from zashiki.games.seven_ronin.rules.actions import BITS
from zashiki.games.seven_ronin.rules.hooks import HOOKS, refusal
from zashiki.games.seven_ronin.rules.pieces import (
    ABILITIES,
    ALL_AREAS,
    ALL_RONIN,
    AREA_ABILITIES,
    CAMP,
    COPY,
    FIELD_2,
    FIELD_3,
    MARKERS,
    PLANNING,
    PUSH,
    RESERVES,
    VOLLEY,
)
from zashiki.games.seven_ronin.rules.rounds import BOTH_ACT, begin_planning
from zashiki.games.seven_ronin.rules.village import Reduction, Village

if TYPE_CHECKING:
    from zashiki.kernel.contract import Result
    from zashiki.kernel.messages import Event, Message


class State:
    """Masks have one bit for each area (the Green is bit 10) or for each ronin."""

    village: Village
    events: list[Event] | None
    undo_barrier: int
    round: int
    phase: int
    acting: tuple[int, ...]
    end: int  # the number of the RON-X rule that ended the game
    detail: int  # COPY: the area that the Inn copies; VOLLEY: the ronin still to be wounded

    reserves: int
    supply: int
    ninja: list[int]  # on each area and the Green
    beset: int  # areas with ninja

    alive: int
    place: list[int]  # of each ronin: an area, GREEN, CAMP, or CAMP + the round he fell in
    wounds: list[int]
    taken: int  # places of all ronin but Tasuke
    held: int  # ronin whom the Animal Pen kept from the last round, and those it names in this one
    stays: int
    shrine: int  # ronin under a Shrine marker, and those who get one for the next round
    shrine_next: int

    ready: int  # sides that have sealed their plan
    plan: list[int]  # ninja put secretly on each area and the Green
    put: int
    attacked: int  # areas in the plan, and those of them at their limit or over it
    full: int
    spent: int  # of the Green's bonus
    needed: int  # ninja that the plan must have
    waiting: int  # ronin still to be put
    offered: int  # what `legal` has offered the Attacker in planning; -1: nothing since the plan has changed
    free: int  # where ronin may be put, likewise, as `planning.open_to_ronin` says it

    used_ronin: int  # this round
    used_areas: int
    copied: int  # the area that the Inn copied this round; -1: none
    reveal: bytes  # the latest deployment, see view.Reveal

    __slots__ = tuple(__annotations__)

    def __init__(self, village: Village, original: State | None = None) -> None:
        """The table before the first round, or a copy: line by line, as a loop over the names takes three times as long. Compiled code
        knows that every field has a value as long as no other function is the first to set it."""
        self.village = village
        self.events = None
        if original is None:
            self.round = 1
            self.undo_barrier = self.end = self.detail = 0
            self.reserves = RESERVES
            self.supply = MARKERS - RESERVES
            self.ninja = [0] * 11
            self.plan = [0] * 11
            self.alive = ALL_RONIN
            self.place = [CAMP] * 7
            self.wounds = [0] * 7
            self.beset = self.taken = self.held = self.stays = self.shrine = self.shrine_next = 0
            self.put = self.attacked = self.full = self.spent = self.ready = self.needed = self.waiting = 0
            self.used_ronin = self.used_areas = self.copied = self.offered = self.free = 0
            self.reveal = b""
            self.phase = PLANNING
            self.acting = BOTH_ACT
            if village.reduction is not None:
                self._reduce(village.reduction)
            begin_planning(self)
            return
        self.undo_barrier = original.undo_barrier
        self.round = original.round
        self.phase = original.phase
        self.acting = original.acting
        self.end = original.end
        self.detail = original.detail
        self.reserves = original.reserves
        self.supply = original.supply
        self.ninja = original.ninja.copy()
        self.beset = original.beset
        self.alive = original.alive
        self.place = original.place.copy()
        self.wounds = original.wounds.copy()
        self.taken = original.taken
        self.held = original.held
        self.stays = original.stays
        self.shrine = original.shrine
        self.shrine_next = original.shrine_next
        self.ready = original.ready
        self.plan = original.plan.copy()
        self.put = original.put
        self.attacked = original.attacked
        self.full = original.full
        self.spent = original.spent
        self.needed = original.needed
        self.waiting = original.waiting
        self.offered = original.offered
        self.free = original.free
        self.used_ronin = original.used_ronin
        self.used_areas = original.used_areas
        self.copied = original.copied
        self.reveal = original.reveal

    def _reduce(self, reduction: Reduction) -> None:
        """The table of a smaller game: who does not play in it has fallen."""
        self.reserves = reduction.reserves
        self.supply = reduction.supply
        self.ninja = reduction.ninja[:]
        for area in BITS[ALL_AREAS]:
            if self.ninja[area]:
                self.beset |= 1 << area
        for ronin, lives in enumerate(reduction.lives):
            if lives:
                self.wounds[ronin] = max(0, self.village.vitality[ronin] - lives)
            else:
                self.alive &= ~(1 << ronin)
                self.place[ronin] = CAMP + 1

    def copy(self) -> State:
        return State(self.village, self)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: a compiled class makes no object without the arguments of its `__init__`."""
        return State, (self.village,), self.__getstate__()

    def key(self) -> bytes:
        """Of what decides how the game can go on, and nothing else: not of abilities used in a step that is over, for
        example, nor of the round in which a ronin fell."""
        facts = [self.round, self.phase, self.end, self.reserves]  # bytes, and so is all that follows
        facts += self.ninja
        facts += self.wounds
        facts += [place if place <= CAMP else CAMP + 1 for place in self.place]
        if self.phase == PLANNING:
            facts += [self.ready, self.held, self.shrine]
            facts += self.plan
        elif self.phase in (ABILITIES, PUSH):
            facts += [self.held, self.shrine, self.used_ronin]
        else:
            copied = self.copied if self.copied in (FIELD_2, FIELD_3) else 0
            facts += [self.stays, self.shrine_next, self.used_areas & 255, self.used_areas >> 8, copied]
            if self.phase in (COPY, VOLLEY):
                facts.append(self.detail)
        return blake2b(self.village.key + bytes(facts), digest_size=16).digest()

    def actors(self) -> tuple[int, ...]:
        return self.acting

    def legal(self, seat: int) -> list[int]:
        """The steps that come most often do not go through the table, whose calls cost more when compiled."""
        if seat not in self.acting:
            return []
        phase = self.phase
        if phase == PLANNING:
            return planning.legal(self, seat)
        if phase == AREA_ABILITIES:
            return areas.legal(self, seat)
        if phase == ABILITIES:
            return abilities.legal(self, seat)
        return _LEGAL[phase](self, seat)

    def odds(self) -> list[int]:
        return []

    def apply(self, seat: int, action: int) -> None:
        if seat in self.acting:
            phase = self.phase
            if phase == PLANNING:
                done = planning.apply(self, seat, action)
            elif phase == AREA_ABILITIES:
                done = areas.apply(self, seat, action)
            elif phase == ABILITIES:
                done = abilities.apply(self, seat, action)
            else:
                done = _APPLY[phase](self, seat, action)
            if done:
                return
        raise refusal(self, seat, action)

    def why_not(self, seat: int, action: int) -> Message | None:
        return HOOKS.why_not(self, seat, action)

    def view(self, seat: int | None) -> Any:
        """A `view.RoninGameView`."""
        return HOOKS.view(self, seat)

    def result(self) -> Result | None:
        return HOOKS.result(self)


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
