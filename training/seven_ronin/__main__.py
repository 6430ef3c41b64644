"""`python -m training.seven_ronin`: learns for some minutes by playing against itself, goes on with --resume. Beside what the rules need it needs numpy alone."""

from __future__ import annotations

import argparse
import os
import time
from collections import deque
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from training import checkpoints
from training.checkpoints import Arrays, Checkpoint, json_text
from training.memory import Memory, memory_arrays, remembered, together
from training.seven_ronin.games import EFFORTS, Lessons, guesses, play_lot
from training.seven_ronin.learner import BATCH, Learner
from training.workers import Workers, add_options
from zashiki.games.seven_ronin.rules import facts

VERSION = 2


def main() -> None:
    options, checkpoint = _options()
    start = time.monotonic()
    progress = checkpoint.progress
    memory: Memory = deque(remembered(checkpoint.parts["memory"]) if options.resume else (), options.memory)
    workers = Workers(options.workers, options.ray)
    try:
        learner = _resumed(options, checkpoint) if options.resume else _begun(options)
        playing = checkpoint.parts.get("playing", _copied(learner))
        asked = _ask(workers, options, playing, len(progress["iterations"]))
        share, done = 0.0, 0
        while share < 1:
            played = asked.get()
            done += 1
            share = done / options.iterations if options.iterations else _share(start, options.minutes)
            playing = _copied(learner)
            if share < 1:  # they play on while this one learns
                asked = _ask(workers, options, playing, len(progress["iterations"]) + 1)
            _learn(options, learner, memory, [game for lot in played for game in lot], share, progress)
            progress["iterations"][-1]["seconds"] = round(time.monotonic() - start)
            print(json_text(progress["iterations"][-1]), flush=True)
            if len(progress["iterations"]) % 10 == 0:
                save(options.out, learner, playing, memory, progress)
        save(options.out, learner, playing, memory, progress)
    finally:
        workers.close()


def _share(start: float, minutes: float) -> float:
    return min(1.0, (time.monotonic() - start) / (minutes * 60))


def _begun(options: argparse.Namespace) -> Learner:
    learner = Learner(options.seed)
    rows, targets = guesses(options.guesses, Random(options.seed))
    loss = learner.learn(rows, targets, 40, 2e-3)
    print(f"{len(rows)} positions as a villager sees them, loss {loss:.4f}", flush=True)
    return learner


def _resumed(options: argparse.Namespace, checkpoint: Checkpoint) -> Learner:
    learner = Learner(options.seed)
    learner.restore(checkpoint.parts)
    return learner


def _copied(learner: Learner) -> Arrays:
    return {name: array.copy() for name, array in learner.weights.items()}


def _options() -> tuple[argparse.Namespace, Checkpoint]:
    parser = argparse.ArgumentParser(prog="python -m training.seven_ronin", description=__doc__)
    checkpoints.add_options(parser)
    parser.add_argument("--minutes", type=float, default=7.5)
    parser.add_argument(
        "--iterations",
        type=int,
        help="so many instead, so that a run can be repeated; learning slows down by them",
    )
    parser.add_argument("--guesses", type=int, default=12000, help="positions to begin with")
    parser.add_argument("--games", type=int, default=320, help="in an iteration")
    add_options(parser)
    parser.add_argument("--memory", type=int, default=40, help="iterations that are remembered")
    parser.add_argument("--steps", type=int, default=400, help="of learning in an iteration")
    parser.add_argument(
        "--rate", type=float, nargs=2, default=(1e-3, 2e-4), help="of learning, at first and at last"
    )
    parser.add_argument("--whim", type=float, default=0.12, help="how often a side deploys without thinking")
    parser.add_argument("--trace", type=float, default=0.6, help="how much later positions and the end count")
    parser.add_argument(
        "--effort", choices=list(EFFORTS), default="full", help="how much is looked at for a plan"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    return options, checkpoints.opened(parser, options, VERSION)


def _ask(workers: Workers, options: argparse.Namespace, weights: Arrays, iteration: int) -> Any:
    """The games of an iteration, in lots of even size."""
    games = max(1, options.games // workers.count)
    seeds = [options.seed + 10_000 * iteration + number for number in range(workers.count)]
    settings = (EFFORTS[options.effort], options.whim, options.trace)
    return workers.ask(play_lot, [(weights, seed, games, *settings) for seed in seeds])


def _learn(
    options: argparse.Namespace,
    learner: Learner,
    memory: Memory,
    played: list[Lessons],
    share: float,
    progress: dict[str, Any],
) -> None:
    """From all that is remembered, more slowly as time goes by."""
    rows = b"".join(row for game in played for row in game.rows)
    targets = np.array([target for game in played for target in game.targets], np.float32)
    memory.append((np.frombuffer(rows, np.uint8).reshape(-1, facts.ROW), targets))
    all_rows, all_targets = together(memory)
    rate = options.rate[0] + (options.rate[1] - options.rate[0]) * share
    loss = learner.learn(all_rows, all_targets, options.steps * BATCH / len(all_rows), rate)
    progress["iterations"].append(
        {
            "iteration": len(progress["iterations"]) + 1,
            "games": len(played),
            "positions": len(targets),
            "attacker": round(sum(game.winner == 0 for game in played) / len(played), 3),
            "rounds": round(sum(game.rounds for game in played) / len(played), 2),
            "loss": round(loss, 4),
        }
    )


def save(folder: Path, learner: Learner, playing: Arrays, memory: Memory, progress: dict[str, Any]) -> None:
    """With the weights by which the next games are played: they are asked for before the net has learned from the last ones."""
    parts = {**learner.parts(), "playing": playing, "memory": memory_arrays(memory)}
    checkpoints.save(folder, Checkpoint(progress, parts), learner.weights)


if __name__ == "__main__":
    main()
