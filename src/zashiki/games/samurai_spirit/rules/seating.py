"""Who plays whom and who begins, by chance (SAM-S2); then the first stack and the tokens of the absent (SAM-S1, SAM-S3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules import village
from zashiki.games.samurai_spirit.rules.actions import BEGIN, DEAL, of_samurai
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import NOBODY
from zashiki.games.samurai_spirit.rules.samurai import ALL, KIAI_HUMAN, NAMES
from zashiki.games.samurai_spirit.rules.steps import SEATING, STARTER, TURN, at_each_place
from zashiki.games.samurai_spirit.rules.unseen import open_round

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

_DEAL: Final = of_samurai(DEAL)
_BEGIN: Final = of_samurai(BEGIN)
_SEATING: Final = at_each_place(SEATING)


class Seats:
    """Which samurai sit where. States with the same samurai at the same places share the lists, which nobody changes."""

    __slots__ = ("bit", "kiai", "where", "who")

    def __init__(self, state: State, place: i64, who: i64) -> None:
        """One samurai more than in that state."""
        self.who: list[i64] = state.who.copy()
        self.bit: list[i64] = state.bit.copy()
        self.where: list[i64] = state.where.copy()
        self.who[place] = who
        self.bit[place] = 1 << who
        self.where[who] = place
        self.kiai: list[i64] = [0 if one == NOBODY else KIAI_HUMAN[one] for one in self.who]


_KEPT_PLACES: Final = 4
_kept: Final[list[Seats | None]] = [None] * sum(len(NAMES) ** places for places in range(_KEPT_PLACES + 2))
"""By `State.seated`: the seats of up to so many samurai, once they have been needed."""


def seat_samurai(state: State, place: i64, who: i64) -> None:
    """SAM-S2: human side up, at 0. Places are taken in their order."""
    state.in_play |= 1 << who
    state.seated = state.seated * len(NAMES) + 1 + who
    found = _kept[state.seated] if place < _KEPT_PLACES else None
    if found is None:
        found = Seats(state, place, who)
        if place < _KEPT_PLACES:
            _kept[state.seated] = found
    state.who = found.who
    state.bit = found.bit
    state.where = found.where
    state.kiai = found.kiai


def seating(state: State, place: i64, _extra: i64) -> None:
    """Samurai at random, one place after the other (SAM-S2)."""
    if place < state.count:
        state.ask_even(_SEATING[place], _DEAL[ALL - state.in_play])


def seated(state: State, place: i64, _extra: i64, action: i64) -> None:
    seat_samurai(state, place, action - DEAL)
    if state.events is not None:
        tell(state, "seated", place)
    seating(state, place + 1, 0)


def starter(state: State, _place: i64, _extra: i64) -> None:
    state.ask_even(STARTER, _BEGIN[state.in_play])


def started(state: State, _place: i64, _extra: i64, action: i64) -> None:
    """A random first player (SAM-S2), the Plunderers (SAM-S1), the tokens of the absent (SAM-S3)."""
    place = state.where[action - BEGIN]
    if state.two_player_rules:
        state.absent = ALL & ~state.in_play
    open_round(state, 0, village.plunderers(state.level, state.count))
    state.round = 1
    if state.events is not None:
        tell(state, "round", place)
    state.push(TURN, place)
