"""How likely each clan is for each seat, as spectators would see it: by what a player of each clan would have done.

A model of players says how likely each choice is for a clan: better ones are more likely, now and then a player plays for another
clan. The hands are not seen; they are imagined so that they have the card that was played.
"""

from __future__ import annotations

from itertools import permutations
from math import exp
from random import Random
from typing import Final

from zashiki.games.shinobi.bot.villager import moment_of
from zashiki.games.shinobi.imagine import imagine
from zashiki.games.shinobi.rules.cards import CLAN_COUNT
from zashiki.games.shinobi.view import ShinobiView

HANDS: Final = 3
"""Hands imagined for a choice."""
TRIES: Final = 12
WARMTH: Final = 0.5
"""How much worse, in cards, a choice may be and still be made more than every third time as often."""
COVER: Final = 0.3
"""How often a player plays for another clan until the last round."""
LOYALTY: Final = 0.4
BLIND: Final = 0.05
"""How often a player chooses anything."""


class ClanObserver:
    """Keeps how likely every deal of clans is."""

    def __init__(self, seats: int) -> None:
        self._deals = list(permutations(range(CLAN_COUNT), seats))
        self._seats = seats
        self._weights = [1.0 / len(self._deals)] * len(self._deals)

    def see(self, view: ShinobiView, seat: int, action: int, chance: Random) -> None:
        likelihoods = _likelihoods(view, seat, action, chance)
        if likelihoods is None:
            return
        weights = [
            weight * likelihoods[deal[seat]] for weight, deal in zip(self._weights, self._deals, strict=True)
        ]
        total = sum(weights)
        self._weights = [weight / total for weight in weights]

    def likely(self) -> list[list[float]]:
        shares = [[0.0] * CLAN_COUNT for _ in range(self._seats)]
        for weight, deal in zip(self._weights, self._deals, strict=True):
            for seat, clan in enumerate(deal):
                shares[seat][clan] += weight
        return shares


def _likelihoods(view: ShinobiView, seat: int, action: int, chance: Random) -> list[float] | None:
    """By clan: how likely the choice was; None if it tells nothing."""
    sums, found = [0.0] * CLAN_COUNT, 0
    for _ in range(TRIES):
        state = imagine(view, chance)
        legal = state.legal(seat)
        if action not in legal:
            continue
        if len(legal) == 1:
            return None
        moment = moment_of(state.view(seat), seat)
        worths = [[moment.worth(clan, choice) for choice in legal] for clan in range(CLAN_COUNT)]
        place, covers = legal.index(action), COVER if view.last is None else 0.0
        for clan in range(CLAN_COUNT):
            sums[clan] += _likelihood(worths, clan, place, covers)
        found += 1
        if found == HANDS:
            break
    return sums if found else None


def _likelihood(worths: list[list[float]], clan: int, place: int, covers: float) -> float:
    openly = _softmax(worths[clan], place)
    if covers:
        others = [other for other in range(CLAN_COUNT) if other != clan]
        hidden = sum(
            _softmax(
                [
                    (1 - LOYALTY) * theirs + LOYALTY * own
                    for theirs, own in zip(worths[other], worths[clan], strict=True)
                ],
                place,
            )
            for other in others
        ) / len(others)
        openly = (1 - covers) * openly + covers * hidden
    return (1 - BLIND) * openly + BLIND / len(worths[clan])


def _softmax(worths: list[float], place: int) -> float:
    best = max(worths)
    weights = [exp((worth - best) / WARMTH) for worth in worths]
    return weights[place] / sum(weights)
