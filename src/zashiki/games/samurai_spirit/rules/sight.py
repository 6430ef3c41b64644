"""Everything at the table as a row of bytes: `features.py` says what each of them means."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.rules.cards import COUNT, ICONS
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NOBODY, NOWHERE
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import OVER, kind_of, place_of
from zashiki.games.samurai_spirit.rules.unseen import next_raider
from zashiki.games.samurai_spirit.rules.village import ALL_FAMILIES
from zashiki.kernel.contract import CHANCE

NONE: Final = 255
_MOST: Final = 254
CARD_BYTES: Final = COUNT // 8 + 1
_ICON_SETS: Final = [sum(1 << icon for icon in icons) for icons in ICONS]
_SEATS: Final = len(NAMES)
_BOARD: Final = 7

# Where the bytes about the samurai begin: who sits at each place, his board, and the tokens that lie there or are his
_WHO: Final = 7
_BOARDS: Final = _WHO + _SEATS
_LEFT: Final = _BOARDS + _BOARD * _SEATS
_PENALTIES: Final = _LEFT + _SEATS
_TOKENS: Final = _PENALTIES + 2 * _SEATS
_LENT: Final = _TOKENS + _SEATS
_BORROWED: Final = _LENT + _SEATS
_NO_SAMURAI: Final = [
    *[NONE] * _SEATS, *[0] * (_TOKENS - _BOARDS), *[NONE] * _SEATS, *[0] * (2 * _SEATS),
]  # fmt: skip
_NO_CARDS: Final = [0] * (2 * CARD_BYTES)
_NONE_SHOWN: Final = [0] * CARD_BYTES


def row_of(state: State, seat: int) -> list[int]:
    """Places are counted from the first one that the seat plays, clockwise."""
    count = state.count
    first = state.player.index(seat)
    decides = NONE
    if state.actor != NOBODY and state.actor != CHANCE:
        decides = (place_of(state.asked) - first) % count
    own = 1 if state.seats > 1 else (1 << count) - 1  # one player has all places, several have one each
    row = [
        1 if state.actor == seat else 0,
        state.level,
        state.round,
        OVER if state.actor == NOBODY else kind_of(state.asked),
        NONE if state.turn == NOWHERE else (state.turn - first) % count,
        decides,
        own,
    ]
    row += _NO_SAMURAI
    _write_samurai(state, first, row)
    row += [state.absent, state.banned, min(_MOST, state.barricades)]
    row += state.farmsteads
    row += [state.families & ALL_FAMILIES, state.raiders, len(state.intruders), len(state.discard)]
    _add_cards(state, row)
    return row


def _write_samurai(state: State, first: int, row: list[int]) -> None:
    """Over the bytes of empty places."""
    count, line, left, holder = state.count, state.line, state.left, state.holder
    place = first
    for spot in range(count):
        who = state.who[place]
        if who != NOBODY:
            row[_WHO + spot] = who
            _write_board(state, place, row, _BOARDS + spot * _BOARD)
            symbols = 0
            if left[place * 3] != NO_CARD:
                symbols = 1
            if left[place * 3 + 1] != NO_CARD:
                symbols += 2
            if left[place * 3 + 2] != NO_CARD:
                symbols += 4
            row[_LEFT + spot] = symbols
            if line[place]:
                icons = _ICON_SETS[line[place][-1]]
                row[_PENALTIES + 2 * spot] = icons & 255
                row[_PENALTIES + 2 * spot + 1] = icons >> 8
            token = holder[place]
            if token != NOWHERE:
                row[_TOKENS + spot] = token - first if token >= first else token - first + count
            row[_LENT + spot] = state.lent[place]
            row[_BORROWED + spot] = state.borrowed[place]
        place += 1
        if place == count:
            place = 0


def _write_board(state: State, place: int, row: list[int], start: int) -> None:
    """Animal side, Wound, passed, Kiai reached, Kiai value, sum and length of the line."""
    bit = state.bit[place]
    if state.animal & bit:
        row[start] = 1
    if state.wounded & bit:
        row[start + 1] = 1
    if state.passed & bit:
        row[start + 2] = 1
    if state.in_kiai & bit:
        row[start + 3] = 1
    row[start + 4] = min(_MOST, state.kiai[place])
    row[start + 5] = min(_MOST, state.track[place])
    row[start + 6] = min(_MOST, len(state.line[place]))


def _add_cards(state: State, row: list[int]) -> None:
    """Those that nobody can place, discarded, in lines; the next Raider if it is known, the card in play, those turned up."""
    unseen = 0
    for cards in state.classes:
        unseen |= cards
    row += unseen.to_bytes(CARD_BYTES, "little")
    sets = _NO_CARDS[:]
    for card in state.discard:
        sets[card >> 3] |= 1 << (card & 7)
    for place in range(state.count):
        if state.who[place] != NOBODY:
            for card in state.line[place]:
                sets[CARD_BYTES + (card >> 3)] |= 1 << (card & 7)
    row += sets
    known = next_raider(state) if state.raiders else NOBODY
    row.append(NONE if known == NOBODY else known)
    row.append(NONE if state.card == NO_CARD else state.card)
    shown = _NONE_SHOWN[:]
    for card in state.arranging:
        shown[card >> 3] |= 1 << (card & 7)
    row += shown
