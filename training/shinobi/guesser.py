"""A guesser of clans: who serves whom, by the orders alone, learned from games of the very players whom it guesses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from zashiki.games.shinobi.rules.traces import SIZE
from zashiki.search.belief import all_deals

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

CLANS: Final = 5
TRUST: Final = 0.5
"""How strongly the table keeps to the one it begins with: that is worth so many guesses a trace."""
STEPS: Final = 60
FOLDS: Final = 5


class Watched(NamedTuple):
    """A game as everybody saw it, and what was secret: a line an order."""

    traces: Ints  # by clan
    seats: Ints
    rounds: Ints  # counted from 0
    last: Flags  # whether it was given in the last round, when the deck was empty
    clans: Ints  # by seat


class Told:
    """What the orders of some games with as many seats told at the end of each round."""

    def __init__(self, games: Sequence[Watched]) -> None:
        self.games = len(games)
        self.seats = len(games[0].clans)
        self.rounds = 1 + max(int(game.rounds[-1]) for game in games)
        self.deals = all_deals(self.seats, CLANS)
        clans = np.array([game.clans for game in games])
        self.clans = clans
        self.true = (self.deals == clans[:, None]).all(2).argmax(1)  # by game: the deal
        self.played = np.array([game.rounds[-1] for game in games])[:, None] >= np.arange(self.rounds)
        numbers = np.repeat(np.arange(self.games), [len(game.rounds) for game in games])
        rounds = np.concatenate([game.rounds for game in games])
        seats = np.concatenate([game.seats for game in games])
        self._traces = np.concatenate([game.traces for game in games]).ravel()
        first = ((numbers * self.rounds + rounds) * self.seats + seats) * CLANS
        self._cells = (first[:, None] + np.arange(CLANS)).ravel()

    def odds(self, table: Floats) -> Floats:
        """By game, round and deal: how likely the deal is by all that was told until the end of the round."""
        count = self.games * self.rounds * self.seats * CLANS
        told = np.bincount(self._cells, table[self._traces], minlength=count)
        told = told.reshape(self.games, self.rounds, self.seats, CLANS).cumsum(1)
        logs = np.sum([told[:, :, seat, self.deals[:, seat]] for seat in range(self.seats)], 0)
        odds = np.exp(logs - logs.max(2, keepdims=True))
        return np.asarray(odds / odds.sum(2, keepdims=True))

    def shares(self, odds: Floats) -> Floats:
        """By game, round, seat and clan: how likely the seat serves it."""
        serves = (self.deals.T[:, None] == np.arange(CLANS)[:, None]).astype(float)  # by seat, clan and deal
        return np.asarray(np.einsum("grd,scd->grsc", odds, serves, optimize=True))

    def loss(self, table: Floats) -> tuple[float, Floats]:
        """The mean surprise at the true deals of all rounds that were played, and its slope."""
        odds = self.odds(table)
        likely = odds[np.arange(self.games)[:, None], np.arange(self.rounds), self.true[:, None]]
        loss = -np.log(likely[self.played] + 1e-300).sum()
        back = self.shares(odds)
        back -= np.eye(CLANS)[self.clans][:, None]
        back *= self.played[:, :, None, None]
        back = back[:, ::-1].cumsum(1)[:, ::-1].ravel()
        slope: Floats = np.bincount(self._traces, back[self._cells], minlength=SIZE + 1).astype(np.float64)
        slope[SIZE] = 0
        return float(loss), slope


def fitted(games: Sequence[Watched], start: Floats) -> Floats:
    """The table of weights that surprises least in these games, near the one it begins with."""
    told = Told(games)

    def worth(table: Floats) -> tuple[float, Floats]:
        loss, slope = told.loss(table)
        away = table - start
        return loss + TRUST * float(away @ away), slope + 2 * TRUST * away

    return np.asarray(minimize(worth, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x)


def named(games: Sequence[Watched], table: Floats) -> list[Floats]:
    """By game and round: how many of its seats the first guess names rightly, of 1."""
    told = Told(games)
    guesses = told.shares(told.odds(table)).argmax(3)
    right = (guesses == told.clans[:, None]).mean(2)
    return [line[played] for line, played in zip(right, told.played, strict=True)]


def before_the_last_round(game: Watched) -> Watched:
    """What was seen of it until the deck was empty."""
    seen = ~game.last
    return Watched(game.traces[seen], game.seats[seen], game.rounds[seen], game.last[seen], game.clans)


class Named(NamedTuple):
    """How many of the seats were named rightly, of 1."""

    rounds: Floats  # after each of them
    before_the_last: float


def cross_named(games: Sequence[Watched], start: Floats) -> list[Named]:
    """Each game is guessed by what was learned from the other four fifths."""
    found: dict[int, Named] = {}
    for fold in range(FOLDS):
        held_out = range(fold, len(games), FOLDS)
        table = fitted([game for number, game in enumerate(games) if number % FOLDS != fold], start)
        guessed = [games[number] for number in held_out]
        early = named([before_the_last_round(game) for game in guessed], table)
        for number, rounds, until in zip(held_out, named(guessed, table), early, strict=True):
            found[number] = Named(rounds, float(until[-1]))
    return [found[number] for number in range(len(games))]
