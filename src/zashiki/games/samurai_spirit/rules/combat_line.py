"""The right side of a board: cards come to the combat line and leave it, the track follows (SAM-T7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.games.samurai_spirit.rules.cards import VALUE
from zashiki.games.samurai_spirit.rules.chronicle import OVERRUN
from zashiki.games.samurai_spirit.rules.harm import lose_barricade
from zashiki.games.samurai_spirit.rules.reach import reach_kiai

if TYPE_CHECKING:
    from zashiki.games.samurai_spirit.rules.state import State


def add_to_line(state: State, place: int, card: int) -> None:
    state.line[place] += (card,)
    state.track[place] += VALUE[card]


def check_line(state: State, place: int) -> None:
    """Below Kiai nothing happens; exactly Kiai: SAM-K1; above: a Barricade goes at once (SAM-T7)."""
    track, kiai = state.track[place], state.kiai[place]
    if track == kiai:
        reach_kiai(state, place)
    elif track > kiai:
        lose_barricade(state, OVERRUN, place)


def take_last(state: State, place: int) -> int:
    """The last card of a line leaves it; what the new track brings is for the caller to check."""
    card = state.line[place][-1]
    state.line[place] = state.line[place][:-1]
    state.track[place] -= VALUE[card]
    return card


def drop_first(state: State, place: int) -> int:
    """The first card of a line goes to the discard pile."""
    card = state.line[place][0]
    state.line[place] = state.line[place][1:]
    state.track[place] -= VALUE[card]
    state.discard.append(card)
    return card
