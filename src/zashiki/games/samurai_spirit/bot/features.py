"""What the net sees: rows of facts as numbers, looked up in tables, one for each byte.

It is written for numpy; the training does the same on a GPU from the same columns.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zashiki.games.samurai_spirit.rules import facts
from zashiki.games.samurai_spirit.rules.cards import COUNT, FLAME, ICONS, NO_SYMBOL, PENALTIES, SYMBOL, VALUE
from zashiki.games.samurai_spirit.rules.steps import STEPS

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Column = tuple[int, Floats]

HIGHEST: Final = max(VALUE)
VALUES: Final = HIGHEST + 1


def _table(width: int) -> Floats:
    return np.zeros((256, width), np.float32)


def one_hot(count: int) -> Floats:
    """A number below `count`; all zero beyond."""
    table = _table(count)
    table[:count] = np.eye(count, dtype=np.float32)
    return table


def bits(count: int) -> Floats:
    """The bits of a mask."""
    table = _table(count)
    for bit in range(count):
        table[:, bit] = np.arange(256) >> bit & 1
    return table


def amount(steps: int, scale: float) -> Floats:
    """How many: whether it is at least 1, 2, ..., `steps`, and the number itself, scaled."""
    table = _table(steps + 1)
    for step in range(steps):
        table[step + 1 :, step] = 1
    table[:, steps] = np.arange(256) * scale
    return table


def of_cards(width: int) -> Floats:
    """Zeros for the facts of every card."""
    return np.zeros((COUNT, width), np.float32)


def _card_facts() -> Floats:
    """Value, symbol, icons (two of the same count as 2), flame, and that there is a card."""
    table = of_cards(VALUES + 3 + len(PENALTIES) + 2)
    for card in range(COUNT):
        table[card, VALUE[card]] = 1
        if SYMBOL[card] != NO_SYMBOL:
            table[card, VALUES + SYMBOL[card]] = 1
        for icon in ICONS[card]:
            table[card, VALUES + 3 + icon] += 1
        table[card, -2] = FLAME[card]
        table[card, -1] = 1
    return table[:, 1:]  # no card has the value 0


CARD_FACTS: Final = _card_facts()


def card() -> Floats:
    table = _table(CARD_FACTS.shape[1])
    table[:COUNT] = CARD_FACTS
    return table


def value_of_card() -> Floats:
    """Of some cards only the value, and that there is one."""
    table = _table(VALUES)
    table[:COUNT, :-1] = CARD_FACTS[:, : VALUES - 1]
    table[:COUNT, -1] = 1
    return table


TABLE_COLUMNS: Final[tuple[Column, ...]] = (
    (facts.COUNT, one_hot(8)[:, 2:]),
    (facts.LEVEL, one_hot(4)),
    (facts.TWO_PLAYER_RULES, one_hot(2)[:, 1:]),
    (facts.BARRICADES, amount(10, 0.1)),
    (facts.FARMSTEADS, amount(6, 0.2)),
    *((facts.BACKS + back, amount(2, 0.0)[:, :2]) for back in range(4)),
    (facts.FAMILIES, np.hstack([bits(3), np.array([[mask.bit_count() == 1] for mask in range(256)])])),
    (facts.ROUND, one_hot(4)[:, 1:]),
    (facts.KIND, one_hot(len(STEPS))),
    (facts.ASKED, one_hot(8)),
    (facts.EXTRA, one_hot(8)),
    (facts.FIRST_ICON, one_hot(len(PENALTIES))),
    (facts.SECOND_ICON, one_hot(len(PENALTIES))),
    (facts.BANNED, bits(4)),
    (facts.FIGHTS, one_hot(3)[:, 1:]),
    (facts.CARD, card()),
    (facts.HANDED, bits(3)),
    (facts.TOKEN, one_hot(7)),
    (facts.RAIDERS, amount(24, 0.05)),
    (facts.UNSEEN_INTRUDERS, amount(10, 0.1)),
    (facts.FLAMES, amount(3, 0.2)),
    (facts.HARMLESS, amount(2, 0.2)),
    (facts.TOP, card()),
    (facts.TOP + 1, card()),
    (facts.TOP + 2, value_of_card()),
    (facts.UNDER, value_of_card()),
    (facts.SHOWN, value_of_card()),
    (facts.SHOWN + 1, value_of_card()),
    (facts.SHOWN + 2, value_of_card()),
    (facts.ABSENT, bits(7)),
    (facts.CHANCES, one_hot(2)[:, 1:]),
    (facts.PENDING, bits(8)),
    (facts.PENDING + 1, bits(8)),
    (facts.IN_ROUND, one_hot(8)),
    (facts.TURN, one_hot(2)[:, 1:]),
)

SAMURAI_COLUMNS: Final[tuple[Column, ...]] = (
    (facts.WHO, one_hot(7)),
    (facts.SIDE, bits(6)),
    (facts.GAP, one_hot(facts.GAP_ZERO + 14)[:, 12:]),
    (facts.TRACK, amount(0, 0.1)),
    (facts.LEFT, np.hstack([bits(3), one_hot(8)])),
    (facts.LENT, bits(7)),
    (facts.BORROWED, bits(7)),
    (facts.HOLDER, one_hot(7)),
    (facts.LINE_LENGTH, amount(6, 0.0)[:, :6]),
    (facts.LAST, card()),
    (facts.BEFORE_LAST, card()),
    (facts.FIRST, value_of_card()),
    (facts.VALUES, bits(VALUES)[:, 1:]),
)

ODDS: Final = 7  # figures of a samurai that come from the odds of the next Raider
STACK: Final = 2 * COUNT + CARD_FACTS.shape[1] + 3
TABLE_WIDTH: Final = sum(table.shape[1] for _, table in TABLE_COLUMNS) + STACK
SAMURAI_WIDTH: Final = sum(table.shape[1] for _, table in SAMURAI_COLUMNS) + ODDS

SYMBOL_BITS: Final = np.array([[mask >> bit & 1 for bit in range(3)] for mask in range(8)], np.float32)
REACH: Final = 32
"""Gaps are looked up below this number."""


def _gap_tables() -> tuple[Floats, Floats]:
    """For every gap (16 more) and value: whether the value reaches Kiai, whether it goes beyond."""
    exact = np.zeros((REACH, VALUES), np.float32)
    beyond = np.zeros((REACH, VALUES), np.float32)
    for gap in range(REACH):
        for value in range(1, VALUES):
            exact[gap, value] = value == gap - facts.GAP_ZERO
            beyond[gap, value] = value > gap - facts.GAP_ZERO
    return exact[:, 1:], beyond[:, 1:]


EXACT, BEYOND = _gap_tables()
VALUE_FACTS: Final = slice(0, VALUES - 1)
SYMBOL_FACTS: Final = slice(VALUES - 1, VALUES + 2)


def masks(rows: Bytes, column: int) -> Floats:
    """A bit set of cards as 66 numbers."""
    cards = np.ascontiguousarray(rows[:, column : column + facts.MASK_BYTES])
    return np.unpackbits(cards, axis=1, bitorder="little")[:, :COUNT].astype(np.float32)


def next_raider(rows: Bytes) -> tuple[Floats, Floats]:
    """For every card the chance to lie among the unseen ones of the game, and the chance to be the next Raider."""
    maybe = masks(rows, facts.MAYBE)
    sure = masks(rows, facts.SURE)
    count = np.maximum(maybe.sum(1, keepdims=True), 1)
    share = np.maximum(count - rows[:, facts.BOX, None], 0) / count
    inside = (maybe * share + sure).astype(np.float32)
    odds = inside / np.maximum(inside.sum(1, keepdims=True), 1)
    for column, when in (
        (facts.UNDER, rows[:, facts.UNKNOWN] == 0),
        (facts.TOP, rows[:, facts.TOP] < facts.NONE),
    ):
        known = np.flatnonzero(when & (rows[:, column] < facts.NONE))
        odds[known] = 0
        odds[known, rows[known, column]] = 1
    return inside, odds


ON_THE_NEXT: Final = (
    facts.BOX, facts.UNKNOWN, facts.TOP, facts.UNDER, facts.RAIDERS, facts.IN_ROUND, *range(facts.MAYBE, facts.USED),
)  # fmt: skip
"""The facts of the table that the figures of a samurai depend on."""


def of_table(rows: Bytes) -> tuple[Floats, Floats, Floats]:
    """The features of the table, one row a position; the facts of the next Raider, each by its odds; how many turns are left."""
    table = np.empty((len(rows), TABLE_WIDTH), np.float32)
    start = 0
    for column, values in TABLE_COLUMNS:
        end = start + values.shape[1]
        table[:, start:end] = values[rows[:, column]]
        start = end
    inside, odds = next_raider(rows)
    next_facts: Floats = odds @ CARD_FACTS
    raiders = rows[:, facts.RAIDERS].astype(np.float32)
    turns = (raiders / np.maximum(rows[:, facts.IN_ROUND], 1) / 4).astype(np.float32)
    stack: list[Any] = [
        inside,
        masks(rows, facts.USED),
        next_facts,
        turns[:, None],
        (next_facts[:, -2] * rows[:, facts.UNSEEN_INTRUDERS])[:, None] / 2,
        (next_facts[:, -2] * raiders)[:, None] / 8,
    ]
    np.concatenate(stack, axis=1, out=table[:, start:])
    return table, next_facts, turns


def of_samurai(parts: Bytes, next_facts: Floats, turns: Floats) -> Floats:
    """The features of samurai, one row each, at the table that the others are of."""
    samurai = np.empty((len(parts), SAMURAI_WIDTH), np.float32)
    start = 0
    for column, values in SAMURAI_COLUMNS:
        end = start + values.shape[1]
        samurai[:, start:end] = values[parts[:, column]]
        start = end
    gap = np.minimum(parts[:, facts.GAP], REACH - 1)
    values = next_facts[:, VALUE_FACTS]
    lacks = (1 - SYMBOL_BITS[parts[:, facts.LEFT] & 7]) * next_facts[:, SYMBOL_FACTS]
    samurai[:, start] = (values * EXACT[gap]).sum(1)
    samurai[:, start + 1] = (values * BEYOND[gap]).sum(1)
    samurai[:, start + 2 : start + 5] = lacks * 2
    samurai[:, start + 5] = lacks.sum(1)
    samurai[:, start + 6] = turns
    return samurai
