"""Combat 2: every contested area is settled in ring order, the one that Tasuke shares last (RON-W1, RON-W2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.games.seven_ronin.rules import areas
from zashiki.games.seven_ronin.rules.actions import DIVIDE_OFF
from zashiki.games.seven_ronin.rules.hooks import tell
from zashiki.games.seven_ronin.rules.pieces import AREA_ABILITIES, DIVIDE, PASSAGE_DIVIDE, TASUKE
from zashiki.games.seven_ronin.rules.rounds import NOBODY_ACTS, decided, occupied
from zashiki.games.seven_ronin.rules.wounds import asks_division, divide, meet

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.seven_ronin.rules.state import State


def start(state: State) -> None:
    state.phase = DIVIDE
    state.acting = NOBODY_ACTS  # while ninja and ronin meet; what a listener sees then is the step of wounds
    place, ninja = state.place, state.ninja
    hers = 1 << place[TASUKE]
    shared = state.beset & state.taken & hers
    contested = state.beset & (state.taken | hers) ^ shared
    for area in state.village.in_ring_order[contested]:
        meet(state, area, place.index(area), ninja[area])
    if shared and asks_division(state, DIVIDE):
        return
    if not decided(state):
        _occupy(state)


def _occupy(state: State) -> None:
    """RON-W4: the ninja that are left hold their areas."""
    if state.events is not None and occupied(state):
        tell(state, "occupied")
    areas.go_on(state)


def choose_division(state: State, action: i64) -> None:
    go_on = areas.go_on if state.phase == PASSAGE_DIVIDE else _occupy
    state.phase = AREA_ABILITIES
    divide(state, action - DIVIDE_OFF)
    if not decided(state):
        go_on(state)
