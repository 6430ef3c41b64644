"""What a side may see as a row of bytes (RON-P10): `features.py` says what each of them means."""

from __future__ import annotations

from typing import Final

from zashiki.games.seven_ronin.rules.actions import BITS
from zashiki.games.seven_ronin.rules.pieces import (
    ATTACKER,
    CAMP,
    DEFENDER,
    EDITIONS,
    PLACES,
    PLANNING,
    RONIN,
    VOLLEY,
)
from zashiki.games.seven_ronin.rules.state import State

NONE: Final = 255
_MOST: Final = 254  # what a board file has beyond it counts as this
_EDITION: Final = {edition: number for number, edition in enumerate(EDITIONS)}
_NO_PLAN: Final = [0] * (len(PLACES) + 1)
_NO_RONIN: Final = [NONE] * len(RONIN) + [0] * len(RONIN)
_NO_REVEAL: Final = [0] * len(PLACES) + [NONE] * len(RONIN) + [0, 0]


def row_of(state: State, seat: int) -> list[int]:
    village, number, planning = state.village, state.round, state.phase == PLANNING
    row = [
        seat,
        1 if seat in state.acting else 0,
        _EDITION[village.edition],
        number - 1,
        state.phase,
        min(_MOST, village.threat[number]),
        min(_MOST, village.minimum[number]),
        1 if village.casualties[number] else 0,
        state.reserves,
        state.supply,
    ]
    row += state.ninja
    _add_ronin(state, planning and seat != DEFENDER, row)
    row.append(state.waiting if planning and seat != ATTACKER else 0)
    row.append(state.detail if state.phase == VOLLEY else 0)
    row.append(state.used_areas & 255)
    row.append(state.used_areas >> 8)
    row.append(state.copied if state.copied >= 0 else NONE)
    row.append(state.ready)
    if planning and seat == ATTACKER:
        row += state.plan
        row.append(min(_MOST, max(0, state.needed - state.put)))
    else:
        row += _NO_PLAN
    _add_reveal(state.reveal, row)
    return row


def _add_ronin(state: State, hidden: bool, row: list[int]) -> None:
    """Where each stands, openly or in the Defender's own plan; what he can still take; his marks."""
    vitality, wounds, places = state.village.vitality, state.wounds, state.place
    seen = state.held if hidden else state.alive
    first = len(row)
    row += _NO_RONIN
    for ronin in BITS[state.alive]:
        row[first + len(RONIN) + ronin] = min(_MOST, vitality[ronin] - wounds[ronin])
        place = places[ronin]
        if place < CAMP and seen >> ronin & 1:
            row[first + ronin] = place
    row += [state.held, state.stays, state.shrine, state.shrine_next, state.used_ronin]


def _add_reveal(told: bytes, row: list[int]) -> None:
    """The latest deployment, out of its bytes: round, bonus, ninja removed from the Green, eleven numbers of ninja, seven places."""
    if not told:
        row += _NO_REVEAL
        return
    row += told[3:14]
    for place in told[14:]:
        row.append(place if place < CAMP else NONE)
    row.append(told[1])
    row.append(told[2])
