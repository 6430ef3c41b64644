"""The positions of the last iterations: for each rows of facts, and the targets that they are learned with."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import ceil
from typing import Any

import numpy as np

Positions = tuple[Any, Any]
Memory = deque[Positions]


def together(memory: Memory) -> Positions:
    return np.concatenate([rows for rows, _ in memory]), np.concatenate([targets for _, targets in memory])


def memory_arrays(memory: Sequence[Positions]) -> dict[str, Any]:
    """By name, as they are kept in a file."""
    rows = {f"rows.{number}": rows for number, (rows, _) in enumerate(memory)}
    return rows | {f"targets.{number}": targets for number, (_, targets) in enumerate(memory)}


def remembered(stored: dict[str, Any]) -> list[Positions]:
    """The iterations that `memory_arrays` has named."""
    return [(stored[f"rows.{number}"], stored[f"targets.{number}"]) for number in range(len(stored) // 2)]


def thinned(memory: Sequence[Positions], most: int) -> list[Positions]:
    """Every second position, or every third and so on, of each iteration, where all together would be too many."""
    step = max(1, ceil(sum(len(rows) for rows, _ in memory) / most))
    return [(rows[::step], targets[::step]) for rows, targets in memory]
