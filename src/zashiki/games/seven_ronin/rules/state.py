"""A moment of 7 Ronin: what lies where, and the way from a choice to the rule that carries it out."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from zashiki.games.seven_ronin.rules.actions import ATTACKS, BITS, DONE, READY
from zashiki.games.seven_ronin.rules.deploying import (
    POST_OF,
    WAITING,
    deployments,
    put_ninja,
    put_ronin,
    waiting_ronin,
)
from zashiki.games.seven_ronin.rules.fights import fight
from zashiki.games.seven_ronin.rules.hooks import HOOKS, refusal
from zashiki.games.seven_ronin.rules.pieces import (
    ABILITIES,
    ALL_AREAS,
    ALL_RONIN,
    CAMP,
    COPY,
    DEFENDER,
    FIELD_2,
    FIELD_3,
    MARKERS,
    PLANNING,
    PUSH,
    RESERVES,
    VOLLEY,
)
from zashiki.games.seven_ronin.rules.planning import seal
from zashiki.games.seven_ronin.rules.rounds import BOTH_ACT, begin_planning
from zashiki.games.seven_ronin.rules.village import Reduction, Village

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.kernel.contract import Result
    from zashiki.kernel.messages import Event, Message


READY_ALONE: Final = [READY]


class State:
    """Masks have one bit for each area (the Green is bit 10) or for each ronin."""

    village: Village
    events: list[Event] | None
    undo_barrier: i64
    round: i64
    phase: i64
    acting: tuple[int, ...]
    end: i64  # the number of the RON-X rule that ended the game
    detail: i64  # COPY: the area that the Inn copies; VOLLEY: the ronin still to be wounded

    reserves: i64
    supply: i64
    ninja: list[int]  # on each area and the Green
    beset: i64  # areas with ninja

    alive: i64
    place: list[int]  # of each ronin: an area, GREEN, CAMP, or CAMP + the round he fell in
    wounds: list[int]
    taken: i64  # places of all ronin but Tasuke
    held: i64  # ronin whom the Animal Pen kept from the last round, and those it names in this one
    stays: i64
    shrine: i64  # ronin under a Shrine marker, and those who get one for the next round
    shrine_next: i64

    ready: i64  # sides that have sealed their plan
    plan: list[int]  # ninja put secretly on each area and the Green
    put: i64
    attacked: i64  # areas in the plan, and those of them at their limit or over it
    full: i64
    spent: i64  # of the Green's bonus
    needed: i64  # ninja that the plan must have
    offered: i64  # where the Attacker may put one more, as `deploying.open_to_ninja` says it
    posts: i64  # the ronin still to be put, and where they may be: see `deploying.posts`
    choices: list[int]  # of the side that chooses in a fight

    used_ronin: i64  # this round
    used_areas: i64
    copied: i64  # the area that the Inn copied this round; -1: none
    revealed: bytes | list[int]  # the latest deployment: see `reveal`

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
            self.put = self.attacked = self.full = self.spent = self.ready = self.needed = 0
            self.used_ronin = self.used_areas = self.copied = self.offered = self.posts = 0
            self.choices = []
            self.revealed = b""
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
        self.offered = original.offered
        self.posts = original.posts
        self.choices = original.choices
        self.used_ronin = original.used_ronin
        self.used_areas = original.used_areas
        self.copied = original.copied
        self.revealed = original.revealed

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
        facts: list[int] = [
            self.round,
            self.phase,
            self.end,
            self.reserves,
        ]  # bytes, and so is all that follows
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

    @property
    def waiting(self) -> int:
        """Ronin still to be put."""
        return waiting_ronin(self.posts)

    @property
    def reveal(self) -> bytes:
        """The latest deployment, see view.Reveal; b"" if there was none. Its bytes are made when someone looks."""
        revealed = self.revealed
        if isinstance(revealed, list):
            self.revealed = revealed = bytes(revealed)
        return revealed

    def actors(self) -> tuple[int, ...]:
        return self.acting

    def legal(self, seat: int) -> list[int]:
        """Nobody may change the list: it may be the game's own."""
        if self.phase:  # any but PLANNING
            return self.choices if seat in self.acting else []
        if seat == DEFENDER:
            posts = self.posts
            if posts & WAITING:
                return deployments(posts)
            return READY_ALONE if seat in self.acting else []
        return ATTACKS[self.offered] if seat in self.acting else []

    def odds(self) -> list[int]:
        return []

    def apply(self, seat: int, action: int) -> None:
        """The tests that most choices need come first; a Defender for whom ronin wait has not sealed his plan."""
        if self.phase:  # any but PLANNING
            if seat in self.acting and action in self.choices:
                fight(self, action)
                return
        elif seat == DEFENDER:
            if action > READY:
                if action < DONE:
                    post = POST_OF[action]
                    if self.posts & post == post:
                        put_ronin(self, action)
                        return
            elif action == READY and not self.posts & WAITING and seat in self.acting:
                seal(self, seat)
                return
        elif seat in self.acting:
            if action < READY:
                if action >= 0 and self.offered >> action & 1:
                    put_ninja(self, action)
                    return
            elif action == READY and self.offered >> READY:
                seal(self, seat)
                return
        raise refusal(self, seat, action)

    def why_not(self, seat: int, action: int) -> Message | None:
        return HOOKS.why_not(self, seat, action)

    def view(self, seat: int | None) -> Any:
        """A `view.RoninGameView`."""
        return HOOKS.view(self, seat)

    def result(self) -> Result | None:
        return HOOKS.result(self)
