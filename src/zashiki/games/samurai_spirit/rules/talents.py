"""Whose talents a samurai may use at this moment: his own and those of tokens (SAM-T9, SAM-T11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules.cards import VALUE
from zashiki.games.samurai_spirit.rules.marks import NO_TALENT

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

BY_TALENT: Final = 1  # what has handed a card on
BY_TOKEN: Final = 2


def talents(state: State, place: i64) -> i64:
    """Lent tokens serve in their holder's turn (SAM-T9) unless they are idle (ruling 14), called ones in all
    turns (SAM-T1); SAM-N10 suspends them all."""
    mine: i64 = state.bit[place]
    if state.two_player_rules:
        mine |= state.borrowed[place]
    if place == state.turn:
        if state.banned and state.banned & NO_TALENT:
            return 0
        lent: i64 = state.lent[place]
        if lent:
            return mine | lent & ~state.idle
    return mine


def hands_on(state: State, place: i64, card: i64) -> i64:
    """What can hand the card on: Heihachi's talent or token if it is even, Daisuke's if it is odd; or 0.

    Each talent and each token may hand on a given card once.
    """
    giver: i64 = VALUE[card] & 1
    if not talents(state, place) >> giver & 1:
        return 0
    source = BY_TALENT if state.who[place] == giver else BY_TOKEN
    return 0 if state.handed & source else source


def neighbours(state: State, place: i64) -> i64:
    """The samurai at the adjacent places; with two samurai both are the same one."""
    return state.bit[(place + 1) % state.count] | state.bit[place - 1]
