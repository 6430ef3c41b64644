"""The learned value of a position to a seat: how likely it wins. Evaluated with numpy alone."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zashiki.games.shinobi.bot.features import Bytes, Floats, expand
from zashiki.games.shinobi.rules import facts

LAYERS: Final = (
    "table", "clan", "clan_bias", "mixed", "hidden", "hidden_bias", "last", "last_bias", "traces",
)  # fmt: skip
BLOCK: Final = 512  # rows worked on at a time, so that they stay in the processor's cache
LARGEST: Final = 80.0
"""Up to here the exponential of a logit fits into 32 bits. A net that has learned stays far below; one that has not need not."""


class Net:
    """An encoder shared by the other clans, whose sum is their part of the hidden layer; and what orders tell about clans."""

    def __init__(self, weights: dict[str, NDArray[np.float32]]) -> None:
        self._weights = weights
        self.traces: list[float] = [float(one) for one in weights["traces"]]

    def values(self, rows: Bytes) -> Floats:
        """How likely the seat wins, for each row."""
        if len(rows) > BLOCK:
            return np.concatenate(
                [self.values(rows[start : start + BLOCK]) for start in range(0, len(rows), BLOCK)]
            )
        weights = self._weights
        table, clans = expand(rows)
        seen = clans @ weights["clan"] + (table @ weights["table"] + weights["clan_bias"])[:, None]
        mixed = np.maximum(seen, 0).sum(1)
        hidden = np.maximum(mixed @ weights["mixed"] + table @ weights["hidden"] + weights["hidden_bias"], 0)
        logits = hidden @ weights["last"][:, 0] + weights["last_bias"][0]
        return np.asarray(1 / (1 + np.exp(-np.clip(logits, -LARGEST, LARGEST))), np.float32)


def rows_of(packed: list[bytes]) -> Bytes:
    """Packed facts, a row a position."""
    return np.frombuffer(b"".join(packed), np.uint8).reshape(-1, facts.ROW)


def load_net(path: Path) -> Net:
    """A net as the training wrote it."""
    with np.load(path) as stored:
        return Net({name: stored[name].astype(np.float32) for name in LAYERS})
