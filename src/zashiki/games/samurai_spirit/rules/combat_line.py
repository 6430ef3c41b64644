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
    _set_line(state, place, (*state.line[place], card), state.track[place] + VALUE[card])


def _set_line(state: State, place: int, cards: tuple[int, ...], track: int) -> None:
    """In new lists, as copies of the state share the old ones."""
    state.line = state.line.copy()
    state.line[place] = cards
    state.track = state.track.copy()
    state.track[place] = track


def check_line(state: State, place: int) -> None:
    """Below Kiai nothing happens; exactly Kiai: SAM-K1; above: a Barricade goes at once (SAM-T7)."""
    track, kiai = state.track[place], state.kiai[place]
    if track == kiai:
        reach_kiai(state, place)
    elif track > kiai:
        lose_barricade(state, OVERRUN, place)


def take_last(state: State, place: int) -> int:
    """The last card of a line leaves it; what the new track brings is for the caller to check."""
    line = state.line[place]
    _set_line(state, place, line[:-1], state.track[place] - VALUE[line[-1]])
    return line[-1]


def drop_first(state: State, place: int) -> int:
    """The first card of a line goes to the discard pile."""
    line = state.line[place]
    _set_line(state, place, line[1:], state.track[place] - VALUE[line[0]])
    state.discard.append(line[0])
    return line[0]
