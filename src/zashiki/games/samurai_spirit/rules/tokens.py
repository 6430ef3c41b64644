"""Where the support tokens lie (SAM-T9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State


def holder_of(state: State, owner: i64) -> i64:
    """The place where the token of a place lies."""
    bit: i64 = state.bit[owner]
    if not state.away & bit:
        return owner
    place: i64 = 0
    while not state.lent[place] & bit:
        place += 1
    return place


def move_token(state: State, owner: i64, to: i64) -> None:
    """SAM-T9: whoever held the token loses it at once; at its owner's it is at hand again."""
    bit: i64 = state.bit[owner]
    if state.away & bit:
        state.lent[holder_of(state, owner)] ^= bit
        state.away ^= bit
    if to != owner:
        state.lent[to] |= bit
        state.away |= bit
