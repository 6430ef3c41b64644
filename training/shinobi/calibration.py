"""Fits what the net's value of a position means: how often villagers and warriors win from there.

    python -m training.shinobi.calibration --games 120

Plays so many games with each number of players, every third of them by warriors, and prints the numbers that `games/shinobi/study.py` has. Every fifth game
is held out to tell how well they fit.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zashiki.games.shinobi import GAME
from zashiki.games.shinobi.bot import LEVELS
from zashiki.games.shinobi.bot.manner import EVERY_WAY
from zashiki.games.shinobi.bot.searching import master_mind
from zashiki.games.shinobi.rules.cards import CLAN_COUNT
from zashiki.games.shinobi.study import LAST_TURN, NODES, SURE, progress
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.bots import Budget
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.record import Record
from zashiki.search.belief import Belief
from zashiki.search.budget import Meter

Floats = NDArray[np.float64]

LOOKED_AT: Final = 0.12
"""How many of the moments are looked at."""
PLAYER_COUNTS: Final = (3, 4, 5)
WARRIOR_NODES: Final = 100
HELD_OUT: Final = 5
SEED: Final = 1000


def net_value(view: ShinobiView, chance: Random) -> float:
    """As the net has it."""
    mind = master_mind()
    if view.actors != (view.seat,):
        return mind.waiting(view, chance)
    belief = Belief(view.seats, CLAN_COUNT)
    return max(mind.values(view, belief, EVERY_WAY, Meter(None, NODES), chance).values())


def moments_of(number: int, seats: int) -> list[tuple[int, int, float, float, float]]:
    """The number of the game, the players, how far it has come, the net's value to a seat, and the seat's share of the victory."""
    level, chance = LEVELS["villager" if number % 3 else "warrior"], Random(SEED + number)
    bots = [level.seated(seat, 9 * number + seat) for seat in range(seats)]
    state: Any = Record(GAME, seats).start()
    seen: list[tuple[int, float, float]] = []
    while actors := state.actors():
        actor = actors[0]
        if actor == CHANCE:
            state.apply(actor, draw_outcome(state, chance))
            continue
        if chance.random() < LOOKED_AT:
            for seat in {actor, chance.randrange(seats)}:
                view = state.view(seat)
                if view.turns_left != LAST_TURN or seat != actor:
                    seen.append((seat, progress(view), net_value(view, chance)))
        state.apply(actor, bots[actor].decide(state.view(actor), Budget(nodes=WARRIOR_NODES)).action)
    winners = state.result().winners
    return [(number, seats, done, value, (seat in winners) / len(winners)) for seat, done, value in seen]


def inputs_of(seats: Floats, done: Floats, values: Floats) -> Floats:
    logits = np.log(values / (1 - values))
    return np.column_stack(
        [*(seats == count for count in PLAYER_COUNTS), done, done * done, logits, logits * done]
    ).astype(float)


def fitted(inputs: Floats, shares: Floats) -> Floats:
    """Newton's method."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(40):
        likely = 1 / (1 + np.exp(-inputs @ weights))
        slopes = inputs.T @ (shares - likely)
        bends = (inputs.T * (likely * (1 - likely))) @ inputs + 1e-3 * np.eye(len(weights))
        weights = weights + np.linalg.solve(bends, slopes)
    return weights


def loss(likely: Floats, shares: Floats) -> float:
    return float(-(shares * np.log(likely) + (1 - shares) * np.log(1 - likely)).mean())


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=120)
    games = options.parse_args().games
    found = np.array(
        [moment for number in range(games) for seats in PLAYER_COUNTS for moment in moments_of(number, seats)]
    )
    numbers, seats, done, values, shares = found.T
    values = np.clip(values, SURE, 1 - SURE)
    inputs, held_out = inputs_of(seats, done, values), numbers % HELD_OUT == 0
    tried = 1 / (1 + np.exp(-inputs @ fitted(inputs[~held_out], shares[~held_out])))
    print(
        f"{len(found)} moments; loss of those held out: {loss(values[held_out], shares[held_out]):.3f} by the net,",
        end=" ",
    )
    print(f"{loss(tried[held_out], shares[held_out]):.3f} calibrated")
    weights = fitted(inputs, shares).round(3).tolist()
    print("SEATS", weights[:3], "DONE", weights[3:5], "SLOPE", weights[5:])


if __name__ == "__main__":
    main()
