"""Shinobi as numbers: what a seat may see, each number from 0 to 1. Seats are counted from the own one, clockwise; clans
and kinds of cards are in the order of `cards`."""

from __future__ import annotations

from typing import Any, Final

from zashiki.games.shinobi.rules.actions import SEATS
from zashiki.games.shinobi.rules.cards import CLAN_COUNT, COPIES, DECK_SIZE, HAND, KIND_COUNT, NINJA
from zashiki.games.shinobi.rules.phases import FIRST_ORDER, NOBODY, NOT_GIVEN, OVER
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.features import Layout, fill

_SEATS: Final = SEATS[-1]
_PHASES: Final = OVER + 1
_MOST: Final = COPIES[0]  # cards of a clan
_LAST_ROUND: Final = _SEATS + 1  # turns at most once the deck has run out

PIECES: Final[dict[str, tuple[int, ...]]] = {
    "may_choose": (1,),
    "seats": (len(SEATS),),  # one of them: how many play
    "phase": (_PHASES,),  # one of them
    "turn": (_SEATS,),  # one of them: whose turn it is, or who is dealt a card
    "first": (_SEATS,),  # one of them, once it is known
    "clans": (_SEATS, CLAN_COUNT),  # whom each serves: the own one, all at the end
    "hand": (KIND_COUNT,),  # the own cards
    "hand_sizes": (_SEATS,),
    "known_ninja": (_SEATS,),  # that skipped orders have proved to be in a hand
    "armies": (_SEATS, CLAN_COUNT),  # their strength in each province
    "protected": (_SEATS, CLAN_COUNT),
    "out": (KIND_COUNT,),  # cards out of the game
    "unseen": (KIND_COUNT,),  # cards in the deck and in the others' hands
    "deck": (1,),
    "turns_left": (1,),  # of the last round; 0 while the deck lasts
    "orders": (3,),  # which orders of this turn are given
}
LAYOUT: Final = Layout(PIECES)

_SEAT_COUNT: Final = LAYOUT.starts["seats"]
_PHASE: Final = LAYOUT.starts["phase"]
_TURN: Final = LAYOUT.starts["turn"]
_FIRST: Final = LAYOUT.starts["first"]
_CLANS: Final = LAYOUT.starts["clans"]
_HAND: Final = LAYOUT.starts["hand"]
_HAND_SIZES: Final = LAYOUT.starts["hand_sizes"]
_KNOWN_NINJA: Final = LAYOUT.starts["known_ninja"]
_ARMIES: Final = LAYOUT.starts["armies"]
_PROTECTED: Final = LAYOUT.starts["protected"]
_OUT: Final = LAYOUT.starts["out"]
_UNSEEN: Final = LAYOUT.starts["unseen"]
_DECK: Final = LAYOUT.starts["deck"]
_TURNS_LEFT: Final = LAYOUT.starts["turns_left"]
_ORDERS: Final = LAYOUT.starts["orders"]


def write(state: State, seat: int, array: Any) -> None:
    """SHI-S1, ruling 7: the own clan and hand, and what lies open on the table."""
    values = [0.0] * LAYOUT.size
    _write_moment(state, seat, values)
    _write_cards(state, seat, values)
    for spot in range(state.seats):
        _write_seat(state, (seat + spot) % state.seats, spot, values)
    fill(array, values)


def _write_moment(state: State, seat: int, values: list[float]) -> None:
    seats, phase = state.seats, state.phase
    values[0] = float(state.actor == seat)
    values[_SEAT_COUNT + seats - SEATS[0]] = 1.0
    values[_PHASE + phase] = 1.0
    if state.turn < seats and phase != OVER:
        values[_TURN + (state.turn - seat) % seats] = 1.0
    if state.first != NOBODY:
        values[_FIRST + (state.first - seat) % seats] = 1.0
    values[_TURNS_LEFT] = state.turns_left / _LAST_ROUND
    if FIRST_ORDER <= phase < OVER:
        for number, order in enumerate(state.orders):
            values[_ORDERS + number] = float(order != NOT_GIVEN)


def _write_cards(state: State, seat: int, values: list[float]) -> None:
    """What is unseen is counted over all places that the seat can't look into."""
    values[_DECK] = state.deck_size / DECK_SIZE
    hands, out, deck = state.hands, state.out, state.deck
    for kind in range(KIND_COUNT):
        own = hands[seat * KIND_COUNT + kind]
        held = sum(hands[kind::KIND_COUNT]) - own
        values[_HAND + kind] = own / HAND
        values[_OUT + kind] = out[kind] / _MOST
        values[_UNSEEN + kind] = (deck[kind] + held) / COPIES[kind]


def _write_seat(state: State, other: int, spot: int, values: list[float]) -> None:
    """One player, who sits at this distance."""
    values[_HAND_SIZES + spot] = state.hand_sizes[other] / HAND
    values[_KNOWN_NINJA + spot] = state.known_ninja[other] / COPIES[NINJA]
    clan = state.clans[other]
    if clan >= 0 and (spot == 0 or state.phase == OVER):
        values[_CLANS + spot * CLAN_COUNT + clan] = 1.0
    strength, protected = state.strength, state.protected
    first, start = other * CLAN_COUNT, spot * CLAN_COUNT
    for army in range(CLAN_COUNT):
        if strength[first + army]:
            values[_ARMIES + start + army] = strength[first + army] / _MOST
        if protected >> first + army & 1:
            values[_PROTECTED + start + army] = 1.0
