"""Combat 2: every contested area is settled in ring order, the one that Tasuke shares last (RON-W1, RON-W2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.games.seven_ronin.rules import areas
from zashiki.games.seven_ronin.rules.actions import DIVIDE_OFF
from zashiki.games.seven_ronin.rules.hooks import tell
from zashiki.games.seven_ronin.rules.pieces import AREA_ABILITIES, DIVIDE, PASSAGE_DIVIDE
from zashiki.games.seven_ronin.rules.rounds import DEFENDER_ACTS, NOBODY_ACTS, decided, guarded, occupied
from zashiki.games.seven_ronin.rules.wounds import divide, divisions, meet, shared_area

if TYPE_CHECKING:
    from zashiki.games.seven_ronin.rules.state import State


def start(state: State) -> None:
    state.phase = DIVIDE
    state.acting = NOBODY_ACTS  # while ninja and ronin meet; what a listener sees then is the step of wounds
    shared = shared_area(state)
    contested = state.beset & guarded(state)
    if shared >= 0:
        contested &= ~(1 << shared)
    for area in state.village.in_ring_order[contested]:
        meet(state, area, state.place.index(area), state.ninja[area])
        if decided(state):
            return
    if shared >= 0:
        least, most = divisions(state)
        if least < most:
            state.acting = DEFENDER_ACTS
            return
        divide(state, most)
        if decided(state):
            return
    _occupy(state)


def _occupy(state: State) -> None:
    """RON-W4: the ninja that are left hold their areas."""
    if state.events is not None and occupied(state):
        tell(state, "occupied")
    areas.go_on(state)


def legal_division(state: State, _seat: int) -> list[int]:
    least, most = divisions(state)
    return list(range(DIVIDE_OFF + least, DIVIDE_OFF + most + 1))


def apply_division(state: State, _seat: int, action: int) -> bool:
    least, most = divisions(state)
    if not least <= action - DIVIDE_OFF <= most:
        return False
    go_on = areas.go_on if state.phase == PASSAGE_DIVIDE else _occupy
    state.phase = AREA_ABILITIES
    divide(state, action - DIVIDE_OFF)
    if not decided(state):
        go_on(state)
    return True
