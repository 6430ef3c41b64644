"""`python -m training.samurai_spirit`: learns for some minutes, goes on with --resume, measures with --measure."""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import torch

from training import checkpoints
from training.checkpoints import Checkpoint, json_text
from training.samurai_spirit.cells import BARS, Cell, cell_name
from training.samurai_spirit.games import Settings
from training.samurai_spirit.learner import Learner
from training.samurai_spirit.workers import Workers
from training.workers import add_options

VERSION = 2
SHAPING = (0.1, 0.92, 0.01)  # at first, how it sinks with every iteration, at last
TAIL = 20.0  # seconds kept for saving


def main() -> None:
    options, checkpoint = _options()
    start = time.monotonic()
    learner = Learner(options.device, options.seed, options.memory)
    if options.resume:
        learner.restore(checkpoint.parts)
    progress = checkpoint.progress
    progress.setdefault("measured", [])
    lot = len(progress["runs"])
    workers = Workers(
        options.workers, options.evaluate, options.seed * 100 + lot, options.tables, options.ray
    )
    try:
        if options.villager_games and not options.resume:
            _fit_villagers(options, learner, workers, progress, start)
        _iterate(options, learner, workers, progress, start)
        if options.measure:
            _measure(options, learner, workers, progress)
        save(options.out, learner, progress)
    finally:
        workers.close()
    print(f"saved in {options.out} after {time.monotonic() - start:.0f} s", flush=True)


def _options() -> tuple[argparse.Namespace, Checkpoint]:
    parser = argparse.ArgumentParser(prog="python -m training.samurai_spirit", description=__doc__)
    checkpoints.add_options(parser)
    parser.add_argument("--minutes", type=float, default=7.5, help="for learning; 0: none")
    parser.add_argument("--iterations", type=int, help="so many at most, and learning slows down by them")
    parser.add_argument(
        "--games",
        type=int,
        default=10**9,
        help="in an iteration at most; with --iterations too, no clock is looked at and a run can be repeated",
    )
    parser.add_argument("--seconds", type=float, default=12.0, help="of play in an iteration at most")
    parser.add_argument("--villager-games", type=int, default=16000, help="to begin with")
    parser.add_argument("--villager-seconds", type=float, default=120.0, help="for them at most")
    parser.add_argument("--villager-steps", type=int, default=1500)
    add_options(parser)
    parser.add_argument("--tables", type=int, default=96, help="games side by side in a process")
    parser.add_argument(
        "--device",
        default="cuda" if torch.cuda.is_available() else "cpu",
        help="where to learn; cuda where there is a GPU for it",
    )
    parser.add_argument(
        "--evaluate", default="auto", help="how workers value positions: cuda, cpu, numpy or auto"
    )
    parser.add_argument("--passes", type=float, default=2.0, help="how often a new position is learned from")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument(
        "--rate", type=float, nargs=2, default=(1e-3, 5e-4), help="of learning, at first and at last"
    )
    parser.add_argument("--memory", type=int, default=8, help="iterations that are remembered")
    parser.add_argument(
        "--deep",
        type=float,
        nargs=2,
        default=(0.0, 0.2),
        help="share of games searched to depth E, at first and at last",
    )
    parser.add_argument("--deeper", type=float, nargs=2, default=(0.0, 0.0), help="the same to depth E2")
    parser.add_argument("--whim", type=float, default=0.03)
    parser.add_argument("--trace", type=float, default=0.85)
    parser.add_argument(
        "--measure", nargs="*", default=[], help="depth:games to measure at the end, as E2:256"
    )
    parser.add_argument("--measure-minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.iterations and options.games < parser.get_default("games"):
        options.minutes = options.seconds = options.villager_seconds = math.inf
    return options, checkpoints.opened(parser, options, VERSION)


def _fit_villagers(
    options: argparse.Namespace, learner: Learner, workers: Workers, progress: dict[str, Any], start: float
) -> None:
    """First the value of positions to villagers, by how their games end."""
    workers.villager_games(options.villager_games, 0, options.villager_seconds)
    rows, targets, ends = _together(workers.answers())
    learner.remember(rows, targets)
    print(
        f"{time.monotonic() - start:5.0f} s  {len(ends)} games of villagers, {len(rows)} positions: {_shares(ends)}",
        flush=True,
    )
    for part in range(3):
        loss, _ = learner.learn(options.villager_steps // 3, options.batch, 1e-3 / 2**part)
        print(f"{time.monotonic() - start:5.0f} s  loss {loss:.4f}", flush=True)
    progress["villager_games"] = len(ends)


def _iterate(
    options: argparse.Namespace, learner: Learner, workers: Workers, progress: dict[str, Any], start: float
) -> None:
    """While the net learns from the games of an iteration, those of the next are played by the weights before that."""
    number = len(progress["iterations"]) + 1
    done = 0
    asked = _ask_for_games(options, learner, workers, number, done, start)
    while asked:
        settings = asked
        rows, targets, ends = _together(workers.answers())
        if not len(rows):
            break
        learner.remember(rows, targets)
        done += 1
        asked = _ask_for_games(options, learner, workers, number + 1, done, start)
        begun = time.monotonic()
        loss, steps = _learn(options, learner, len(rows), _share(options, done, start))
        line = {
            "iteration": number, "seconds": round(time.monotonic() - start, 1), "learned": round(time.monotonic() - begun, 1),
            "games": len(ends), "positions": len(rows), "steps": steps, "loss": round(loss, 4), "deep": round(settings.deep, 3),
            "shaping": round(settings.shaping, 3), "won": _shares(ends),
        }  # fmt: skip
        progress["iterations"].append(line)
        print(json_text(line), flush=True)
        if number % 4 == 0:
            save(options.out, learner, progress)
        number += 1


def _ask_for_games(
    options: argparse.Namespace, learner: Learner, workers: Workers, number: int, done: int, start: float
) -> Settings | None:
    """How the games of the next iteration are played; nothing when this run is over."""
    if done == options.iterations or time.monotonic() - start + options.seconds > _budget(options):
        return None
    settings = _settings(options, number, _share(options, done, start))
    workers.play(learner.weights(), settings, options.games, options.seconds)
    return settings


def _learn(options: argparse.Namespace, learner: Learner, positions: int, share: float) -> tuple[float, int]:
    """Once there are so many new positions: the loss, and in how many steps."""
    steps = max(1, int(positions * options.passes / options.batch))
    rate = options.rate[0] + (options.rate[1] - options.rate[0]) * share
    return learner.learn(steps, options.batch, rate, options.seconds)


def _share(options: argparse.Namespace, done: int, start: float) -> float:
    """How far this run is: by its iterations, or by the clock."""
    if options.iterations:
        return float(done / options.iterations)
    return min(1.0, (time.monotonic() - start) / max(1.0, _budget(options)))


def _budget(options: argparse.Namespace) -> float:
    return float(options.minutes * 60 - TAIL)


def save(folder: Path, learner: Learner, progress: dict[str, Any]) -> None:
    """Players read the net in half precision."""
    halves = {name: array.astype(np.float16) for name, array in learner.weights().items()}
    checkpoints.save(folder, Checkpoint(progress, learner.parts()), halves)


def _settings(options: argparse.Namespace, number: int, done: float) -> Settings:
    first, sinks, last = SHAPING
    return Settings(
        deep=options.deep[0] + (options.deep[1] - options.deep[0]) * done,
        deeper=options.deeper[0] + (options.deeper[1] - options.deeper[0]) * done,
        whim=options.whim,
        trace=options.trace,
        shaping=max(last, first * sinks**number),
    )


def _together(answers: list[Any]) -> tuple[np.ndarray, np.ndarray, list[tuple[Cell, str, int]]]:
    rows = np.concatenate([answer[0] for answer in answers])
    targets = np.concatenate([answer[1] for answer in answers])
    return rows, targets, [end for answer in answers for end in answer[2]]


def _shares(ends: list[tuple[Cell, str, int]]) -> dict[str, str]:
    """By cell with a bar and depth: games won, in hundredths, of how many."""
    played: Counter[tuple[Cell, str]] = Counter()
    won: Counter[tuple[Cell, str]] = Counter()
    for cell, depth, end in ends:
        if cell in BARS:
            played[cell, depth] += 1
            won[cell, depth] += end == 3
    return {
        f"{cell_name(cell)} {depth}": f"{won[cell, depth] / count:.3f}/{count}"
        for (cell, depth), count in sorted(played.items())
    }


def _measure(
    options: argparse.Namespace, learner: Learner, workers: Workers, progress: dict[str, Any]
) -> None:
    start = time.monotonic()
    weights = learner.weights()
    for demand in options.measure:
        depth, games = demand.split(":")
        for cell in BARS:
            if time.monotonic() - start > options.measure_minutes * 60:
                return
            begun = time.monotonic()
            ends = workers.measure(
                weights, cell, depth, int(games), 10_000_000 + 1000 * len(progress["measured"])
            )
            won = sum(end == 3 for end in ends)
            line = {
                "cell": cell_name(cell),
                "depth": depth,
                "games": len(ends),
                "won": won,
                "rate": round(won / max(1, len(ends)), 4),
                "seconds": round(time.monotonic() - begun, 1),
            }
            progress["measured"].append(line)
            print(json_text(line), flush=True)


if __name__ == "__main__":
    main()
