"""The right side of a board: cards come to the combat line and leave it, the track follows (SAM-T7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.games.samurai_spirit.rules.cards import SINGLE, VALUE
from zashiki.games.samurai_spirit.rules.chronicle import OVERRUN
from zashiki.games.samurai_spirit.rules.harm import lose_barricade
from zashiki.games.samurai_spirit.rules.reach import reach_kiai

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State


def add_to_line(state: State, place: i64, card: i64) -> None:
    line = state.line[place]
    line += SINGLE[card]  # quicker than to make it or to unpack the line
    _set_line(state, place, line, state.track[place] + VALUE[card])


def _set_line(state: State, place: i64, cards: tuple[int, ...], track: i64) -> None:
    """In new lists, as copies of the state share the old ones."""
    lines, tracks = state.line.copy(), state.track.copy()
    lines[place] = cards
    tracks[place] = track
    state.line, state.track = lines, tracks


def check_line(state: State, place: i64) -> None:
    """Below Kiai nothing happens; exactly Kiai: SAM-K1; above: a Barricade goes at once (SAM-T7)."""
    track: i64 = state.track[place]
    kiai: i64 = state.kiai[place]
    if track == kiai:
        reach_kiai(state, place)
    elif track > kiai:
        lose_barricade(state, OVERRUN, place)


def take_last(state: State, place: i64) -> i64:
    """The last card of a line leaves it; what the new track brings is for the caller to check."""
    line = state.line[place]
    _set_line(state, place, line[:-1], state.track[place] - VALUE[line[-1]])
    return line[-1]


def drop_first(state: State, place: i64) -> i64:
    """The first card of a line goes to the discard pile."""
    line = state.line[place]
    _set_line(state, place, line[1:], state.track[place] - VALUE[line[0]])
    state.discard.append(line[0])
    return line[0]
