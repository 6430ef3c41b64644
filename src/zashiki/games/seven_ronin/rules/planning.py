"""Planning: both sides deploy in secret, at the same time, until both are ready (RON-P1 to RON-P11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.seven_ronin.rules import abilities
from zashiki.games.seven_ronin.rules.actions import (
    ATTACKS,
    BITS,
    COUNTS,
    DEPLOY,
    DEPLOYMENTS,
    DONE,
    PLACE_OF,
    READY,
    RONIN_OF,
    nth_bit,
)
from zashiki.games.seven_ronin.rules.hooks import tell
from zashiki.games.seven_ronin.rules.pieces import (
    ABILITIES,
    ALL_PLACES,
    ATTACKER,
    GREEN,
    GREEN_BIT,
    PLACES,
    TASUKE,
    TASUKE_BIT,
)
from zashiki.games.seven_ronin.rules.rounds import ATTACKER_ACTS, DEFENDER_ACTS, decided, guarded

if TYPE_CHECKING:
    from zashiki.games.seven_ronin.rules.state import State

READY_ALONE: Final = [READY]
_READY_BIT: Final = 1 << READY
_BESIDE: Final = len(PLACES)


def legal(state: State, seat: int) -> list[int]:
    if seat == ATTACKER:
        offered = state.offered
        if offered < 0:
            state.offered = offered = open_to_ninja(state)
        return ATTACKS[offered]
    if not state.waiting:
        return READY_ALONE
    free = state.free
    if free < 0:
        state.free = free = open_to_ronin(state)
    deployments = DEPLOYMENTS[free & ALL_PLACES]
    if state.waiting & TASUKE_BIT:
        deployments = deployments.copy()
        deployments[TASUKE] = DEPLOYMENTS[free >> _BESIDE][TASUKE]
    choices: list[int] = []
    for ronin in BITS[state.waiting]:
        choices += deployments[ronin]
    return choices


def apply(state: State, seat: int, action: int) -> bool:
    if seat == ATTACKER:
        offered = state.offered
        if offered < 0:
            offered = open_to_ninja(state)
        if not (0 <= action <= READY and offered >> action & 1):
            return False
        if action == READY:
            seal(state, seat)
        else:
            put_ninja(state, action)
        return True
    if action == READY and not state.waiting:
        seal(state, seat)
        return True
    if not DEPLOY <= action < DONE:
        return False
    ronin, place = RONIN_OF[action], PLACE_OF[action]
    free = state.free
    if free < 0:
        free = open_to_ronin(state)
    if ronin == TASUKE:
        free >>= _BESIDE
    if not (free >> place & 1 and state.waiting >> ronin & 1):
        return False
    put_ronin(state, ronin, place)
    return True


def carry_out(state: State, seat: int, action: int) -> None:
    """`apply` of an action that is known to be legal."""
    if action == READY:
        seal(state, seat)
    elif action < READY:
        put_ninja(state, action)
    else:
        put_ronin(state, RONIN_OF[action], PLACE_OF[action])


def pick(state: State, seat: int, number: int, shift: int) -> int:
    """The choice of `legal` at `number` of `1 << shift`, without its list, for whole games in one call."""
    if seat != ATTACKER:
        return _pick_deployment(state, number, shift) if state.waiting else READY
    offered = state.offered
    if offered < 0:
        state.offered = offered = open_to_ninja(state)
    count = COUNTS[offered & ALL_PLACES] + (offered >> READY)
    return nth_bit(offered, number * count >> shift)


def _pick_deployment(state: State, number: int, shift: int) -> int:
    waiting = state.waiting
    free = open_to_ronin(state)
    alone, beside = free & ALL_PLACES, free >> _BESIDE
    total = COUNTS[alone] * COUNTS[waiting & ~TASUKE_BIT]
    if waiting & TASUKE_BIT:
        total += COUNTS[beside]
    index = number * total >> shift
    for ronin in BITS[waiting]:
        places = beside if ronin == TASUKE else alone
        count = COUNTS[places]
        if index < count:
            return DEPLOY + len(PLACES) * ronin + nth_bit(places, index)
        index -= count
    raise IndexError(index)


def open_to_ninja(state: State) -> int:
    """The places where one more ninja may be put (RON-P1 to RON-P4), and bit 11 if the plan may be sealed (RON-P5)."""
    places = 0
    put, needed = state.put, state.needed
    if put < state.reserves:
        village, attacked, bonus = state.village, state.attacked, state.ninja[GREEN]
        places = attacked if state.spent < bonus or not state.full else attacked & ~state.full
        if COUNTS[attacked] < village.threat[state.round]:
            fresh = village.open & ~attacked
            least = needed - bonus - 1
            if village.least_capacity[state.round] < least:
                fresh = _within_reach(state, fresh, least)
            places |= fresh
        if not state.plan[GREEN]:
            places |= GREEN_BIT
    return places | _READY_BIT if put >= needed else places


def _within_reach(state: State, fresh: int, least: int) -> int:
    """Those of the areas not attacked yet that leave the least attack within reach (RON-P5)."""
    capacity = state.village.capacity[state.village.threat[state.round]]
    within_reach = 0
    for area in BITS[fresh]:
        if capacity[state.attacked | 1 << area] >= least:
            within_reach |= 1 << area
    return within_reach


def open_places(state: State, ronin: int) -> int:
    """Where a waiting ronin may be put."""
    free = open_to_ronin(state)
    return free >> _BESIDE if ronin == TASUKE else free & ALL_PLACES


def open_to_ronin(state: State) -> int:
    """The places where any ronin may be put but Tasuke, and beside them, _BESIDE bits further, hers (RON-P7, RON-P8)."""
    taken = state.taken
    areas = state.village.open
    if state.shrine & TASUKE_BIT:  # she stands alone as well
        places = areas | GREEN_BIT if state.ninja[GREEN] else areas
        return places & ~(taken | 1 << state.place[TASUKE]) | (places & ~taken) << _BESIDE
    if not state.ninja[GREEN]:
        return areas & ~taken | areas << _BESIDE
    green = GREEN_BIT & ~(taken | 1 << state.place[TASUKE])
    hers = GREEN_BIT & ~taken
    return areas & ~taken | green | (areas | hers) << _BESIDE


def put_ninja(state: State, place: int) -> None:
    number = state.plan[place] + 1
    state.plan[place] = number
    state.put += 1
    state.offered = -1
    if place != GREEN:
        if number == 1:
            state.attacked |= 1 << place
        over = number - state.village.limit[place]
        if over >= 0:
            state.full |= 1 << place
            if over:
                state.spent += 1
    if state.events is not None:
        tell(state, "put-ninja", place)


def put_ronin(state: State, ronin: int, place: int) -> None:
    state.place[ronin] = place
    state.waiting &= ~(1 << ronin)
    state.free = -1
    if ronin != TASUKE:
        state.taken |= 1 << place
    if state.events is not None:
        tell(state, "put-ronin", ronin, place)


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
    ninja[GREEN] += plan[GREEN]
    state.beset |= state.attacked
    state.reserves -= state.put
    cleared = ninja[GREEN] if guarded(state) & GREEN_BIT else 0
    state.reveal = bytes([state.round, bonus, cleared, *plan, *state.place])
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
