"""`python -m training.samurai_spirit.difficulty`: how often warriors and masters win, by players and level of difficulty.

Both get the same deals, which are those of `./zashiki match samurai-spirit warrior master --nodes N --seed S`. Many processes play, and the positions
that they search are valued on a GPU (`--evaluate cuda`), where that is most of the work; numpy does the same more slowly. What is played is kept
after every lot, and `--resume` goes on.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from training.samurai_spirit.cells import BARS, Cell, cell_name
from training.workers import Workers, add_options
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.bot.net import rows_of
from zashiki.games.samurai_spirit.bot.searching import FURTHER, GLANCE, NET, Searching, shipped_net
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.kernel.bots import Budget
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.search.expectimax import Evaluator

LEVELS = ("warrior", "master")
EVERY_CELL: list[Cell] = [
    (seats, level, "") for level in ("normal", "hard", "heroic", "easy") for seats in range(2, 8)
]
LOT = 40
"""Deals of a cell that are played before the next cell has its turn."""


def on_gpu() -> Evaluator[State]:
    """The net that ships, on a GPU."""
    import torch

    from training.samurai_spirit.torch_net import TorchEvaluator

    torch.set_num_threads(1)
    evaluator = TorchEvaluator("cuda")
    with np.load(NET) as stored:
        evaluator.load({name: stored[name] for name in stored.files if name.endswith((".weight", ".bias"))})
    return lambda positions: evaluator.values(rows_of(positions))


EVALUATORS: dict[str, Callable[[], Evaluator[State]]] = {"cuda": on_gpu, "numpy": shipped_net}


@cache
def _level(name: str, evaluate: str) -> Searching:
    """As the game declares it, but for what values positions."""
    further = FURTHER if name == "master" else ()
    return Searching(GLANCE, further, seconds=2.0, evaluator=EVALUATORS[evaluate])


def play(cell: Cell, name: str, evaluate: str, nodes: int, seed: int, deal: int) -> tuple[bool, int]:
    """Whether the game of a deal is won, and how many decisions that took."""
    seats, level, _ = cell
    chance, state = Random(f"{seed}/{deal}"), GAME.start(seats, level=level)
    bots = [_level(name, evaluate).seated(seat, deal) for seat in range(seats)]
    budget, decisions = Budget(nodes=nodes), 0
    while actors := state.actors():
        seat = actors[0]
        if seat == CHANCE:
            state.apply(seat, draw_outcome(state, chance))
            continue
        state.apply(seat, bots[seat].decide(state.view(seat), budget).action)
        decisions += 1
    result = state.result()
    assert result is not None
    return bool(result.winners), decisions


def _play_lot(
    options: argparse.Namespace, workers: Workers, cell: Cell, kept: dict[str, Any], games: int
) -> None:
    """The next deals of a cell, for both levels."""
    begun = time.monotonic()
    found = kept["cells"].setdefault(cell_name(cell), dict.fromkeys(LEVELS, ""))
    first = len(found[LEVELS[0]])
    deals = range(first, min(first + LOT, games))
    questions = [
        (cell, level, options.evaluate, options.nodes, options.seed, deal)
        for level in reversed(LEVELS)
        for deal in deals
    ]
    answers = workers.ask(play, questions).get()
    for index, level in enumerate(reversed(LEVELS)):
        ends = answers[index * len(deals) : (index + 1) * len(deals)]
        found[level] += "".join(str(int(won)) for won, _ in ends)
    line = {
        level: f"{found[level].count('1') / len(found[level]):.3f}/{len(found[level])}" for level in LEVELS
    }
    print(json.dumps({cell_name(cell): line, "seconds": round(time.monotonic() - begun, 1)}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.samurai_spirit.difficulty", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("training/out/difficulty.json"))
    parser.add_argument("--resume", type=Path, help="file to go on from")
    parser.add_argument("--games", type=int, default=400, help="in a cell that has a bar")
    parser.add_argument("--other-games", type=int, default=0, help="in the others")
    parser.add_argument("--nodes", type=int, default=1500, help="positions that a player may look at")
    parser.add_argument("--seed", type=int, default=101)
    parser.add_argument("--minutes", type=float, default=9.0, help="after which no lot is begun")
    parser.add_argument("--evaluate", default="cuda", choices=list(EVALUATORS))
    add_options(parser)
    options = parser.parse_args()
    begun = time.monotonic()
    kept: dict[str, Any] = {"nodes": options.nodes, "seed": options.seed, "cells": {}}
    if options.resume:
        kept = json.loads(options.resume.read_text(encoding="utf-8"))
        if (kept["nodes"], kept["seed"]) != (options.nodes, options.seed):
            parser.error(f"{options.resume} has other nodes or another seed")
    workers = Workers(options.workers, options.ray)
    wanted = {cell: options.games if cell in BARS else options.other_games for cell in EVERY_CELL}
    try:
        while open_cells := [cell for cell in EVERY_CELL if _played(kept, cell) < wanted[cell]]:
            for cell in open_cells:
                if time.monotonic() - begun > options.minutes * 60:
                    return
                _play_lot(options, workers, cell, kept, wanted[cell])
                options.out.parent.mkdir(parents=True, exist_ok=True)
                options.out.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    finally:
        workers.close()


def _played(kept: dict[str, Any], cell: Cell) -> int:
    return len(kept["cells"].get(cell_name(cell), {}).get(LEVELS[0], ""))


if __name__ == "__main__":
    main()
