"""A position as a row of bytes, which the net's features are made of.

The samurai come in the order of turns, from the one whose turn it is. `features.py` says what each byte means to the net.
"""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.rules.cards import FLAME, ICONS, VALUE
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NOBODY, NOWHERE
from zashiki.games.samurai_spirit.rules.samurai import MEMBERS, NAMES
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import (
    ACTION,
    AGAIN,
    BONUS,
    DOLLS,
    EXTRA_SHIFT,
    FARMS,
    HATS,
    ICON,
    INTRUDERS,
    KIAI_BARRICADE,
    KIAI_END,
    KIAI_HEAL,
    KIAI_LEND,
    KIAI_LOOK,
    KIAI_MOVE,
    KIAI_REMOVE,
    KIAI_REPEL,
    KIAI_SCATTER,
    KIND_MASK,
    LAST_CARD,
    LOSE_FAMILY,
    LOSE_FARMSTEAD,
    PLACE_MASK,
    PLACE_SHIFT,
    RESHUFFLE,
    STEPS,
    TOKENS,
    WOUND_ANYONE,
)
from zashiki.games.samurai_spirit.rules.tokens import holder_of
from zashiki.games.samurai_spirit.rules.village import count_farmsteads
from zashiki.kernel.contract import CHANCE

NONE: Final = 66  # no card
NO_ICON: Final = 11
MASK_BYTES: Final = 9
SLOTS: Final = len(NAMES)

# Where each fact of the table lies in the row
COUNT: Final = 0
LEVEL: Final = 1
TWO_PLAYER_RULES: Final = 2
BARRICADES: Final = 3
FARMSTEADS: Final = 4
BACKS: Final = 5  # four
FAMILIES: Final = 9
ROUND: Final = 10
KIND: Final = 11
ASKED: Final = 12  # the slot that is asked
EXTRA: Final = 13
FIRST_ICON: Final = 14
SECOND_ICON: Final = 15
BANNED: Final = 16
FIGHTS: Final = 17
CARD: Final = 18
HANDED: Final = 19
TOKEN: Final = 20
RAIDERS: Final = 21
UNSEEN_INTRUDERS: Final = 22
FLAMES: Final = 23  # known Intruders with flames
HARMLESS: Final = 24  # known Intruders without
TOP: Final = 25  # three known Raiders, the next one first
UNDER: Final = 28
SHOWN: Final = 29  # three, turned up by Katsushiro's Kiai
ABSENT: Final = 32
CHANCES: Final = 33  # whether chance is asked
PENDING: Final = 34  # two bytes of flags
UNKNOWN: Final = 36  # Raiders that nobody knows
BOX: Final = 37  # unseen cards that are not in the game
IN_ROUND: Final = 38  # samurai who have not passed
TURN: Final = 39  # whether someone is in turn
MAYBE: Final = 40  # the cards that may lie in the box, as bits
SURE: Final = 49  # the unseen ones that lie among Raiders or Intruders
USED: Final = 58  # the cards that are known to be in the game
TABLE: Final = 67

# Where each fact of a samurai lies in his part
WHO: Final = 0
SIDE: Final = 1  # flags: animal, wounded, passed, Kiai open, token at home, idle token
GAP: Final = 2  # from the track to Kiai, 16 more
TRACK: Final = 3
LEFT: Final = 4
LENT: Final = 5
BORROWED: Final = 6
HOLDER: Final = 7  # the slot where his token lies
LINE: Final = 8  # length, last card, the one before, first card, values
LINE_LENGTH: Final = LINE
LAST: Final = LINE + 1
BEFORE_LAST: Final = LINE + 2
FIRST: Final = LINE + 3
VALUES: Final = LINE + 4
SAMURAI: Final = 13

ROW: Final = TABLE + SLOTS * SAMURAI
GAP_ZERO: Final = 16
_LONGEST: Final = 200

_FLAGS: Final = (
    (AGAIN,), (LAST_CARD, TOKENS), (ACTION,), (KIAI_MOVE,), (KIAI_REMOVE,), (KIAI_BARRICADE,), (KIAI_HEAL,), (KIAI_LEND,),
    (KIAI_SCATTER, KIAI_REPEL, KIAI_LOOK), (KIAI_END,), (HATS,), (FARMS,), (DOLLS,), (BONUS,), (INTRUDERS,),
    (LOSE_FARMSTEAD, LOSE_FAMILY, WOUND_ANYONE, RESHUFFLE),
)  # fmt: skip
"""What may still have to be resolved, a flag each."""
FLAG: Final[list[int]] = [
    sum(1 << flag for flag, kinds in enumerate(_FLAGS) if kind in kinds) for kind in range(len(STEPS))
]

EMPTY: Final = [len(NAMES), 0, 0, 0, 0, 0, 0, 0, 0, NONE, NONE, NONE, 0]
_NO_SHOWN: Final = [NONE, NONE, NONE]
_lines: Final[dict[tuple[int, ...], list[int]]] = {}


def pack(state: State) -> bytes:
    """The facts of a position in which someone is asked."""
    count = state.count
    turn = state.turn
    first = turn
    if turn == NOWHERE:
        first = 0 if state.last_active == NOWHERE else (state.last_active + 1) % count
    row = _table(state, first)
    for slot in range(count):
        _samurai(state, first, (first + slot) % count, row)
    for _ in range(SLOTS - count):
        row += EMPTY
    return bytes(row)


def _table(state: State, first: int) -> list[int]:
    asked = state.asked
    kind = asked & KIND_MASK
    place = asked >> PLACE_SHIFT & PLACE_MASK
    extra = asked >> EXTRA_SHIFT
    icons = asked if kind == ICON else -1
    flags = 0
    for step in state.pending:
        flags |= FLAG[step & KIND_MASK]
        if step & KIND_MASK == ICON:
            icons = step
    flames = harmless = 0
    for card in state.intruders:
        if card >= 0:
            if FLAME[card]:
                flames += 1
            else:
                harmless += 1
    top = [*state.top[:-4:-1], *_NO_SHOWN][:3] if state.top else _NO_SHOWN
    sure = 0
    for cards in state.classes[1:]:
        sure |= cards
    farmsteads = count_farmsteads(state.farmsteads)
    first_icon, second_icon = _icons(icons >> EXTRA_SHIFT) if icons >= 0 else (NO_ICON, NO_ICON)
    return [
        state.count,
        state.level,
        state.two_player_rules,
        state.barricades,
        sum(farmsteads),
        *farmsteads,
        state.families,
        state.round,
        kind,
        NOWHERE if place == NOWHERE else (place - first) % state.count,
        0 if kind == ICON else min(extra, 15),
        first_icon,
        second_icon,
        state.banned,
        state.fights,
        NONE if state.card == NO_CARD else state.card,
        state.second | state.handed << 1,
        NOWHERE if state.token == NOBODY else state.token,
        state.raiders,
        len(state.intruders) - flames - harmless,
        flames,
        harmless,
        *top,
        state.bottom[0] if state.bottom else NONE,
        *([*state.arranging, *_NO_SHOWN][:3] if state.arranging else _NO_SHOWN),
        state.absent,
        state.actor == CHANCE,
        flags & 255,
        flags >> 8,
        state.raiders - len(state.top) - len(state.bottom),
        state.lots[0] if state.lots else 0,
        state.count - len(MEMBERS[state.passed]),
        state.turn != NOWHERE,
        *(state.classes[0] if state.classes else 0).to_bytes(MASK_BYTES, "little"),
        *sure.to_bytes(MASK_BYTES, "little"),
        *state.used.to_bytes(MASK_BYTES, "little"),
    ]


def _icons(extra: int) -> tuple[int, int]:
    """The icons of a penalty step that are still to be applied."""
    icons = ICONS[extra >> 2]
    first = icons[0] if extra & 1 else NO_ICON
    second = icons[1] if extra & 2 else NO_ICON
    return first, second


def _samurai(state: State, first: int, place: int, row: list[int]) -> None:
    bit = state.bit[place]
    left = state.left
    holder = holder_of(state, place)
    track = state.track[place]
    spot = place * 3
    row += [
        state.who[place],
        (1 if state.animal & bit else 0)
        | (2 if state.wounded & bit else 0)
        | (4 if state.passed & bit else 0)
        | (8 if state.in_kiai & bit else 0)
        | (16 if holder == place else 0)
        | (32 if state.idle & bit else 0),
        state.kiai[place] - track + GAP_ZERO if track < state.kiai[place] + GAP_ZERO else 0,
        track,
        (left[spot] >= 0) | (left[spot + 1] >= 0) << 1 | (left[spot + 2] >= 0) << 2,
        state.lent[place],
        state.borrowed[place],
        (holder - first) % state.count,
        *_line(state.line[place]),
    ]


def _line(line: tuple[int, ...]) -> list[int]:
    found = _lines.get(line)
    if found is None:
        if len(_lines) > _LONGEST * 1000:
            _lines.clear()
        values = 0
        for card in line:
            values |= 1 << VALUE[card]
        found = [
            len(line),
            line[-1] if line else NONE,
            line[-2] if len(line) > 1 else NONE,
            line[0] if line else NONE,
            values,
        ]
        _lines[line] = found
    return found
