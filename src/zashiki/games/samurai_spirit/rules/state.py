"""One moment of the game: what lies on the table, and a stack of small steps still to be resolved."""

from __future__ import annotations

from hashlib import blake2b
from marshal import dumps
from typing import TYPE_CHECKING, Any, Final

from zashiki.games.samurai_spirit.rules.fight import drawn, played
from zashiki.games.samurai_spirit.rules.harm import family_goes
from zashiki.games.samurai_spirit.rules.hooks import HOOKS
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NO_CHOICES, NO_NUMBERS, NOBODY, NOWHERE
from zashiki.games.samurai_spirit.rules.penalties import icon_chosen
from zashiki.games.samurai_spirit.rules.round_end import dolls, farms, turn_up_intruders, turned_up
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.seating import seated, started, starter
from zashiki.games.samurai_spirit.rules.steps import (
    ACTION,
    AGAIN,
    CHOSEN,
    DOLLS,
    DRAW,
    EXTRA_SHIFT,
    FARMS,
    ICON,
    INTRUDERS,
    KIND_MASK,
    LOSE_FAMILY,
    OUTCOMES,
    PLACE_MASK,
    PLACE_SHIFT,
    PLAY,
    RUN,
    SEATING,
    STARTER,
    TURN,
    TURN_UP,
)
from zashiki.games.samurai_spirit.rules.tokens import holder_of
from zashiki.games.samurai_spirit.rules.turn import (
    acted,
    again,
    begin_turn,
    choose_action,
    end_turn,
    fights_again,
)
from zashiki.games.samurai_spirit.rules.unseen import ONES, deal_from
from zashiki.games.samurai_spirit.rules.village import count_farmsteads
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Event, Refused

if TYPE_CHECKING:
    from mypy_extensions import i64

UNSEEN: Final = -1  # in the key: a Raider that nobody knows

KEY_BYTES: Final = 16
MARSHAL_FORMAT: Final = 2  # plain values, without references to earlier ones: equal fields give equal bytes

_ACTORS: Final[list[tuple[int, ...]]] = [
    *((seat,) for seat in range(len(NAMES))),
    (),
    (CHANCE,),
]  # NOBODY and CHANCE count from the end


class State:
    """A moment of the game. Lists and tuples are by place at the table, clockwise; masks are of samurai."""

    events: list[Event] | None
    undo_barrier: i64

    # How the game is played
    rules: i64  # the version
    seats: i64
    count: i64  # samurai in play
    level: i64
    two_player_rules: bool
    farmstead_penalties: bool
    family_bonuses: bool
    barricades_start: i64
    player: tuple[int, ...]  # the seat that plays each place
    who: list[i64]
    bit: list[i64]  # 1 << who
    where: list[i64]  # the place of each samurai
    in_play: i64
    seated: i64  # how many places there are and who has the first ones, as one number: see seating.py

    # The samurai
    animal: i64
    wounded: i64
    passed: i64
    ring: i64  # the places that have passed, see ring.py
    in_kiai: i64  # Kiai reached and not done
    kiai: list[i64]
    track: list[i64]
    line: list[tuple[int, ...]]
    left: list[int]  # place * 3 + symbol
    lent: list[i64]  # whose tokens lie there until its turn ends
    away: i64  # whose tokens do not lie at their own place
    idle: i64  # tokens that give nothing in this turn (ruling 14)
    borrowed: list[i64]  # absent ones that serve in this round
    absent: i64  # absent samurai whose tokens are unused

    # The village
    barricades: i64
    farmsteads: i64  # by the kind of their backs, packed as village.py says
    families: i64

    # The cards
    raiders: i64
    top: tuple[int, ...]  # face up on the stack, the top card last
    bottom: tuple[int, ...]  # known under it, the next to come first
    intruders: list[int]  # top last; unseen: -1 - its lot
    discard: list[i64]
    classes: list[int]  # see unseen.py
    lots: list[i64]
    used: int  # cards known to be in the game
    dealt: list[int]  # all unseen cards as `unseen.list_unseen` has listed them; empty: not listed

    # The round and the turn
    round: i64
    turn: i64
    last_active: i64
    ending: bool  # the end of a round is being resolved
    evening: tuple[int, ...]  # what the latest one brought
    banned: i64  # penalties in force
    fights: i64
    reshuffled: i64  # cards that SAM-N9 brought back in this round

    # The card in play and other things in hand
    card: i64  # drawn or moved, not placed yet
    second: bool  # it must be kept (Katsushiro)
    handed: i64  # what has handed it on
    token: i64  # whose token is being moved
    arranging: tuple[int, ...]

    # The flow
    pending: list[i64]
    asked: i64  # the step that waits for a choice
    actor: i64
    choices: list[int]
    weights: list[int]
    end: i64  # see chronicle.py
    chronicle: list[i64]

    __slots__ = tuple(__annotations__)

    def __init__(self, original: State | None = None) -> None:
        """An empty table (`setup.lay_table` fills it), or a copy: line by line, which is the quickest. Compiled code knows that
        every field has a value as long as no other function sets them.

        Lists that are not copied are never changed in place: the rules put new ones there. Until the first round no card moves."""
        self.events = None
        if original is None:
            self.undo_barrier = self.rules = self.seats = self.count = self.level = self.barricades_start = 0
            self.away = self.in_play = self.seated = self.animal = self.wounded = self.passed = (
                self.in_kiai
            ) = self.idle = 0
            self.absent = self.barricades = self.farmsteads = self.families = self.raiders = self.used = (
                self.round
            ) = 0
            self.ring = self.banned = self.fights = self.reshuffled = self.handed = self.asked = self.end = 0
            self.two_player_rules = self.farmstead_penalties = self.family_bonuses = self.ending = False
            self.second = False
            self.player = self.top = self.bottom = self.evening = self.arranging = ()
            self.who = self.bit = self.where = self.kiai = NO_NUMBERS
            self.choices = self.weights = self.dealt = NO_CHOICES
            self.track = []
            self.line = []
            self.left = []
            self.lent = []
            self.borrowed = []
            self.intruders = []
            self.discard = []
            self.classes = []
            self.lots = []
            self.turn = self.last_active = NOWHERE
            self.card = NO_CARD
            self.token = self.actor = NOBODY
            self.pending = []
            self.chronicle = []
            return
        self.undo_barrier = original.undo_barrier
        self.rules = original.rules
        self.seats = original.seats
        self.count = original.count
        self.level = original.level
        self.two_player_rules = original.two_player_rules
        self.farmstead_penalties = original.farmstead_penalties
        self.family_bonuses = original.family_bonuses
        self.barricades_start = original.barricades_start
        self.player = original.player
        self.who = original.who
        self.bit = original.bit
        self.where = original.where
        self.in_play = original.in_play
        self.seated = original.seated
        self.animal = original.animal
        self.wounded = original.wounded
        self.passed = original.passed
        self.ring = original.ring
        self.in_kiai = original.in_kiai
        self.kiai = original.kiai
        self.track = original.track
        self.line = original.line
        self.left = original.left
        self.lent = original.lent.copy()
        self.away = original.away
        self.idle = original.idle
        self.borrowed = original.borrowed
        self.absent = original.absent
        self.barricades = original.barricades
        self.farmsteads = original.farmsteads
        self.families = original.families
        self.raiders = original.raiders
        self.top = original.top
        self.bottom = original.bottom
        self.intruders = original.intruders.copy()
        self.discard = original.discard.copy()
        self.classes = original.classes
        self.lots = original.lots
        self.used = original.used
        self.dealt = original.dealt
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
        if original.round:
            self.classes = original.classes.copy()
            self.lots = original.lots.copy()

    # The contract

    def actors(self) -> tuple[int, ...]:
        return _ACTORS[self.actor]

    def legal(self, seat: int) -> list[int]:
        if seat != self.actor:
            return NO_CHOICES
        return self.choices or self._deal()

    def odds(self) -> list[int]:
        if self.actor != CHANCE:
            return []
        if not self.choices:
            self._deal()
        return self.weights

    def _deal(self) -> list[int]:
        """The outcomes of chance, found when they are asked for."""
        kind = self.asked & KIND_MASK
        if kind == DRAW:
            self.choices, self.weights = deal_from(self, len(self.lots) - 1)
        else:
            self.choices, self.weights = OUTCOMES[kind](self)
        return self.choices

    def apply(self, seat: int, action: int) -> None:
        if seat == self.actor and action in (self.choices or self._deal()):
            self.carry_out(action)
            return
        raise Refused(HOOKS.why_not(self, seat, action))

    def carry_out(self, action: i64) -> None:
        """`apply` of an action that is known to be legal. The steps that come most often do not go through the table, whose
        calls cost more when compiled."""
        asked = self.asked
        kind = asked & KIND_MASK
        if kind == ACTION:
            self.actor = NOBODY
            acted(self, self.turn, 0, action)
        elif self.actor != CHANCE:
            self.actor = NOBODY
            place = asked >> PLACE_SHIFT & PLACE_MASK
            if kind == PLAY:
                played(self, place, 0, action)
            elif kind == AGAIN:
                fights_again(self, place, 0, action)
            elif kind == ICON:
                icon_chosen(self, place, asked >> EXTRA_SHIFT, action)
            else:
                CHOSEN[kind](self, place, asked >> EXTRA_SHIFT, action)
        else:
            self.actor = NOBODY
            self.undo_barrier += 1
            place = asked >> PLACE_SHIFT & PLACE_MASK
            if kind == DRAW:
                drawn(self, place, asked >> EXTRA_SHIFT, action)
            elif kind == SEATING:
                seated(self, place, 0, action)
            elif kind == LOSE_FAMILY:
                family_goes(self, place, asked >> EXTRA_SHIFT, action)
            elif kind == TURN_UP:
                turned_up(self, place, asked >> EXTRA_SHIFT, action)
            elif kind == STARTER:
                started(self, place, 0, action)
            else:
                CHOSEN[kind](self, place, asked >> EXTRA_SHIFT, action)
        if self.actor == NOBODY:
            self.go_on()

    def go_on(self) -> None:
        """Resolves steps until someone has to choose or the game is over; a turn ends when none is left."""
        pending = self.pending
        while True:  # whoever calls it waits for nobody
            if pending:
                step: i64 = pending.pop()
                kind, place = step & KIND_MASK, step >> PLACE_SHIFT & PLACE_MASK
                if kind == ACTION:
                    choose_action(self, place, 0)
                elif kind == DOLLS:
                    dolls(self, place, 0)
                elif kind == AGAIN:
                    again(self, place, 0)
                elif kind == INTRUDERS:
                    turn_up_intruders(self, place, 0)
                elif kind == TURN:
                    begin_turn(self, place, 0)
                elif kind == STARTER:
                    starter(self, place, 0)
                elif kind == FARMS:
                    farms(self, place, 0)
                else:
                    RUN[kind](self, place, step >> EXTRA_SHIFT)
            elif self.end:  # with which nothing is pending any more
                return
            else:
                end_turn(self, self.turn, 0)
            if self.actor != NOBODY:
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
        farmsteads = count_farmsteads(self.farmsteads)
        holders = [holder_of(self, place) for place in range(self.count)]
        fields = (
            (self.rules, self.seats, self.count, self.level, self.two_player_rules, self.who),
            (self.animal, self.wounded, self.passed, self.in_kiai, self.line, self.left),
            (holders, self.idle, self.borrowed, self.absent),
            (
                self.barricades,
                farmsteads if self.farmstead_penalties else sum(farmsteads),
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

    def push(self, kind: i64, place: i64 = 0, extra: i64 = 0) -> None:
        """This step comes next, before all that was pushed earlier."""
        self.pending.append(kind | place << PLACE_SHIFT | extra << EXTRA_SHIFT)

    def ask(self, kind: i64, place: i64, extra: i64, choices: list[int]) -> None:
        """The player of a place has to choose."""
        self.asked = kind | place << PLACE_SHIFT | extra << EXTRA_SHIFT
        if self.seats > 1:
            self.actor = place
        else:
            self.actor = 0
        self.choices = choices

    def set_kiai(self, place: i64, value: i64) -> None:
        """The Kiai value of the side of a board that is up."""
        self.kiai = self.kiai.copy()
        self.kiai[place] = value

    def ask_even(self, asked: i64, outcomes: list[int]) -> None:
        """Chance has to bring one of these, each as likely as the others, in this packed step."""
        self.asked = asked
        self.actor = CHANCE
        self.choices = outcomes
        self.weights = ONES[len(outcomes)]

    def ask_chance(self, asked: i64) -> None:
        """Chance has to bring something in this packed step; `legal` lists the outcomes."""
        self.asked = asked
        self.actor = CHANCE
        self.choices = NO_CHOICES
