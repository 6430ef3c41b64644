"""Everything at the table as a row of words: `features.py` says what each of them means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from zashiki.games.samurai_spirit.rules.cards import COUNT, ICONS, PENALTIES, SYMBOLS
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NOBODY, NOWHERE
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import KIND_MASK, OVER, PLACE_MASK, PLACE_SHIFT
from zashiki.games.samurai_spirit.rules.tokens import holder_of
from zashiki.games.samurai_spirit.rules.unseen import next_raider
from zashiki.games.samurai_spirit.rules.village import ALL_FAMILIES, LEVELS, ROUNDS
from zashiki.kernel.contract import CHANCE

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

NONE: Final = 255
LOW: Final = 56
"""So many cards of a set are in its first word; the others of all sets share one."""
_HIGH: Final = COUNT - LOW
_LOW_MASK: Final = (1 << LOW) - 1
_BYTE: Final = 255
_BANS: Final = 15
_SEATS: Final = len(NAMES)
_ALL: Final = (1 << _SEATS) - 1
_KINDS: Final = len(SYMBOLS)
_ICON_BITS: Final = len(PENALTIES)
PENALTY_PLACES: Final = LOW // _ICON_BITS
"""So many places have their penalties in the first of two words."""
_ICON_SETS: Final = [sum(1 << icon for icon in icons) for icons in ICONS]

_HIGHEST: Final = 1 << 55

# Where the bits of the first word begin, after the byte of the step and the bit that says whether the seat may choose
_LEVEL: Final = 9
_ROUND: Final = _LEVEL + len(LEVELS)
_TURN: Final = _ROUND + ROUNDS + 1
_DECIDES: Final = _TURN + _SEATS
_OWN: Final = _DECIDES + _SEATS


def write_row(state: State, own: i64, block: object, first: i64) -> None:
    """For whoever is not compiled: a block that comes as a `vec` from there is never given back."""
    write_words(state, own, cast("vec[i64]", block), first)


def write_words(state: State, own: i64, words: vec[i64], first: i64) -> None:
    """The row of a seat, from a word on. Places are counted from the first one that the seat plays, clockwise."""
    seat = int(own)
    start = 0
    while state.player[start] != seat:
        start += 1
    words[first] = _moment(state, seat, start)
    _write_samurai(state, start, words, first + 1)
    _write_boards(state, start, words, first + 5)
    words[first + 11] = _village(state)
    _write_cards(state, words, first + 12)


def _moment(state: State, seat: int, own: int) -> i64:
    """The step and who chooses in it, the level, the round, whose turn it is, which places are the seat's own."""
    asked: i64 = state.asked
    count: i64 = state.count
    start: i64 = own
    level: i64 = state.level
    number: i64 = state.round
    turn: i64 = state.turn
    step: i64 = OVER if state.actor == NOBODY else asked & KIND_MASK
    word: i64 = step | _bit(_LEVEL + level) | _bit(_ROUND + number)
    if state.actor == seat:
        word |= 1 << 8
    if turn != NOWHERE:
        word |= _bit(_TURN + (turn - start if turn >= start else turn - start + count))
    if state.actor != NOBODY and state.actor != CHANCE:
        place: i64 = asked >> PLACE_SHIFT & PLACE_MASK
        word |= _bit(_DECIDES + (place - start if place >= start else place - start + count))
    if state.seats > 1:
        return word | _bit(_OWN)
    return word | _bit(count) - 1 << _OWN  # one player has all places, several have one each


def _write_samurai(state: State, start: i64, words: vec[i64], first: i64) -> None:
    """Who sits where, where his token lies, which tokens lie there; penalties in force, Families and absent tokens."""
    sitting, borrowed_by = state.who, state.borrowed
    who_bits: i64 = 0
    tokens: i64 = 0
    lent: i64 = 0
    borrowed: i64 = 0
    count: i64 = state.count
    place: i64 = start
    spot: i64 = 0
    shift: i64 = 0
    while spot < count:
        who = sitting[place]
        if who != NOBODY:
            who_bits |= _bit(shift + who)
            token = holder_of(state, place) - start
            tokens |= _bit(shift + (token if token >= 0 else token + count))
            lent |= (state.lent[place] & _ALL) << shift
            borrowed |= (borrowed_by[place] & _ALL) << shift
        spot += 1
        shift += _SEATS
        place += 1
        if place == count:
            place = 0
    banned: i64 = state.banned
    families: i64 = state.families
    absent: i64 = state.absent
    words[first] = who_bits
    words[first + 1] = tokens
    words[first + 2] = lent | (banned & _BANS | (families & ALL_FAMILIES) << 4) << _SEATS * _SEATS
    words[first + 3] = borrowed | (absent & _ALL) << _SEATS * _SEATS


def _write_boards(state: State, start: i64, words: vec[i64], first: i64) -> None:
    """Two places a word: Kiai value, sum and length of the line; animal side, Wound, passed, Kiai reached. The last word
    has the sizes of the stacks too. Then the last card's penalties, and the symbols on the left."""
    sitting = state.who
    icons: i64 = 0
    others: i64 = 0
    pair: i64 = 0
    count: i64 = state.count
    place: i64 = start
    spot: i64 = 0
    while spot < _SEATS:
        if spot < count:
            who = sitting[place]
            if who != NOBODY:
                pair |= _board(state, place, who, spot & 1)
                others |= _symbols(state.left, place * _KINDS) << spot * _KINDS
                line = state.line[place]
                if line:
                    live: i64 = _ICON_SETS[line[-1]]
                    if spot < PENALTY_PLACES:
                        icons |= live << spot * _ICON_BITS
                    else:
                        others |= live << _SEATS * _KINDS + (spot - PENALTY_PLACES) * _ICON_BITS
            place += 1
            if place == count:
                place = 0
        if spot & 1:
            words[first + (spot >> 1)] = pair
            pair = 0
        spot += 1
    raiders: i64 = state.raiders
    intruders: i64 = len(state.intruders)
    discarded: i64 = len(state.discard)
    words[first + 3] = pair | (raiders | intruders << 8 | discarded << 16) << 24
    words[first + 4] = icons
    words[first + 5] = others


def _board(state: State, place: i64, who: i64, half: i64) -> i64:
    """One place's part of a word."""
    animal: i64 = state.animal
    wounded: i64 = state.wounded
    passed: i64 = state.passed
    in_kiai: i64 = state.in_kiai
    marks = (
        animal >> who & 1 | (wounded >> who & 1) << 1 | (passed >> who & 1) << 2 | (in_kiai >> who & 1) << 3
    )
    kiai = _capped(state.kiai[place])
    track = _capped(state.track[place])
    length = _capped(len(state.line[place]))
    return (kiai | track << 8 | length << 16) << 24 * half | marks << 48 + 4 * half


def _capped(number: i64) -> i64:
    return min(_BYTE, number)


def _symbols(left: list[int], first: i64) -> i64:
    """Hat, farm and doll on the left of a place. Numbers below 0 are read faster as those of Python."""
    found: i64 = 0
    if left[first] != NO_CARD:
        found = 1
    if left[first + 1] != NO_CARD:
        found |= 2
    if left[first + 2] != NO_CARD:
        found |= 4
    return found


def _village(state: State) -> i64:
    """Barricades, Farmsteads, the next Raider if it is known, the card in play."""
    known = next_raider(state) if state.raiders else NOBODY
    raider: i64 = NONE if known == NOBODY else known
    card: i64 = NONE if state.card == NO_CARD else state.card
    return _capped(state.barricades) | state.farmsteads << 8 | raider << 40 | card << 48


def _write_cards(state: State, words: vec[i64], first: i64) -> None:
    """The sets of those that nobody can place, discarded, in lines, turned up: the low ones of each, then the high ones of all."""
    unseen = 0
    for cards in state.classes:
        unseen |= cards
    high: i64 = unseen >> LOW
    words[first] = unseen & _LOW_MASK
    discarded: i64 = 0
    for card in state.discard:
        number: i64 = card
        if number < LOW:
            discarded |= _bit(number)
        else:
            high |= _bit(number - LOW + _HIGH)
    words[first + 1] = discarded
    in_lines: i64 = 0
    for place in range(state.count):
        if state.who[place] != NOBODY:
            for card in state.line[place]:
                number = card
                if number < LOW:
                    in_lines |= _bit(number)
                else:
                    high |= _bit(number - LOW + 2 * _HIGH)
    words[first + 2] = in_lines
    shown: i64 = 0
    for card in state.arranging:
        number = card
        if number < LOW:
            shown |= _bit(number)
        else:
            high |= _bit(number - LOW + 3 * _HIGH)
    words[first + 3] = shown
    words[first + 4] = high


def _bit(number: i64) -> i64:
    """`1 << number`, for compiled code, which would shift a literal 1 as a number of 32 bits."""
    return _HIGHEST >> 55 - number
