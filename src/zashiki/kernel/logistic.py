"""A chance as a weighted sum of a few numbers: weights fitted to many games and kept in a file of the game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp

FILE = "chances.json"
LARGEST = 30.0


@cache
def weights_of(package: str) -> list[float]:
    """Those that a game keeps in its folder."""
    text = files(package).joinpath(FILE).read_text(encoding="utf-8")
    return [float(weight) for weight in json.loads(text)["weights"]]


def likelihood(weights: Sequence[float], factors: Sequence[float]) -> float:
    """Between 0 and 1."""
    total = sum(weight * factor for weight, factor in zip(weights, factors, strict=True))
    return 1 / (1 + exp(-max(-LARGEST, min(LARGEST, total))))
