"""Who is still in the round, and whose turn is next (SAM-T0, SAM-T10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules.marks import NOWHERE
from zashiki.games.samurai_spirit.rules.samurai import NAMES

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

_MASKS: Final = 1 << len(NAMES)


def full_ring(count: i64) -> i64:
    """The ring of so many samurai of whom nobody has passed. A ring is their number and the mask of the places that have."""
    return count * _MASKS


def leave_ring(state: State, place: i64) -> None:
    """SAM-T10: out of the round."""
    state.passed |= state.bit[place]
    state.ring += 1 << place


def _following(ring: int) -> list[i64]:
    count, passed = ring // _MASKS, ring % _MASKS
    orders = [[(place + step) % count for step in range(1, count + 1)] for place in range(count)]
    return [next((place for place in order if not passed >> place & 1), NOWHERE) for order in orders]


FOLLOWING: Final[list[list[i64]]] = [_following(ring) for ring in range(full_ring(len(NAMES) + 1))]
"""By ring and place: who is next after that place; NOWHERE once all have passed."""
