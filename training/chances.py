"""Fits how likely a seat wins from what it sees: logistic regression over the records of many games.

    ./zashiki simulate shinobi --players 4 --games 500 --seed 10 --bot villager --records records/4
    python -m training.chances shinobi records/*

Every fifth game is held out; the file of weights tells how well the chances fit those.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zashiki.kernel.contract import Game
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import package

Floats = NDArray[np.float64]

EVERY: Final = 3
"""One moment in so many is looked at."""
RIDGE: Final = 1.0
HELD_OUT: Final = 5


def moments(game: Game, file: Path, factors: Any, number: int) -> list[tuple[list[float], float]]:
    """What the seats saw now and then, and what share of the victory was theirs."""
    lines = file.read_text(encoding="utf-8").splitlines()
    head = dict(line.split(" ", 1) for line in lines[: lines.index("")])
    options = dict(line.split(" ")[1:3] for line in lines if line.startswith("option edition"))
    state, chance = Record(game, int(head["seats"]), options).start(), Random(number)
    seen: list[tuple[int, list[float]]] = []
    seats = int(head["seats"])
    for line in lines[lines.index("") + 1 :]:
        who, _, name = line.partition(" ")
        if chance.random() * EVERY < 1 or game.facts.zero_sum:
            views = ((seat, factors(state.view(seat))) for seat in range(seats))
            seen += [(seat, numbers) for seat, numbers in views if numbers is not None]
        state.apply(-1 if who == "*" else int(who), game.action(name))
    result = state.result()
    assert result is not None
    share = 1 / max(1, len(result.winners))
    return [(numbers, share * (seat in result.winners)) for seat, numbers in seen]


def fitted(inputs: Floats, shares: Floats) -> Floats:
    """Newton's method."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(50):
        likely = 1 / (1 + np.exp(-inputs @ weights))
        spread = np.maximum(likely * (1 - likely), 1e-6)
        slope = inputs.T @ (likely - shares) + RIDGE * weights
        bend = (inputs * spread[:, None]).T @ inputs + RIDGE * np.eye(len(weights))
        change = np.linalg.solve(bend, slope)
        weights -= change
        if np.abs(change).max() < 1e-8:
            break
    return weights


def surprise(likely: Floats | float, shares: Floats) -> float:
    """The mean logarithmic loss."""
    return float(-(shares * np.log(likely) + (1 - shares) * np.log(1 - likely)).mean())


def main(name: str, folders: list[str]) -> None:
    game = find_game(name)
    factors = import_module(f"{package(name)}.factors").factors
    taken = [file for folder in folders for file in sorted(Path(folder).glob("*.zashiki"))]
    rows: list[tuple[list[float], float, bool]] = []
    for number, file in enumerate(taken):
        rows += [(*one, number % HELD_OUT == 0) for one in moments(game, file, factors, number)]
    inputs, shares = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    held = np.array([row[2] for row in rows])
    weights = fitted(inputs[~held], shares[~held])
    likely = np.clip(1 / (1 + np.exp(-inputs[held] @ weights)), 1e-6, 1 - 1e-6)
    report = {
        "recipe": "python -m training.chances",
        "games": len(taken),
        "moments": len(rows),
        "loss_held_out": round(surprise(likely, shares[held]), 4),
        "loss_of_the_mean": round(surprise(shares[~held].mean(), shares[held]), 4),
        "weights": [round(float(weight), 5) for weight in weights],
    }
    file = Path(str(files(package(name)).joinpath("chances.json")))
    file.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print({key: value for key, value in report.items() if key != "weights"})
    for low in np.arange(0, 1, 0.1):
        chosen = (likely >= low) & (likely < low + 0.1)
        if chosen.sum() > 20:
            print(
                f"{low:.1f}: {chosen.sum()} moments, {likely[chosen].mean():.3f} said, {shares[held][chosen].mean():.3f} won"
            )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
