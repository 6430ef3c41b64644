"""What the bot knows of the game: quick play to the end of a round, and what a position is worth to the Attacker."""

from __future__ import annotations

from typing import Final

from zashiki.games.seven_ronin.rules.actions import (
    AIM_AT,
    BITS,
    COPY_OF,
    COUNTS,
    CURSE,
    DIVIDE_OFF,
    DONE,
    ENOUGH,
    HEAL,
    HOLD,
    LOOT,
    POISON,
    PUSH_TO,
    RETURN_FROM,
    RIDE_TO,
    SEND_ONE,
    SEND_TWO,
    SHOOT,
    STRIKE,
    WATCH,
)
from zashiki.games.seven_ronin.rules.pieces import (
    ATTACKER,
    DIVIDE,
    GOAL,
    GREEN,
    HAYAI,
    PASSAGE_DIVIDE,
    PLANNING,
    ROUNDS,
    TASUKE,
    YOBU,
)
from zashiki.games.seven_ronin.rules.rounds import counted, guarded
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.rules.wounds import partner, room

WIN: Final = 1000.0
NINJA_WORTH: Final = 0.5
"""What a ninja of the Reserves is worth while there are rounds to send him."""
AREA_WORTH: Final = (0.5, 1.2, 1.2, 1.0, 1.6, 1.0, 2.0, 1.8, 1.0, 0.9)
"""What holding each area is worth beside its place among the five."""
RONIN_WORTH: Final = (1.3, 1.0, 1.3, 1.2, 1.2, 1.1, 1.4)
"""What a point of vitality of each ronin is worth."""


def worth(state: State) -> float:
    """To the Attacker, when a round is over."""
    if state.end:
        return WIN if state.end < 3 else -WIN
    left: int = ROUNDS + 1 - state.round
    reserves: int = state.reserves
    held: int = COUNTS[state.beset]
    value = 2.0 * held + 1.5 * max(0, held - 2) ** 2
    for area in BITS[state.beset]:
        value += AREA_WORTH[area] + 0.4 * min(3, state.ninja[area])
    value += NINJA_WORTH * min(reserves, 5 * left) + 0.02 * reserves + 0.9 * min(state.ninja[GREEN], left)
    vitality = state.village.vitality
    for ronin in BITS[state.alive]:
        value -= 2.5 + RONIN_WORTH[ronin] * (vitality[ronin] - state.wounds[ronin]) ** 0.8
    marked: int = COUNTS[state.held] + COUNTS[state.shrine]
    value += 0.8 * marked
    return value - 1.5 * (ROUNDS - left)


def play_out(state: State) -> None:
    """Plays the combat of this round to its end, each side as it seems best at a glance."""
    number = state.round
    while state.acting and state.round == number and state.phase != PLANNING:
        seat = state.acting[0]
        legal = state.legal(seat)
        state.apply(seat, glance(state, seat, legal))


def glance(state: State, seat: int, legal: list[int]) -> int:
    """A fair choice in combat without looking ahead."""
    if len(legal) == 1:
        return legal[0]
    if seat == ATTACKER:
        if legal[0] == DONE and counted(state) >= GOAL:
            return DONE
        return max(legal, key=lambda action: _attack_appeal(state, action))
    if state.phase in (DIVIDE, PASSAGE_DIVIDE):
        return max(legal, key=lambda action: _division_appeal(state, action - DIVIDE_OFF))
    return max(legal, key=lambda action: _defence_appeal(state, action))


def _attack_appeal(state: State, action: int) -> float:
    if action in (DONE, ENOUGH):
        return 0.0
    if action == LOOT:
        return 9.0
    if action == WATCH:
        return 8.0
    if SEND_ONE <= action < LOOT:
        return _passage_appeal(state, action)
    if POISON <= action < HOLD:
        return 6.0 + _nearly_down(state, action - POISON)
    if HOLD <= action < CURSE:
        return 3.0 + 0.1 * room(state, action - HOLD)
    if CURSE <= action < AIM_AT:
        return 2.0 + RONIN_WORTH[action - CURSE]
    if action >= AIM_AT:
        return 1.0 + _nearly_down(state, action - AIM_AT)
    if COPY_OF <= action < WATCH:
        return 5.0 + AREA_WORTH[action - COPY_OF]
    area = action - RETURN_FROM
    return 0.5 if action >= RETURN_FROM and state.ninja[area] > 2 else -1.0


def _nearly_down(state: State, ronin: int) -> float:
    """A wound weighs the more the fewer are left to take."""
    return RONIN_WORTH[ronin] * 2.0 / room(state, ronin)


def _passage_appeal(state: State, action: int) -> float:
    number, area = (1, action - SEND_ONE) if action < SEND_TWO else (2, action - SEND_TWO)
    if state.beset >> area & 1:
        return -0.5
    if not guarded(state) >> area & 1:
        return 4.0 + AREA_WORTH[area] - 0.6 * number
    if area == state.place[TASUKE]:
        return 0.2
    left = room(state, state.place.index(area))
    return 7.0 + number if number > left else 5.0 if number == left else 0.5 * number / left


def _defence_appeal(state: State, action: int) -> float:
    if action == STRIKE:
        return 9.0
    if action == SHOOT:
        return 8.0
    if action in (DONE, ENOUGH):
        return 1.0
    if RIDE_TO <= action < HEAL:
        area = action - RIDE_TO
        spare = room(state, HAYAI) - state.ninja[area]
        return 1.5 + AREA_WORTH[area] if spare > 0 else 0.0
    if HEAL <= action < ENOUGH:
        return 5.0 + _nearly_down(state, action - HEAL)
    return _push_appeal(state, action - PUSH_TO)


def _push_appeal(state: State, area: int) -> float:
    """Yobu pushes what would fell him, best onto a ronin who can bear it."""
    if state.ninja[state.place[YOBU]] < room(state, YOBU):
        return 0.0
    guard = [ronin for ronin in BITS[state.alive] if state.place[ronin] == area]
    if not guard:
        return 1.5
    return 2.0 if max(room(state, ronin) for ronin in guard) > state.ninja[area] + 1 else 1.2


def _division_appeal(state: State, tasuke: int) -> float:
    """Nobody falls if it can be helped; else the one who is worth less."""
    other = partner(state)
    rest = state.ninja[state.place[TASUKE]] - tasuke
    value = 0.0
    for ronin, wounds in ((TASUKE, tasuke), (other, rest)):
        left = room(state, ronin) - wounds
        value += RONIN_WORTH[ronin] * left**0.8 if left > 0 else -3.0
    return value
