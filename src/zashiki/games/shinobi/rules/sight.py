"""What a seat may see as a row of bytes (SHI-S1, ruling 7): `features.py` says what each of them means."""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.rules.actions import SEATS
from zashiki.games.shinobi.rules.cards import CLAN_COUNT, KIND_COUNT
from zashiki.games.shinobi.rules.phases import FIRST_ORDER, NOBODY, NOT_GIVEN, OVER
from zashiki.games.shinobi.rules.state import State

NONE: Final = 255
_PROVINCE: Final = (1 << CLAN_COUNT) - 1
_NO_SEATS: Final = [[NONE] * empty for empty in range(SEATS[-1] + 1)]
_ZEROS: Final = [[0] * empty for empty in range(SEATS[-1] * CLAN_COUNT + 1)]


def row_of(state: State, seat: int) -> list[int]:
    """Seats are counted from the own one, clockwise."""
    seats, phase = state.seats, state.phase
    empty = SEATS[-1] - seats
    turn = NONE
    if state.turn < seats and phase != OVER:
        turn = (state.turn - seat) % seats
    first = NONE if state.first == NOBODY else (state.first - seat) % seats
    row = [1 if state.actor == seat else 0, seats - SEATS[0], phase, turn, first]
    row += _clans(state, seat)
    row += _NO_SEATS[empty]
    row += state.hands[seat * KIND_COUNT : (seat + 1) * KIND_COUNT]
    row += state.hand_sizes[seat:]
    row += state.hand_sizes[:seat]
    row += _ZEROS[empty]
    row += state.known_ninja[seat:]
    row += state.known_ninja[:seat]
    row += _ZEROS[empty]
    own = seat * CLAN_COUNT
    row += state.strength[own : seats * CLAN_COUNT]
    row += state.strength[:own]
    row += _ZEROS[empty * CLAN_COUNT]
    protected = (
        state.protected >> own | state.protected << seats * CLAN_COUNT - own
    )  # from the own province on
    for _ in range(seats):
        row.append(protected & _PROVINCE)
        protected >>= CLAN_COUNT
    row += _ZEROS[empty]
    row += state.out
    row += _unseen(state, seat)
    row.append(state.deck_size)
    row.append(state.turns_left)
    given = 0
    if FIRST_ORDER <= phase < OVER:
        for number in range(3):
            if state.orders[number] != NOT_GIVEN:
                given |= 1 << number
    row.append(given)
    return row


def _clans(state: State, seat: int) -> list[int]:
    """Whom each serves: the own one, all at the end."""
    if state.phase == OVER:
        return state.clans[seat:] + state.clans[:seat]
    clans = [NONE] * state.seats
    if state.clans[seat] >= 0:
        clans[0] = state.clans[seat]
    return clans


def _unseen(state: State, seat: int) -> list[int]:
    """By kind: the cards in all places that the seat can't look into."""
    counts = state.deck[:]
    own = seat * KIND_COUNT
    for card, count in enumerate(state.hands):
        if count and not own <= card < own + KIND_COUNT:
            counts[card % KIND_COUNT] += count
    return counts
