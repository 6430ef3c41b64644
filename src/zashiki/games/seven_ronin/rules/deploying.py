"""Deployment in planning: what may be put where, kept up to date as both sides put it (RON-P1 to RON-P9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.seven_ronin.rules.actions import (
    BITS,
    COUNTS,
    DEPLOY,
    DONE,
    PLACE_OF,
    READY,
    RONIN_OF,
    listing,
    nth_bit,
)
from zashiki.games.seven_ronin.rules.hooks import tell
from zashiki.games.seven_ronin.rules.pieces import (
    ALL_AREAS,
    ALL_PLACES,
    ALL_RONIN,
    GREEN,
    GREEN_BIT,
    PLACES,
    RONIN,
    TASUKE,
    TASUKE_BIT,
    YOBU,
    YUMI,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.seven_ronin.rules.state import State

_READY_BIT: Final = 1 << READY

# Where the bits of `State.posts` begin, so that parts of it are indices of the lists of choices
_FIRST: Final = 0  # who waits of the four ronin before Tasuke
_PLACES: Final = 4  # where any ronin but Tasuke may be put
_LAST: Final = 15  # who waits of the two ronin after her
_HERS: Final = 17  # where she may be put
_SHE: Final = 28  # she waits
_FIRST_RONIN: Final = TASUKE_BIT - 1
_LAST_RONIN: Final = 3


def posts(waiting: i64, places: i64, hers: i64) -> i64:
    """Masks in one number: the ronin who wait to be put, the places where they may be, those where Tasuke may."""
    first, last, she = waiting & _FIRST_RONIN, waiting >> TASUKE + 1, waiting >> TASUKE & 1
    return first << _FIRST | places << _PLACES | last << _LAST | hers << _HERS | she << _SHE


WAITING: Final = posts(ALL_RONIN, 0, 0)


def waiting_ronin(open_posts: i64) -> i64:
    last = open_posts >> _LAST & _LAST_RONIN
    return open_posts & _FIRST_RONIN | open_posts >> _SHE << TASUKE | last << TASUKE + 1


def open_places(state: State, ronin: i64) -> i64:
    """Where a waiting ronin may be put."""
    return state.posts >> (_HERS if ronin == TASUKE else _PLACES) & ALL_PLACES


_DEPLOYMENTS: Final = [listing(DEPLOY + len(PLACES) * ronin, len(PLACES)) for ronin in range(len(RONIN))]
"""For each ronin his choices by the mask of the places where he may be put."""


_MASKS: Final = range(ALL_PLACES + 1)
_NOTHING: Final[list[list[int]]] = [[] for _ in _MASKS]
# The choices of some ronin, by a part of the posts; of four ronin there are so many that each is made when it is first asked for
_OF_FIRST: Final[list[list[int] | None]] = [None] * (len(_MASKS) << _PLACES)
_OF_TASUKE: Final = _NOTHING + _DEPLOYMENTS[TASUKE]
_OF_LAST: Final = [
    *_NOTHING,
    *_DEPLOYMENTS[YOBU],
    *_DEPLOYMENTS[YUMI],
    *(_DEPLOYMENTS[YOBU][places] + _DEPLOYMENTS[YUMI][places] for places in _MASKS),
]
_FIRST_PART: Final = (1 << _LAST) - 1
_LAST_PART: Final = (1 << _HERS - _PLACES) - 1


def deployments(open_posts: i64) -> list[int]:
    """What the Defender may put, ronin by ronin; nothing when nobody waits."""
    first = _OF_FIRST[open_posts & _FIRST_PART]
    if first is None:
        first = _made_of_first(open_posts & _FIRST_PART)
    return first + _OF_TASUKE[open_posts >> _HERS] + _OF_LAST[open_posts >> _PLACES & _LAST_PART]


def _made_of_first(part: i64) -> list[int]:
    choices: list[int] = []
    for ronin in BITS[part & _FIRST_RONIN]:
        choices += _DEPLOYMENTS[ronin][part >> _PLACES]
    _OF_FIRST[part] = choices
    return choices


def _post_of(action: int) -> i64:
    ronin, place = RONIN_OF[action], 1 << PLACE_OF[action]
    return posts(1 << ronin, 0, place) if ronin == TASUKE else posts(1 << ronin, place, 0)


def _taken_by(action: int) -> i64:
    """What a deployment adds to `State.taken`."""
    return 0 if RONIN_OF[action] == TASUKE else 1 << PLACE_OF[action]


def _left_by(action: int, apart: bool) -> i64:
    """Which posts stay open when a ronin is put: Tasuke may share any area (RON-P7), unless she is kept apart."""
    ronin, place = RONIN_OF[action], 1 << PLACE_OF[action]
    shares = not apart and place != GREEN_BIT
    taken = 0 if shares and ronin == TASUKE else place
    return _EVERY_POST & ~posts(1 << ronin, taken, 0 if shares else place)


_EVERY_POST: Final = posts(ALL_RONIN, ALL_PLACES, ALL_PLACES)
_BEFORE: Final[list[i64]] = [0] * DEPLOY  # other choices
POST_OF: Final = _BEFORE + [_post_of(action) for action in range(DEPLOY, DONE)]
"""What a deployment takes: the ronin waits, and the place is open to him."""
_TAKEN_BY: Final = _BEFORE + [_taken_by(action) for action in range(DEPLOY, DONE)]
_LEFT: Final = _BEFORE + [_left_by(action, False) for action in range(DEPLOY, DONE)]
_LEFT_APART: Final = _BEFORE + [_left_by(action, True) for action in range(DEPLOY, DONE)]


def open_to_ronin(state: State) -> i64:
    """The posts as planning begins (RON-P6 to RON-P8)."""
    taken = state.taken
    hers = 1 << state.place[TASUKE]
    green = GREEN_BIT if state.ninja[GREEN] else 0
    areas = state.village.open
    waiting = state.alive & ~state.held
    if state.shrine & TASUKE_BIT:  # she stands alone as well
        places = areas | green
        return posts(waiting, places & ~(taken | hers), places & ~taken)
    return posts(waiting, areas & ~taken | green & ~(taken | hers), areas | green & ~taken)


def open_to_ninja(state: State) -> i64:
    """The places where one more ninja may be put (RON-P1 to RON-P4), and bit 11 if the plan may be sealed (RON-P5)."""
    places: i64 = 0
    put, needed = state.put, state.needed
    if put < state.reserves:
        village, attacked, bonus = state.village, state.attacked, state.ninja[GREEN]
        places = attacked if state.spent < bonus else attacked & ~state.full
        if COUNTS[attacked] < village.threat[state.round]:
            fresh = village.open & ~attacked
            if village.least_attack[state.round] < needed - bonus:
                fresh = _within_reach(state, fresh, needed - bonus - 1)
            places |= fresh
        if not state.plan[GREEN]:
            places |= GREEN_BIT
    return places | _READY_BIT if put >= needed else places


def _within_reach(state: State, fresh: i64, least: i64) -> i64:
    """Those of the areas not attacked yet that leave the least attack within reach (RON-P5)."""
    capacity = state.village.capacity[state.village.threat[state.round]]
    within_reach = 0
    for area in BITS[fresh]:
        if capacity[state.attacked | 1 << area] >= least:
            within_reach |= 1 << area
    return within_reach


def put_ninja(state: State, place: i64) -> None:
    """One more in the plan; what the Attacker is offered changes with it."""
    plan = state.plan
    number: i64 = plan[place]
    number += 1
    plan[place] = number
    state.put = put = state.put + 1
    offered = state.offered
    if place == GREEN:
        offered &= ~GREEN_BIT
    else:
        village = state.village
        if number == 1:
            state.attacked = attacked = state.attacked | 1 << place
            if COUNTS[attacked] == village.threat[state.round]:
                offered &= attacked | ~ALL_AREAS
            elif village.least_attack[state.round] < state.needed:
                offered = open_to_ninja(state)
        limit: i64 = village.limit[place]
        if number >= limit:
            state.full |= 1 << place
            if number > limit:
                state.spent += 1
            if state.spent >= state.ninja[GREEN]:
                offered &= ~state.full
    if put == state.reserves:
        offered = _READY_BIT
    elif put == state.needed:
        offered |= _READY_BIT
    state.offered = offered
    if state.events is not None:
        tell(state, "put-ninja", place)


def put_ronin(state: State, action: i64) -> None:
    """A deployment: the ronin waits no more, and his place is open to fewer."""
    state.place[RONIN_OF[action]] = PLACE_OF[action]
    state.taken |= _TAKEN_BY[action]
    state.posts &= _LEFT_APART[action] if state.shrine & TASUKE_BIT else _LEFT[action]
    if state.events is not None:
        tell(state, "put-ronin", RONIN_OF[action], PLACE_OF[action])


def pick_attack(state: State, number: i64, shift: i64) -> i64:
    """The Attacker's choice at `number` of `1 << shift`, without its list, for whole games in one call."""
    offered = state.offered
    return nth_bit(offered, number * COUNTS[offered] >> shift)


def pick_deployment(state: State, number: i64, shift: i64) -> i64:
    """The Defender's choice likewise."""
    open_posts = state.posts
    if not open_posts & WAITING:
        return READY
    places = open_posts >> _PLACES & ALL_PLACES
    hers = open_posts >> _HERS & ALL_PLACES
    first = open_posts & _FIRST_RONIN
    last = open_posts >> _LAST & _LAST_RONIN
    each = COUNTS[places]
    of_first = COUNTS[first] * each
    of_tasuke = COUNTS[hers] if open_posts >> _SHE else 0
    index = number * (of_first + of_tasuke + COUNTS[last] * each) >> shift
    if index < of_first:
        return _deployment(nth_bit(first, index // each), places, index % each)
    index -= of_first
    if index < of_tasuke:
        return _deployment(TASUKE, hers, index)
    index -= of_tasuke
    return _deployment(TASUKE + 1 + nth_bit(last, index // each), places, index % each)


def _deployment(ronin: i64, places: i64, index: i64) -> i64:
    return DEPLOY + len(PLACES) * ronin + nth_bit(places, index)
