"""One moment of a game: armies, hands, deck, whose order it is. `apply` hands each choice to its rule."""

from __future__ import annotations

from zashiki.games.shinobi.actions import ARMIES, CLAN_DEALS
from zashiki.games.shinobi.cards import COPIES, KINDS
from zashiki.games.shinobi.ending import outcome
from zashiki.games.shinobi.phases import CLANS_PHASE, HANDS, NOBODY, NOT_GIVEN, OVER
from zashiki.games.shinobi.refusals import why_not
from zashiki.games.shinobi.turns import RULES
from zashiki.games.shinobi.view import ShinobiView, see
from zashiki.kernel.contract import CHANCE, Result
from zashiki.kernel.messages import Event, Message, Refused

_ACTORS: list[tuple[int, ...]] = [(0,), (1,), (2,), (3,), (4,), (), (CHANCE,)]


class State:
    """Armies are counted at `province * 5 + clan`, hands at `seat * 6 + kind`; sets are bit masks."""

    __slots__ = (
        "actor",  # the seat to choose, CHANCE or NOBODY
        "at_least",  # by strength: the armies that have it, or more
        "choices",  # of the actor
        "clans",  # by seat; -1: not dealt yet
        "deck",  # by kind
        "deck_size",
        "events",
        "first",
        "hand_sizes",
        "hands",
        "held",  # by seat: the kinds in hand
        "in_deck",  # the kinds in the deck
        "known_ninja",  # by seat: ninja that skipped orders have proved to be in the hand
        "orders",  # the actions of this turn
        "out",  # by kind: cards out of the game
        "phase",
        "previous",
        "previous_orders",
        "protected",  # armies that may not be attacked this turn
        "seats",
        "strength",
        "told",  # how often a turn that was passed over, or was not, has told of a hand
        "turn",  # whose turn it is, or who is dealt a card
        "turns",
        "turns_left",  # 0 while the deck lasts
    )

    def __init__(self, seats: int, original: State | None = None) -> None:
        """The moment before the deal, or a copy of the original."""
        self.seats = seats
        self.events: list[Event] | None = None
        if original is not None:
            self._become(original)
            return
        self.phase = CLANS_PHASE
        self.actor = CHANCE
        self.choices = CLAN_DEALS[0b11111]
        self.first = NOBODY
        self.turn = 0
        self.turns = 0
        self.turns_left = 0
        self.clans = [-1] * seats
        self.strength = [0] * ARMIES
        self.at_least = [0] * (max(COPIES) + 1)
        self.protected = 0
        self.out = [0] * len(KINDS)
        self.deck = list(COPIES)
        self.deck_size = sum(COPIES)
        self.in_deck = (1 << len(KINDS)) - 1
        self.hands = [0] * (len(KINDS) * seats)
        self.held = [0] * seats
        self.hand_sizes = [0] * seats
        self.known_ninja = [0] * seats
        self.told = 0
        self.orders = [NOT_GIVEN] * 3
        self.previous = NOBODY
        self.previous_orders = [NOT_GIVEN] * 3

    def _become(self, original: State) -> None:
        self.phase = original.phase
        self.actor = original.actor
        self.choices = original.choices
        self.first = original.first
        self.turn = original.turn
        self.turns = original.turns
        self.turns_left = original.turns_left
        self.clans = original.clans[:]
        self.strength = original.strength[:]
        self.at_least = original.at_least[:]
        self.protected = original.protected
        self.out = original.out[:]
        self.deck = original.deck[:]
        self.deck_size = original.deck_size
        self.in_deck = original.in_deck
        self.hands = original.hands[:]
        self.held = original.held[:]
        self.hand_sizes = original.hand_sizes[:]
        self.known_ninja = original.known_ninja[:]
        self.told = original.told
        self.orders = original.orders[:]
        self.previous = original.previous
        self.previous_orders = original.previous_orders

    def copy(self) -> State:
        return State(self.seats, self)

    @property
    def undo_barrier(self) -> int:
        """Clan cards, the first player, cards drawn, what passing over tells, the reveal: each makes it one more."""
        known = sum(clan >= 0 for clan in self.clans) + (self.first >= 0) + (self.phase == OVER)
        return known + self.told - self.deck_size

    def actors(self) -> tuple[int, ...]:
        return _ACTORS[self.actor]

    def legal(self, seat: int) -> list[int]:
        return self.choices if seat == self.actor else []

    def odds(self) -> list[int]:
        """SHI-S1: every card of the deck, clan card and seat is as likely as any other."""
        if self.phase < HANDS:
            return [1] * len(self.choices)
        return list(filter(None, self.deck))

    def apply(self, seat: int, action: int) -> None:
        if seat != self.actor or action not in self.choices:
            refusal = self.why_not(seat, action)
            assert refusal is not None
            raise Refused(refusal)
        RULES[self.phase](self, action)

    def why_not(self, seat: int, action: int) -> Message | None:
        return why_not(self, seat, action)

    def view(self, seat: int | None) -> ShinobiView:
        return see(self, seat)

    def result(self) -> Result | None:
        return outcome(self) if self.phase == OVER else None

    def add_card(self, army: int) -> None:
        strength = self.strength[army] + 1
        self.strength[army] = strength
        self.at_least[strength] |= 1 << army

    def remove_card(self, army: int) -> None:
        strength = self.strength[army]
        self.strength[army] = strength - 1
        self.at_least[strength] &= ~(1 << army)

    def set_hands(self, hands: list[list[int]]) -> None:
        """By seat and kind."""
        self.hands = [count for hand in hands for count in hand]
        self.held = [kinds_of(hand) for hand in hands]
        self.hand_sizes = [sum(hand) for hand in hands]

    def set_deck(self, deck: list[int]) -> None:
        self.deck = deck
        self.deck_size = sum(deck)
        self.in_deck = kinds_of(deck)


def kinds_of(counts: list[int]) -> int:
    """The kinds of which there is a card, as a bit mask."""
    return sum(1 << kind for kind, count in enumerate(counts) if count)
