"""What a seat is told to do now."""

from __future__ import annotations

from zashiki.games.seven_ronin.events import PLACE, RONIN_NAME, SIDE
from zashiki.games.seven_ronin.rules.actions import READY
from zashiki.games.seven_ronin.rules.pieces import (
    ATTACKER,
    COPY,
    DEFENDER,
    OVER,
    PASSAGE_DIVIDE,
    PLANNING,
    STEPS,
    TASUKE,
)
from zashiki.games.seven_ronin.rules.rounds import counted
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.rules.wounds import partner
from zashiki.kernel.messages import Message, say


def prompt(state: State, seat: int | None) -> Message:
    if state.phase == OVER:
        return say(f"ron.end.x{state.end}", f"RON-X{state.end}")
    if state.phase == PLANNING:
        return _planning(state, seat)
    if seat not in state.acting:
        return _waiting(state)
    return _combat(state)


def _planning(state: State, seat: int | None) -> Message:
    if seat is not None and state.ready >> seat & 1:
        return say("ron.prompt.planning-sealed", "RON-P10", waiting=SIDE[1 - seat])
    if seat is None and state.ready:
        waiting = SIDE[state.acting[0]]
        return say("ron.prompt.planning-one", "RON-P10", round=state.round, waiting=waiting)
    if seat is None:
        return say("ron.prompt.planning-wait", "RON-P10", round=state.round)
    if seat == ATTACKER:
        if not state.reserves:
            return say("ron.prompt.no-reserves", "RON-P5")
        threat = state.village.threat[state.round]
        if state.put < state.needed:
            return say("ron.prompt.attack", "RON-P5", threat=threat, put=state.put, n=state.needed)
        if state.legal(seat) == [READY]:
            return say("ron.prompt.attack-ready", "RON-P10", n=state.put)
        return say("ron.prompt.attack-more", "RON-P1", threat=threat, n=state.put)
    if state.waiting:
        return say("ron.prompt.defend", "RON-P6", n=state.waiting.bit_count())
    return say("ron.prompt.defend-ready", "RON-P10")


def _waiting(state: State) -> Message:
    side = DEFENDER if state.acting == (DEFENDER,) else ATTACKER
    return say(f"ron.prompt.wait-{STEPS[state.phase]}", "RON-A1" if side == DEFENDER else "RON-V1")


def _combat(state: State) -> Message:
    """One key for each step."""
    step = STEPS[state.phase]
    if step in ("divide", "passage-divide"):
        area = state.place[TASUKE]
        return say(
            "ron.prompt.divide",
            "RON-W2" if state.phase != PASSAGE_DIVIDE else "RON-V9",
            ronin=RONIN_NAME[partner(state)],
            place=PLACE[area],
            n=state.ninja[area],
        )
    if state.phase == COPY:
        return say("ron.prompt.copy", "RON-V4", place=PLACE[state.detail])
    if step == "areas":
        return say("ron.prompt.areas", "RON-X2", n=counted(state))
    rules = {"abilities": "RON-A1", "push": "RON-A2", "burial": "RON-V7", "volley": "RON-V1"}
    return say(f"ron.prompt.{step}", rules[step])
