"""The learned value of a position: how likely the game is lost in each round, or won. Evaluated with numpy alone."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zashiki.games.samurai_spirit.bot.features import Bytes, Floats, expand
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
        empty = self._encoded(expand(row, 1)[1])
        width = empty.shape[1]
        biases = []
        for count in range(facts.SLOTS + 1):
            rest = self._places[count * width :].reshape(-1, width, self._places.shape[1]).sum(0)
            biases.append((bias + (empty @ rest)[0]).astype(np.float32))
        return biases

    def _encoded(self, samurai: Floats) -> Floats:
        encoded: Floats = np.maximum(samurai @ self._samurai + self._samurai_bias, 0)
        return encoded

    def values(self, rows: Bytes) -> Floats:
        """How likely each end is, a row a position."""
        if len(rows) > BLOCK:
            return np.concatenate(
                [self.values(rows[start : start + BLOCK]) for start in range(0, len(rows), BLOCK)]
            )
        count = int(rows[:, facts.COUNT].max())
        table, samurai = expand(rows, count)
        encoded = self._encoded(samurai).reshape(len(rows), -1)
        seen = table @ self._table + encoded @ self._places[: encoded.shape[1]] + self._table_biases[count]
        hidden = np.maximum(np.maximum(seen, 0) @ self._hidden + self._hidden_bias, 0)
        ends = hidden @ self._ends + self._ends_bias
        odds = np.exp(ends - ends.max(1, keepdims=True))
        found: Floats = odds / odds.sum(1, keepdims=True)
        return found

    def __call__(self, positions: list[State]) -> Floats:
        return self.values(rows_of(positions))


def rows_of(positions: list[State]) -> Bytes:
    """The facts of positions, a row each."""
    packed = b"".join([facts.pack(position) for position in positions])
    return np.frombuffer(packed, np.uint8).reshape(-1, facts.ROW)


def load_net(path: Path) -> Net:
    """A net as the training wrote it."""
    with np.load(path) as stored:
        names = [f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")]
        return Net({name: stored[name].astype(np.float32) for name in names if name in stored})
