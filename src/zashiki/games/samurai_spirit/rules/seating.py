"""Who plays whom and who begins, by chance (SAM-S2); then the first stack and the tokens of the absent (SAM-S1, SAM-S3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules import village
from zashiki.games.samurai_spirit.rules.actions import BEGIN, DEAL, of_samurai
from zashiki.games.samurai_spirit.rules.cards import OF_KIND
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.samurai import ALL, KIAI_HUMAN
from zashiki.games.samurai_spirit.rules.steps import SEATING, STARTER, TURN
from zashiki.games.samurai_spirit.rules.unseen import ONES, open_round

if TYPE_CHECKING:
    from zashiki.games.samurai_spirit.rules.state import State

_DEAL: Final = of_samurai(DEAL)
_BEGIN: Final = of_samurai(BEGIN)


def seat_samurai(state: State, place: int, who: int) -> None:
    """SAM-S2: human side up, at 0."""
    bit = 1 << who
    state.who[place] = who
    state.bit[place] = bit
    state.where[who] = place
    state.kiai[place] = KIAI_HUMAN[who]
    state.in_play |= bit


def seating(state: State, place: int, _extra: int) -> None:
    """Samurai at random, one place after the other (SAM-S2)."""
    if place < state.count:
        state.ask_chance(SEATING, place)


def any_samurai(state: State) -> tuple[list[int], list[int]]:
    dealt = _DEAL[ALL & ~state.in_play]
    return dealt, ONES[len(dealt)]


def seated(state: State, place: int, _extra: int, action: int) -> None:
    seat_samurai(state, place, action - DEAL)
    if state.events is not None:
        tell(state, "seated", place)
    if place + 1 < state.count:
        state.ask_chance(SEATING, place + 1)


def starter(state: State, _place: int, _extra: int) -> None:
    state.ask_chance(STARTER)


def anyone(state: State) -> tuple[list[int], list[int]]:
    return _BEGIN[state.in_play], ONES[state.count]


def started(state: State, _place: int, _extra: int, action: int) -> None:
    """A random first player (SAM-S2), the Plunderers (SAM-S1), the tokens of the absent (SAM-S3)."""
    place = state.where[action - BEGIN]
    if state.two_player_rules:
        state.absent = ALL & ~state.in_play
    open_round(state, OF_KIND[0], village.plunderers(state.level, state.count))
    state.round = 1
    if state.events is not None:
        tell(state, "round", place)
    state.push(TURN, place)
