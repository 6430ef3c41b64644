"""Quick choices of the Defender in a fight: each ability where it changes most in his favour, without search."""

from __future__ import annotations

from zashiki.games.seven_ronin.rules.abilities import (
    able_ronin,
    may_heal,
    may_push,
    may_ride,
    may_shoot,
    may_strike,
)
from zashiki.games.seven_ronin.rules.actions import (
    BITS,
    DIVIDE_OFF,
    DONE,
    HEAL,
    PUSH_TO,
    RIDE_TO,
    SHOOT,
    STRIKE,
)
from zashiki.games.seven_ronin.rules.judgement import NOTHING, VICTORY, Judgement, fought, holds
from zashiki.games.seven_ronin.rules.pieces import (
    ABILITIES,
    GOAL,
    GREEN,
    HAYAI,
    HAYAI_BIT,
    MUSASHI_BIT,
    TAIKO_BIT,
    TASUKE,
    YOBU,
    YOBU_BIT,
    YUMI_BIT,
)
from zashiki.games.seven_ronin.rules.rounds import count_areas
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.rules.wounds import divisions, partner, room


def use_ronin(state: State, judgement: Judgement) -> int:
    able = able_ronin(state)
    if able & MUSASHI_BIT and may_strike(state):
        return STRIKE
    if able & YUMI_BIT and may_shoot(state):
        return SHOOT
    action = DONE
    if able & YOBU_BIT and may_push(state):
        action = push(state, judgement, DONE)
        if action != DONE:
            return action
    if able & HAYAI_BIT and may_ride(state):
        action = _ride(state, judgement)
        if action != DONE:
            return action
    patients = may_heal(state) if able & TAIKO_BIT else 0
    return HEAL + _patient(state, judgement, patients) if patients else DONE


def _will_hold(state: State) -> int:
    """Areas that ninja will hold after the fight."""
    mask = 0
    for area in BITS[state.beset]:
        if holds(state, area, state.ninja[area], False):
            mask |= 1 << area
    return mask


def _danger(mask: int) -> float:
    number = count_areas(mask, -1)
    return VICTORY if number >= GOAL else 1.0 if number == GOAL - 1 else 0.0


def _ride(state: State, judgement: Judgement) -> int:
    """Where Hayai helps most; he stays where he is if that is best."""
    best, action = -1e-6, DONE
    hold = _will_hold(state)
    before = _danger(hold)
    alone = judgement.rooms[HAYAI][room(state, HAYAI)]
    for area in BITS[may_ride(state)]:
        number = state.ninja[area]
        change = fought(state, judgement, area, number, True) - alone
        change -= fought(state, judgement, area, number, False)
        if not holds(state, area, number, True):
            change += _danger(hold & ~(1 << area)) - before
        if change < best:
            best, action = change, RIDE_TO + area
    return action


def push(state: State, judgement: Judgement, otherwise: int) -> int:
    """How Yobu pushes: each way, once or twice, with what the areas and their ronin are worth then."""
    here = state.place[YOBU]
    first, second = state.village.neighbours[here]
    number = state.ninja[here]
    most = 2 if state.phase == ABILITIES else 1
    hold = _will_hold(state) & ~(1 << here | 1 << first | 1 << second)
    best, action = 0.0, otherwise
    start = True
    for left in range(min(most, number) + 1):
        for right in range(min(most, number) - left + 1):
            if left + right > most:
                continue
            mask = hold
            value = 0.0
            for area, ninja in (
                (here, number - left - right),
                (first, state.ninja[first] + left),
                (second, state.ninja[second] + right),
            ):
                value += fought(state, judgement, area, ninja, False)
                if holds(state, area, ninja, False):
                    mask |= 1 << area
            value += _danger(mask)
            if start:
                best, start = value - 1e-6, False
            elif value < best:
                best = value
                action = PUSH_TO + (first if left else second)
    return action


def _patient(state: State, judgement: Judgement, patients: int) -> int:
    """The ronin to whom a wound less means most after the fight."""
    best, chosen = -NOTHING, 0
    for ronin in BITS[patients]:
        left = room(state, ronin)
        place = state.place[ronin]
        if place < GREEN:
            left -= state.ninja[place]
        worth = judgement.rooms[ronin]
        change = worth[max(0, left + 1)] - worth[max(0, left)]
        if change < best:
            best, chosen = change, ronin
    return chosen


def divide_wounds(state: State, judgement: Judgement) -> int:
    least, most = divisions(state)
    other = partner(state)
    number = state.ninja[state.place[TASUKE]]
    best, chosen = -NOTHING, least
    for taken in range(least, most + 1):
        value = judgement.rooms[TASUKE][room(state, TASUKE) - taken]
        value += judgement.rooms[other][max(0, room(state, other) - number + taken)]
        if value < best:
            best, chosen = value, taken
    return DIVIDE_OFF + chosen
