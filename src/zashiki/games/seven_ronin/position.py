"""Positions set up by hand from names and numbers, for tests, puzzles and what-if; impossible ones are refused."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from zashiki.games.seven_ronin.events import PLACE, RONIN_NAME
from zashiki.games.seven_ronin.reachable import check_reachable, impossible
from zashiki.games.seven_ronin.rules import abilities, areas, combat
from zashiki.games.seven_ronin.rules.actions import BITS, COUNTS
from zashiki.games.seven_ronin.rules.pieces import (
    ALL_AREAS,
    ALL_RONIN,
    AREAS,
    CAMP,
    GREEN,
    INN,
    MARKERS,
    PLACES,
    RESERVES,
    RONIN,
    ROUNDS,
    TASUKE,
    TASUKE_BIT,
)
from zashiki.games.seven_ronin.rules.rounds import begin_planning, guarded
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.messages import Refused, say
from zashiki.kernel.reasons import of_shape

_FACTS: Final[dict[str, Any]] = {
    "round": int,
    "phase": str,
    "ninja": dict[str, int],
    "reserves": int,
    "supply": int,
    "wounds": dict[str, int],
    "fallen": list[str] | dict[str, int],
    "places": dict[str, str],
    "held": list[str],
    "stays": list[str],
    "shrine": list[str],
    "shrine_next": list[str],
    "used_ronin": list[str],
    "used_areas": list[str],
    "copied": str | None,
}
_STARTS: Final = {
    "planning": begin_planning,
    "abilities": abilities.start,
    "wounds": combat.start,
    "areas": areas.go_on,
}
_LEFT_BY: Final = {
    "used_ronin": ("RON-A1", "abilities"),
    "used_areas": ("RON-V4", "areas"),
    "copied": ("RON-V4", "areas"),
    "stays": ("RON-V5", "areas"),
    "shrine_next": ("RON-V6", "areas"),
}
"""Facts that only the abilities of this round can bring about: by which rule, from which phase on."""


def set_up(state: State, facts: dict[str, Any]) -> State:
    """Puts the facts on a fresh state:

    `round`; `phase` ("planning", "abilities", "wounds" or "areas", where the game goes on from); `ninja` {place: number};
    `reserves` and `supply` (what is not given follows from the 50 markers); `wounds` {ronin: number};
    `fallen` [ronin] or {ronin: round}; `places` {ronin: place} of every ronin on the board; `held`, `stays`,
    `shrine`, `shrine_next`, `used_ronin` [ronin]; `used_areas` [area]; `copied` (the area that the Inn copied).
    """
    if state.village.reduction is not None:
        impossible("reduced", "RON-P10")
    _check_shapes(facts)
    state.round = _number(facts, "round", 1, 1, ROUNDS)
    phase = facts.get("phase", "planning")
    if phase not in _STARTS:
        impossible("unknown", "RON-P10", name=phase, known=", ".join(_STARTS))
    _set_ninja(state, _numbers(facts, "ninja", PLACES))
    _set_ronin(state, facts)
    _set_markers(state, facts)
    _check_places(state, phase)
    _check_named(state, phase, facts)
    if not state.alive or not (state.reserves or sum(state.ninja)):
        impossible("decided", "RON-X1" if state.reserves or sum(state.ninja) else "RON-X3")
    _set_used(state, facts)
    check_reachable(state, phase)
    if phase == "planning":
        begin_planning(state)
        return state
    state.posts = 0
    state.ready = 3
    _STARTS[phase](state)
    return state


def _check_shapes(facts: dict[str, Any]) -> None:
    """Every fact is known, and a number, a name, a list or a table as it should be."""
    for name, value in facts.items():
        if name not in _FACTS:
            impossible("unknown", "RON-P10", name=name, known=", ".join(_FACTS))
        try:
            msgspec.convert(value, _FACTS[name])
        except msgspec.ValidationError as error:
            impossible("unreadable", "RON-P10", name=name, reason=of_shape(error))


def _known(name: str, known: tuple[str, ...]) -> str:
    if name not in known:
        impossible("unknown", "RON-P10", name=name, known=", ".join(known))
    return name


def _number(facts: dict[str, Any], name: str, default: int, low: int, high: int) -> int:
    value = facts.get(name, default)
    if not low <= value <= high:
        impossible("number", "RON-P10", name=name, value=str(value), low=low, high=high)
    return int(value)


def _numbers(facts: dict[str, Any], name: str, known: tuple[str, ...]) -> dict[int, int]:
    given = facts.get(name, {})
    return {known.index(_known(key, known)): _number(given, key, 0, 0, MARKERS) for key in given}


def _names(facts: dict[str, Any], name: str, known: tuple[str, ...]) -> list[str]:
    return [_known(str(item), known) for item in facts.get(name, ())]


def _ronin(facts: dict[str, Any], name: str) -> int:
    return sum(1 << RONIN.index(ronin) for ronin in set(_names(facts, name, RONIN)))


def _set_ninja(state: State, ninja: dict[int, int]) -> None:
    for place, number in ninja.items():
        state.ninja[place] = number
        if number and place != GREEN:
            state.beset |= 1 << place


def _set_ronin(state: State, facts: dict[str, Any]) -> None:
    fallen = facts.get("fallen", {})
    if not isinstance(fallen, dict):
        fallen = dict.fromkeys(fallen, max(1, state.round - 1))
    for ronin in fallen:
        number = RONIN.index(_known(ronin, RONIN))
        state.alive &= ~(1 << number)
        state.place[number] = CAMP + _number(fallen, ronin, 1, 1, state.round)
    for number, wounds in _numbers(facts, "wounds", RONIN).items():
        if wounds >= state.village.vitality[number]:
            impossible(
                "vitality",
                "RON-W3",
                ronin=RONIN_NAME[number],
                wounds=wounds,
                n=state.village.vitality[number],
            )
        state.wounds[number] = wounds
    for ronin, place in facts.get("places", {}).items():
        state.place[RONIN.index(_known(ronin, RONIN))] = PLACES.index(_known(str(place), PLACES))
    state.held = _ronin(facts, "held")
    state.stays = _ronin(facts, "stays")
    state.shrine = _ronin(facts, "shrine")
    state.shrine_next = _ronin(facts, "shrine_next")
    named = state.held | state.stays | state.shrine | state.shrine_next
    for ronin in BITS[ALL_RONIN & ~state.alive]:
        if state.wounds[ronin] or state.place[ronin] <= CAMP or named >> ronin & 1:
            impossible("fallen", "RON-W3", ronin=RONIN_NAME[ronin])
    state.taken = sum(
        {1 << place for ronin, place in enumerate(state.place) if place < CAMP and ronin != TASUKE}
    )


def _set_markers(state: State, facts: dict[str, Any]) -> None:
    """All ninja markers: Reserves, board, wounds and Supply are 50."""
    placed = sum(state.ninja) + sum(state.wounds)
    default = MARKERS - placed - int(facts["supply"]) if "supply" in facts else max(0, RESERVES - placed)
    state.reserves = _number(facts, "reserves", max(0, default), 0, MARKERS)
    state.supply = _number(facts, "supply", MARKERS - placed - state.reserves, -MARKERS, MARKERS)
    total = placed + state.reserves + max(0, state.supply)
    if state.supply < 0 or total != MARKERS:
        impossible("markers", "RON-E4", n=total, markers=MARKERS)


def _set_used(state: State, facts: dict[str, Any]) -> None:
    state.used_ronin = _ronin(facts, "used_ronin")
    state.used_areas = sum(1 << AREAS.index(area) for area in set(_names(facts, "used_areas", AREAS)))
    if facts.get("copied") is not None:
        state.copied = AREAS.index(_known(str(facts["copied"]), AREAS))
        state.used_areas |= 1 << INN


def _check_places(state: State, phase: str) -> None:
    for ronin in BITS[state.alive]:
        place, name = state.place[ronin], RONIN_NAME[ronin]
        if place == CAMP and (phase != "planning" or state.held >> ronin & 1):
            impossible("nowhere", "RON-P6", ronin=name)
        if place != CAMP and phase == "planning" and not state.held >> ronin & 1:
            impossible("not-held", "RON-E1", ronin=name)
        if place == GREEN and state.held >> ronin & 1:
            impossible("held-on-green", "RON-V10", ronin=name)
    for place in range(len(PLACES)):
        there = [ronin for ronin in range(len(RONIN)) if state.place[ronin] == place]
        _check_sharing(state, place, there)
    if state.ninja[GREEN] and GREEN in state.place:
        impossible("green", "RON-P11", n=state.ninja[GREEN])
    if phase in ("planning", "areas"):
        for area in BITS[state.beset & guarded(state) & ALL_AREAS]:
            impossible("contested", "RON-W4", place=PLACE[area])


def _check_named(state: State, phase: str, facts: dict[str, Any]) -> None:
    """What abilities leave behind: not before they are used, and on no more ronin than they can name."""
    for name, (rule, first) in _LEFT_BY.items():
        if facts.get(name) and list(_STARTS).index(phase) < list(_STARTS).index(first):
            impossible("too-early", rule, name=name, phase=say(f"ron.phase.{first}"))
    if facts.get("copied") == AREAS[INN]:
        raise Refused(say("ron.refuse.copy-itself", "RON-V4"))
    for name, ronin in (
        ("held", state.held),
        ("stays", state.stays),
        ("shrine", state.shrine),
        ("shrine_next", state.shrine_next),
    ):
        if COUNTS[ronin] > 2:
            impossible("too-many", "RON-V4", name=name, n=COUNTS[ronin])
    for number in BITS[state.stays | state.shrine_next]:
        if state.place[number] == GREEN:
            raise Refused(say("ron.refuse.target-on-green", "RON-V10", ronin=RONIN_NAME[number]))


def _check_sharing(state: State, place: int, there: list[int]) -> None:
    if len(there) < 2:
        return
    both_held = all(state.held >> ronin & 1 for ronin in there)
    if (
        len(there) > 2
        or TASUKE not in there
        or place == GREEN
        or (state.shrine & TASUKE_BIT and not both_held)
    ):
        names = [RONIN_NAME[ronin] for ronin in there]
        impossible("sharing", "RON-P7", ronin=list(names), place=PLACE[place])
