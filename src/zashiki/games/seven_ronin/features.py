"""7 Ronin as numbers: what a seat may see, each number from 0 to 1. Areas and ronin are in the order of `pieces`."""

from __future__ import annotations

from typing import Any, Final

from zashiki.games.seven_ronin.rules.actions import BITS
from zashiki.games.seven_ronin.rules.pieces import (
    ATTACKER,
    CAMP,
    DEFENDER,
    EDITIONS,
    MARKERS,
    PLACES,
    PLANNING,
    ROUNDS,
    STEPS,
    VOLLEY,
)
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.features import Layout, fill

_AREAS: Final = 10
_PLACES: Final = len(PLACES)
_RONIN: Final = 7
_MOST_VITALITY: Final = 10  # of the boards that people print; what a board file has beyond it counts as this

PIECES: Final[dict[str, tuple[int, ...]]] = {
    "seat": (2,),  # one of two: the Attacker, the Defender
    "may_choose": (1,),
    "edition": (len(EDITIONS),),  # one of them
    "round": (ROUNDS,),  # one of them
    "step": (len(STEPS),),  # one of them
    "attack_rules": (3,),  # the Threat Level, the least attack, whether casualties follow
    "stock": (2,),  # Reserves and Supply
    "ninja": (_PLACES,),  # on each area and the Green
    "ronin_places": (_RONIN, _PLACES),  # where each stands: openly, or in the Defender's own plan
    "ronin_lives": (_RONIN,),  # wounds that he can still take
    "ronin_marks": (5, _RONIN),  # held, stays, without ability now and next, ability used
    "ronin_waiting": (_RONIN,),  # still to be put by the Defender's own plan
    "ronin_targets": (_RONIN,),  # yet to be wounded by the Watchtower
    "areas_used": (_AREAS,),
    "area_copied": (_AREAS,),  # by the Inn
    "ready": (2,),
    "own_attack": (_PLACES,),  # the Attacker's own plan
    "own_attack_needs": (1,),  # ninja that it still must get
    "revealed_ninja": (_PLACES,),  # the latest deployment
    "revealed_ronin": (_RONIN, _PLACES),
    "revealed_rest": (2,),  # how far limits could be passed, ninja removed from the Green
}
LAYOUT: Final = Layout(PIECES)

_MAY_CHOOSE: Final = LAYOUT.starts["may_choose"]
_EDITION: Final = LAYOUT.starts["edition"]
_ROUND: Final = LAYOUT.starts["round"]
_STEP: Final = LAYOUT.starts["step"]
_ATTACK_RULES: Final = LAYOUT.starts["attack_rules"]
_STOCK: Final = LAYOUT.starts["stock"]
_NINJA: Final = LAYOUT.starts["ninja"]
_RONIN_PLACES: Final = LAYOUT.starts["ronin_places"]
_RONIN_LIVES: Final = LAYOUT.starts["ronin_lives"]
_RONIN_MARKS: Final = LAYOUT.starts["ronin_marks"]
_RONIN_WAITING: Final = LAYOUT.starts["ronin_waiting"]
_RONIN_TARGETS: Final = LAYOUT.starts["ronin_targets"]
_AREAS_USED: Final = LAYOUT.starts["areas_used"]
_AREA_COPIED: Final = LAYOUT.starts["area_copied"]
_READY: Final = LAYOUT.starts["ready"]
_OWN_ATTACK: Final = LAYOUT.starts["own_attack"]
_OWN_ATTACK_NEEDS: Final = LAYOUT.starts["own_attack_needs"]
_REVEALED_NINJA: Final = LAYOUT.starts["revealed_ninja"]
_REVEALED_RONIN: Final = LAYOUT.starts["revealed_ronin"]
_REVEALED_REST: Final = LAYOUT.starts["revealed_rest"]


def write(state: State, seat: int, array: Any) -> None:
    """RON-P10: while planning, a side's own plan and what stands openly."""
    values = [0.0] * LAYOUT.size
    values[seat] = 1.0
    values[_MAY_CHOOSE] = float(seat in state.acting)
    _write_round(state, values)
    _write_board(state, values)
    _write_ronin(state, seat, values)
    if state.phase == PLANNING:
        _write_own_plan(state, seat, values)
    elif state.phase == VOLLEY:
        _mark(values, _RONIN_TARGETS, state.detail)
    if state.reveal:
        _write_reveal(state.reveal, values)
    fill(array, values)


def _write_round(state: State, values: list[float]) -> None:
    village, number = state.village, state.round
    values[_EDITION + EDITIONS.index(village.edition)] = 1.0
    values[_ROUND + number - 1] = 1.0
    values[_STEP + state.phase] = 1.0
    values[_ATTACK_RULES] = village.threat[number] / _AREAS
    values[_ATTACK_RULES + 1] = village.minimum[number] / MARKERS
    values[_ATTACK_RULES + 2] = float(village.casualties[number])
    values[_STOCK] = state.reserves / MARKERS
    values[_STOCK + 1] = state.supply / MARKERS
    _mark(values, _READY, state.ready)


def _write_board(state: State, values: list[float]) -> None:
    for place, number in enumerate(state.ninja):
        if number:
            values[_NINJA + place] = number / MARKERS
    _mark(values, _AREAS_USED, state.used_areas)
    if state.copied >= 0:
        values[_AREA_COPIED + state.copied] = 1.0


def _write_ronin(state: State, seat: int, values: list[float]) -> None:
    seen = state.held if state.phase == PLANNING and seat != DEFENDER else state.alive
    vitality, wounds, place = state.village.vitality, state.wounds, state.place
    for ronin in BITS[state.alive]:
        lives = (vitality[ronin] - wounds[ronin]) / _MOST_VITALITY
        values[_RONIN_LIVES + ronin] = min(1.0, lives)
        if seen >> ronin & 1 and place[ronin] < CAMP:
            values[_RONIN_PLACES + ronin * _PLACES + place[ronin]] = 1.0
    _mark(values, _RONIN_MARKS, state.held)
    _mark(values, _RONIN_MARKS + _RONIN, state.stays)
    _mark(values, _RONIN_MARKS + 2 * _RONIN, state.shrine)
    _mark(values, _RONIN_MARKS + 3 * _RONIN, state.shrine_next)
    _mark(values, _RONIN_MARKS + 4 * _RONIN, state.used_ronin)


def _write_own_plan(state: State, seat: int, values: list[float]) -> None:
    if seat != ATTACKER:
        _mark(values, _RONIN_WAITING, state.waiting)
        return
    for place, number in enumerate(state.plan):
        if number:
            values[_OWN_ATTACK + place] = number / MARKERS
    values[_OWN_ATTACK_NEEDS] = max(0, state.needed - state.put) / MARKERS


def _write_reveal(told: bytes, values: list[float]) -> None:
    """Out of its bytes: round, bonus, ninja removed from the Green, eleven numbers of ninja, seven places."""
    values[_REVEALED_REST] = told[1] / MARKERS
    values[_REVEALED_REST + 1] = told[2] / MARKERS
    for place in range(_PLACES):
        values[_REVEALED_NINJA + place] = told[3 + place] / MARKERS
    for ronin in range(_RONIN):
        place = told[14 + ronin]
        if place < CAMP:
            values[_REVEALED_RONIN + ronin * _PLACES + place] = 1.0


def _mark(values: list[float], start: int, mask: int) -> None:
    for bit in BITS[mask]:
        values[start + bit] = 1.0
