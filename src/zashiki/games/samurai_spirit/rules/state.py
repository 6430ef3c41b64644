"""One moment of the game: what lies on the table, and a stack of small steps still to be resolved."""

from __future__ import annotations

from dis import get_instructions
from hashlib import blake2b
from marshal import dumps
from typing import Any, Final

from zashiki.games.samurai_spirit.rules import fight, turn
from zashiki.games.samurai_spirit.rules.hooks import HOOKS
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NOBODY, NOWHERE
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.steps import (
    ACTION,
    CHOSEN,
    DRAW,
    EXTRA_SHIFT,
    KIND_MASK,
    OUTCOMES,
    PLACE_MASK,
    PLACE_SHIFT,
    PLAY,
    RUN,
)
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Event, Refused

UNSEEN: Final = -1  # in the key: a Raider that nobody knows

KEY_BYTES: Final = 16
MARSHAL_FORMAT: Final = 2  # plain values, without references to earlier ones: equal fields give equal bytes

_ACTORS: Final[list[tuple[int, ...]]] = [
    (),
    (CHANCE,),
    *((seat,) for seat in range(len(NAMES))),
]  # from NOBODY on
_NONE: Final[list[int]] = []  # shared, like every list of choices


def fields_set_by(initializer: Any) -> list[str]:
    """The attributes that an `__init__` sets, so that `__slots__` need not name them again."""
    return [code.argval for code in get_instructions(initializer) if code.opname == "STORE_ATTR"]


class State:
    """A moment of the game. Lists and tuples are by place at the table, clockwise; masks are of samurai."""

    def __init__(self, o: State | None = None) -> None:
        """An empty table (`setup.lay_table` fills it), or a copy. Lists that are not copied here are never changed in
        place: the rules put new ones there."""
        self.events: list[Event] | None = None
        self.undo_barrier: int = 0 if o is None else o.undo_barrier

        # How the game is played
        self.rules: int = 0 if o is None else o.rules  # the version
        self.seats: int = 0 if o is None else o.seats
        self.count: int = 0 if o is None else o.count  # samurai in play
        self.level: int = 0 if o is None else o.level
        self.two_player_rules: bool = False if o is None else o.two_player_rules
        self.farmstead_penalties: bool = False if o is None else o.farmstead_penalties
        self.family_bonuses: bool = False if o is None else o.family_bonuses
        self.barricades_start: int = 0 if o is None else o.barricades_start
        self.player: tuple[int, ...] = () if o is None else o.player  # the seat that plays each place
        self.who: list[int] = _NONE if o is None else o.who
        self.bit: list[int] = _NONE if o is None else o.bit  # 1 << who
        self.where: list[int] = _NONE if o is None else o.where  # the place of each samurai
        self.in_play: int = 0 if o is None else o.in_play

        # The samurai
        self.animal: int = 0 if o is None else o.animal
        self.wounded: int = 0 if o is None else o.wounded
        self.passed: int = 0 if o is None else o.passed
        self.in_kiai: int = 0 if o is None else o.in_kiai  # Kiai reached and not done
        self.kiai: list[int] = _NONE if o is None else o.kiai
        self.track: list[int] = [] if o is None else o.track.copy()
        self.line: list[tuple[int, ...]] = [] if o is None else o.line.copy()
        self.left: list[int] = [] if o is None else o.left.copy()  # place * 3 + symbol
        self.holder: list[int] = [] if o is None else o.holder.copy()  # where the token of each place lies
        self.lent: list[int] = (
            [] if o is None else o.lent.copy()
        )  # whose tokens lie there until its turn ends
        self.idle: int = 0 if o is None else o.idle  # tokens that give nothing in this turn (ruling 14)
        self.borrowed: list[int] = (
            [] if o is None else o.borrowed.copy()
        )  # absent ones that serve in this round
        self.absent: int = 0 if o is None else o.absent  # absent samurai whose tokens are unused

        # The village
        self.barricades: int = 0 if o is None else o.barricades
        self.farmsteads: list[int] = [] if o is None else o.farmsteads.copy()  # by the kind of their backs
        self.families: int = 0 if o is None else o.families

        # The cards
        self.raiders: int = 0 if o is None else o.raiders
        self.top: tuple[int, ...] = () if o is None else o.top  # face up on the stack, the top card last
        self.bottom: tuple[int, ...] = () if o is None else o.bottom  # known under it, the next to come first
        self.intruders: list[int] = [] if o is None else o.intruders.copy()  # top last; unseen: -1 - its lot
        self.discard: list[int] = [] if o is None else o.discard.copy()
        self.classes: list[int] = [] if o is None else o.classes.copy()  # see unseen.py
        self.lots: list[int] = [] if o is None else o.lots.copy()
        self.used: int = 0 if o is None else o.used  # cards known to be in the game

        # The round and the turn
        self.round: int = 0 if o is None else o.round
        self.turn: int = NOWHERE if o is None else o.turn
        self.last_active: int = NOWHERE if o is None else o.last_active
        self.ending: bool = False if o is None else o.ending  # the end of a round is being resolved
        self.evening: tuple[int, ...] = () if o is None else o.evening  # what the latest one brought
        self.banned: int = 0 if o is None else o.banned  # penalties in force
        self.fights: int = 0 if o is None else o.fights
        self.reshuffled: int = (
            0 if o is None else o.reshuffled
        )  # cards that SAM-N9 brought back in this round

        # The card in play and other things in hand
        self.card: int = NO_CARD if o is None else o.card  # drawn or moved, not placed yet
        self.second: bool = False if o is None else o.second  # it must be kept (Katsushiro)
        self.handed: int = 0 if o is None else o.handed  # what has handed it on
        self.token: int = NOBODY if o is None else o.token  # whose token is being moved
        self.arranging: tuple[int, ...] = () if o is None else o.arranging

        # The flow
        self.pending: list[int] = [] if o is None else o.pending.copy()
        self.asked: int = 0 if o is None else o.asked  # the step that waits for a choice
        self.actor: int = NOBODY if o is None else o.actor
        self.choices: list[int] = _NONE if o is None else o.choices
        self.weights: list[int] = _NONE if o is None else o.weights
        self.end: int = 0 if o is None else o.end  # see chronicle.py
        self.chronicle: list[int] = [] if o is None else o.chronicle.copy()

    __slots__ = fields_set_by(__init__)

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
        kind, place, extra = asked & KIND_MASK, asked >> PLACE_SHIFT & PLACE_MASK, asked >> EXTRA_SHIFT
        if kind == DRAW:
            self.choices, self.weights = fight.next_raiders(self, place, extra)
        else:
            self.choices, self.weights = OUTCOMES[kind](self, place, extra)
        return self.choices

    def apply(self, seat: int, action: int) -> None:
        if seat != self.actor or action not in (self.choices or self._deal()):
            raise Refused(HOOKS.why_not(self, seat, action))
        self.carry_out(action)

    def carry_out(self, action: int) -> None:
        """`apply` of an action that is known to be legal. The steps that come most often do not go through the table, whose
        calls cost more when compiled."""
        asked = self.asked
        kind, place, extra = asked & KIND_MASK, asked >> PLACE_SHIFT & PLACE_MASK, asked >> EXTRA_SHIFT
        if self.actor == CHANCE:
            self.undo_barrier += 1
        self.actor = NOBODY
        self.choices = _NONE
        if kind == ACTION:
            turn.acted(self, place, extra, action)
        elif kind == DRAW:
            fight.drawn(self, place, extra, action)
        elif kind == PLAY:
            fight.played(self, place, extra, action)
        else:
            CHOSEN[kind](self, place, extra, action)
        if self.actor == NOBODY and not self.end:
            self.go_on()

    def go_on(self) -> None:
        """Resolves steps until someone has to choose or the game is over; a turn ends when none is left."""
        pending = self.pending
        while True:
            if not pending:
                turn.end_turn(self, self.turn, 0)
            else:
                step = pending.pop()
                kind, place, extra = step & KIND_MASK, step >> PLACE_SHIFT & PLACE_MASK, step >> EXTRA_SHIFT
                if kind == ACTION:
                    turn.choose_action(self, place, extra)
                else:
                    RUN[kind](self, place, extra)
            if self.actor != NOBODY or self.end:
                return

    def why_not(self, seat: int, action: int) -> Any:
        return HOOKS.why_not(self, seat, action)

    def view(self, seat: int | None) -> Any:
        return HOOKS.view(self, seat)

    def result(self) -> Any:
        return HOOKS.result(self)

    def copy(self) -> State:
        return State(self)

    def key(self) -> bytes:
        """Leaves out what only tells how the game came here: events, losses, the order of the discard pile."""
        over = not self.raiders or self.passed == self.in_play or self.ending
        fields = (
            (self.rules, self.seats, self.count, self.level, self.two_player_rules, self.who),
            (self.animal, self.wounded, self.passed, self.in_kiai, self.line, self.left),
            (self.holder, self.idle, self.borrowed, self.absent),
            (
                self.barricades,
                self.farmsteads if self.farmstead_penalties else sum(self.farmsteads),
                self.families,
            ),
            (self._known_raiders(), self.intruders, sorted(self.discard)),
            (self.classes, self.lots, self.used),
            (
                self.round,
                self.turn,
                self.last_active if over else NOWHERE,
                self.ending,
                self.banned,
                self.reshuffled,
            ),
            (self.card, self.second, self.handed, self.token, sorted(self.arranging)),
            (self.pending, self.asked if self.actor != NOBODY else NOBODY, self.actor, self.end),
        )
        return blake2b(dumps(fields, MARSHAL_FORMAT), digest_size=KEY_BYTES).digest()

    def _known_raiders(self) -> tuple[int, ...]:
        """The stack from the bottom up."""
        unknown = self.raiders - len(self.top) - len(self.bottom)
        return self.bottom[::-1] + (UNSEEN,) * unknown + self.top

    # For the rules

    def push(self, kind: int, place: int = 0, extra: int = 0) -> None:
        """This step comes next, before all that was pushed earlier."""
        self.pending.append(kind | place << PLACE_SHIFT | extra << EXTRA_SHIFT)

    def ask(self, kind: int, place: int, extra: int, choices: list[int]) -> None:
        """The player of a place has to choose."""
        self.asked = kind | place << PLACE_SHIFT | extra << EXTRA_SHIFT
        self.actor = self.player[place]
        self.choices = choices

    def set_kiai(self, place: int, value: int) -> None:
        """The Kiai value of the side of a board that is up."""
        self.kiai = self.kiai.copy()
        self.kiai[place] = value

    def ask_chance(self, kind: int, place: int = 0, extra: int = 0) -> None:
        self.asked = kind | place << PLACE_SHIFT | extra << EXTRA_SHIFT
        self.actor = CHANCE
