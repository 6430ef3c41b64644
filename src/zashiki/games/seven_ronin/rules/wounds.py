"""Wounds: ninja of a contested area go on the ronin's tile, and a full tile is a ronin's end (RON-W1 to RON-W4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.games.seven_ronin.rules.actions import DIVIDE_OFF
from zashiki.games.seven_ronin.rules.hooks import tell
from zashiki.games.seven_ronin.rules.pieces import CAMP, TASUKE
from zashiki.games.seven_ronin.rules.rounds import DEFENDER_ACTS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.seven_ronin.rules.state import State


def room(state: State, ronin: int) -> int:
    """How many wounds his tile still takes."""
    return state.village.vitality[ronin] - state.wounds[ronin]


def check_fall(state: State, ronin: i64) -> None:
    """RON-W3: a full tile eliminates him at once."""
    if state.wounds[ronin] == state.village.vitality[ronin]:
        fall(state, ronin)


def fall(state: State, ronin: i64) -> None:
    """RON-W3: his wounds go to the Supply, he is out for good."""
    state.supply += state.wounds[ronin]
    state.wounds[ronin] = 0
    if ronin != TASUKE:
        state.taken &= ~(1 << state.place[ronin])
    state.place[ronin] = CAMP + state.round
    others = ~(1 << ronin)
    state.alive &= others
    state.held &= others
    state.stays &= others
    state.shrine &= others
    state.shrine_next &= others
    if state.events is not None:
        tell(state, "falls", ronin)


def partner(state: State) -> int:
    """The ronin who shares an area with Tasuke."""
    area = state.place[TASUKE]
    for ronin, place in enumerate(state.place):
        if place == area and ronin != TASUKE:
            return ronin
    return -1


def meet(state: State, area: i64, ronin: i64, number: i64) -> None:
    """RON-W1: so many ninja of the area go on his tile; RON-W4: those without room stay."""
    wounds, vitality = state.wounds[ronin], state.village.vitality[ronin]
    dealt: i64 = vitality - wounds
    if number < dealt:
        dealt = number
    if not dealt:
        return
    left = state.ninja[area] - dealt
    state.ninja[area] = left
    if not left:
        state.beset &= ~(1 << area)
    state.wounds[ronin] = wounds + dealt
    if state.events is not None:
        tell(state, "wounds", ronin, area, dealt)
    if wounds + dealt == vitality:
        fall(state, ronin)


def divisions(state: State) -> tuple[int, int]:
    """RON-W2: the fewest and the most of the ninja on her area that Tasuke may take; none may be left unplaced."""
    number = state.ninja[state.place[TASUKE]]
    most = min(number, room(state, TASUKE))
    return min(most, max(0, number - room(state, partner(state)))), most


def offer_division(state: State) -> list[int]:
    least, most = divisions(state)
    return list(range(DIVIDE_OFF + least, DIVIDE_OFF + most + 1))


def asks_division(state: State, step: i64) -> bool:
    """Whether the Defender is to choose in this step how the ninja are divided; if there is one way only, it is done."""
    choices = offer_division(state)
    if len(choices) == 1:
        divide(state, choices[0] - DIVIDE_OFF)
        return False
    state.phase = step
    state.acting = DEFENDER_ACTS
    state.choices = choices
    return True


def divide(state: State, number: i64) -> None:
    """So many of the ninja go to Tasuke, the others to her partner."""
    area = state.place[TASUKE]
    other = partner(state)
    ninja = state.ninja[area]
    if state.events is not None:
        tell(state, "divided", other, area, ninja)
    meet(state, area, TASUKE, number)
    meet(state, area, other, ninja - number)
