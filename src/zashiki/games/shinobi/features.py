"""Shinobi as numbers: what a seat may see, each number from 0 to 1. Seats are counted from the own one, clockwise; clans
and kinds of cards are in the order of `cards`."""

from __future__ import annotations

from typing import Any, Final

from zashiki.games.shinobi.rules.actions import SEATS
from zashiki.games.shinobi.rules.cards import CLAN_COUNT, COPIES, DECK_SIZE, HAND, KIND_COUNT, NINJA
from zashiki.games.shinobi.rules.phases import OVER
from zashiki.games.shinobi.rules.sight import row_of
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.features import Code, flags, one_of, share, shares

__all__ = ["CODE", "PIECES", "row_of", "write"]

_SEATS: Final = SEATS[-1]
_MOST: Final = COPIES[0]  # cards of a clan
_LAST_ROUND: Final = _SEATS + 1  # turns at most once the deck has run out

CODE: Final = Code(
    {
        "may_choose": share(1),
        "seats": one_of(len(SEATS)),  # how many play
        "phase": one_of(OVER + 1),
        "turn": one_of(_SEATS),  # whose turn it is, or who is dealt a card
        "first": one_of(_SEATS),  # once it is known
        "clans": one_of(CLAN_COUNT, _SEATS),  # whom each serves: the own one, all at the end
        "hand": share(HAND, KIND_COUNT),  # the own cards
        "hand_sizes": share(HAND, _SEATS),
        "known_ninja": share(COPIES[NINJA], _SEATS),  # that skipped orders have proved to be in a hand
        "armies": share(_MOST, _SEATS, CLAN_COUNT),  # their strength in each province
        "protected": flags(CLAN_COUNT, _SEATS),
        "out": share(_MOST, KIND_COUNT),  # cards out of the game
        "unseen": shares(*COPIES),  # cards in the deck and in the others' hands
        "deck": share(DECK_SIZE),
        "turns_left": share(_LAST_ROUND),  # of the last round; 0 while the deck lasts
        "orders": flags(3),  # which orders of this turn are given
    }
)
PIECES: Final = CODE.pieces


def write(state: State, seat: int, array: Any) -> None:
    CODE.write(row_of(state, seat), array)
