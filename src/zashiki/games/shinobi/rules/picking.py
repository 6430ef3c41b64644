"""One of the choices by a number of the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.shinobi.rules.actions import DRAW, MEMBERS, MOVE, REINFORCEMENTS, TROOPS
from zashiki.games.shinobi.rules.orders import armies_elsewhere
from zashiki.games.shinobi.rules.phases import HANDS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.shinobi.rules.state import State

SHIFT: Final = 29
"""The bits of a number of the dice."""


def drawn(state: State, number: i64) -> i64:
    """An outcome of chance by its odds."""
    if state.phase < HANDS:
        return picked(state, number)
    rest = number * state.deck_size >> SHIFT
    kind: i64 = 0
    while True:
        rest -= state.deck[kind]
        if rest < 0:
            return DRAW + kind
        kind += 1


def picked(state: State, number: i64) -> i64:
    """What stands in the choices at `number * len(choices) >> SHIFT`, whether they are listed or not."""
    choices = state.listed
    if choices is None:
        return _picked_second(state, number)
    return choices[number * len(choices) >> SHIFT]


def _picked_second(state: State, number: i64) -> i64:
    """SHI-O3: reinforcements come first, then the moves by army, each to every other province."""
    seat = state.turn
    reinforcements = REINFORCEMENTS[seat][state.held >> seat * 6 & TROOPS]
    count: i64 = len(reinforcements)
    armies = armies_elsewhere(state)
    goals = state.seats - 1
    place = number * (count + _count(armies) * goals) >> SHIFT
    if place < count:
        return reinforcements[place]
    place -= count
    army = _member(armies, place // goals)
    goal = place % goals
    if goal >= army // 5:
        goal += 1
    return MOVE + army * 5 + goal


def _count(armies: i64) -> i64:
    """How many they are: the bits are added up in pairs, fours, bytes."""
    armies -= armies >> 1 & 0x5555555
    armies = (armies & 0x3333333) + (armies >> 2 & 0x3333333)
    armies = armies + (armies >> 4) & 0xF0F0F0F
    return armies * 0x1010101 >> 24 & 0xFF


def _member(armies: i64, place: i64) -> i64:
    """The army at this place among them, province by province."""
    first: i64 = 0
    while True:
        clans = MEMBERS[armies >> first & TROOPS]
        count: i64 = len(clans)
        if place < count:
            return first + clans[place]
        place -= count
        first += 5
