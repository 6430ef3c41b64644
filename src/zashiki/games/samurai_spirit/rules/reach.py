"""SAM-K1: a track that becomes exactly the Kiai value. The effects themselves are in kiai.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.steps import (
    KIAI_BARRICADE,
    KIAI_END,
    KIAI_HEAL,
    KIAI_LEND,
    KIAI_LOOK,
    KIAI_MOVE,
    KIAI_REMOVE,
    KIAI_REPEL,
    KIAI_SCATTER,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

PARTS: Final[tuple[tuple[tuple[tuple[int, int], ...], ...], ...]] = (
    # human side, animal side: what the effect consists of, the last part first; the extra is how many cards
    (((KIAI_BARRICADE, 0),), ((KIAI_HEAL, 0), (KIAI_BARRICADE, 0))),  # Heihachi
    (((KIAI_MOVE, 0),), ((KIAI_MOVE, 0), (KIAI_MOVE, 0))),  # Daisuke
    (((KIAI_SCATTER, 2),), ((KIAI_SCATTER, 3),)),  # Gorobei
    (((KIAI_REPEL, 2),), ((KIAI_REPEL, 3),)),  # Kanbei
    (((KIAI_LEND, 0),), ((KIAI_BARRICADE, 0), (KIAI_LEND, 0))),  # Kyuzo
    (((KIAI_REMOVE, 0),), ((KIAI_REMOVE, 0), (KIAI_REMOVE, 0))),  # Kikuchiyo
    (((KIAI_LOOK, 2),), ((KIAI_LOOK, 3),)),  # Katsushiro
)


def check_kiai(state: State, place: i64) -> None:
    """After a change that costs nothing (a card removed, a board turned): is the track the Kiai value?"""
    if state.track[place] == state.kiai[place]:
        reach_kiai(state, place)


def reach_kiai(state: State, place: i64) -> None:
    """The effect may be used, then the first card goes; not twice at once, not after passing (SAM-K1)."""
    bit = state.bit[place]
    if (state.in_kiai | state.passed) & bit or state.ending:
        return
    state.in_kiai |= bit
    if state.events is not None:
        tell(state, "kiai", place)
    state.push(KIAI_END, place)
    for kind, cards in PARTS[state.who[place]][1 if state.animal & bit else 0]:
        state.push(kind, place, cards)
