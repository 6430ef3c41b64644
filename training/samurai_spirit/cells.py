"""Which games are played: how many samurai, at which level, how often."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.kernel.contract import CHANCE

Cell = tuple[int, str, str]
"""Seats, level, and "" or how a lone player plays: with "2" or "3" samurai."""

SHARES: Final[dict[Cell, float]] = {
    (2, "normal", ""): 0.10, (3, "normal", ""): 0.12, (4, "normal", ""): 0.14,
    (5, "normal", ""): 0.13, (6, "normal", ""): 0.12, (7, "normal", ""): 0.11,
    (2, "hard", ""): 0.06, (3, "hard", ""): 0.02, (4, "hard", ""): 0.06,
    (5, "hard", ""): 0.01, (6, "hard", ""): 0.01, (7, "hard", ""): 0.01,
    (2, "heroic", ""): 0.05, (3, "heroic", ""): 0.01, (4, "heroic", ""): 0.01,
    (2, "easy", ""): 0.01, (3, "easy", ""): 0.01, (4, "easy", ""): 0.01,
    (5, "easy", ""): 0.01, (6, "easy", ""): 0.01, (7, "easy", ""): 0.01,
    (1, "normal", "2"): 0.01, (1, "normal", "3"): 0.02,
}  # fmt: skip
"""More where the bars are."""
BARS: Final[dict[Cell, float]] = {
    (2, "normal", ""): 0.88, (3, "normal", ""): 0.58, (4, "normal", ""): 0.45, (5, "normal", ""): 0.30,
    (6, "normal", ""): 0.15, (7, "normal", ""): 0.08, (2, "hard", ""): 0.68, (4, "hard", ""): 0.15, (2, "heroic", ""): 0.25,
}  # fmt: skip
"""What the strongest player should win."""

_CELLS: Final = list(SHARES)
_WEIGHTS: Final = list(SHARES.values())


def any_cell(chance: Random) -> Cell:
    return chance.choices(_CELLS, _WEIGHTS)[0]


def new_game(cell: Cell, chance: Random) -> State:
    """A game in which the first player is known."""
    seats, level, solo = cell
    options: dict[str, Any] = {"solo_samurai": solo} if solo else {}
    state = GAME.start(seats, level=level, **options)
    to_choice(state, chance)
    return state


def to_choice(state: State, chance: Random) -> None:
    """Chance and forced choices are played until someone has a choice or the game is over."""
    while True:
        actor = state.actor
        if actor == CHANCE:
            outcomes = state.legal(CHANCE)
            state.apply(CHANCE, outcomes[_drawn(state.odds(), chance)])
        elif actor >= 0 and len(state.choices) == 1:
            state.apply(actor, state.choices[0])
        else:
            return


def _drawn(weights: list[int], chance: Random) -> int:
    left = chance.random() * sum(weights)
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    return len(weights) - 1


@cache
def cell_name(cell: Cell) -> str:
    seats, level, solo = cell
    return f"{seats} {level}" + (f" ({solo} samurai)" if solo else "")
