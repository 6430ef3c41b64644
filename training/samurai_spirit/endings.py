"""`python -m training.samurai_spirit.endings`: what each level loses in the last cards of a game, which are solved exactly.

Positions with few Raiders left in the last round, of games of masters, so that they are such as strong players come to. An ending is searched card by card to the end of the
game; what a level loses is the best chance to win less that of its choice.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.bot import LEVELS
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.village import ROUNDS
from zashiki.kernel.bots import Bot, Budget
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.garbage import without_collector
from zashiki.search.expectimax import TooLarge
from zashiki.search.solver import Solver
from zashiki.testing import pick_chance

CELLS = (("normal", 2), ("hard", 2), ("heroic", 2), ("normal", 3), ("hard", 3), ("normal", 4))
PLAY = Budget(nodes=300)
"""How far the players think whose games the positions are of."""
MATTERS = 0.001
"""A choice matters if the worst loses more winning chance than this."""


def endings(games: int, raiders: int, seed: int) -> Iterator[State]:
    """Positions with so few Raiders left, in which somebody has a choice, cell after cell."""
    for game in range(games):
        level, seats = CELLS[game % len(CELLS)]
        chance, state = Random(seed + game), GAME.start(seats=seats, level=level)
        bots = [LEVELS["master"].seated(seat, game) for seat in range(seats)]
        while state.actors():
            seat = state.actors()[0]
            if seat == CHANCE:
                state.apply(seat, pick_chance(state, chance))
                continue
            if state.round == ROUNDS and state.raiders <= raiders and len(state.legal(seat)) > 1:
                yield state.copy()
            state.apply(seat, bots[seat].decide(state.view(seat), PLAY).action)


def solved(state: State, most: int) -> list[float] | None:
    """The chance to win after each choice; None if more positions follow than `most`."""
    try:
        with without_collector():
            return Solver(most).chances(state)
    except TooLarge:
        return None


def loss(bot: Bot, state: State, chances: list[float], budget: Budget) -> float:
    seat = state.actors()[0]
    chosen = bot.decide(state.view(seat), budget).action
    return max(chances) - chances[state.legal(seat).index(chosen)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.samurai_spirit.endings", description=__doc__)
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--raiders", type=int, default=2, help="left at most in the last round")
    parser.add_argument("--most", type=int, default=30_000, help="positions that an ending may have")
    parser.add_argument("--nodes", type=int, default=1500, help="positions that a player may look at")
    parser.add_argument("--seed", type=int, default=13)
    options = parser.parse_args()
    levels = [level for level in LEVELS if level != "random"]
    lost: dict[str, list[float]] = {level: [] for level in levels}
    mattered = too_large = 0
    for state in endings(options.games, options.raiders, options.seed):
        chances = solved(state, options.most)
        if chances is None:
            too_large += 1
            continue
        mattered += max(chances) - min(chances) > MATTERS
        for level in levels:
            bot = LEVELS[level].seated(state.actors()[0], options.seed)
            lost[level].append(loss(bot, state, chances, Budget(nodes=options.nodes)))
    print(json.dumps({
        "games": options.games, "nodes": options.nodes, "solved": len(lost["master"]), "mattered": mattered, "too_large": too_large,
        "lost_a_decision": {level: round(sum(found) / max(1, len(found)), 5) for level, found in lost.items()},
        "lost_where_it_mattered": {level: round(sum(found) / max(1, mattered), 5) for level, found in lost.items()},
        "most_lost": {level: round(max(found, default=0.0), 4) for level, found in lost.items()},
    }, indent=1))  # fmt: skip


if __name__ == "__main__":
    main()
