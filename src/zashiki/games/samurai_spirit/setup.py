"""Setup: who plays whom, who begins, the first stack (SAM-S1 to SAM-S4)."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit import village
from zashiki.games.samurai_spirit.actions import BEGIN, DEAL, of_samurai
from zashiki.games.samurai_spirit.cards import OF_KIND
from zashiki.games.samurai_spirit.samurai import ALL, KIAI_HUMAN, NAMES
from zashiki.games.samurai_spirit.state import SEATING, STARTER, TURN, State, chosen, outcomes, step
from zashiki.games.samurai_spirit.unseen import ONES, open_round
from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption

_DEAL: Final = of_samurai(DEAL)
_BEGIN: Final = of_samurai(BEGIN)


def new_game(
    seats: int, level: str, samurai: tuple[str, ...], two_player_rules: bool, solo_samurai: str
) -> State:
    """The table before the first outcome of chance."""
    count = seats
    if seats == 1:
        count = len(samurai) or int(solo_samurai)
        if count not in (2, 3):
            raise BadOption(say("sam.bad.solo", "SAM-S4", n=count))
    elif samurai and len(samurai) != seats:
        raise BadOption(say("sam.bad.samurai", "SAM-S2", seats=seats, n=len(samurai)))
    if two_player_rules and count == len(NAMES):
        raise BadOption(say("sam.bad.two-player-rules", "SAM-S4", n=count))
    state = State(seats, count, village.LEVELS.index(level), two_player_rules or count == 2 or seats == 1)
    for place, name in enumerate(samurai):
        seat_samurai(state, place, NAMES.index(name))
    state.push(STARTER)
    if not samurai:
        state.push(SEATING)
    return state


def seat_samurai(state: State, place: int, who: int) -> None:
    """SAM-S2: human side up, at 0."""
    state.who[place] = who
    state.bit[place] = 1 << who
    state.where[who] = place
    state.in_play |= 1 << who
    state.kiai[place] = KIAI_HUMAN[who]


@step(SEATING)
def _seating(state: State, place: int, _extra: int) -> None:
    """Samurai at random, one place after the other (SAM-S2)."""
    if place < state.count:
        state.ask_chance(SEATING, place)


@outcomes(SEATING)
def _any_samurai(state: State, _place: int, _extra: int) -> tuple[list[int], list[int]]:
    dealt = _DEAL[ALL & ~state.in_play]
    return dealt, ONES[len(dealt)]


@chosen(SEATING)
def _seated(state: State, place: int, _extra: int, action: int) -> None:
    seat_samurai(state, place, action - DEAL)
    if state.events is not None:
        state.tell("seated", "SAM-S2", place)
    _seating(state, place + 1, 0)


@step(STARTER)
def _starter(state: State, _place: int, _extra: int) -> None:
    state.ask_chance(STARTER)


@outcomes(STARTER)
def _anyone(state: State, _place: int, _extra: int) -> tuple[list[int], list[int]]:
    return _BEGIN[state.in_play], ONES[state.count]


@chosen(STARTER)
def _started(state: State, _place: int, _extra: int, action: int) -> None:
    """A random first player (SAM-S2), the Plunderers (SAM-S1), the tokens of the absent (SAM-S3)."""
    place = state.where[action - BEGIN]
    if state.two_player_rules:
        state.absent = ALL & ~state.in_play
    open_round(state, OF_KIND[0], village.plunderers(state.level, state.count))
    state.round = 1
    if state.events is not None:
        state.tell("round", "SAM-S2", place, n=1, raiders=state.raiders)
    state.push(TURN, place)
