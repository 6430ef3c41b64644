"""What a seat may see as a row of words (SHI-S1, ruling 7): `features.py` says what each of them means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from zashiki.games.shinobi.rules.actions import SEATS
from zashiki.games.shinobi.rules.cards import CLAN_COUNT, KIND_COUNT, MOST_COPIES
from zashiki.games.shinobi.rules.phases import FIRST_ORDER, NOBODY, NOT_GIVEN, OVER
from zashiki.games.shinobi.rules.state import State

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

_FEWEST_SEATS: Final = SEATS[0]
_MOST_SEATS: Final = SEATS[-1]
_PROVINCE: Final = (1 << CLAN_COUNT) - 1

_TO_BYTES: Final = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28
"""A mask of five bits times this has each of them in a byte of its own, where the next number finds it."""
_ONE_EACH: Final = 1 | 1 << 8 | 1 << 16 | 1 << 24 | 1 << 32

_HIGHEST: Final = 1 << 55

# Where the bits of the first word begin, after the one that says whether the seat may choose
_SEATS: Final = 1
_PHASE: Final = _SEATS + len(SEATS)
_TURN: Final = _PHASE + OVER + 1
_FIRST: Final = _TURN + _MOST_SEATS
_CLANS: Final = _FIRST + _MOST_SEATS


def write_row(state: State, own: i64, block: object, first: i64) -> None:
    """For whoever is not compiled: a block that comes as a `vec` from there is never given back."""
    write_words(state, own, cast("vec[i64]", block), first)


def write_words(state: State, own: i64, words: vec[i64], first: i64) -> None:
    """The row of a seat, from a word on. Seats are counted from the own one, clockwise."""
    seat = int(own)
    words[first] = _moment(state, seat)
    cards_left: i64 = state.deck_size
    hand = _six(state.hands, seat * KIND_COUNT)
    words[first + 1] = hand | cards_left << 48
    _write_provinces(state, seat, words, first + 2)
    words[first + 7] = _rest(state, seat)
    words[first + 8] = _six(state.out, 0)
    words[first + 9] = state.unplayed - hand


def _moment(state: State, seat: int) -> i64:
    """Who plays, whose turn it is, and whom each serves as far as the seat knows: the own clan, all at the end."""
    seats: i64 = state.seats
    phase: i64 = state.phase
    own: i64 = seat
    turn: i64 = state.turn
    first: i64 = state.first
    bits: i64 = _bit(_SEATS + seats - _FEWEST_SEATS) | _bit(_PHASE + phase)
    if state.actor == seat:
        bits |= 1
    if turn < seats and phase != OVER:
        bits |= _bit(_TURN + (turn - own if turn >= own else turn - own + seats))
    if first != NOBODY:
        bits |= _bit(_FIRST + (first - own if first >= own else first - own + seats))
    clan: i64 = state.clans[seat]
    if phase == OVER:
        for spot in range(state.seats):
            clan = state.clans[(seat + spot) % state.seats]
            bits |= _bit(_CLANS + spot * CLAN_COUNT + clan)
    elif clan >= 0:
        bits |= _bit(_CLANS + clan)
    return bits


def _write_provinces(state: State, seat: int, words: vec[i64], first: i64) -> None:
    """A word for each: five armies, the cards in the hand of its seat, which armies are protected."""
    at_least, sizes = cast("list[i64]", state.at_least), cast("list[i64]", state.hand_sizes)
    seats: i64 = state.seats
    protected: i64 = state.protected
    own: i64 = seat
    one: i64 = 0
    two: i64 = 0
    three: i64 = 0
    four: i64 = 0
    five: i64 = 0
    for level in range(1, MOST_COPIES + 1):
        armies = at_least[level]
        if not armies:
            break
        one += (armies & _PROVINCE) * _TO_BYTES & _ONE_EACH
        two += (armies >> CLAN_COUNT & _PROVINCE) * _TO_BYTES & _ONE_EACH
        three += (armies >> 2 * CLAN_COUNT & _PROVINCE) * _TO_BYTES & _ONE_EACH
        four += (armies >> 3 * CLAN_COUNT & _PROVINCE) * _TO_BYTES & _ONE_EACH
        five += (armies >> 4 * CLAN_COUNT) * _TO_BYTES & _ONE_EACH
    words[first + 3] = 0
    words[first + 4] = 0
    for place in range(seats):
        word = one | sizes[place] << 40 | (protected & _PROVINCE) << 48
        words[first + (place - own if place >= own else place - own + seats)] = word
        protected >>= CLAN_COUNT
        one, two, three, four = two, three, four, five


def _rest(state: State, seat: int) -> i64:
    """Ninja that skipped orders have proved, the turns that are left, the orders that are given."""
    left: i64 = state.turns_left
    word: i64 = left << 40
    known = cast("list[i64]", state.known_ninja)
    seats: i64 = state.seats
    place: i64 = seat
    for spot in range(seats):
        word |= known[place] << 8 * spot
        place += 1
        if place == seats:
            place = 0
    if FIRST_ORDER <= state.phase < OVER:
        if state.first_order != NOT_GIVEN:
            word |= 1 << 48
        if state.second_order != NOT_GIVEN:
            word |= 2 << 48
        if state.third_order != NOT_GIVEN:
            word |= 4 << 48
    return word


def _six(cards: list[int], first: i64) -> i64:
    """The cards by kind, a byte each."""
    counts = cast("list[i64]", cards)
    word = counts[first] | counts[first + 1] << 8 | counts[first + 2] << 16
    return word | counts[first + 3] << 24 | counts[first + 4] << 32 | counts[first + 5] << 40


def _bit(number: i64) -> i64:
    """`1 << number`, for compiled code, which would shift a literal 1 as a number of 32 bits."""
    return _HIGHEST >> 55 - number
