"""`python -m training.seven_ronin`: learns for some minutes by playing against itself, goes on with --resume. Needs numpy alone."""

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

from training.seven_ronin.games import EFFORTS, guesses, play
from training.seven_ronin.learner import BATCH, Learner
from zashiki.games.seven_ronin.bot.net import Net
from zashiki.games.seven_ronin.rules import facts

VERSION = 1


def main() -> None:
    options = _options()
    start = time.monotonic()
    chance = Random(options.seed)
    progress: dict[str, Any] = {"version": VERSION, "seed": options.seed, "runs": [], "iterations": []}
    memory: deque[tuple[Any, Any]] = deque(maxlen=options.memory)
    if options.resume:
        learner = _resumed(options, progress, memory)
        chance = Random(options.seed + len(progress["iterations"]))
    else:
        learner = Learner(options.seed)
        rows, targets = guesses(options.guesses, chance)
        loss = learner.learn(rows, targets, 40, 2e-3)
        print(f"{len(rows)} positions as a villager sees them, loss {loss:.4f}", flush=True)
    progress["runs"].append({name: str(value) for name, value in vars(options).items()})
    while time.monotonic() - start < options.minutes * 60:
        _iterate(options, learner, memory, chance, progress)
        progress["iterations"][-1]["seconds"] = round(time.monotonic() - start)
        print(json.dumps(progress["iterations"][-1]), flush=True)
        save(options.out, learner, memory, progress)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.seven_ronin", description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=Path("training/out/seven_ronin"), help="folder of what is kept"
    )
    parser.add_argument("--resume", type=Path, help="folder to go on from")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--guesses", type=int, default=12000, help="positions to begin with")
    parser.add_argument("--games", type=int, default=120, help="in an iteration")
    parser.add_argument("--memory", type=int, default=40, help="iterations that are remembered")
    parser.add_argument("--steps", type=int, default=400, help="of learning in an iteration")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--whim", type=float, default=0.12, help="how often a side deploys without thinking")
    parser.add_argument("--trace", type=float, default=0.6, help="how much later positions and the end count")
    parser.add_argument(
        "--effort", choices=list(EFFORTS), default="full", help="how much is looked at for a plan"
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _iterate(
    options: argparse.Namespace, learner: Learner, memory: Any, chance: Random, progress: dict[str, Any]
) -> None:
    net, effort = Net(learner.weights), EFFORTS[options.effort]
    played = [play(net, chance, effort, options.whim, options.trace) for _ in range(options.games)]
    rows = b"".join(row for game in played for row in game.rows)
    targets = np.array([target for game in played for target in game.targets], np.float32)
    memory.append((np.frombuffer(rows, np.uint8).reshape(-1, facts.ROW), targets))
    all_rows = np.concatenate([kept for kept, _ in memory])
    all_targets = np.concatenate([kept for _, kept in memory])
    loss = learner.learn(all_rows, all_targets, options.steps * BATCH / len(all_rows), options.rate)
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
