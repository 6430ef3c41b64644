"""The learned value of a position between two rounds: how likely the Attacker wins. Evaluated with numpy alone."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zashiki.games.seven_ronin.bot.features import COLUMNS, PLAIN, Bytes, Floats, fold
from zashiki.games.seven_ronin.rules import facts
from zashiki.games.seven_ronin.rules.judgement import Judgement
from zashiki.games.seven_ronin.rules.pieces import ROUNDS
from zashiki.games.seven_ronin.rules.rounds import WINNER

NAMES: Final = ("first", "first_bias", "second", "second_bias", "last", "last_bias", "plain", "plain_slope")
"""Two hidden layers and the last; and the weights of the quick judgement, with how they change from round to round."""
_FACT: Final = np.array([column for column, _ in COLUMNS])
SURE: Final = (
    8.0  # the net is never as sure as the end of the game: a hopeless position is better than a lost one
)
BLOCK: Final = 256  # rows worked on at a time, so that they stay in the processor's cache

Weights = dict[str, NDArray[np.float32]]


class Net:
    """Values rows of facts, and has the judgement of pieces that fights are played by."""

    def __init__(self, weights: Weights) -> None:
        self._first, self._starts = fold(weights["first"])
        self._first_bias = weights["first_bias"]
        self._second = weights["second"]
        self._second_bias = weights["second_bias"]
        self._last = weights["last"]
        self._last_bias = weights["last_bias"]
        self.judgements = judgements_of(weights)

    def values(self, rows: Bytes) -> Floats:
        """How likely the Attacker wins, a number a row."""
        if len(rows) > BLOCK:
            blocks = [self.values(rows[start : start + BLOCK]) for start in range(0, len(rows), BLOCK)]
            return np.concatenate(blocks)
        found = self._first[rows[:, _FACT] + self._starts].sum(1)
        found = np.maximum(found + self._first_bias, 0)
        found = np.maximum(found @ self._second + self._second_bias, 0)
        logits = (found @ self._last)[:, 0] + self._last_bias[0]
        values: Floats = 1 / (1 + np.exp(-np.clip(logits, -SURE, SURE)))
        return values

    def reached(self, packed: tuple[bytes, list[int]]) -> Floats:
        """The same of positions as the rules pack them; a game that is over is worth what it is worth."""
        rows = np.frombuffer(packed[0], np.uint8).reshape(-1, facts.ROW)
        values = self.values(rows)
        for index, end in enumerate(packed[1]):
            if end:
                values[index] = 1 - WINNER[end]
        return values


def judgements_of(weights: Weights) -> list[Judgement]:
    """For the fight of each round, what the pieces are worth as the next one begins."""
    return [_judgement(weights, min(number + 1, ROUNDS)) for number in range(ROUNDS + 1)]


def _judgement(weights: Weights, number: int) -> Judgement:
    slope = (number - 1) / (ROUNDS - 1)
    plain = weights["plain"] + slope * weights["plain_slope"]
    worth, start = {}, 0
    for column, table in COLUMNS[:PLAIN]:
        end = start + table.shape[1]
        added = table @ plain[start:end]
        worth[column] = [float(value) for value in added - added[0]]
        start = end
    return Judgement(
        ninja=[worth[facts.NINJA + place] for place in range(11)],
        rooms=[worth[facts.ROOM + ronin] for ronin in range(7)],
        held=[worth[facts.HELD][1 << ronin] for ronin in range(7)],
        shrine=[worth[facts.SHRINE][1 << ronin] for ronin in range(7)],
        reserves=worth[facts.RESERVES],
        areas=worth[facts.HELD_AREAS],
    )


def load_net(path: Path) -> Net:
    """A net as the training wrote it."""
    with np.load(path) as stored:
        return Net({name: stored[name].astype(np.float32) for name in NAMES})
