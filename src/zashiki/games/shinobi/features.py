"""Shinobi as numbers: what a seat may see, each number from 0 to 1. Seats are counted from the own one, clockwise; clans
and kinds of cards are in the order of `cards`."""

from __future__ import annotations

from typing import Any, Final

from zashiki.games.shinobi.rules.actions import SEATS
from zashiki.games.shinobi.rules.cards import CLAN_COUNT, COPIES, DECK_SIZE, HAND, KIND_COUNT, NINJA
from zashiki.games.shinobi.rules.phases import OVER
from zashiki.games.shinobi.rules.sight import write_row
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.features import Code, Part, flags, share, shares

__all__ = ["CODE", "PIECES", "write", "write_row"]

_SEATS: Final = SEATS[-1]
_MOST: Final = COPIES[0]  # cards of a clan
_LAST_ROUND: Final = _SEATS + 1  # turns at most once the deck has run out


def _province_words() -> list[list[str | Part]]:
    """The armies of a province, the cards of its seat, and which armies are protected."""
    return [
        [
            Part("armies", seat * CLAN_COUNT, (seat + 1) * CLAN_COUNT),
            Part("hand_sizes", seat, seat + 1),
            Part("protected", seat * CLAN_COUNT, (seat + 1) * CLAN_COUNT),
        ]
        for seat in range(_SEATS)
    ]


CODE: Final = Code(
    {
        "may_choose": flags(1),
        "seats": flags(len(SEATS)),  # how many play
        "phase": flags(OVER + 1),
        "turn": flags(_SEATS),  # whose turn it is, or who is dealt a card
        "first": flags(_SEATS),  # once it is known
        "clans": flags(_SEATS, CLAN_COUNT),  # whom each serves: the own one, all at the end
        "hand": share(HAND, KIND_COUNT),  # the own cards
        "hand_sizes": share(HAND, _SEATS),
        "known_ninja": share(COPIES[NINJA], _SEATS),  # that skipped orders have proved to be in a hand
        "armies": share(_MOST, _SEATS, CLAN_COUNT),  # their strength in each province
        "protected": flags(_SEATS, CLAN_COUNT),
        "out": share(_MOST, KIND_COUNT),  # cards out of the game
        "unseen": shares(*COPIES),  # cards in the deck and in the others' hands
        "deck": share(DECK_SIZE),
        "turns_left": share(_LAST_ROUND),  # of the last round; 0 while the deck lasts
        "orders": flags(3),  # which orders of this turn are given
    },
    [
        ["may_choose", "seats", "phase", "turn", "first", "clans"],
        ["hand", "deck"],
        *_province_words(),
        ["known_ninja", "turns_left", "orders"],
        ["out"],
        ["unseen"],
    ],
)
PIECES: Final = CODE.pieces


def write(state: State, seat: int, array: Any) -> None:
    CODE.write(CODE.row(write_row, state, seat), array)
