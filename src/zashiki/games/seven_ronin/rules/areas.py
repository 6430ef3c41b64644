"""Combat 3: the Attacker uses the abilities of the areas he occupies, each once a round (RON-V1 to RON-V10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.seven_ronin.rules.actions import (
    AIM_AT,
    AIMS,
    AREA_OF,
    BITS,
    COPY_OF,
    COUNTS,
    CURSE,
    DONE,
    ENOUGH,
    HOLD,
    POISON,
    RETURN_FROM,
    SEND_ONE,
    SEND_TWO,
    USES,
)
from zashiki.games.seven_ronin.rules.hooks import tell
from zashiki.games.seven_ronin.rules.pieces import (
    ALL_AREAS,
    ANIMAL_PEN,
    AREA_ABILITIES,
    BURIAL,
    BURIAL_GROUNDS,
    COPY,
    FIELD_2,
    FIELD_3,
    GRANARY,
    GREEN,
    GREEN_BIT,
    INN,
    PASSAGE,
    PASSAGE_DIVIDE,
    SHRINE,
    TASUKE,
    VOLLEY,
    WATCHTOWER,
    WELL,
)
from zashiki.games.seven_ronin.rules.rounds import (
    ATTACKER_ACTS,
    decided,
    end_round,
    guarded,
    occupied,
)
from zashiki.games.seven_ronin.rules.wounds import asks_division, check_fall, meet

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.seven_ronin.rules.state import State


_ABLE: Final = ALL_AREAS & ~(1 << FIELD_2 | 1 << FIELD_3)
"""A Field is not used, it counts (RON-V8)."""


def go_on(state: State) -> None:
    """The step begins or goes on while there is an ability to use."""
    state.phase = AREA_ABILITIES
    state.acting = ATTACKER_ACTS
    state.choices = choices = offer(state)
    if len(choices) == 1:
        end_round(state)


def usable(state: State) -> i64:
    """Areas that are occupied and were not used this round."""
    return state.beset & ~(state.taken | 1 << state.place[TASUKE] | state.used_areas)


def offer(state: State) -> list[int]:
    choices = [DONE]
    for area in BITS[usable(state) & _ABLE]:
        choices += USES[area][targets(state, area)]
    return choices


def choose(state: State, action: i64) -> None:
    if action == DONE:
        end_round(state)
        return
    area = AREA_OF[action]
    state.used_areas |= 1 << area
    _use(state, area, action)


def targets(state: State, area: i64) -> i64:
    """The mask of what an area's ability can be used on now; 0 if it would have no effect."""
    if area == PASSAGE:  # one or two ninja, as far as the Reserves go
        return 3 if state.reserves > 1 else state.reserves
    if area == BURIAL_GROUNDS:
        return state.beset
    if area == INN:
        return _inn_targets(state)
    if area == GRANARY:
        return 1 if state.supply else 0
    if area == WATCHTOWER:
        return 1 if state.supply and in_range(state, WATCHTOWER) else 0
    if area == WELL:
        return _ronin_in_reach(state) if state.supply else 0
    if area == ANIMAL_PEN:
        return _ronin_in_reach(state) & ~state.stays
    if area == SHRINE:
        return _ronin_in_reach(state) & ~state.shrine_next
    return 0  # a Field


def _ronin_in_reach(state: State) -> i64:
    """Living ronin, but none on the Green (RON-V10)."""
    if (state.taken | 1 << state.place[TASUKE]) & GREEN_BIT:
        return state.alive & ~(1 << state.place.index(GREEN))
    return state.alive


def in_range(state: State, origin: i64) -> i64:
    """Ronin on the two neighbours of the area that shoots."""
    near = state.village.near[origin]
    mask: i64 = 0
    if not guarded(state) & near:
        return mask
    for ronin in BITS[state.alive]:
        if near >> state.place[ronin] & 1:
            mask |= 1 << ronin
    return mask


def _inn_targets(state: State) -> i64:
    """RON-V4: other areas that are occupied now and whose ability would have an effect, used or not."""
    mask: i64 = 0
    for area in BITS[occupied(state) & ~(1 << INN)]:
        if can_copy(state, area):
            mask |= 1 << area
    return mask


def can_copy(state: State, area: i64) -> bool:
    if area in (FIELD_2, FIELD_3):
        return True
    if area == WATCHTOWER:
        return state.supply > 0 and in_range(state, copied_watchtower(state)) > 0
    return targets(state, area) > 0


def copied_watchtower(state: State) -> int:
    """The area whose neighbours the Inn wounds as a Watchtower: its own (English edition) or the Watchtower's."""
    return INN if state.village.inn_shoots_from_itself else WATCHTOWER


def _use(state: State, area: i64, action: i64) -> None:
    """The ability of an area, its own or copied by the Inn."""
    if area == PASSAGE:
        _use_passage(state, action)
    elif area == BURIAL_GROUNDS:
        _use_burial_grounds(state, action)
    elif area == INN:
        _use_inn(state, action)
    elif area == GRANARY:
        _use_granary(state)
    elif area == WATCHTOWER:
        _use_watchtower(state)
    elif area == WELL:
        _use_well(state, action)
    elif area == ANIMAL_PEN:
        _use_pen(state, action)
    else:
        _use_shrine(state, action)


def _use_watchtower(state: State) -> None:
    """RON-V1."""
    if state.events is not None:
        tell(state, "watchtower")
    volley(state, in_range(state, WATCHTOWER))


def volley(state: State, ronin_left: i64) -> None:
    """A wound to each; the Attacker chooses the order when the Supply is short."""
    if COUNTS[ronin_left] > state.supply > 0:
        state.phase = VOLLEY
        state.detail = ronin_left
        state.choices = offer_volley(state)
        return
    if state.supply:
        for ronin in BITS[ronin_left]:
            _deal(state, ronin, "watchtower-wound")
    if not decided(state):
        go_on(state)


def offer_volley(state: State) -> list[int]:
    return AIMS[state.detail]


def choose_volley(state: State, action: i64) -> None:
    ronin = action - AIM_AT
    _deal(state, ronin, "watchtower-wound")
    volley(state, state.detail & ~(1 << ronin))


def _deal(state: State, ronin: i64, event: str) -> None:
    """A wound out of the Supply."""
    state.supply -= 1
    state.wounds[ronin] += 1
    if state.events is not None:
        tell(state, event, ronin)
    check_fall(state, ronin)


def _use_granary(state: State) -> None:
    """RON-V2: as many as the Supply has, at most two."""
    gained = min(2, state.supply)
    state.supply -= gained
    state.reserves += gained
    if state.events is not None:
        tell(state, "granary", gained)
    go_on(state)


def _use_well(state: State, action: i64) -> None:
    """RON-V3."""
    _deal(state, action - POISON, "well")
    if not decided(state):
        go_on(state)


def _use_pen(state: State, action: i64) -> None:
    """RON-V5."""
    ronin = action - HOLD
    state.stays |= 1 << ronin
    if state.events is not None:
        tell(state, "pen", ronin)
    go_on(state)


def _use_shrine(state: State, action: i64) -> None:
    """RON-V6."""
    ronin = action - CURSE
    state.shrine_next |= 1 << ronin
    if state.events is not None:
        tell(state, "shrine", ronin)
    go_on(state)


def _use_burial_grounds(state: State, action: i64) -> None:
    """RON-V7: a ninja returns to the Reserves; a second may follow at once."""
    _return(state, action - RETURN_FROM)
    if state.beset:
        state.phase = BURIAL
        state.choices = offer_return(state)
    else:
        go_on(state)


def _return(state: State, area: i64) -> None:
    state.ninja[area] -= 1
    if not state.ninja[area]:
        state.beset &= ~(1 << area)
    state.reserves += 1
    if state.events is not None:
        tell(state, "burial", area)


def offer_return(state: State) -> list[int]:
    return [ENOUGH, *USES[0][state.beset]]


def choose_return(state: State, action: i64) -> None:
    if action != ENOUGH:
        _return(state, action - RETURN_FROM)
    go_on(state)


def _use_passage(state: State, action: i64) -> None:
    """RON-V9: ninja of the Reserves arrive on an area; where a ronin stands wounds are dealt at once."""
    number = 1 if action < SEND_TWO else 2
    area = action - SEND_ONE if action < SEND_TWO else action - SEND_TWO
    state.reserves -= number
    state.ninja[area] += number
    state.beset |= 1 << area
    if state.events is not None:
        tell(state, "passage", area, number)
    if state.place[TASUKE] == area and state.taken >> area & 1:
        if asks_division(state, PASSAGE_DIVIDE):
            return
    elif guarded(state) >> area & 1:
        meet(state, area, state.place.index(area), state.ninja[area])
    if not decided(state):
        go_on(state)


def _use_inn(state: State, action: i64) -> None:
    """RON-V4: the Inn acts as the area it copies; a Field only counts (RON-V8)."""
    area = action - COPY_OF
    state.copied = area
    if state.events is not None:
        tell(state, "inn", area)
    if area == WATCHTOWER:
        volley(state, in_range(state, copied_watchtower(state)))
    elif area == GRANARY:
        _use_granary(state)
    elif area in (FIELD_2, FIELD_3):
        go_on(state)
    else:
        state.phase = COPY
        state.detail = area
        state.choices = offer_copy(state)


def offer_copy(state: State) -> list[int]:
    return USES[state.detail][targets(state, state.detail)]


def choose_copy(state: State, action: i64) -> None:
    _use(state, state.detail, action)
