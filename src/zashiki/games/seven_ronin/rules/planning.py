"""Planning: both sides deploy in secret, at the same time, until both are ready (RON-P1 to RON-P11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.games.seven_ronin.rules import abilities
from zashiki.games.seven_ronin.rules.actions import BITS, READY
from zashiki.games.seven_ronin.rules.deploying import (
    pick_attack,
    pick_deployment,
    put_ninja,
    put_ronin,
)
from zashiki.games.seven_ronin.rules.hooks import tell
from zashiki.games.seven_ronin.rules.pieces import (
    ABILITIES,
    ATTACKER,
    DEFENDER,
    GREEN,
    GREEN_BIT,
)
from zashiki.games.seven_ronin.rules.rounds import ATTACKER_ACTS, DEFENDER_ACTS, decided, guarded

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.seven_ronin.rules.state import State


def plan_at_random(state: State, number: i64, shift: i64) -> None:
    """Carries out the choice at `number` of `1 << shift` of the side whose turn it is to plan, the Attacker first."""
    if state.ready & 1 << ATTACKER:
        action = pick_deployment(state, number, shift)
        if action == READY:
            seal(state, DEFENDER)
        else:
            put_ronin(state, action)
        return
    action = pick_attack(state, number, shift)
    if action == READY:
        seal(state, ATTACKER)
    else:
        put_ninja(state, action)


def seal(state: State, seat: int) -> None:
    """The second seal reveals both plans (RON-P11); the first can be taken back until then."""
    state.ready |= 1 << seat
    if state.events is not None:
        tell(state, "ready", seat)
    if state.ready == 3:
        state.undo_barrier += 1
        reveal(state)
    else:
        state.acting = DEFENDER_ACTS if seat == ATTACKER else ATTACKER_ACTS


def reveal(state: State) -> None:
    """RON-P11: the markers move to the board; a ronin on the Green removes every ninja there."""
    ninja, plan = state.ninja, state.plan
    bonus = ninja[GREEN]
    for area in BITS[state.attacked]:
        ninja[area] += plan[area]
    ninja[GREEN] = bonus + plan[GREEN]
    state.beset |= state.attacked
    state.reserves -= state.put
    cleared = ninja[GREEN] if guarded(state) & GREEN_BIT else 0
    state.revealed = [state.round, bonus, cleared, *plan, *state.place]
    state.phase = ABILITIES
    if state.events is not None:
        tell(state, "reveal")
    if cleared:
        ninja[GREEN] = 0
        state.supply += cleared
        if state.events is not None:
            tell(state, "green-cleared", cleared)
    if not decided(state):
        abilities.start(state)
