"""Small endings of games in which all play as one, solved exactly: plain recursion over every outcome, equal positions once."""

from __future__ import annotations

from math import inf
from operator import mul

from zashiki.kernel.contract import CHANCE, State
from zashiki.search.expectimax import TooLarge


class Solver:
    """How likely a game is won by perfect play. Gives up beyond `most` positions: raises TooLarge."""

    def __init__(self, most: float = inf) -> None:
        self._most = most
        self._known: dict[bytes, float] = {}

    def chances(self, state: State) -> list[float]:
        """After each choice, or outcome of chance."""
        actor, found = state.actors()[0], []
        for action in state.legal(actor):
            after = state.copy()
            after.apply(actor, action)
            found.append(self.chance(after))
        return found

    def chance(self, state: State) -> float:
        result = state.result()
        if result is not None:
            return float(bool(result.winners))
        key = state.key()
        if key not in self._known:
            if len(self._known) >= self._most:
                raise TooLarge
            after = self.chances(state)
            if state.actors() == (CHANCE,):
                odds = state.odds()
                self._known[key] = sum(map(mul, odds, after)) / sum(odds)
            else:
                self._known[key] = max(after)
        return self._known[key]
