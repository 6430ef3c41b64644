"""Whether a game can come to a position that was set up by hand, as far as that is told cheaply."""

from __future__ import annotations

from typing import Final, NoReturn

from zashiki.games.seven_ronin.events import PLACE, RONIN_NAME
from zashiki.games.seven_ronin.rules.actions import BITS, COUNTS
from zashiki.games.seven_ronin.rules.pieces import (
    ALL_RONIN,
    ANIMAL_PEN,
    BURIAL_GROUNDS,
    CAMP,
    FIELD_2,
    FIELD_3,
    GOAL,
    GREEN,
    HAYAI,
    INN,
    KABE,
    MARKERS,
    MUSASHI,
    RESERVES,
    SHRINE,
    TASUKE,
    YUMI,
)
from zashiki.games.seven_ronin.rules.rounds import count_areas, guarded
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.messages import Arg, Refused, say

_STRIKERS: Final = 1 << MUSASHI | 1 << YUMI
"""Ronin whose ability sends a ninja to the Supply."""


def impossible(key: str, rule: str, **args: Arg) -> NoReturn:
    raise Refused(say(f"ron.position.{key}", rule, **args))


def check_reachable(state: State, phase: str) -> None:
    """Refuses what no game can come to; the state has all facts but those that its phase will set."""
    if state.round == 1:
        _check_first_round(state, phase)
    _check_green(state, phase)
    _check_fallen(state, phase)
    if phase == "planning" and count_areas(state.beset, -1) >= GOAL:
        impossible("decided", "RON-X2")
    for ronin in BITS[state.used_ronin]:
        _check_used_ronin(state, phase, ronin)
    _check_used_areas(state)
    _check_marked(state, "stays", "RON-V5", ANIMAL_PEN, state.stays)
    _check_marked(state, "shrine_next", "RON-V6", SHRINE, state.shrine_next)


def _check_first_round(state: State, phase: str) -> None:
    """Nothing is left by a round before it, and the Supply is full until area abilities are used."""
    early = phase != "areas"
    for name, rule, found in (
        ("held", "RON-V5", state.held),
        ("shrine", "RON-V6", state.shrine),
        ("wounds", "RON-W1", early and any(state.wounds)),
        ("fallen", "RON-W3", early and state.alive != ALL_RONIN),
        ("ninja", "RON-P11", phase == "planning" and any(state.ninja)),
    ):
        if found:
            impossible("first-round", rule, name=name)
    if GREEN in state.place:
        raise Refused(say("ron.refuse.green-empty", "RON-P8"))
    supply = MARKERS - RESERVES + COUNTS[state.used_ronin & _STRIKERS]
    if early and state.supply != supply:
        impossible("first-supply", "RON-E4", n=supply)


def _check_green(state: State, phase: str) -> None:
    """RON-P4: it gets one ninja a round at most."""
    most = state.round - 1 if phase == "planning" else state.round
    if state.ninja[GREEN] > most:
        impossible("green-many", "RON-P4", n=state.ninja[GREEN], most=most)


def _check_fallen(state: State, phase: str) -> None:
    """RON-W3: nobody falls in a round before its wounds are dealt."""
    for ronin in BITS[ALL_RONIN & ~state.alive]:
        if state.place[ronin] - CAMP == state.round and phase != "areas":
            impossible("fell-later", "RON-W3", ronin=RONIN_NAME[ronin], round=state.round)


def _check_used_ronin(state: State, phase: str, ronin: int) -> None:
    """RON-A1 to RON-A7: he has an ability and could use it; one who fell this round may have used it before."""
    name = RONIN_NAME[ronin]
    if ronin in (KABE, TASUKE):
        impossible("no-ability", "RON-A6", ronin=name)
    if state.place[ronin] > CAMP and (phase != "areas" or state.place[ronin] - CAMP < state.round):
        raise Refused(say("ron.refuse.fallen", "RON-W3", ronin=name))
    if state.shrine >> ronin & 1:
        raise Refused(say("ron.refuse.shrine", "RON-A7", ronin=name))
    if state.place[ronin] == GREEN:
        raise Refused(say("ron.refuse.on-green", "RON-A7", ronin=name))
    if ronin == HAYAI and state.held >> HAYAI & 1:
        raise Refused(say("ron.refuse.held", "RON-V5", ronin=name, place=PLACE[state.place[HAYAI]]))


def _uses(state: State, area: int) -> int:
    """How often its ability was used this round: by itself, and by the Inn."""
    return (state.used_areas >> area & 1) + (state.copied == area)


def _check_used_areas(state: State) -> None:
    """What was used or copied is still occupied, but for what the Burial Grounds have emptied since (RON-V7)."""
    if state.used_areas >> INN & 1 and state.copied < 0:
        impossible("inn-copied", "RON-V4")
    involved = state.used_areas | (1 << state.copied if state.copied >= 0 else 0)
    emptied = 0
    for area in BITS[involved]:
        if area in (FIELD_2, FIELD_3) and area != state.copied:
            impossible("field-used", "RON-V8", place=PLACE[area])
        emptied += not state.beset >> area & 1
        if guarded(state) >> area & 1 or emptied > 2 * _uses(state, BURIAL_GROUNDS):
            impossible("area-used", "RON-V4", place=PLACE[area])


def _check_marked(state: State, name: str, rule: str, area: int, marked: int) -> None:
    """An area names one ronin each time it is used."""
    if marked.bit_count() > _uses(state, area):
        impossible("not-named", rule, name=name, place=PLACE[area])
