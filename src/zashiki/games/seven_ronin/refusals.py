"""Why a choice is refused: the rule and its figures, from what the seat that asks may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zashiki.games.seven_ronin.events import PLACE, RONIN_NAME, SIDE
from zashiki.games.seven_ronin.rules.actions import (
    ACTIONS,
    AIM_AT,
    AREA_OF,
    BITS,
    COPY_OF,
    COUNTS,
    CURSE,
    DEPLOY,
    DIVIDE_OFF,
    DONE,
    ENOUGH,
    HEAL,
    HOLD,
    LOOT,
    NINJA,
    PLACE_OF,
    POISON,
    PUSH_TO,
    READY,
    RETURN_FROM,
    RIDE_TO,
    RONIN_OF,
    SEND_TWO,
    SHOOT,
    STRIKE,
    WATCH,
)
from zashiki.games.seven_ronin.rules.pieces import (
    ABILITIES,
    AREA_ABILITIES,
    ATTACKER,
    BURIAL,
    COPY,
    DEFENDER,
    DIVIDE,
    GREEN,
    HAYAI,
    INN,
    MUSASHI,
    OVER,
    PASSAGE_DIVIDE,
    PLANNING,
    PUSH,
    STEPS,
    TAIKO,
    TASUKE,
    TASUKE_BIT,
    VOLLEY,
    WATCHTOWER,
    YOBU,
    YUMI,
)
from zashiki.games.seven_ronin.rules.rounds import guarded
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.rules.wounds import divisions
from zashiki.kernel.messages import Message, say

_RULE: Final = ("V7", "V4", "V1", "V8", "V9", "V8", "V2", "V3", "V5", "V6")
"""The rule of each area's ability."""

Reason = Callable[[State, int], Message]


def why_not(state: State, seat: int, action: int) -> Message | None:
    """The rule that refuses a choice; None if it is legal."""
    return None if action in state.legal(seat) else _reason(state, seat, action)


def _reason(state: State, seat: int, action: int) -> Message:
    """For a choice that is known not to be legal."""
    if not 0 <= action < ACTIONS:
        return say("ron.refuse.unknown", "RON-P10", action=action)
    side, steps, rule, reason = _verb(state, seat, action)
    if state.phase == OVER:
        return say("ron.refuse.over", f"RON-X{state.end}")
    if seat != side:
        return say("ron.refuse.not-your-side", rule, side=SIDE[side])
    if state.phase not in steps or reason is None:
        return say(
            "ron.refuse.not-now", rule, now=say(f"ron.step.{STEPS[state.phase]}"), step=_step(steps[0])
        )
    if seat not in state.acting:
        return say("ron.refuse.sealed", "RON-P10")
    return reason(state, action)


def _step(step: int) -> Message:
    return say(f"ron.step.{STEPS[step]}")


def _verb(state: State, seat: int, action: int) -> tuple[int, tuple[int, ...], str, Reason | None]:
    """Whose choice it is, in which steps, by which rule, and what can be wrong with it there; None: nothing."""
    if action == READY:
        if seat == DEFENDER:
            return DEFENDER, (PLANNING,), "RON-P6", _defence_ready
        return ATTACKER, (PLANNING,), "RON-P5", _attack_ready
    if action == DONE:
        if state.phase in (AREA_ABILITIES, COPY, BURIAL, VOLLEY):
            return ATTACKER, (AREA_ABILITIES,), "RON-X2", None
        return DEFENDER, (ABILITIES,), "RON-A1", None
    if action == ENOUGH:
        if state.phase in (AREA_ABILITIES, COPY, VOLLEY):
            return ATTACKER, (BURIAL,), "RON-V7", None
        return DEFENDER, (PUSH,), "RON-A2", None
    for first, last, side, steps, rule, reason in _VERBS:
        if first <= action < last:
            return side, steps, rule, reason
    area = AREA_OF[action]
    steps = (AREA_ABILITIES, COPY, BURIAL) if action < COPY_OF else (AREA_ABILITIES, COPY)
    return ATTACKER, steps, f"RON-{_RULE[area]}", _area_ability


def _attack_ready(state: State, _action: int) -> Message:
    return say("ron.refuse.too-few", "RON-P5", put=state.put, n=state.needed)


def _defence_ready(state: State, _action: int) -> Message:
    left: list[Message] = [RONIN_NAME[ronin] for ronin in BITS[state.waiting]]
    return say("ron.refuse.ronin-left", "RON-P6", ronin=left, n=len(left))


def _put_ninja(state: State, place: int) -> Message:
    bonus = state.ninja[GREEN]
    if state.put == state.reserves:
        return say("ron.refuse.no-reserves", "RON-P1", n=state.reserves)
    if place == GREEN:
        return say("ron.refuse.green-once", "RON-P4")
    if not state.village.open >> place & 1:
        return say("ron.refuse.closed", "RON-P1", place=PLACE[place])
    if not state.attacked >> place & 1:
        threat = state.village.threat[state.round]
        if COUNTS[state.attacked] == threat:
            return say("ron.refuse.threat", "RON-P1", n=threat)
        most = state.village.capacity[threat][state.attacked | 1 << place] + bonus + 1
        return say("ron.refuse.minimum-lost", "RON-P5", place=PLACE[place], needed=state.needed, n=most)
    if not bonus:
        return say("ron.refuse.limit", "RON-P2", place=PLACE[place], n=state.village.limit[place])
    limit = state.village.limit[place]
    return say("ron.refuse.bonus-spent", "RON-P3", place=PLACE[place], limit=limit, n=bonus)


def _put_ronin(state: State, action: int) -> Message:
    ronin, place = RONIN_OF[action], PLACE_OF[action]
    name = RONIN_NAME[ronin]
    if not state.alive >> ronin & 1:
        return _fallen(ronin)
    if state.held >> ronin & 1:
        return say("ron.refuse.held", "RON-V5", ronin=name, place=PLACE[state.place[ronin]])
    if not state.waiting >> ronin & 1:
        return say("ron.refuse.already-put", "RON-P6", ronin=name, place=PLACE[state.place[ronin]])
    if place == GREEN and not state.ninja[GREEN]:
        return say("ron.refuse.green-empty", "RON-P8")
    if place != GREEN and not state.village.open >> place & 1:
        return say("ron.refuse.closed", "RON-P7", place=PLACE[place])
    other = _other_on(state, place, ronin)
    if place == GREEN:
        return say("ron.refuse.green-taken", "RON-P8", other=RONIN_NAME[other])
    if state.shrine & TASUKE_BIT and TASUKE in (ronin, other):
        return say("ron.refuse.tasuke-alone", "RON-A7", other=RONIN_NAME[other], place=PLACE[place])
    return say("ron.refuse.area-taken", "RON-P7", other=RONIN_NAME[other], place=PLACE[place])


def _other_on(state: State, place: int, ronin: int) -> int:
    """Who keeps him from a place: a ronin other than Tasuke if there is one."""
    there = [number for number, where in enumerate(state.place) if where == place and number != ronin]
    return there[0] if there[0] != TASUKE else there[-1]


def _fallen(ronin: int) -> Message:
    return say("ron.refuse.fallen", "RON-W3", ronin=RONIN_NAME[ronin])


def _unable(state: State, ronin: int, rule: str) -> Message | None:
    """What keeps a ronin from his ability, whichever it is."""
    name = RONIN_NAME[ronin]
    bit = 1 << ronin
    if not state.alive & bit:
        return _fallen(ronin)
    if state.shrine & bit:
        return say("ron.refuse.shrine", "RON-A7", ronin=name)
    if state.used_ronin & bit:
        return say("ron.refuse.ronin-used", rule, ronin=name)
    if state.place[ronin] == GREEN:
        return say("ron.refuse.on-green", "RON-A7", ronin=name)
    contested = bool(state.beset >> state.place[ronin] & 1)
    if contested != (ronin in (MUSASHI, YOBU)):
        key = "ron.refuse.not-free" if contested else "ron.refuse.not-contested"
        return say(key, rule, ronin=name, place=PLACE[state.place[ronin]], n=state.ninja[state.place[ronin]])
    return None


def _strike(state: State, _action: int) -> Message:
    return _unable(state, MUSASHI, "RON-A1") or say(
        "ron.refuse.ronin-used", "RON-A1", ronin=RONIN_NAME[MUSASHI]
    )


def _shoot(state: State, _action: int) -> Message:
    return _unable(state, YUMI, "RON-A5") or say("ron.refuse.nothing-to-shoot", "RON-A5")


def _push(state: State, action: int) -> Message:
    refusal = _unable(state, YOBU, "RON-A2")
    if refusal is not None:
        return refusal
    place, home = PLACE[action - PUSH_TO], PLACE[state.place[YOBU]]
    return say("ron.refuse.not-neighbour", "RON-A2", place=place, home=home)


def _ride(state: State, action: int) -> Message:
    area = action - RIDE_TO
    if state.alive >> HAYAI & 1 and state.held >> HAYAI & 1:
        place = PLACE[state.place[HAYAI]]
        return say("ron.refuse.held", "RON-V5", ronin=RONIN_NAME[HAYAI], place=place)
    refusal = _unable(state, HAYAI, "RON-A3")
    if refusal is not None:
        return refusal
    if not state.beset >> area & 1:
        return say("ron.refuse.no-ninja", "RON-A3", place=PLACE[area])
    if state.taken >> area & 1:
        other = RONIN_NAME[_other_on(state, area, HAYAI)]
        return say("ron.refuse.area-taken", "RON-A3", other=other, place=PLACE[area])
    return say("ron.refuse.tasuke-alone", "RON-A7", other=RONIN_NAME[TASUKE], place=PLACE[area])


def _heal(state: State, action: int) -> Message:
    patient = action - HEAL
    refusal = _unable(state, TAIKO, "RON-A4")
    if refusal is not None:
        return refusal
    if patient == TAIKO:
        return say("ron.refuse.not-himself", "RON-A4")
    if not state.alive >> patient & 1:
        return _fallen(patient)
    if not state.wounds[patient]:
        return say("ron.refuse.unhurt", "RON-A4", ronin=RONIN_NAME[patient])
    return say("ron.refuse.patient-on-green", "RON-A4", ronin=RONIN_NAME[patient])


def _divide(state: State, action: int) -> Message:
    least, most = divisions(state)
    return say("ron.refuse.division", "RON-W2", tasuke=action - DIVIDE_OFF, least=least, most=most)


def _aim(_state: State, action: int) -> Message:
    return say("ron.refuse.out-of-range", "RON-V1", ronin=RONIN_NAME[action - AIM_AT])


def _area_ability(state: State, action: int) -> Message:
    area = AREA_OF[action]
    rule = f"RON-{_RULE[area]}"
    if state.phase == COPY:
        if area != state.detail:
            return say("ron.refuse.copy-first", "RON-V4", place=PLACE[state.detail])
    elif state.phase == AREA_ABILITIES:
        if not state.beset >> area & 1 or guarded(state) >> area & 1:
            return say("ron.refuse.not-occupied", rule, place=PLACE[area])
        if state.used_areas >> area & 1:
            return say("ron.refuse.area-used", rule, place=PLACE[area])
    if POISON <= action < AIM_AT:
        return _ronin_target(state, action, rule)
    return _other_target(state, action, rule)


def _ronin_target(state: State, action: int, rule: str) -> Message:
    """Well, Animal Pen and Shrine."""
    ronin = action - (POISON if action < HOLD else HOLD if action < CURSE else CURSE)
    if not state.alive >> ronin & 1:
        return _fallen(ronin)
    if state.place[ronin] == GREEN:
        return say("ron.refuse.target-on-green", "RON-V10", ronin=RONIN_NAME[ronin])
    if action < HOLD:
        return say("ron.refuse.no-supply", rule)
    return say("ron.refuse.already-named", rule, ronin=RONIN_NAME[ronin])


def _other_target(state: State, action: int, rule: str) -> Message:
    """Burial Grounds, Inn, Watchtower, Passage and Granary."""
    if action < COPY_OF:
        return say("ron.refuse.no-ninja", rule, place=PLACE[action - RETURN_FROM])
    if action < WATCH:
        return _copy(state, action - COPY_OF)
    if action == WATCH and state.supply:
        return say("ron.refuse.nobody-near", rule, place=PLACE[WATCHTOWER])
    if action in (WATCH, LOOT):
        return say("ron.refuse.no-supply", rule)
    return say("ron.refuse.passage-reserves", rule, number=1 if action < SEND_TWO else 2, n=state.reserves)


def _copy(state: State, area: int) -> Message:
    if area == INN:
        return say("ron.refuse.copy-itself", "RON-V4")
    if not state.beset >> area & 1 or guarded(state) >> area & 1:
        return say("ron.refuse.not-occupied", "RON-V4", place=PLACE[area])
    return say("ron.refuse.no-effect", "RON-V4", place=PLACE[area])


_VERBS: Final[tuple[tuple[int, int, int, tuple[int, ...], str, Reason], ...]] = (
    (NINJA, READY, ATTACKER, (PLANNING,), "RON-P1", _put_ninja),
    (DEPLOY, DONE, DEFENDER, (PLANNING,), "RON-P6", _put_ronin),
    (STRIKE, SHOOT, DEFENDER, (ABILITIES,), "RON-A1", _strike),
    (SHOOT, PUSH_TO, DEFENDER, (ABILITIES,), "RON-A5", _shoot),
    (PUSH_TO, RIDE_TO, DEFENDER, (ABILITIES, PUSH), "RON-A2", _push),
    (RIDE_TO, HEAL, DEFENDER, (ABILITIES,), "RON-A3", _ride),
    (HEAL, ENOUGH, DEFENDER, (ABILITIES,), "RON-A4", _heal),
    (DIVIDE_OFF, RETURN_FROM, DEFENDER, (DIVIDE, PASSAGE_DIVIDE), "RON-W2", _divide),
    (AIM_AT, ACTIONS, ATTACKER, (VOLLEY,), "RON-V1", _aim),
)
"""First action, the one after the last, whose, in which steps, rule, reason."""
