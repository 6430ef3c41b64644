"""`python -m training.samurai_spirit.difficulty`: how often villagers, warriors and masters win, by players and level of difficulty.

All get the same deals, which are those of `./zashiki match samurai-spirit villager warrior master --nodes N --seed S`. Many processes play, and the positions
that they search are valued on a GPU (`--evaluate cuda`), where that is most of the work; numpy does the same more slowly. What is played is kept
after every lot, and `--resume` goes on. With `--choices FOLDER` each choice is kept as well, and games that were broken off go on in their middle:
with as many nodes as two seconds allow a game takes minutes.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import deque
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from training.samurai_spirit.cells import BARS, Cell, cell_name
from training.workers import Workers, add_options
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.bot import LEVELS
from zashiki.games.samurai_spirit.bot.net import rows_of
from zashiki.games.samurai_spirit.bot.searching import (
    ENOUGH,
    FURTHER,
    GLANCE,
    NET,
    Searching,
    Stages,
    shipped_net,
)
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.kernel.bots import Budget, Level
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.search.expectimax import Evaluator

EFFORTS: dict[str, tuple[Stages, Stages, float]] = {
    "one stage": (GLANCE[:1], (), inf),
    "two stages": (GLANCE[:2], (), inf),
    "three stages": (GLANCE, (), inf),
    "warrior": (GLANCE, (), ENOUGH),
    "master": (GLANCE, FURTHER, inf),
}
"""How far a player looks, and when it looks no further: the levels as the game declares them, and others to compare with."""
EVERY_CELL: list[Cell] = [
    (seats, level, "") for level in ("normal", "hard", "heroic", "easy") for seats in range(2, 8)
]
LOT = 40
"""Deals of a cell that are played before the next cell has its turn."""
AT_ONCE = 2
"""Lots that wait for others to end."""


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
def _level(name: str, evaluate: str) -> Level:
    """One that searches, or one that the game declares and needs no net."""
    if name not in EFFORTS:
        return LEVELS[name]
    return Searching(*EFFORTS[name], seconds=2.0, evaluator=EVALUATORS[evaluate])


class _Choices:
    """What was chosen in a game, a line a choice. Those that are kept come first, then those that are added."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.kept: list[int] = []
        if path and path.exists():
            text = path.read_text(encoding="ascii")
            *whole, cut_off = text.split("\n")
            self.kept = [int(line) for line in whole]
            if cut_off:  # it is chosen anew
                path.write_text(text.removesuffix(cut_off), encoding="ascii")

    def add(self, action: int) -> None:
        if self._path:
            with self._path.open("a", encoding="ascii") as lines:
                lines.write(f"{action}\n")


def play(
    cell: Cell, name: str, evaluate: str, nodes: int, seed: int, deal: int, folder: Path | None = None
) -> tuple[bool, int]:
    """Whether the game of a deal is won, and how many decisions that took. With a folder each choice is kept there, and made once."""
    seats, level, _ = cell
    chance, state = Random(f"{seed}/{deal}"), GAME.start(seats, level=level)
    bots = [_level(name, evaluate).seated(seat, deal) for seat in range(seats)]
    choices = _Choices(
        folder and folder / f"{seats}-{level}-{name}-{nodes}-{seed}-{deal}.txt".replace(" ", "-")
    )
    budget, decisions = Budget(nodes=nodes), 0
    while actors := state.actors():
        seat = actors[0]
        if seat == CHANCE:
            state.apply(seat, draw_outcome(state, chance))
            continue
        if decisions < len(choices.kept):
            action = choices.kept[decisions]
        else:
            action = bots[seat].decide(state.view(seat), budget).action
            choices.add(action)
        state.apply(seat, action)
        decisions += 1
    result = state.result()
    assert result is not None
    return bool(result.winners), decisions


class _Lots:
    """Lots of deals that are being played. The next is begun before the last has ended, so that no process waits for the longest game."""

    def __init__(self, options: argparse.Namespace, kept: dict[str, Any]) -> None:
        self._options = options
        self._kept = kept
        self._workers = Workers(options.workers, options.ray)
        self._begun: deque[tuple[str, str, Any]] = deque()

    def begin(self, cell: Cell, level: str, deals: range) -> None:
        fixed = (cell, level, self._options.evaluate, self._options.nodes, self._options.seed)
        answers = self._workers.ask(play, [(*fixed, deal, self._options.choices) for deal in deals])
        self._begun.append((cell_name(cell), level, answers))
        if len(self._begun) > AT_ONCE:
            self.end()

    def end(self) -> None:
        """Waits for the lot that was begun first, and keeps it."""
        cell, level, answers = self._begun.popleft()
        ends = self._kept["cells"].setdefault(cell, {})
        ends[level] = ends.get(level, "") + "".join(str(int(won)) for won, _ in answers.get())
        share = ends[level].count("1") / len(ends[level])
        print(
            json.dumps({"cell": cell, "level": level, "games": len(ends[level]), "won": round(share, 3)}),
            flush=True,
        )
        self._options.out.parent.mkdir(parents=True, exist_ok=True)
        self._options.out.write_text(json.dumps(self._kept, indent=1) + "\n", encoding="utf-8")

    def close(self) -> None:
        while self._begun:
            self.end()
        self._workers.close()


def _open_lots(options: argparse.Namespace, kept: dict[str, Any]) -> Iterator[tuple[Cell, str, range]]:
    """A lot of every cell and level in turn, as long as games are wanted."""
    wanted = {
        cell: options.games if cell in BARS else options.other_games
        for cell in EVERY_CELL
        if cell_name(cell) in options.cells
    }
    for first in range(0, max(wanted.values()), LOT):
        for cell, games in wanted.items():
            ends = kept["cells"].get(cell_name(cell), {})
            for level in options.levels:
                played = len(ends.get(level, ""))
                deals = range(max(first, played), min(first + LOT, games))
                if deals:
                    yield cell, level, deals


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.samurai_spirit.difficulty", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("training/out/difficulty.json"))
    parser.add_argument("--resume", type=Path, help="file to go on from")
    parser.add_argument(
        "--choices", type=Path, metavar="FOLDER", help="keep each choice, and go on in the middle of games"
    )
    parser.add_argument(
        "--levels", nargs="+", default=["villager", "warrior", "master"], choices=["villager", *EFFORTS]
    )
    names = [cell_name(cell) for cell in EVERY_CELL]
    parser.add_argument("--cells", nargs="+", default=names, choices=names, metavar="CELL", help='"2 normal"')
    parser.add_argument("--games", type=int, default=400, help="in a cell that has a bar")
    parser.add_argument("--other-games", type=int, default=0, help="in the others")
    parser.add_argument("--nodes", type=int, default=1500, help="positions that a player may look at")
    parser.add_argument("--seed", type=int, default=101)
    parser.add_argument("--minutes", type=float, default=9.0, help="after which no lot is begun")
    parser.add_argument("--evaluate", default="numpy", choices=list(EVALUATORS))
    add_options(parser)
    options = parser.parse_args()
    begun = time.monotonic()
    if options.choices:
        options.choices.mkdir(parents=True, exist_ok=True)
    kept: dict[str, Any] = {"nodes": options.nodes, "seed": options.seed, "cells": {}}
    if options.resume:
        kept = json.loads(options.resume.read_text(encoding="utf-8"))
        if (kept["nodes"], kept["seed"]) != (options.nodes, options.seed):
            parser.error(f"{options.resume} has other nodes or another seed")
    lots = _Lots(options, kept)
    for cell, level, deals in _open_lots(options, deepcopy(kept)):
        if time.monotonic() - begun > options.minutes * 60:
            break
        lots.begin(cell, level, deals)
    lots.close()


if __name__ == "__main__":
    main()
