"""What a side may see as a row of words (RON-P10): `features.py` says what each of them means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from zashiki.games.seven_ronin.rules.deploying import waiting_ronin
from zashiki.games.seven_ronin.rules.pieces import (
    ALL_AREAS,
    ATTACKER,
    CAMP,
    DEFENDER,
    EDITIONS,
    PLANNING,
    ROUNDS,
    STEPS,
    VOLLEY,
)
from zashiki.games.seven_ronin.rules.state import State

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

_MOST: Final = 255  # what a board file has beyond it counts as this
_NO_PLACES: Final = (1 << 56) - 1  # no ronin is anywhere
_RONIN: Final = 127

_HIGHEST: Final = 1 << 55

# Where the bits of the first word begin, after three bytes
_SEAT: Final = 24
_MAY_CHOOSE: Final = _SEAT + 2
_EDITION: Final = _MAY_CHOOSE + 1
_ROUND: Final = _EDITION + len(EDITIONS)
_STEP: Final = _ROUND + ROUNDS
_READY: Final = _STEP + len(STEPS)


def write_row(state: State, own: i64, block: object, first: i64) -> None:
    """For whoever is not compiled: a block that comes as a `vec` from there is never given back."""
    write_words(state, own, cast("vec[i64]", block), first)


def write_words(state: State, own: i64, words: vec[i64], first: i64) -> None:
    """The row of a side, from a word on."""
    seat = int(own)
    planning = state.phase == PLANNING
    ninja, plan, told = cast("list[i64]", state.ninja), cast("list[i64]", state.plan), state.reveal
    reserves: i64 = state.reserves
    supply: i64 = state.supply
    words[first] = _moment(state, seat)
    words[first + 1] = reserves | supply << 8 | _five(ninja, 0) << 16
    words[first + 2] = _five(ninja, 5) | ninja[10] << 40
    _write_ronin(state, planning and seat != DEFENDER, words, first + 3)
    words[first + 5] = _marks(state, planning and seat != ATTACKER)
    bonus: i64 = _byte(told, 1) << 40 | _byte(told, 2) << 48 if told else 0
    if planning and seat == ATTACKER:
        needed: i64 = min(_MOST, max(0, state.needed - state.put))
        words[first + 6] = _five(plan, 0) | plan[5] << 40 | plan[6] << 48
        words[first + 7] = plan[7] | plan[8] << 8 | plan[9] << 16 | plan[10] << 24 | needed << 32 | bonus
    else:
        words[first + 6] = 0
        words[first + 7] = bonus
    _write_reveal(state, told, words, first + 8)


def _moment(state: State, seat: int) -> i64:
    """The side, the round and its rules of attack, the step, and who is ready."""
    village, number = state.village, state.round
    threat: i64 = min(_MOST, village.threat[number])
    minimum: i64 = min(_MOST, village.minimum[number])
    own: i64 = seat
    edition: i64 = village.edition_number
    step: i64 = state.phase
    word: i64 = threat | minimum << 8
    if village.casualties[number]:
        word |= 1 << 16
    if _may_choose(state, own):
        word |= _bit(_MAY_CHOOSE)
    word |= _bit(_SEAT + own) | _bit(_EDITION + edition) | _bit(_STEP + step)
    return word | _bit(_ROUND + number - 1) | state.ready << _READY


def _may_choose(state: State, own: i64) -> bool:
    """By bits in planning, where two may; one or nobody elsewhere."""
    if state.phase == PLANNING:
        return not state.ready >> own & 1
    acting = state.acting
    return bool(acting) and acting[0] == own


def _write_ronin(state: State, hidden: bool, words: vec[i64], first: i64) -> None:
    """Where each stands, openly or in the Defender's own plan; what he can still take."""
    vitality = cast("list[i64]", state.village.vitality)
    wounds, places = cast("list[i64]", state.wounds), cast("list[i64]", state.place)
    alive: i64 = state.alive
    seen: i64 = alive & state.held if hidden else alive
    standing: i64 = _NO_PLACES
    lives: i64 = 0
    ronin: i64 = 0
    while alive:
        if alive & 1:
            lives |= min(_MOST, vitality[ronin] - wounds[ronin]) << 8 * ronin
        alive >>= 1
        ronin += 1
    ronin = 0
    while seen:
        if seen & 1:
            place = places[ronin]
            if place < CAMP:
                standing ^= (place ^ _MOST) << 8 * ronin
        seen >>= 1
        ronin += 1
    words[first] = standing
    words[first + 1] = lives


def _marks(state: State, own_plan: bool) -> i64:
    """Masks of ronin: those held, and so on; those whom the Defender has yet to put; those whom the Watchtower has yet to wound."""
    held: i64 = state.held
    stays: i64 = state.stays
    shrine: i64 = state.shrine
    shrine_next: i64 = state.shrine_next
    used: i64 = state.used_ronin
    marks = held | stays << 7 | shrine << 14 | shrine_next << 21 | (used & _RONIN) << 28
    if own_plan:
        waiting = waiting_ronin(state.posts)
        marks |= waiting << 35
    if state.phase == VOLLEY:
        targets: i64 = state.detail
        marks |= targets << 42
    return marks


def _write_reveal(state: State, told: bytes, words: vec[i64], first: i64) -> None:
    """The areas used in this round, and the latest deployment out of its bytes: round, bonus, ninja removed from the Green, eleven numbers of
    ninja, seven places, of which those that are none of the board's mean none."""
    used: i64 = state.used_areas
    areas: i64 = (used & ALL_AREAS) << 32
    copied: i64 = state.copied
    if copied >= 0:
        areas |= _bit(42 + copied)
    if told:
        words[first] = _seven(told, 3)
        last = _byte(told, 10) | _byte(told, 11) << 8 | _byte(told, 12) << 16 | _byte(told, 13) << 24
        words[first + 1] = areas | last
        words[first + 2] = _seven(told, 14)
    else:
        words[first] = 0
        words[first + 1] = areas
        words[first + 2] = _NO_PLACES


def _five(numbers: list[i64], first: i64) -> i64:
    """A byte each."""
    word = numbers[first] | numbers[first + 1] << 8 | numbers[first + 2] << 16
    return word | numbers[first + 3] << 24 | numbers[first + 4] << 32


def _seven(told: bytes, first: i64) -> i64:
    word = _byte(told, first) | _byte(told, first + 1) << 8 | _byte(told, first + 2) << 16
    word |= _byte(told, first + 3) << 24 | _byte(told, first + 4) << 32
    return word | _byte(told, first + 5) << 40 | _byte(told, first + 6) << 48


def _byte(told: bytes, place: i64) -> i64:
    """As a plain number, which is shifted in less time."""
    number: i64 = told[place]
    return number


def _bit(number: i64) -> i64:
    """`1 << number`, for compiled code, which would shift a literal 1 as a number of 32 bits."""
    return _HIGHEST >> 55 - number
