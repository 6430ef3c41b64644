"""What the pieces of a position are worth, and what comes of a fight on one area: what quick choices are made by."""

from __future__ import annotations

from typing import Final

from zashiki.games.seven_ronin.rules.actions import BITS
from zashiki.games.seven_ronin.rules.pieces import HAYAI
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.rules.wounds import room

VICTORY: Final = 50.0
"""What is won outweighs all else."""
NOTHING: Final = -1e9


class Judgement:
    """What the pieces of a position are worth to the Attacker as a round begins, in logarithms of odds."""

    ninja: list[list[float]]  # of each area and the Green, by their number
    rooms: list[list[float]]  # of each ronin, by the wounds he can still take
    held: list[float]  # of each ronin whom the Animal Pen holds
    shrine: list[float]  # of each ronin without an ability
    reserves: list[float]  # by their number
    areas: list[float]  # by how many have ninja

    __slots__ = tuple(__annotations__)

    def __init__(
        self,
        ninja: list[list[float]],
        rooms: list[list[float]],
        held: list[float],
        shrine: list[float],
        reserves: list[float],
        areas: list[float],
    ) -> None:
        self.ninja = ninja
        self.rooms = rooms
        self.held = held
        self.shrine = shrine
        self.reserves = reserves
        self.areas = areas


def fought(state: State, judgement: Judgement, area: int, number: int, with_hayai: bool) -> float:
    """What an area and its ronin are worth once so many ninja have fought there; with Hayai if he rides to it."""
    left = number
    value = 0.0
    place = state.place
    for ronin in BITS[state.alive]:
        if place[ronin] == area or (with_hayai and ronin == HAYAI):
            free = room(state, ronin)
            dealt = min(left, free)
            left -= dealt
            value += judgement.rooms[ronin][free - dealt]
    if left:
        value += judgement.ninja[area][left] + judgement.areas[1]
    return value


def holds(state: State, area: int, number: int, with_hayai: bool) -> bool:
    """Whether so many ninja would hold an area after the fight."""
    place = state.place
    for ronin in BITS[state.alive]:
        if place[ronin] == area or (with_hayai and ronin == HAYAI):
            number -= room(state, ronin)
    return number > 0
