"""Whose talents a samurai may use at this moment: his own and those of tokens (SAM-T9, SAM-T11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules.cards import VALUE
from zashiki.games.samurai_spirit.rules.marks import NO_TALENT
from zashiki.games.samurai_spirit.rules.samurai import GOROBEI

if TYPE_CHECKING:
    from zashiki.games.samurai_spirit.rules.state import State

BY_TALENT: Final = 1  # what has handed a card on
BY_TOKEN: Final = 2


def talents(state: State, place: int) -> int:
    """Lent tokens serve in their holder's turn (SAM-T9) unless they are idle (ruling 14), called ones in all
    turns (SAM-T1); SAM-N10 suspends them all."""
    mine = state.bit[place] | state.borrowed[place]
    if place != state.turn:
        return mine
    if state.banned and state.banned & NO_TALENT:
        return 0
    lent = state.lent[place]
    return mine | lent & ~state.idle if lent else mine


def may_ignore(state: State, place: int, card: int) -> bool:
    """Gorobei ignores penalties of even cards, Kanbei those of odd ones (SAM-T11)."""
    return bool(talents(state, place) >> GOROBEI + (VALUE[card] & 1) & 1)


def hands_on(state: State, place: int, card: int) -> int:
    """What can hand the card on: Heihachi's talent or token if it is even, Daisuke's if it is odd; or 0.

    Each talent and each token may hand on a given card once.
    """
    giver = VALUE[card] & 1
    if not talents(state, place) >> giver & 1:
        return 0
    source = BY_TALENT if state.who[place] == giver else BY_TOKEN
    return 0 if state.handed & source else source


def neighbours(state: State, place: int) -> int:
    """The samurai at the adjacent places; with two samurai both are the same one."""
    return state.bit[(place + 1) % state.count] | state.bit[place - 1]
