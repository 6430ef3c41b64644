"""The frame of the game: how a round begins and ends (RON-E1 to RON-E4), and who wins (RON-X1 to RON-X4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.seven_ronin.rules.actions import BITS, COUNTS
from zashiki.games.seven_ronin.rules.deploying import open_to_ninja, open_to_ronin
from zashiki.games.seven_ronin.rules.hooks import tell
from zashiki.games.seven_ronin.rules.pieces import (
    ATTACKER,
    CAMP,
    DEFENDER,
    FIELD_2,
    FIELD_3,
    GOAL,
    GREEN,
    INN,
    OVER,
    PLANNING,
    TASUKE,
    TASUKE_BIT,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.seven_ronin.rules.state import State

BOTH_ACT: Final = (ATTACKER, DEFENDER)
ATTACKER_ACTS: Final = (ATTACKER,)
DEFENDER_ACTS: Final = (DEFENDER,)
NOBODY_ACTS: Final = ()

WINNER: Final = (DEFENDER, ATTACKER, ATTACKER, DEFENDER, DEFENDER)
"""By the number of the RON-X rule."""
_FIELDS: Final = 1 << FIELD_2 | 1 << FIELD_3


def begin_planning(state: State) -> None:
    """Sets the secret plans to nothing and works out the least attack (RON-P5)."""
    state.needed = min(state.village.minimum[state.round], largest_attack(state))
    state.plan = [0] * 11
    state.put = state.attacked = state.full = state.spent = state.ready = 0
    state.used_ronin = state.used_areas = 0
    state.copied = -1
    state.choices = []
    state.offered = open_to_ninja(state)
    state.posts = open_to_ronin(state)
    state.phase = PLANNING
    state.acting = BOTH_ACT
    state.undo_barrier += 1


def largest_attack(state: State) -> i64:
    """How many ninja can be deployed at most: the best areas filled, the Green's bonus used, one on the Green."""
    village = state.village
    room = village.most_capacity[state.round] + state.ninja[GREEN] + 1
    return min(state.reserves, room)


def guarded(state: State) -> i64:
    """Places where a ronin stands."""
    return state.taken | 1 << state.place[TASUKE]


def occupied(state: State) -> i64:
    """Areas that ninja hold alone."""
    return state.beset & ~(state.taken | 1 << state.place[TASUKE])


def counted(state: State) -> i64:
    """Occupied areas as victory counts them."""
    return count_areas(occupied(state), state.copied)


def count_areas(held: i64, copied: i64) -> i64:
    """RON-V8: two Fields, or a Field and the Inn that copied it, make three."""
    number = COUNTS[held]
    if held & _FIELDS == _FIELDS:
        return number + 1
    if copied in (FIELD_2, FIELD_3) and held >> copied & 1 and held >> INN & 1:
        return number + 1
    return number


def end_round(state: State) -> None:
    """The Attacker has ended combat 3."""
    if counted(state) >= GOAL:  # RON-X2
        finish(state, 2)
        return
    _clear_board(state)
    if state.round == state.village.rounds:  # RON-E2, RON-X4
        finish(state, 4)
        return
    if state.village.casualties[state.round] and state.reserves:  # RON-E3
        state.reserves -= 1
        state.supply += 1
        if state.events is not None:
            tell(state, "casualties")
        if decided(state):
            return
    state.round += 1
    begin_planning(state)
    if state.events is not None:
        tell(state, "round")


def _clear_board(state: State) -> None:
    """RON-E1: ronin leave the board but for those the Animal Pen named; last round's Shrine markers come off."""
    place = state.place
    stays = state.stays
    for ronin in BITS[state.alive & ~stays]:
        place[ronin] = CAMP
    taken: i64 = 0
    for ronin in BITS[stays & ~TASUKE_BIT]:
        taken |= 1 << place[ronin]
    state.taken = taken
    if state.events is not None:
        for ronin in BITS[stays]:
            tell(state, "stays", ronin)
        for ronin in BITS[state.shrine & ~state.shrine_next]:
            tell(state, "shrine-off", ronin)
    state.held = stays
    state.stays = 0
    state.shrine = state.shrine_next
    state.shrine_next = 0


def decided(state: State) -> bool:
    """Whether the last ninja (RON-X3) or the last ronin (RON-X1) has gone; if both at once, the Defender wins."""
    if state.alive and (state.reserves or state.beset or state.ninja[GREEN]):
        return False
    finish(state, 1 if state.reserves or state.beset or state.ninja[GREEN] else 3)
    return True


def finish(state: State, end: i64) -> None:
    state.end = end
    state.phase = OVER
    state.acting = NOBODY_ACTS
    state.undo_barrier += 1
    if state.events is not None:
        tell(state, "end")
