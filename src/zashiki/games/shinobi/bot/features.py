"""What the net sees of a position: numbers about the table and the own clan, and about each of the four other clans."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from zashiki.games.shinobi.rules import facts

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

CLANS: Final = 5
PLACES: Final = 5
_SEATS: Final = np.arange(3, 6)
_WAITS: Final = np.arange(5)
_TURNS: Final = np.arange(7)
_LEADS: Final = np.arange(-3, 4)
_ARMY_LEADS: Final = np.arange(-1, 2)
_CARDS: Final = np.arange(1, 4)

TABLE_WIDTH: Final = 46
CLAN_WIDTH: Final = 32


def expand(rows: Bytes) -> tuple[Floats, Floats]:
    """A row a position: the numbers of the table, and those of each other clan."""
    numbers = rows.astype(np.float32)
    count = len(rows)
    armies = numbers[:, facts.ARMIES : facts.HAND_SIZES].reshape(count, PLACES, CLANS)
    totals = armies.sum(1)
    largest = armies.max(1)
    risks = _at_risk(armies)
    table = _table(numbers, armies, totals, largest, risks)
    return table, _clans(numbers, armies, totals, largest, risks)


def _table(numbers: Floats, armies: Floats, totals: Floats, largest: Floats, risks: Floats) -> Floats:
    seats = numbers[:, facts.SEATS, None]
    deck = numbers[:, facts.DECK, None]
    hand = numbers[:, facts.HELD : facts.UNSEEN]
    return np.concatenate(
        [
            seats == _SEATS,
            numbers[:, facts.WAIT, None] == _WAITS,
            numbers[:, facts.TURNS_LEFT, None] == _TURNS,
            deck / 40,
            deck / seats / 10,
            numbers[:, facts.EXPOSED, None] / 255,
            hand[:, :1] >= _CARDS,
            hand[:, 5:] >= 1,
            hand.sum(1, keepdims=True) / 4,
            armies[:, :, 0] / 3,
            armies[:, :, 1:].max(2) / 4,
            totals[:, :1] / 6,
            largest[:, :1] / 4,
            risks[:, :1] / 3,
            risks.sum(1, keepdims=True) / 6,
            totals.sum(1, keepdims=True) / 25,
            totals.max(1, keepdims=True) / 6,
            numbers[:, facts.UNSEEN, None] / 6,
            numbers[:, facts.UNSEEN + 5, None] / 3,
            numbers[:, facts.HAND_SIZES : facts.BELIEF] / 4,
            numbers[:, facts.BELIEF :].max(1, keepdims=True) / 255,
        ],
        1,
        dtype=np.float32,
    )


def _clans(numbers: Floats, armies: Floats, totals: Floats, largest: Floats, risks: Floats) -> Floats:
    count = len(numbers)
    belief = numbers[:, facts.BELIEF :].reshape(count, 4, 4).transpose(0, 2, 1) / 255  # by clan, then seat
    served = belief.sum(2, keepdims=True)
    strengths = armies[:, :, 1:].transpose(0, 2, 1)
    lead = (totals[:, :1] - totals[:, 1:])[:, :, None]
    ahead = lead >= _LEADS
    home = (belief * strengths[:, :, 1:]).sum(2, keepdims=True)
    return np.concatenate(
        [
            strengths / 3,
            totals[:, 1:, None] / 6,
            lead / 3,
            ahead,
            largest[:, 1:, None] / 4,
            (largest[:, :1] - largest[:, 1:])[:, :, None] >= _ARMY_LEADS,
            numbers[:, facts.HELD + 1 : facts.HELD + 5, None] / 2,
            numbers[:, facts.UNSEEN + 1 : facts.UNSEEN + 5, None] / 6,
            belief,
            served,
            served * lead / 3,
            served * ahead[:, :, 3:5],
            home / 3,
            risks[:, 1:, None] / 3,
            (totals[:, 1:] == totals.max(1, keepdims=True))[:, :, None],
            served * (lead < 0),
        ],
        2,
        dtype=np.float32,
    )


def _at_risk(armies: Floats) -> Floats:
    """By clan: its armies that a larger army of another clan in another province could attack."""
    ordered = np.sort(armies, axis=2)
    most, second = ordered[:, :, 4], ordered[:, :, 3]
    leads = armies == most[:, :, None]
    threats = np.where(leads, second[:, :, None], most[:, :, None])  # by province and clan threatened
    found = np.zeros_like(armies)
    for away in range(1, PLACES):
        np.maximum(found, np.roll(threats, away, axis=1), out=found)
    return np.asarray(((found > armies) & (armies > 0)).sum(1), np.float32)
