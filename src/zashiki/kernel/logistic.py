"""A chance as a weighted sum of a few numbers: weights fitted to many games and kept in a file of the game."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

LARGEST = 30.0


def likelihood(weights: Sequence[float], factors: Sequence[float]) -> float:
    """Between 0 and 1."""
    total = sum(weight * factor for weight, factor in zip(weights, factors, strict=True))
    return 1 / (1 + exp(-max(-LARGEST, min(LARGEST, total))))
