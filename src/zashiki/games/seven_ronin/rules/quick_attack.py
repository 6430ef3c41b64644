"""Quick choices of the Attacker in a fight: each ability where it gains most, without search."""

from __future__ import annotations

from typing import Final

from zashiki.games.seven_ronin.rules.actions import (
    BITS,
    COPY_OF,
    COUNTS,
    CURSE,
    DONE,
    HOLD,
    LOOT,
    POISON,
    RETURN_FROM,
    SEND_ONE,
    SEND_TWO,
    WATCH,
)
from zashiki.games.seven_ronin.rules.areas import copied_watchtower, in_range, targets, usable
from zashiki.games.seven_ronin.rules.judgement import NOTHING, VICTORY, Judgement, fought, holds
from zashiki.games.seven_ronin.rules.pieces import (
    ANIMAL_PEN,
    BURIAL_GROUNDS,
    FIELD_2,
    FIELD_3,
    GOAL,
    GRANARY,
    INN,
    PASSAGE,
    SHRINE,
    WATCHTOWER,
    WELL,
)
from zashiki.games.seven_ronin.rules.rounds import count_areas, counted, guarded, occupied
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.rules.wounds import room

NEARLY: Final = 30.0
"""What half of a victory is worth that takes two abilities."""


def use_areas(state: State, judgement: Judgement) -> int:
    if counted(state) >= GOAL:
        return DONE
    best, action = 0.0, DONE
    for area in BITS[usable(state)]:
        if targets(state, area):
            gain, use = best_use(state, judgement, area, False)
            if gain > best:
                best, action = gain, use
    return action


def best_use(state: State, judgement: Judgement, area: int, copied: bool) -> tuple[float, int]:
    """What is best done with an area's ability, by the Inn if it is copied, and what that gains."""
    if area == WATCHTOWER:
        return _volley_gain(state, judgement, copied_watchtower(state) if copied else WATCHTOWER), WATCH
    if area == GRANARY:
        gained = state.reserves + min(2, state.supply)
        return judgement.reserves[gained] - judgement.reserves[state.reserves], LOOT
    if area == WELL:
        gain, ronin = hardest_hit(state, judgement, targets(state, WELL))
        return gain, POISON + ronin
    if area == ANIMAL_PEN:
        gain, ronin = _most(judgement.held, targets(state, ANIMAL_PEN))
        return gain, HOLD + ronin
    if area == SHRINE:
        gain, ronin = _most(judgement.shrine, targets(state, SHRINE))
        return gain, CURSE + ronin
    if area == BURIAL_GROUNDS:
        return best_return(state, judgement)
    if area == PASSAGE:
        return _best_sending(state, judgement)
    return _best_copy(state, judgement)


def _wound_gain(state: State, judgement: Judgement, ronin: int) -> float:
    left = room(state, ronin)
    if left == 1 and state.alive == 1 << ronin:
        return VICTORY
    return judgement.rooms[ronin][left - 1] - judgement.rooms[ronin][left]


def hardest_hit(state: State, judgement: Judgement, mask: int) -> tuple[float, int]:
    best, chosen = NOTHING, 0
    for ronin in BITS[mask]:
        gain = _wound_gain(state, judgement, ronin)
        if gain > best:
            best, chosen = gain, ronin
    return best, chosen


def _volley_gain(state: State, judgement: Judgement, origin: int) -> float:
    gain = 0.0
    for ronin in BITS[in_range(state, origin)]:
        gain += _wound_gain(state, judgement, ronin)
    return gain


def _most(worth: list[float], mask: int) -> tuple[float, int]:
    best, chosen = NOTHING, 0
    for ronin in BITS[mask]:
        if worth[ronin] > best:
            best, chosen = worth[ronin], ronin
    return best, chosen


def best_return(state: State, judgement: Judgement) -> tuple[float, int]:
    """A ninja back to the Reserves from where he is missed least."""
    best, chosen = NOTHING, 0
    back = judgement.reserves[state.reserves + 1] - judgement.reserves[state.reserves]
    held = COUNTS[state.beset]
    for area in BITS[state.beset]:
        number = state.ninja[area]
        worth = judgement.ninja[area]
        gain = back + worth[number - 1] - worth[number]
        if number == 1:
            gain += judgement.areas[held - 1] - judgement.areas[held]
        if gain > best:
            best, chosen = gain, area
    return best, RETURN_FROM + chosen


def _best_copy(state: State, judgement: Judgement) -> tuple[float, int]:
    best, chosen = NOTHING, 0
    held = occupied(state)
    for area in BITS[targets(state, INN)]:
        if area in (FIELD_2, FIELD_3):
            number = count_areas(held, area)
            gain = VICTORY if number >= GOAL else _passage_may_follow(state, number)
        else:
            gain = best_use(state, judgement, area, True)[0]
        if gain > best:
            best, chosen = gain, area
    return best, COPY_OF + chosen


def _passage_may_follow(state: State, number: int) -> float:
    """What a Field that the Inn copies gains if the Passage may bring the area that is missing."""
    if number == GOAL - 1 and usable(state) >> PASSAGE & 1 and state.reserves:
        return NEARLY
    return 0.0


def _inn_may_follow(state: State, held: int) -> float:
    """What an area that ninja hold by the Passage gains if the Inn may copy a Field then."""
    if held & ~state.used_areas & 1 << INN:
        for field in (FIELD_2, FIELD_3):
            if held >> field & 1 and count_areas(held, field) >= GOAL:
                return NEARLY
    return 0.0


def _best_sending(state: State, judgement: Judgement) -> tuple[float, int]:
    """Ninja of the Reserves where they win, fell a ronin, hold one more area, or not at all."""
    best, action = NOTHING, SEND_ONE
    held = occupied(state)
    for number in range(1, min(2, state.reserves) + 1):
        cost = judgement.reserves[state.reserves - number] - judgement.reserves[state.reserves]
        first = SEND_ONE if number == 1 else SEND_TWO
        for area in range(10):
            gain = cost + _sending_gain(state, judgement, area, number, held)
            if gain > best:
                best, action = gain, first + area
    return best, action


def _sending_gain(state: State, judgement: Judgement, area: int, number: int, held: int) -> float:
    ninja = state.ninja[area] + number
    if held >> area & 1:
        return judgement.ninja[area][ninja] - judgement.ninja[area][ninja - number]
    gain = fought(state, judgement, area, ninja, False) - fought(state, judgement, area, 0, False)
    if guarded(state) >> area & 1 and not holds(state, area, ninja, False):
        return gain
    mask = held | 1 << area
    reached = count_areas(mask, state.copied)
    gain += judgement.areas[mask.bit_count()] - judgement.areas[held.bit_count()] - judgement.areas[1]
    return gain + (VICTORY if reached >= GOAL else _inn_may_follow(state, mask))
