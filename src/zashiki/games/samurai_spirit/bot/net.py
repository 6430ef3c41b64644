"""The learned value of a position: how likely the game is lost in each round, or won. Evaluated with numpy alone."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zashiki.games.samurai_spirit.bot.features import ON_THE_NEXT, Bytes, Floats, of_samurai, of_table
from zashiki.games.samurai_spirit.rules import facts
from zashiki.games.samurai_spirit.rules.state import State

LAYERS: Final = ("samurai", "table", "places", "hidden", "ends")
"""The matrices of the net: each has a file `NAME.weight`, inputs by outputs; all but "places" a `NAME.bias`."""
BLOCK: Final = 512  # rows worked on at a time, so that they stay in the processor's cache


class Net:
    """An encoder shared by the samurai, then the table and all samurai together, a hidden layer, the ends of the game."""

    def __init__(self, weights: dict[str, NDArray[np.float32]]) -> None:
        self._samurai = weights["samurai.weight"]
        self._samurai_bias = weights["samurai.bias"]
        self._table = weights["table.weight"]
        self._places = weights["places.weight"]
        self._hidden = weights["hidden.weight"]
        self._hidden_bias = weights["hidden.bias"]
        self._ends = weights["ends.weight"]
        self._ends_bias = weights["ends.bias"]
        self._table_biases = self._with_empty_places(weights["table.bias"])

    def _with_empty_places(self, bias: Floats) -> list[Floats]:
        """For each number of samurai the bias of the table with what the empty places add."""
        row = np.zeros((1, facts.ROW), np.uint8)
        row[0, facts.TABLE :] = facts.EMPTY * facts.SLOTS
        _, next_facts, turns = of_table(row)
        empty = self._encoded(
            of_samurai(row[:, facts.TABLE : facts.TABLE + facts.SAMURAI], next_facts, turns)
        )
        width = empty.shape[1]
        biases = []
        for count in range(facts.SLOTS + 1):
            rest = self._places[count * width :].reshape(-1, width, self._places.shape[1]).sum(0)
            biases.append((bias + (empty @ rest)[0]).astype(np.float32))
        return biases

    def _encoded(self, samurai: Floats) -> Floats:
        encoded: Floats = np.maximum(samurai @ self._samurai + self._samurai_bias, 0)
        return encoded

    def _seen(self, rows: Bytes) -> Floats:
        """The table and all samurai together. Positions of one search have much in common: what is equal is worked out once."""
        count = int(rows[:, facts.COUNT].max())
        tables, table_of = _distinct(rows[:, : facts.TABLE])
        table, next_facts, turns = of_table(tables)
        seen: Floats = (_product(table, self._table) + self._table_biases[count])[table_of]
        kinds, kind_of = _distinct(tables[:, ON_THE_NEXT])
        one_of = np.empty(len(kinds), np.intp)
        one_of[kind_of] = np.arange(len(tables))  # a table of each kind
        samurai, samurai_of = _distinct(_parts(rows, count, kind_of[table_of]))
        at = one_of[samurai[:, _TABLE].copy().view(np.uint16)[:, 0]]
        placed = self._placed(samurai[:, 0], of_samurai(samurai[:, _PART], next_facts[at], turns[at]))
        for which in samurai_of.reshape(len(rows), count).T:
            seen += placed[which]
        return seen

    def _placed(self, places: Bytes, samurai: Floats) -> Floats:
        """What each samurai adds in his place; they lie in the order of their places."""
        encoded = self._encoded(samurai)
        width = encoded.shape[1]
        starts = np.searchsorted(places, np.arange(places[-1] + 2))
        found: Floats = np.concatenate(
            [
                encoded[start:end] @ self._places[place * width : (place + 1) * width]
                for place, (start, end) in enumerate(pairwise(starts))
            ]
        )
        return found

    def values(self, rows: Bytes) -> Floats:
        """How likely each end is, a row a position."""
        if len(rows) > BLOCK:
            return np.concatenate(
                [self.values(rows[start : start + BLOCK]) for start in range(0, len(rows), BLOCK)]
            )
        hidden = np.maximum(np.maximum(self._seen(rows), 0) @ self._hidden + self._hidden_bias, 0)
        ends = hidden @ self._ends + self._ends_bias
        odds = np.exp(ends - ends.max(1, keepdims=True))
        found: Floats = odds / odds.sum(1, keepdims=True)
        return found

    def __call__(self, positions: list[State]) -> Floats:
        return self.values(rows_of(positions))


_TABLE: Final = slice(1, 3)
_PART: Final = slice(3, 3 + facts.SAMURAI)


def _parts(rows: Bytes, count: int, tables: NDArray[np.intp]) -> Bytes:
    """The samurai of positions, `count` rows each: his place, which kind of table he sits at, his facts."""
    parts = np.empty((len(rows), count, _PART.stop), np.uint8)
    parts[:, :, 0] = np.arange(count)
    parts[:, :, _TABLE] = tables.astype(np.uint16)[:, None].view(np.uint8)[:, None]
    parts[:, :, _PART] = rows[:, facts.TABLE :].reshape(len(rows), facts.SLOTS, facts.SAMURAI)[:, :count]
    return parts.reshape(len(rows) * count, _PART.stop)


def _distinct(rows: Bytes) -> tuple[Bytes, NDArray[np.intp]]:
    """Every row once, in order, and for each row which of them it is."""
    rows = np.ascontiguousarray(rows)
    _, first, which = np.unique(rows.view(f"V{rows.shape[1]}")[:, 0], return_index=True, return_inverse=True)
    return rows[first], which


def _product(rows: Floats, weights: Floats) -> Floats:
    """`rows @ weights`: columns that are equal in all rows, most of them, are multiplied once."""
    differs = (rows != rows[0]).any(0)
    alike = np.where(differs, 0, rows[0]) @ weights
    found: Floats = rows[:, differs] @ weights[differs] + alike
    return found


def rows_of(positions: list[State]) -> Bytes:
    """The facts of positions, a row each."""
    packed = b"".join([facts.pack(position) for position in positions])
    return np.frombuffer(packed, np.uint8).reshape(-1, facts.ROW)


def load_net(path: Path) -> Net:
    """A net as the training wrote it."""
    with np.load(path) as stored:
        names = [f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")]
        return Net({name: stored[name].astype(np.float32) for name in names if name in stored})
