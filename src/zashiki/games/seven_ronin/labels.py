"""Choices in words, from a view: a few for a button, a sentence that says what it does and by which rule."""

from __future__ import annotations

from zashiki.games.seven_ronin.events import PLACE, RONIN_NAME
from zashiki.games.seven_ronin.rules.actions import (
    AIM_AT,
    AREA_OF,
    COPY_OF,
    CURSE,
    DIVIDE_OFF,
    DONE,
    ENOUGH,
    HEAL,
    HOLD,
    LOOT,
    PLACE_OF,
    POISON,
    PUSH_TO,
    READY,
    RETURN_FROM,
    RIDE_TO,
    RONIN_OF,
    SEND_ONE,
    SEND_TWO,
    SHOOT,
    STRIKE,
    WATCH,
)
from zashiki.games.seven_ronin.rules.pieces import AREAS, ATTACKER, FIELD_2, FIELD_3, GREEN
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.messages import Arg, Message, say


def label(view: RoninGameView, action: int) -> Message:
    key, _, args = _choice(view, action)
    return Message(f"ron.choice.{key}", "", args)


def help(view: RoninGameView, action: int) -> Message:  # noqa: A001 as the contract calls it
    """Help for a choice; where an area's ability is copied, it is still the rule of that ability."""
    key, rule, args = _choice(view, action)
    return Message(f"ron.help.{key}", f"RON-{rule}", args)


def _choice(view: RoninGameView, action: int) -> tuple[str, str, dict[str, Arg]]:
    """The last part of its keys, its rule and its figures."""
    if action < DONE:
        return _planning(view, action)
    if action < RETURN_FROM:
        return _defending(view, action)
    return _attacking(action)


def _planning(view: RoninGameView, action: int) -> tuple[str, str, dict[str, Arg]]:
    if action == READY:
        return ("ready-attack", "P5", {}) if view.seat == ATTACKER else ("ready-defence", "P6", {})
    if action == GREEN:
        return "ninja-green", "P4", {"place": PLACE[GREEN]}
    if action < READY:
        put = view.attack.ninja[action] if view.attack else 0
        return "ninja", "P2", {"place": PLACE[action], "put": put, "n": view.areas[action].limit}
    key, rule = ("deploy-green", "P8") if PLACE_OF[action] == GREEN else ("deploy", "P7")
    return key, rule, {"ronin": RONIN_NAME[RONIN_OF[action]], "place": PLACE[PLACE_OF[action]]}


def _defending(view: RoninGameView, action: int) -> tuple[str, str, dict[str, Arg]]:
    if action == DONE:
        return (
            ("done-areas", "X2", {"n": view.counted})
            if view.seat == ATTACKER
            else ("done-abilities", "A1", {})
        )
    if action == STRIKE:
        return "strike", "A1", {}
    if action == SHOOT:
        return "shoot", "A5", {}
    if action < RIDE_TO:
        return "push", "A2", {"place": PLACE[action - PUSH_TO]}
    if action < HEAL:
        return "ride", "A3", {"place": PLACE[action - RIDE_TO]}
    if action < ENOUGH:
        return "heal", "A4", {"ronin": RONIN_NAME[action - HEAL]}
    if action == ENOUGH:
        return ("enough-burial", "V7", {}) if view.seat == ATTACKER else ("enough-push", "A2", {})
    shared = view.dividing
    tasuke = action - DIVIDE_OFF
    other = RONIN_NAME[shared.partner] if shared else say("ron.ronin")
    return (
        "divide",
        "W2",
        {"tasuke": tasuke, "ronin": other, "rest": (shared.ninja if shared else tasuke) - tasuke},
    )


def _attacking(action: int) -> tuple[str, str, dict[str, Arg]]:
    if action < COPY_OF:
        return "burial", "V7", {"place": PLACE[action - RETURN_FROM]}
    if action < WATCH:
        area = action - COPY_OF
        key, rule = ("inn-field", "V8") if area in (FIELD_2, FIELD_3) else ("inn", "V4")
        return key, rule, {"place": PLACE[area]}
    if action == WATCH:
        return "watchtower", "V1", {}
    if action < LOOT:
        number, area = (1, action - SEND_ONE) if action < SEND_TWO else (2, action - SEND_TWO)
        return "passage", "V9", {"place": PLACE[area], "n": number}
    if action == LOOT:
        return "granary", "V2", {}
    if action >= AIM_AT:
        return "volley", "V1", {"ronin": RONIN_NAME[action - AIM_AT]}
    first, rule = (POISON, "V3") if action < HOLD else (HOLD, "V5") if action < CURSE else (CURSE, "V6")
    return AREAS[AREA_OF[action]], rule, {"ronin": RONIN_NAME[action - first]}
