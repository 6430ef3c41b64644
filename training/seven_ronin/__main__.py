"""`python -m training.seven_ronin`: learns for some minutes by playing against itself, goes on with --resume. Beside what the rules need it needs numpy alone."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import deque
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from training.seven_ronin.games import EFFORTS, Lessons, guesses, play_lot
from training.seven_ronin.learner import BATCH, Learner
from training.workers import Workers, add_options
from zashiki.games.seven_ronin.rules import facts

VERSION = 2


def main() -> None:
    options = _options()
    start = time.monotonic()
    progress: dict[str, Any] = {"version": VERSION, "seed": options.seed, "runs": [], "iterations": []}
    memory: deque[tuple[Any, Any]] = deque(maxlen=options.memory)
    workers = Workers(options.workers, options.ray)
    try:
        learner = _resumed(options, progress, memory) if options.resume else _begun(options)
        progress["runs"].append({name: str(value) for name, value in vars(options).items()})
        asked = _ask(workers, options, learner, progress)
        share, done = 0.0, 0
        while share < 1:
            played = asked.get()
            asked = _ask(workers, options, learner, progress, ahead=1)  # they play on while this one learns
            done += 1
            share = done / options.iterations if options.iterations else _share(start, options.minutes)
            _learn(options, learner, memory, [game for lot in played for game in lot], share, progress)
            progress["iterations"][-1]["seconds"] = round(time.monotonic() - start)
            print(json.dumps(progress["iterations"][-1]), flush=True)
            if len(progress["iterations"]) % 10 == 0:
                save(options.out, learner, memory, progress)
        save(options.out, learner, memory, progress)
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


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.seven_ronin", description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=Path("training/out/seven_ronin"), help="folder of what is kept"
    )
    parser.add_argument("--resume", type=Path, help="folder to go on from")
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
    return parser.parse_args()


def _ask(
    workers: Workers, options: argparse.Namespace, learner: Learner, progress: dict[str, Any], ahead: int = 0
) -> Any:
    """The games of an iteration, in lots of even size, with the weights as they are now."""
    iteration = len(progress["iterations"]) + ahead
    weights = {name: array.copy() for name, array in learner.weights.items()}
    games = max(1, options.games // workers.count)
    seeds = [options.seed + 10_000 * iteration + number for number in range(workers.count)]
    settings = (EFFORTS[options.effort], options.whim, options.trace)
    return workers.ask(play_lot, [(weights, seed, games, *settings) for seed in seeds])


def _learn(
    options: argparse.Namespace,
    learner: Learner,
    memory: Any,
    played: list[Lessons],
    share: float,
    progress: dict[str, Any],
) -> None:
    """From all that is remembered, more slowly as time goes by."""
    rows = b"".join(row for game in played for row in game.rows)
    targets = np.array([target for game in played for target in game.targets], np.float32)
    memory.append((np.frombuffer(rows, np.uint8).reshape(-1, facts.ROW), targets))
    all_rows = np.concatenate([kept for kept, _ in memory])
    all_targets = np.concatenate([kept for _, kept in memory])
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


def _resumed(options: argparse.Namespace, progress: dict[str, Any], memory: Any) -> Learner:
    progress.update(json.loads((options.resume / "progress.json").read_text(encoding="utf-8")))
    with np.load(options.resume / "memory.npz") as stored:
        starts = stored["starts"]
        memory.extend(zip(np.split(stored["rows"], starts), np.split(stored["targets"], starts), strict=True))
    with np.load(options.resume / "net.npz") as stored:
        return Learner(options.seed, {name: stored[name] for name in stored.files})


def save(folder: Path, learner: Learner, memory: Any, progress: dict[str, Any]) -> None:
    """`net.npz` to play, `memory.npz` to go on, `progress.json` with the curves."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / "net.npz", **learner.weights)
    np.savez_compressed(
        folder / "memory.npz",
        rows=np.concatenate([rows for rows, _ in memory]),
        targets=np.concatenate([targets for _, targets in memory]),
        starts=np.cumsum([len(rows) for rows, _ in memory])[:-1],
    )
    (folder / "progress.json").write_text(json.dumps(progress, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
