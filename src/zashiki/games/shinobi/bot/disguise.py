"""Hiding: of the ways to finish a turn, those that a player of any clan might take.

Whoever sees a way taken asks how likely it was for each clan. As little as can be is told, for what it costs, by players who take a way as often as players
of all clans together do, times e to the power of its value over the price of a nat: the best channel of rate-distortion theory, found by Blahut's and Arimoto's steps. Each player
works out what those of the other clans would do in its place, so nothing need be agreed on. It then takes the way that is best with the logarithm of how usual it is
added, at that price: its hand, which nobody sees, is chance enough.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from zashiki.games.shinobi.bot.features import CLANS, PLACES, Bytes, Floats
from zashiki.games.shinobi.rules import facts
from zashiki.games.shinobi.rules.cards import DECK_SIZE, HAND, NINJA
from zashiki.search.belief import Floats as Weights

STEPS: Final = 30
UNKNOWN: Final = 255 // CLANS
"""How exposed a player of any clan is, as `facts` has it, while nothing has told anything."""
DOUBT: Final = 0.02
"""How likely each clan is taken to be at least."""
NEVER: Final = 1e-30


def time_left(row: Bytes) -> float:
    """The share of the deck that is left when the turn is over: what others know is worth the less the sooner the game ends, nothing in the last round."""
    return float(row[facts.DECK]) / (DECK_SIZE - HAND * int(row[facts.SEATS]))


def as_if(rows: Bytes, shift: int, believed: list[int]) -> Bytes:
    """The same positions if the seat served the clan so many after its own, and believed this of the others."""
    found = rows.copy()
    found[:, facts.EXPOSED] = UNKNOWN
    for first in (facts.HELD, facts.UNSEEN):
        found[:, first : first + NINJA] = np.roll(rows[:, first : first + NINJA], -shift, 1)
    armies = rows[:, facts.ARMIES : facts.HAND_SIZES].reshape(-1, PLACES, CLANS)
    found[:, facts.ARMIES : facts.HAND_SIZES] = np.roll(armies, -shift, 2).reshape(len(rows), -1)
    found[:, facts.BELIEF :] = believed
    return found


def usual(values: Floats, suspected: Weights, price: float) -> Weights:
    """How often each way is taken by players of the clans that the seat is suspected to serve, by its value to each of them; as logarithms."""
    weights = suspected + DOUBT
    weights /= weights.sum()
    likes = np.exp((values - values.max(1, keepdims=True)) / price, dtype=np.float64)
    taken = weights @ (likes / likes.sum(1, keepdims=True))
    for _ in range(STEPS):
        by_clan = taken * likes
        taken = weights @ (by_clan / by_clan.sum(1, keepdims=True))
    return np.asarray(np.log(taken + NEVER))
