"""One moment of a game: armies, hands, deck, whose order it is. `apply` hands each choice to its rule."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from zashiki.games.shinobi.rules import turns
from zashiki.games.shinobi.rules.actions import ARMIES, CLAN_DEALS
from zashiki.games.shinobi.rules.cards import KIND_COUNT, MOST_COPIES, WHOLE, Pack, pack_of
from zashiki.games.shinobi.rules.hooks import HOOKS
from zashiki.games.shinobi.rules.orders import second_choices
from zashiki.games.shinobi.rules.phases import (
    CLANS_PHASE,
    DRAWING,
    FIRST_ORDER,
    FIRST_PLAYER,
    HANDS,
    NOBODY,
    NOT_GIVEN,
    OVER,
    SECOND_ORDER,
    THIRD_ORDER,
)
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Event, Refused

if TYPE_CHECKING:
    from mypy_extensions import i64

_ACTORS: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,), (4,), (), (CHANCE,)]
_ALL_KINDS: Final = (1 << KIND_COUNT) - 1
_KEY_SIZE: Final = 16


class State:
    """Armies are counted at `province * 5 + clan`, hands at `seat * 6 + kind`; sets are bit masks."""

    seats: i64
    pack: Pack
    events: list[Event] | None
    told: i64  # how often a clan card, the first player, a turn passed over or the reveal has told something

    phase: i64
    actor: i64  # the seat to choose, CHANCE or NOBODY
    listed: list[int] | None  # of the actor; None: many, not asked for yet
    first: i64
    turn: i64  # whose turn it is, or who is dealt a card
    turns: i64
    turns_left: i64  # 0 while the deck lasts

    clans: list[int]  # by seat; -1: not dealt yet
    strength: list[int]
    at_least: list[int]  # by strength: the armies that have it, or more
    protected: i64  # armies that may not be attacked this turn
    out: list[int]  # by kind: cards out of the game
    deck: list[int]  # by kind
    deck_size: i64
    in_deck: i64  # the kinds in the deck
    hands: list[int]
    held: i64  # what is not 0 in `hands`
    hand_sizes: list[int]
    unplayed: i64  # a byte by kind: cards in the deck and in all hands
    known_ninja: list[int]  # by seat: ninja that skipped orders have proved to be in the hand

    first_order: i64  # the actions of this turn
    second_order: i64
    third_order: i64
    previous: i64
    previous_orders: list[int]
    untold: i64  # while the reveal is told: clan cards that are still to be turned up, and the winner

    __slots__ = tuple(__annotations__)

    def __init__(self, seats: int, original: State | None = None, pack: str = WHOLE) -> None:
        """The moment before the deal, or a copy: lists that are not copied are never changed in place. Compiled code knows that every
        field has a value as long as no other function sets them."""
        self.seats = seats
        self.pack = pack_of(pack, seats) if original is None else original.pack
        self.events = None
        self.untold = 0
        if original is None:
            self.phase = CLANS_PHASE
            self.actor = CHANCE
            self.listed = CLAN_DEALS[self.pack.clans]
            self.first = NOBODY
            self.turn = 0
            self.turns = 0
            self.turns_left = 0
            self.clans = [-1] * seats
            self.strength = [0] * ARMIES
            self.at_least = [0] * (MOST_COPIES + 1)
            self.protected = 0
            self.out = [0] * KIND_COUNT
            self.deck = self.pack.copies[:]
            self.deck_size = sum(self.deck)
            self.in_deck = kinds_of(self.deck)
            self.hands = [0] * (KIND_COUNT * seats)
            self.held = 0
            self.unplayed = packed(self.deck)
            self.hand_sizes = [0] * seats
            self.known_ninja = [0] * seats
            self.first_order = NOT_GIVEN
            self.second_order = NOT_GIVEN
            self.third_order = NOT_GIVEN
            self.previous = NOBODY
            self.previous_orders = [NOT_GIVEN] * 3
            self.told = 0
            return
        self.phase = original.phase
        self.actor = original.actor
        self.listed = original.listed
        self.first = original.first
        self.turn = original.turn
        self.turns = original.turns
        self.turns_left = original.turns_left
        self.clans = original.clans
        self.strength = original.strength.copy()
        self.at_least = original.at_least.copy()
        self.protected = original.protected
        self.out = original.out
        self.deck = original.deck.copy()
        self.deck_size = original.deck_size
        self.in_deck = original.in_deck
        self.hands = original.hands.copy()
        self.held = original.held
        self.hand_sizes = original.hand_sizes.copy()
        self.unplayed = original.unplayed
        self.known_ninja = original.known_ninja
        self.first_order = original.first_order
        self.second_order = original.second_order
        self.third_order = original.third_order
        self.previous = original.previous
        self.previous_orders = original.previous_orders
        self.told = original.told

    def copy(self) -> State:
        return State(self.seats, self)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: a compiled class makes no object without the arguments of its `__init__`."""
        return State, (self.seats,), self.__getstate__()

    @property
    def choices(self) -> list[int]:
        """Of the actor. The long list of a second order is made when it is asked for: random games are played without it."""
        if self.listed is None:
            self.listed = second_choices(self)
        return self.listed

    @property
    def orders(self) -> list[int]:
        """The actions of this turn."""
        return [self.first_order, self.second_order, self.third_order]

    @property
    def undo_barrier(self) -> int:
        """Every card drawn and everything else that is told makes it one more."""
        return self.told - self.deck_size

    def key(self) -> bytes:
        """Equal where the same choices, odds and results follow; what is only remembered or shown is left out."""
        first = self.first if self.phase == HANDS else NOBODY
        protected: int = self.protected if self.phase < DRAWING else 0
        numbers = [self.seats, self.phase, self.turn, self.turns_left, first - NOBODY]
        numbers += [clan + 1 for clan in self.clans]
        numbers += self.strength + self.deck + self.hands
        return blake2b(bytes(numbers) + protected.to_bytes(4, "big"), digest_size=_KEY_SIZE).digest()

    def actors(self) -> tuple[int, ...]:
        return _ACTORS[self.actor]

    def legal(self, seat: int) -> list[int]:
        if seat != self.actor:
            return []
        return self.listed or self.choices

    def odds(self) -> list[int]:
        """SHI-S1: every card of the deck, clan card and seat is as likely as any other."""
        if self.phase < HANDS:
            return [1] * len(self.choices)
        if self.in_deck == _ALL_KINDS:
            return self.deck[:]
        return list(filter(None, self.deck))

    def apply(self, seat: int, action: int) -> None:
        if seat != self.actor or action not in (self.listed or self.choices):
            raise Refused(HOOKS.why_not(self, seat, action))
        self.carry_out(action)

    def carry_out(self, action: i64) -> None:
        """`apply` without a check, for searches that take a choice out of the list."""
        phase = self.phase
        if phase == DRAWING:
            turns.draw(self, action)
        elif phase == FIRST_ORDER:
            turns.give_first_order(self, action)
        elif phase == SECOND_ORDER:
            turns.give_second_order(self, action)
        elif phase == THIRD_ORDER:
            turns.give_third_order(self, action)
        elif phase == HANDS:
            turns.draw(self, action)
        elif phase == FIRST_PLAYER:
            turns.choose_first(self, action)
        else:
            turns.deal_clan(self, action)

    def why_not(self, seat: int, action: int) -> Any:
        """A Message, or None if the choice is legal."""
        return HOOKS.why_not(self, seat, action)

    def view(self, seat: int | None) -> Any:
        """A ShinobiView."""
        return HOOKS.view(self, seat)

    def result(self) -> Any:
        """A Result, or None until the last turn is over."""
        return HOOKS.result(self) if self.phase == OVER else None

    def add_card(self, army: i64) -> None:
        strength: i64 = self.strength[army] + 1
        self.strength[army] = strength
        armies: i64 = self.at_least[strength]
        self.at_least[strength] = armies | 1 << army

    def remove_card(self, army: i64) -> None:
        strength: i64 = self.strength[army]
        self.strength[army] = strength - 1
        armies: i64 = self.at_least[strength]
        self.at_least[strength] = armies ^ 1 << army

    def set_hands(self, hands: list[list[int]]) -> None:
        """By seat and kind."""
        self.hands = [count for hand in hands for count in hand]
        self.held = kinds_of(self.hands)
        self.hand_sizes = [sum(hand) for hand in hands]
        self._count_unplayed()

    def set_deck(self, deck: list[int]) -> None:
        self.deck = deck
        self.deck_size = sum(deck)
        self.in_deck = kinds_of(deck)
        self._count_unplayed()

    def _count_unplayed(self) -> None:
        self.unplayed = packed(self.deck)
        for seat in range(self.seats):
            self.unplayed += packed(self.hands[seat * KIND_COUNT : (seat + 1) * KIND_COUNT])


def packed(counts: list[int]) -> int:
    """A byte for each kind."""
    return int.from_bytes(bytes(counts), "little")


def kinds_of(counts: list[int]) -> int:
    """Where there is a card, as a bit mask."""
    return sum(1 << kind for kind, count in enumerate(counts) if count)
