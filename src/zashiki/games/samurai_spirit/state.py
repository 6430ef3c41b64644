"""One moment of the game: what lies on the table, and a stack of small steps still to be resolved.

A step is a number: its kind, a place at the table and something extra. Rules modules register what happens
when a step's moment has come (`@step`), what its choice does (`@chosen`), what chance brings (`@outcomes`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit import village
from zashiki.games.samurai_spirit.samurai import NAMES
from zashiki.games.samurai_spirit.samurai import WORDS as SAMURAI_WORDS
from zashiki.kernel.contract import CHANCE, Result
from zashiki.kernel.messages import Arg, Event, Message, Refused, say

if TYPE_CHECKING:
    from zashiki.games.samurai_spirit.view import SamuraiSpiritView

NOBODY: Final = -2
NOWHERE: Final = 7  # no place at the table
NO_CARD: Final = -1
UNDECIDED: Final = 0  # ends; the others are in ends.py

# Penalties in force in a turn
NO_DEFEND: Final = 1
NO_SUPPORT: Final = 2
MUST_PASS: Final = 4
NO_TALENT: Final = 8

STEPS: Final = (
    "seating", "starter", "turn", "tokens", "last-card", "penalty", "drop", "action", "again", "turn-end",
    "draw", "fight", "kiai-barricade", "kiai-heal", "kiai-move", "kiai-scatter", "kiai-repel", "kiai-lend",
    "kiai-remove", "kiai-look", "kiai-end", "move-to", "place", "lend-to", "arrange", "turn-up", "reshuffle",
    "farmstead", "family", "strike", "cure", "hats", "farms", "dolls", "bonus", "intruders", "round-end",
)  # fmt: skip
(
    SEATING, STARTER, TURN, TOKENS, LAST_CARD, ICON, DROP_LEFT, ACTION, AGAIN, TURN_END,
    DRAW, PLAY, KIAI_BARRICADE, KIAI_HEAL, KIAI_MOVE, KIAI_SCATTER, KIAI_REPEL, KIAI_LEND,
    KIAI_REMOVE, KIAI_LOOK, KIAI_END, MOVE_TO, PLACE, LEND_TO, ARRANGE, TURN_UP, RESHUFFLE,
    LOSE_FARMSTEAD, LOSE_FAMILY, WOUND_ANYONE, CURE_ANYONE, HATS, FARMS, DOLLS, BONUS, INTRUDERS, ROUND_END,
) = range(len(STEPS))  # fmt: skip


_ACTORS: Final[list[tuple[int, ...]]] = [
    (),
    (CHANCE,),
    *((seat,) for seat in range(len(NAMES))),
]  # from NOBODY on


_NONE: Final[list[int]] = []  # shared, like every list of choices


def _unknown_step(state: State, place: int, extra: int) -> None:
    raise LookupError(state.pending, place, extra)


def _unknown_choice(state: State, place: int, extra: int, action: int) -> None:
    raise LookupError(state.asked, place, extra, action)


def _unknown_outcomes(state: State, place: int, extra: int) -> tuple[list[int], list[int]]:
    raise LookupError(state.asked, place, extra)


Step = Callable[["State", int, int], None]
Chosen = Callable[["State", int, int, int], None]
Outcomes = Callable[["State", int, int], tuple[list[int], list[int]]]

RUN: Final[list[Step]] = [_unknown_step] * len(STEPS)
CHOSEN: Final[list[Chosen]] = [_unknown_choice] * len(STEPS)
OUTCOMES: Final[list[Outcomes]] = [_unknown_outcomes] * len(STEPS)


def step(kind: int) -> Callable[[Step], Step]:
    """What happens when a step's moment has come: it is done, or asks someone."""

    def register(run: Step) -> Step:
        RUN[kind] = run
        return run

    return register


def chosen(kind: int) -> Callable[[Chosen], Chosen]:
    """What a choice made in this step does."""

    def register(done: Chosen) -> Chosen:
        CHOSEN[kind] = done
        return done

    return register


def outcomes(kind: int) -> Callable[[Outcomes], Outcomes]:
    """What chance may bring in this step, with its odds."""

    def register(deal: Outcomes) -> Outcomes:
        OUTCOMES[kind] = deal
        return deal

    return register


class State:
    """A moment of the game. Lists are by place at the table, clockwise; masks are of samurai."""

    __slots__ = (
        "absent",
        "actor",
        "animal",
        "arranging",
        "asked",
        "banned",
        "barricades",
        "barricades_start",
        "bit",
        "borrowed",
        "bottom",
        "card",
        "choices",
        "chronicle",
        "classes",
        "count",
        "discard",
        "end",
        "ending",
        "evening",
        "events",
        "families",
        "family_bonuses",
        "farmstead_penalties",
        "farmsteads",
        "fights",
        "handed",
        "holder",
        "in_kiai",
        "in_play",
        "intruders",
        "kiai",
        "last_active",
        "left",
        "lent",
        "level",
        "line",
        "lots",
        "passed",
        "pending",
        "player",
        "raiders",
        "reshuffled",
        "round",
        "seats",
        "second",
        "token",
        "top",
        "track",
        "turn",
        "two_player_rules",
        "undo_barrier",
        "used",
        "weights",
        "where",
        "who",
        "wounded",
    )  # fmt: skip

    def __init__(
        self, seats: int, count: int, level: int, two_player_rules: bool, original: State | None = None
    ) -> None:
        """An empty table, or a copy of another."""
        self.seats = seats
        self.count = count  # samurai in play
        self.level = level
        self.two_player_rules = two_player_rules
        self.events: list[Event] | None = None
        if original is None:
            self._lay_out(seats, count, level)
        else:
            self._copy(original)

    def _lay_out(self, seats: int, count: int, level: int) -> None:
        self.undo_barrier = 0

        self.player = list(range(count)) if seats > 1 else [0] * count
        self.who = [NOBODY] * count
        self.bit = [0] * count  # 1 << who
        self.where = [NOWHERE] * len(NAMES)  # the place of each samurai
        self.in_play = 0  # masks of samurai
        self.animal = 0
        self.wounded = 0
        self.passed = 0
        self.in_kiai = 0  # Kiai reached and not done
        self.kiai = [0] * count
        self.track = [0] * count
        self.line: list[tuple[int, ...]] = [()] * count
        self.left = [NO_CARD] * (3 * count)  # place * 3 + symbol
        self.holder = list(range(count))  # where the token of the samurai at a place lies
        self.lent = [0] * count  # masks of samurai whose tokens lie at a place until its turn ends
        self.borrowed = [0] * count  # masks of absent samurai whose tokens serve a place in this round
        self.absent = 0  # absent samurai whose tokens are unused

        self.barricades_start = village.barricades(level, count)
        self.barricades = self.barricades_start
        self.farmstead_penalties = village.farmstead_penalties(level)
        self.family_bonuses = village.family_bonuses(level)
        self.farmsteads = list(village.BACK_COUNTS)
        self.families = village.ALL_FAMILIES

        self.raiders = 0
        self.top: tuple[int, ...] = ()  # face up on the stack, the top card last
        self.bottom: tuple[int, ...] = ()  # known under the stack, the next to come first
        self.intruders: list[int] = []  # the top one last; an unseen one is -1 - its lot
        self.discard: list[int] = []
        self.classes: list[int] = [0, 0]  # see unseen.py
        self.lots: list[int] = [0, 0]
        self.used = 0  # cards known to be in the game

        self.round = 0
        self.turn = NOWHERE
        self.last_active = NOWHERE
        self.ending = False  # the end of a round is being resolved
        self.evening: tuple[int, ...] = ()  # what the latest one brought besides the losses
        self.banned = 0
        self.fights = 0
        self.reshuffled = 0  # cards that SAM-N9 has brought back in this round
        self.card = NO_CARD  # drawn or moved, not placed yet
        self.second = False  # it must be kept (Katsushiro)
        self.handed = 0
        self.token = NOBODY  # whose token is being moved
        self.arranging: tuple[int, ...] = ()

        self.pending: list[int] = []
        self.asked = 0  # the step that waits for a choice
        self.actor = NOBODY
        self.choices: list[int] = []
        self.weights: list[int] = []
        self.end = UNDECIDED
        self.chronicle: list[int] = []

    def _copy(self, original: State) -> None:
        self.undo_barrier = original.undo_barrier
        self.player = original.player
        self.who = original.who.copy()
        self.bit = original.bit.copy()
        self.where = original.where.copy()
        self.in_play = original.in_play
        self.kiai = original.kiai.copy()
        self.track = original.track.copy()
        self.line = original.line.copy()
        self.left = original.left.copy()
        self.animal = original.animal
        self.wounded = original.wounded
        self.passed = original.passed
        self.in_kiai = original.in_kiai
        self.holder = original.holder.copy()
        self.lent = original.lent.copy()
        self.borrowed = original.borrowed.copy()
        self.absent = original.absent
        self.barricades_start = original.barricades_start
        self.barricades = original.barricades
        self.farmstead_penalties = original.farmstead_penalties
        self.family_bonuses = original.family_bonuses
        self.farmsteads = original.farmsteads.copy()
        self.families = original.families
        self.raiders = original.raiders
        self.top = original.top
        self.bottom = original.bottom
        self.intruders = original.intruders.copy()
        self.discard = original.discard.copy()
        self.classes = original.classes.copy()
        self.lots = original.lots.copy()
        self.used = original.used
        self.round = original.round
        self.turn = original.turn
        self.last_active = original.last_active
        self.ending = original.ending
        self.evening = original.evening
        self.banned = original.banned
        self.fights = original.fights
        self.reshuffled = original.reshuffled
        self.card = original.card
        self.second = original.second
        self.handed = original.handed
        self.token = original.token
        self.arranging = original.arranging
        self.pending = original.pending.copy()
        self.asked = original.asked
        self.actor = original.actor
        self.choices = original.choices
        self.weights = original.weights
        self.end = original.end
        self.chronicle = original.chronicle.copy()

    # The contract

    def actors(self) -> tuple[int, ...]:
        return _ACTORS[self.actor + 2]

    def legal(self, seat: int) -> list[int]:
        if seat != self.actor:
            return _NONE
        return self.choices or self._deal()

    def odds(self) -> list[int]:
        if self.actor != CHANCE:
            return []
        if not self.choices:
            self._deal()
        return self.weights

    def _deal(self) -> list[int]:
        """The outcomes of chance, found when they are asked for."""
        asked = self.asked
        self.choices, self.weights = OUTCOMES[asked & 63](self, asked >> 6 & 7, asked >> 9)
        return self.choices

    def apply(self, seat: int, action: int) -> None:
        if seat != self.actor or action not in (self.choices or self._deal()):
            raise Refused(self._refusal(seat, action))
        asked = self.asked
        self.actor = NOBODY
        self.choices = _NONE
        if seat == CHANCE:
            self.undo_barrier += 1
        CHOSEN[asked & 63](self, asked >> 6 & 7, asked >> 9, action)
        if self.actor == NOBODY:
            self.go_on()

    def go_on(self) -> None:
        """Resolves steps until someone has to choose or the game is over; a turn ends when none is left."""
        pending = self.pending
        while self.actor == NOBODY and not self.end:
            step = pending.pop() if pending else TURN_END | self.turn << 6
            RUN[step & 63](self, step >> 6 & 7, step >> 9)

    def why_not(self, seat: int, action: int) -> Message | None:
        from zashiki.games.samurai_spirit.refusals import why_not

        return why_not(self, seat, action)

    def _refusal(self, seat: int, action: int) -> Message:
        return self.why_not(seat, action) or say("sam.refuse.now", "SAM-T0")

    def view(self, seat: int | None) -> SamuraiSpiritView:
        from zashiki.games.samurai_spirit.look import view

        return view(self, seat)

    def result(self) -> Result | None:
        from zashiki.games.samurai_spirit.ends import result

        return result(self) if self.end else None

    def copy(self) -> State:
        return State(self.seats, self.count, self.level, self.two_player_rules, self)

    # For the rules

    def push(self, kind: int, place: int = 0, extra: int = 0) -> None:
        """This step comes next, before all that was pushed earlier."""
        self.pending.append(kind | place << 6 | extra << 9)

    def ask(self, kind: int, place: int, extra: int, choices: list[int]) -> None:
        """The player of a place has to choose."""
        self.asked = kind | place << 6 | extra << 9
        self.actor = self.player[place]
        self.choices = choices

    def ask_chance(self, kind: int, place: int = 0, extra: int = 0) -> None:
        self.asked = kind | place << 6 | extra << 9
        self.actor = CHANCE

    def tell(self, key: str, rule: str, place: int = NOWHERE, **args: Arg) -> None:
        """Adds an event about the samurai at a place; call it only if someone listens."""
        if self.events is not None:
            seat = None
            if place != NOWHERE:
                args["who"] = SAMURAI_WORDS[self.who[place]]
                seat = self.player[place]
            self.events.append(Event(Message(f"sam.event.{key}", rule, args), seat))

    def name_of(self, place: int) -> str:
        return NAMES[self.who[place]]
