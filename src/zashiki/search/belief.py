"""Who holds which secret: every way in which the secrets may be dealt is weighed by what the holders did."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Deals = NDArray[np.int64]


@cache
def all_deals(holders: int, secrets: int) -> Deals:
    """A row a deal: the secret of each holder. No two hold the same."""
    return np.array(list(permutations(range(secrets), holders)))


class Belief:
    """How likely every deal is. Evidence is added holder by holder, as the logarithm of how likely it was for each secret."""

    def __init__(self, holders: int, secrets: int) -> None:
        self.deals = all_deals(holders, secrets)
        self.evidence: Floats = np.zeros((holders, secrets))

    def add(self, holder: int, likelihoods: Sequence[float]) -> None:
        self.evidence[holder] += likelihoods

    def weights(self, holder: int | None = None, secret: int = 0) -> Floats:
        """Of every deal; they add up to 1. Whoever knows that a holder has a secret leaves out all other deals."""
        logs = self._logs()
        if holder is not None:
            logs = np.where(self.deals[:, holder] == secret, logs, -np.inf)
        odds = np.exp(logs - logs.max())
        return np.asarray(odds / odds.sum())

    def shares(self, weights: Floats) -> Floats:
        """By holder and secret: how likely it is."""
        found = np.zeros_like(self.evidence)
        for holder, column in enumerate(self.deals.T):
            found[holder] = np.bincount(column, weights, minlength=found.shape[1])
        return found

    def suspicion(self, holder: int) -> Floats:
        """By secret: how likely those who see no secret take it to be the holder's, as a logarithm."""
        shares = self.shares(self.weights())[holder]
        return np.asarray(np.log(np.maximum(shares, 1e-12)))

    def _logs(self) -> Floats:
        logs = np.zeros(len(self.deals))
        for holder, column in enumerate(self.deals.T):
            logs += self.evidence[holder, column]
        return logs
