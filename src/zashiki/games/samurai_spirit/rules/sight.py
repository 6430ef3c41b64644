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
_BOARD: Final = 7
_NONES: Final = [NONE] * len(NAMES)
_ZEROS: Final = [0] * len(NAMES)
_PENALTIES: Final = [0] * (2 * len(NAMES))
_BOARDS: Final = [0] * (_BOARD * len(NAMES))


def row_of(state: State, seat: int) -> list[int]:
    """Places are counted from the first one that the seat plays, clockwise."""
    count = state.count
    first = state.player.index(seat)
    decides = NONE
    if state.actor != NOBODY and state.actor != CHANCE:
        decides = (place_of(state.asked) - first) % count
    own = 0
    for spot in range(count):
        if state.player[(first + spot) % count] == seat:
            own |= 1 << spot
    row = [
        1 if state.actor == seat else 0,
        state.level,
        state.round,
        OVER if state.actor == NOBODY else kind_of(state.asked),
        NONE if state.turn == NOWHERE else (state.turn - first) % count,
        decides,
        own,
    ]
    _add_samurai(state, first, row)
    row += [state.absent, state.banned, min(_MOST, state.barricades)]
    row += state.farmsteads
    row += [state.families & ALL_FAMILIES, state.raiders, len(state.intruders), len(state.discard)]
    _add_cards(state, row)
    return row


def _add_samurai(state: State, first: int, row: list[int]) -> None:
    """Who sits at each place, his board, and the tokens that lie there or are his."""
    count = state.count
    who, boards = _NONES[:], _BOARDS[:]
    left, penalties = _ZEROS[:], _PENALTIES[:]
    tokens, lent, borrowed = _NONES[:], _ZEROS[:], _ZEROS[:]
    for spot in range(count):
        place = (first + spot) % count
        if state.who[place] == NOBODY:
            continue
        who[spot] = state.who[place]
        line = state.line[place]
        _write_board(state, place, boards, spot * _BOARD)
        for symbol in range(3):
            if state.left[place * 3 + symbol] != NO_CARD:
                left[spot] |= 1 << symbol
        if line:
            icons = _ICON_SETS[line[-1]]
            penalties[2 * spot] = icons & 255
            penalties[2 * spot + 1] = icons >> 8
        holder = state.holder[place]
        if holder != NOWHERE:
            tokens[spot] = (holder - first) % count
        lent[spot] = state.lent[place]
        borrowed[spot] = state.borrowed[place]
    for part in (who, boards, left, penalties, tokens, lent, borrowed):
        row += part


def _write_board(state: State, place: int, boards: list[int], start: int) -> None:
    """Animal side, Wound, passed, Kiai reached, Kiai value, sum and length of the line."""
    bit = state.bit[place]
    if state.animal & bit:
        boards[start] = 1
    if state.wounded & bit:
        boards[start + 1] = 1
    if state.passed & bit:
        boards[start + 2] = 1
    if state.in_kiai & bit:
        boards[start + 3] = 1
    boards[start + 4] = min(_MOST, state.kiai[place])
    boards[start + 5] = min(_MOST, state.track[place])
    boards[start + 6] = min(_MOST, len(state.line[place]))


def _add_cards(state: State, row: list[int]) -> None:
    """Those that nobody can place, discarded, in lines; the next Raider if it is known, the card in play, those turned up."""
    unseen = 0
    for cards in state.classes:
        unseen |= cards
    row += unseen.to_bytes(CARD_BYTES, "little")
    sets = [0] * (2 * CARD_BYTES)
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
    shown = [0] * CARD_BYTES
    for card in state.arranging:
        shown[card >> 3] |= 1 << (card & 7)
    row += shown
