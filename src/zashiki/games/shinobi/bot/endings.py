"""Positions after the last turn: the share of the victory, exactly, over all that others may serve (SHI-E2, SHI-E3)."""

from __future__ import annotations

import numpy as np

from zashiki.games.shinobi.bot.features import CLANS, PLACES, Bytes, Floats
from zashiki.games.shinobi.rules import facts
from zashiki.search.belief import Deals
from zashiki.search.belief import Floats as Weights


def is_over(rows: Bytes) -> np.ndarray:
    """Which of the rows are packed after the last turn."""
    return np.asarray((rows[:, facts.DECK] == 0) & (rows[:, facts.TURNS_LEFT] == 0))


def shares(rows: Bytes, deals: Deals, weights: Weights) -> Floats:
    """Of the own seat. Deals say whom the seats serve as rows do: seats and clans from the own one."""
    seats = deals.shape[1]
    armies = rows[:, facts.ARMIES : facts.HAND_SIZES].reshape(-1, PLACES, CLANS).astype(np.int64)
    totals, largest = armies.sum(1), armies.max(1)
    served = totals[:, deals]  # by position, deal, seat
    neutral = totals.max(1)[:, None] > served.max(2)
    figures = np.where(neutral[:, :, None], largest[:, deals], served)
    homes = np.stack([armies[:, seat][:, deals[:, seat]] for seat in range(seats)], 2)
    standings = figures * 64 + homes
    best = standings.max(2, keepdims=True) == standings
    won = best[:, :, 0] / best.sum(2)
    return np.asarray(won @ weights, np.float32)
