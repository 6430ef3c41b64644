"""A position as one seat sees it, as a row of bytes, which the net's features are made of.

Seats come in the order of turns from the own one, clans from the own one. What the seat believes of the others is added to it.
"""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.rules.cards import NINJA
from zashiki.games.shinobi.rules.state import State

SEATS: Final = 0
WAIT: Final = 1  # turns of others before the own one
DECK: Final = 2  # cards left when the next turn begins
TURNS_LEFT: Final = 3  # of the last round when the next turn begins; 0 while the deck lasts
EXPOSED: Final = 4  # how likely others take the own clan to be, of 255
HELD: Final = 5  # the own hand by kind
UNSEEN: Final = 11  # by kind: in the deck and in the others' hands
ARMIES: Final = 17  # by seat and clan
HAND_SIZES: Final = 42  # of the four others
BELIEF: Final = 46  # how likely each of the four others serves each of the four other clans, of 255
ROW: Final = 62

PLACES: Final = 4


def pack(state: State, seat: int, exposed: int, belief: list[int]) -> bytes:
    """The facts at the beginning of a turn of any seat."""
    wait = (state.turn - seat) % state.seats
    wait = (state.seats - wait) % state.seats
    return _row(state, seat, wait, state.deck_size, state.turns_left, exposed, belief)


def pack_end_of_turn(state: State, seat: int, exposed: int, belief: list[int]) -> bytes:
    """The facts when the seat has given its orders and is still to draw (SHI-O7, SHI-E1)."""
    deck = state.deck_size
    left = state.turns_left
    if left:
        left -= 1
    elif deck:
        drawn = state.pack.hand - state.hand_sizes[seat]
        deck = deck - drawn if deck > drawn else 0
        left = 0 if deck else state.seats
    return _row(state, seat, state.seats - 1, deck, left, exposed, belief)


def _row(
    state: State, seat: int, wait: int, deck: int, turns_left: int, exposed: int, belief: list[int]
) -> bytes:
    seats = state.seats
    own = state.clans[seat]
    strength = state.strength
    row = [seats, wait, deck, turns_left, exposed]
    hand = state.hands[seat * 6 : seat * 6 + 6]
    row += hand[own:NINJA]
    row += hand[:own]
    row.append(hand[NINJA])
    unseen = [state.pack.copies[kind] - hand[kind] - state.out[kind] for kind in range(6)]
    for army in range(seats * 5):
        unseen[army % 5] -= strength[army]
    row += unseen[own:NINJA]
    row += unseen[:own]
    row.append(unseen[NINJA])
    for place in range(seats):
        first = (seat + place) % seats * 5
        row += strength[first + own : first + 5]
        row += strength[first : first + own]
    for _ in range(seats, 5):
        row += [0, 0, 0, 0, 0]
    for place in range(1, seats):
        row.append(state.hand_sizes[(seat + place) % seats])
    for _ in range(seats, 5):
        row.append(0)
    row += belief
    return bytes(row)
