"""Games of villagers with one random choice in each: what comes after it shows what any position is worth to them."""

from __future__ import annotations

import time
from random import Random

import numpy as np

from training.samurai_spirit.cells import Cell, any_cell, new_game, to_choice
from zashiki.games.samurai_spirit.bot import choose
from zashiki.games.samurai_spirit.bot.model import END_VALUES, ENDS, end_of
from zashiki.games.samurai_spirit.rules import facts

TURNING_POINTS = 0.02  # how likely any choice is the random one, after which positions are kept


def villager_lessons(
    games: int, seed: int, until: float
) -> tuple[np.ndarray, np.ndarray, list[tuple[Cell, str, int]]]:
    chance = Random(seed)
    rows: list[bytes] = []
    targets: list[list[float]] = []
    ends: list[tuple[Cell, str, int]] = []
    while len(ends) < games and time.monotonic() < until:
        cell = any_cell(chance)
        kept, end = _game(cell, chance)
        rows += kept
        targets += [END_VALUES[end]] * len(kept)
        ends.append((cell, "villager", end))
    table = np.frombuffer(b"".join(rows), np.uint8).reshape(-1, facts.ROW)
    return table, np.array(targets, np.float16).reshape(-1, ENDS), ends


def _game(cell: Cell, chance: Random) -> tuple[list[bytes], int]:
    """The positions from the random choice on, those after choices too, and how the game ended."""
    state = new_game(cell, chance)
    kept: list[bytes] = []
    turned = chance.random() < 0.1
    while not state.end:
        seat = state.actor
        if turned:
            kept.append(facts.pack(state))
        if not turned and chance.random() < TURNING_POINTS:
            turned = True
            action = chance.choice(state.choices)
        else:
            action = choose(state.view(seat), chance)
        state.apply(seat, action)
        if turned and not state.end:
            kept.append(facts.pack(state))
        to_choice(state, chance)
    return kept, end_of(state)
