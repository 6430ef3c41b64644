"""Who plays whom and who begins, by chance (SAM-S2); then the first stack and the tokens of the absent (SAM-S1, SAM-S3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules import village
from zashiki.games.samurai_spirit.rules.actions import BEGIN, DEAL, of_samurai
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.samurai import ALL, KIAI_HUMAN
from zashiki.games.samurai_spirit.rules.steps import SEATING, STARTER, TURN, at_each_place
from zashiki.games.samurai_spirit.rules.unseen import open_round

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

_DEAL: Final = of_samurai(DEAL)
_BEGIN: Final = of_samurai(BEGIN)
_SEATING: Final = at_each_place(SEATING)


def seat_samurai(state: State, place: i64, who: i64) -> None:
    """SAM-S2: human side up, at 0."""
    bit = 1 << who
    state.who[place] = who
    state.bit[place] = bit
    state.where[who] = place
    state.kiai[place] = KIAI_HUMAN[who]
    state.in_play |= bit


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
