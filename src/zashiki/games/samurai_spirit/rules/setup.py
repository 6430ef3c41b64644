"""Setup: who plays whom, who begins, the first stack (SAM-S1 to SAM-S4)."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.rules import village
from zashiki.games.samurai_spirit.rules.actions import BEGIN, DEAL, of_samurai
from zashiki.games.samurai_spirit.rules.cards import OF_KIND
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NOBODY, NOWHERE
from zashiki.games.samurai_spirit.rules.samurai import ALL, KIAI_HUMAN, NAMES
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import SEATING, STARTER, TURN
from zashiki.games.samurai_spirit.rules.unseen import ONES, open_round

_DEAL: Final = of_samurai(DEAL)
_BEGIN: Final = of_samurai(BEGIN)


def lay_table(rules: int, seats: int, count: int, level: int, two_player_rules: bool) -> State:
    """A table for so many samurai, none of whom has a seat yet (SAM-S1)."""
    state = State()
    state.rules = rules
    state.seats = seats
    state.count = count
    state.level = level
    state.two_player_rules = two_player_rules
    state.farmstead_penalties = village.farmstead_penalties(level)
    state.family_bonuses = village.family_bonuses(level)
    state.barricades_start = state.barricades = village.barricades(level, count)
    state.farmsteads = list(village.BACK_COUNTS)
    state.families = village.ALL_FAMILIES
    state.player = tuple(range(count)) if seats > 1 else (0,) * count
    state.who = [NOBODY] * count
    state.bit = [0] * count
    state.where = [NOWHERE] * len(NAMES)
    state.kiai = [0] * count
    state.track = [0] * count
    state.line = [()] * count
    state.left = [NO_CARD] * (3 * count)
    state.holder = list(range(count))
    state.lent = [0] * count
    state.borrowed = [0] * count
    state.classes = [0, 0]
    state.lots = [0, 0]
    return state


def begin(state: State) -> None:
    """The first outcomes of chance: the samurai who have no seat yet, then who begins."""
    state.push(STARTER)
    if not state.in_play:
        state.push(SEATING)
    state.go_on()


def seat_samurai(state: State, place: int, who: int) -> None:
    """SAM-S2: human side up, at 0."""
    bit = 1 << who
    state.who = samurai = state.who.copy()
    samurai[place] = who
    state.bit = bits = state.bit.copy()
    bits[place] = bit
    state.where = places = state.where.copy()
    places[who] = place
    state.kiai = values = state.kiai.copy()
    values[place] = KIAI_HUMAN[who]
    state.in_play |= bit


def seating(state: State, place: int, _extra: int) -> None:
    """Samurai at random, one place after the other (SAM-S2)."""
    if place < state.count:
        state.ask_chance(SEATING, place)


def any_samurai(state: State, _place: int, _extra: int) -> tuple[list[int], list[int]]:
    dealt = _DEAL[ALL & ~state.in_play]
    return dealt, ONES[len(dealt)]


def seated(state: State, place: int, _extra: int, action: int) -> None:
    seat_samurai(state, place, action - DEAL)
    if state.events is not None:
        tell(state, "seated", place)
    seating(state, place + 1, 0)


def starter(state: State, _place: int, _extra: int) -> None:
    state.ask_chance(STARTER)


def anyone(state: State, _place: int, _extra: int) -> tuple[list[int], list[int]]:
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
