"""Winning chances by playing on: bots play games from imagined states to their end. For games that bring no values of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from random import Random
from time import monotonic
from typing import Final

from zashiki.bots import levels, usual_level
from zashiki.kernel.bots import Budget, Told
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, Game, State, View
from zashiki.kernel.messages import Message
from zashiki.kernel.studies import Deduced, Observer, OpeningBook, Valued, WeighedPlan
from zashiki.study.scores import victory_shares

GAMES: Final = 12
"""Games played for each choice, from the same imagined states for all of them."""
ANY_LENGTH: Final = Budget()


class Playouts:
    """A study of any game, by its usual bots."""

    NAME: str = "playouts"

    def __init__(self, game: Game, seconds: float = inf) -> None:
        """`seconds`: after so long a choice is judged by the games that were played until then, two at least."""
        self._game = game
        self._seconds = seconds

    def ready(self) -> bool:
        return True

    def asks_one(self, view: View) -> bool:  # noqa: ARG002
        return True

    def values(self, view: View, chance: Random) -> Valued:
        """With the standard errors of the differences to the best choice."""
        assert view.seat is not None
        won: dict[int, list[float]] = {action: [] for action in view.legal}
        end = monotonic() + self._seconds
        for number in range(GAMES):
            if number >= 2 and monotonic() > end:
                break
            state, seed = self._game.imagine(view, chance), chance.getrandbits(32)
            for action, shares in won.items():
                twin = state.copy()
                twin.apply(view.seat, action)
                shares.append(self._played(twin, seed)[view.seat])
        means = {action: sum(shares) / len(shares) for action, shares in won.items()}
        best = max(means, key=lambda action: means[action])
        return Valued(best, means, _errors(won, best))

    def verified(self, view: View, chance: Random) -> Valued | None:  # noqa: ARG002
        """So few games are never certain."""
        return None

    def deduced(self, view: View, told: Sequence[Told], chance: Random) -> Deduced | None:  # noqa: ARG002
        return None

    def theme(self, view: View, action: int) -> str:  # noqa: ARG002
        return ""

    def winning(self, view: View, chance: Random) -> float:
        assert view.seat is not None
        won = 0.0
        for _ in range(GAMES):
            won += self._played(self._game.imagine(view, chance), chance.getrandbits(32))[view.seat]
        return won / GAMES

    def weigh_plan(self, view: View, made: list[int], chance: Random) -> WeighedPlan:
        """The plan against what the bots would have planned, beside what they would have planned themselves."""
        assert view.seat is not None
        before = after = 0.0
        for _ in range(GAMES):
            state, seed = self._game.imagine(view, chance), chance.getrandbits(32)
            before += self._played(state.copy(), seed)[view.seat]
            for action in made:
                if action in state.legal(view.seat):
                    state.apply(view.seat, action)
            after += self._played(state, seed)[view.seat]
        return WeighedPlan((), max(before, after) / GAMES, after / GAMES)

    def plans(self, view: View, chance: Random) -> list[tuple[tuple[int, ...], float]]:  # noqa: ARG002
        """None: `values` tells what each next choice of a plan is worth."""
        return []

    def opening_book(self, state: State, chance: Random) -> OpeningBook | None:  # noqa: ARG002
        return None

    def observer(self, seats: int) -> Observer | None:  # noqa: ARG002
        return None

    def guesses(self) -> list[Message]:
        return []

    def roles(self, view: View) -> list[list[Message]]:  # noqa: ARG002
        return []

    def hidden(self, view: View) -> list[int]:  # noqa: ARG002
        return []

    def _played(self, state: State, seed: int) -> list[float]:
        """The share of the victory of each seat."""
        chance, level = Random(seed), levels(self._game)[usual_level(self._game)]
        bots = {}
        while actors := state.actors():
            seat = actors[0]
            if seat == CHANCE:
                state.apply(seat, draw_outcome(state, chance))
                continue
            if seat not in bots:
                bots[seat] = level.seated(seat, seed + seat)
            state.apply(seat, bots[seat].decide(state.view(seat), ANY_LENGTH).action)
        result = state.result()
        assert result is not None
        return victory_shares(result, self._game.facts.cooperative)


def _errors(won: Mapping[int, list[float]], best: int) -> dict[int, float]:
    errors = {}
    for action, shares in won.items():
        differences = [one - other for one, other in zip(won[best], shares, strict=True)]
        games = len(differences)
        mean = sum(differences) / games
        spread = sum((difference - mean) ** 2 for difference in differences) / (games - 1)
        errors[action] = sqrt(spread / games)
    return errors
