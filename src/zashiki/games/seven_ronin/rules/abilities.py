"""Combat 1: the Defender uses the abilities of his ronin, in any order, each once a round (RON-A1 to RON-A7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.games.seven_ronin.rules import combat
from zashiki.games.seven_ronin.rules.actions import (
    DONE,
    ENOUGH,
    HEAL,
    HEALS,
    PUSH_TO,
    PUSHES,
    RIDE_TO,
    RIDES,
    SHOOT,
    STRIKE,
)
from zashiki.games.seven_ronin.rules.hooks import tell
from zashiki.games.seven_ronin.rules.pieces import (
    ABILITIES,
    ALL_AREAS,
    GREEN,
    HAYAI,
    HAYAI_BIT,
    MUSASHI,
    MUSASHI_BIT,
    PUSH,
    TAIKO,
    TAIKO_BIT,
    TASUKE,
    TASUKE_BIT,
    YOBU,
    YOBU_BIT,
    YUMI,
    YUMI_BIT,
)
from zashiki.games.seven_ronin.rules.rounds import DEFENDER_ACTS, decided

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.seven_ronin.rules.state import State


def start(state: State) -> None:
    state.acting = DEFENDER_ACTS
    _go_on(state)


def _go_on(state: State) -> None:
    """The step goes on while there is an ability to use."""
    state.phase = ABILITIES
    state.choices = choices = offer(state)
    if len(choices) == 1:
        combat.start(state)


def offer(state: State) -> list[int]:
    able = able_ronin(state)
    choices = [DONE]
    if able & MUSASHI_BIT and may_strike(state):
        choices.append(STRIKE)
    if able & YUMI_BIT and may_shoot(state):
        choices.append(SHOOT)
    if able & YOBU_BIT:
        choices += PUSHES[may_push(state)]
    if able & HAYAI_BIT:
        choices += RIDES[may_ride(state)]
    if able & TAIKO_BIT:
        choices += HEALS[may_heal(state)]
    return choices


def choose(state: State, action: i64) -> None:
    if action == DONE:
        combat.start(state)
        return
    if action == STRIKE:
        strike(state)
    elif action == SHOOT:
        shoot(state)
    elif action < RIDE_TO:
        push(state, action - PUSH_TO)
        return
    elif action < HEAL:
        ride(state, action - RIDE_TO)
    else:
        heal(state, action - HEAL)
    if not decided(state):
        _go_on(state)


def able_ronin(state: State) -> i64:
    """Ronin who are alive, without a Shrine marker (RON-A7), and whose ability was not used this round."""
    return state.alive & ~(state.shrine | state.used_ronin)


def may_strike(state: State) -> i64:
    """RON-A1: whether Musashi may, if he is able to; so for the others."""
    return state.beset >> state.place[MUSASHI] & 1


def may_shoot(state: State) -> i64:
    """RON-A5: from an area without ninja; the Green is none."""
    return (ALL_AREAS & ~state.beset) >> state.place[YUMI] & 1 if state.reserves else 0


def may_push(state: State) -> i64:
    """RON-A2: the areas to which Yobu may push."""
    place = state.place[YOBU]
    return state.village.near[place] if state.beset >> place & 1 else 0


def may_ride(state: State) -> i64:
    """RON-A3: the areas to which Hayai may ride."""
    beset = state.beset
    if state.held & HAYAI_BIT or not (ALL_AREAS & ~beset) >> state.place[HAYAI] & 1:
        return 0
    goals = beset & ~state.taken
    return goals & ~(1 << state.place[TASUKE]) if state.shrine & TASUKE_BIT else goals


def may_heal(state: State) -> i64:
    """RON-A4: the ronin whom Taiko may heal."""
    if not (ALL_AREAS & ~state.beset) >> state.place[TAIKO] & 1:
        return 0
    patients: i64 = 0
    for ronin, wounds in enumerate(state.wounds):
        if wounds:
            patients |= 1 << ronin
    if not state.village.taiko_heals_on_green and GREEN in state.place:
        patients &= ~(1 << state.place.index(GREEN))
    return patients & ~(1 << TAIKO)


def take_ninja(state: State, area: i64) -> None:
    """One ninja leaves the area."""
    state.ninja[area] -= 1
    if not state.ninja[area]:
        state.beset &= ~(1 << area)


def strike(state: State) -> None:
    """RON-A1: Musashi removes a ninja of his area."""
    area = state.place[MUSASHI]
    take_ninja(state, area)
    state.supply += 1
    state.used_ronin |= 1 << MUSASHI
    if state.events is not None:
        tell(state, "strike", area)


def shoot(state: State) -> None:
    """RON-A5: Yumi removes a ninja of the Reserves."""
    state.reserves -= 1
    state.supply += 1
    state.used_ronin |= 1 << YUMI
    if state.events is not None:
        tell(state, "shoot")


def ride(state: State, area: i64) -> None:
    """RON-A3: Hayai moves."""
    state.taken ^= 1 << state.place[HAYAI] | 1 << area
    state.place[HAYAI] = area
    state.used_ronin |= 1 << HAYAI
    if state.events is not None:
        tell(state, "ride", area)


def heal(state: State, ronin: i64) -> None:
    """RON-A4: Taiko takes a wound off another."""
    state.wounds[ronin] -= 1
    state.supply += 1
    state.used_ronin |= 1 << TAIKO
    if state.events is not None:
        tell(state, "heal", ronin)


def push(state: State, area: i64) -> None:
    """RON-A2: Yobu pushes a ninja; a second may follow at once."""
    take_ninja(state, state.place[YOBU])
    state.ninja[area] += 1
    state.beset |= 1 << area
    if state.events is not None:
        tell(state, "push", area)
    if state.phase == ABILITIES and state.beset >> state.place[YOBU] & 1:
        state.phase = PUSH
        state.choices = offer_push(state)
    else:
        state.used_ronin |= 1 << YOBU
        _go_on(state)


def offer_push(state: State) -> list[int]:
    return [*PUSHES[state.village.near[state.place[YOBU]]], ENOUGH]


def choose_push(state: State, action: i64) -> None:
    if action == ENOUGH:
        state.used_ronin |= 1 << YOBU
        _go_on(state)
    else:
        push(state, action - PUSH_TO)
