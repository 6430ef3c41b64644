"""`python -m training.shinobi`: learns for some minutes by playing, goes on with --resume, measures with --measure. Beside what the rules need it needs numpy alone."""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import defaultdict, deque
from pathlib import Path
from typing import Any

import numpy as np

from training.shinobi.games import Settings
from training.shinobi.learner import Learner
from training.shinobi.workers import SEATS, Lot, measure, play_lot
from training.workers import Workers, add_options

VERSION = 1
PLAYING = Settings(whim=0.06, warmth=0.003, trace=0.8, most=1000)
WATCHING = Settings(whim=0.0, warmth=0.0, trace=1.0)
MEASURED = {
    "whole": Settings(0.0, 0.0, 1.0),
    "forgetful": Settings(0.0, 0.0, 1.0, remembers=False),
    "unwatched": Settings(0.0, 0.0, 1.0, watched=False),
    "warrior": Settings(0.0, 0.0, 1.0, remembers=False, watched=False),
    "seeing": Settings(0.0, 0.0, 1.0, knows=True),
}
"""Players with the net: as it is; without memory; not looking at what it tells; neither; and the ceiling, which sees every clan."""


def main() -> None:
    options = _options()
    training = Training(options)
    try:
        if not options.resume:
            training.begin()
        training.iterate()
        training.save()
        training.measure()
        training.save()
    finally:
        training.workers.close()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.shinobi", description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=Path("training/out/shinobi"), help="folder of what is kept"
    )
    parser.add_argument("--resume", type=Path, help="folder to go on from")
    parser.add_argument("--minutes", type=float, default=7.5, help="for learning")
    parser.add_argument("--iterations", type=int, help="so many at most, and learning slows down by them")
    parser.add_argument(
        "--games",
        type=int,
        default=10**9,
        help="of a worker in an iteration at most; with --iterations too, no clock is looked at and a run can be repeated",
    )
    parser.add_argument("--seconds", type=float, default=15.0, help="of play in an iteration at most")
    parser.add_argument("--begin-seconds", type=float, default=20.0, help="for games of villagers, twice")
    add_options(parser)
    parser.add_argument("--passes", type=float, default=3.0, help="how often a new position is learned from")
    parser.add_argument("--memory", type=int, default=8, help="iterations that are remembered")
    parser.add_argument(
        "--rate", type=float, nargs=2, default=(1e-3, 2e-4), help="of learning, at first and at last"
    )
    parser.add_argument("--league", type=int, default=4, help="earlier nets that are played against")
    parser.add_argument(
        "--measure", type=float, default=0.0, help="seconds for each line that is measured at the end"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.iterations and options.games < parser.get_default("games"):
        options.minutes = options.seconds = options.begin_seconds = math.inf
    return options


class Training:
    """A learner, its workers, what they have played, and the curves."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.start = time.monotonic()
        self.progress: dict[str, Any] = {
            "version": VERSION, "seed": options.seed, "runs": [], "iterations": [], "measured": [],
        }  # fmt: skip
        weights = None
        if options.resume:
            self.progress = json.loads((options.resume / "progress.json").read_text(encoding="utf-8"))
            with np.load(options.resume / "net.npz") as stored:
                weights = {name: stored[name] for name in stored.files}
        self.progress["runs"].append({name: str(value) for name, value in vars(options).items()})
        self.learner = Learner(options.seed, weights)
        self.memory: deque[Lot] = deque(maxlen=options.memory)
        self.league: list[tuple[int, Any]] = []
        self.workers = Workers(options.workers, options.ray)
        self.lots = len(self.progress["iterations"]) * 1000
        self.share = 0.0

    def begin(self) -> None:
        """Games of villagers: first what their orders tell, then, with that, what positions are worth to them."""
        options = self.options
        for weights in (None, True):
            league = [(-1, self._weights())] if weights else []
            lot = self._played(self._ask(league, False, WATCHING, options.begin_seconds))
            guessed = learn_to_guess(self.learner, lot, 150, 0.02)
            print(
                f"{self._time()} s  {len(lot.games)} games of villagers, guessing {guessed:.3f}", flush=True
            )
        self.memory.append(lot)
        losses = [
            self.learner.learn(lot.rows, lot.targets, 2e-3 if step < 800 else 5e-4) for step in range(1500)
        ]
        print(f"{self._time()} s  {len(lot.rows)} positions, loss {np.mean(losses[-100:]):.4f}", flush=True)

    def iterate(self) -> None:
        """Games are played by the weights of the iteration before, while these learn from the games before."""
        options = self.options
        fresh = 0
        for done in range(options.iterations or 10**6):
            self.share = self._share(done)
            if self._time() + options.seconds > options.minutes * 60:
                break
            number = len(self.progress["iterations"]) + 1
            self.league.append((number, self._weights()))
            self.league = self.league[-options.league - 1 :]
            asked = self._ask(self.league, True, PLAYING, options.seconds)
            loss, guessed, steps = self._learn(fresh)
            lot = self._played(asked)
            self.memory.append(lot)
            fresh = len(lot.rows)
            line = {
                "iteration": number, "seconds": self._time(), "games": len(lot.games), "positions": fresh,
                "steps": steps, "loss": round(loss, 4), "guessing": round(guessed, 3), "alone": _rates(lot.alone),
            }  # fmt: skip
            self.progress["iterations"].append(line)
            print(json.dumps(line), flush=True)
            if number % 4 == 0:
                self.save()
        self._learn(fresh)

    def _share(self, done: int) -> float:
        """How far this run is: by its iterations, or by the clock."""
        options = self.options
        if options.iterations:
            return float(done / options.iterations)
        return min(1.0, self._time() / float(options.minutes * 60))

    def _learn(self, fresh: int) -> tuple[float, float, int]:
        """From all that is remembered, as long as there is time in an iteration."""
        if not fresh:
            return math.nan, math.nan, 0
        options = self.options
        rate = options.rate[0] + (options.rate[1] - options.rate[0]) * self.share
        rows = np.concatenate([lot.rows for lot in self.memory])
        targets = np.concatenate([lot.targets for lot in self.memory])
        guessed = learn_to_guess(self.learner, self.memory[-1], 12, 0.005)
        steps = max(1, int(fresh * options.passes / 1024))
        began, losses = time.monotonic(), []
        for _ in range(steps):
            losses.append(self.learner.learn(rows, targets, rate))
            if time.monotonic() - began > options.seconds:
                break
        return float(np.mean(losses)), guessed, len(losses)

    def _ask(self, league: Any, thinks: bool, settings: Settings, seconds: float) -> Any:
        self.lots += 1
        seeds = [self.options.seed * 10**7 + self.lots * 100 + worker for worker in range(self.workers.count)]
        return self.workers.ask(
            play_lot, [(league, thinks, settings, seed, self.options.games, seconds) for seed in seeds]
        )

    def _played(self, asked: Any) -> Lot:
        lots = asked.get(timeout=600)
        whole: Lot = lots[0]
        whole.rows = np.concatenate([lot.rows for lot in lots])
        whole.targets = np.concatenate([lot.targets for lot in lots])
        whole.games = [game for lot in lots for game in lot.games]
        whole.alone = {seats: [one for lot in lots for one in lot.alone.get(seats, [])] for seats in SEATS}
        return whole

    def measure(self) -> None:
        """One player among villagers by number of seats, then among players without memory."""
        seconds = self.options.measure
        if not seconds:
            return
        weights = self._weights()
        lines = [(name, None) for name in MEASURED] + [("whole", "warrior"), ("seeing", "warrior")]
        for name, among in lines:
            for seats in SEATS:
                others = None if among is None else MEASURED[among]
                seeds = range(9 * 10**8, 9 * 10**8 + self.workers.count)
                asked = self.workers.ask(
                    measure, [(weights, seats, others, MEASURED[name], seed, seconds) for seed in seeds]
                )
                won = [one for lot in asked.get(timeout=600) for one in lot]
                line = {
                    "player": name, "among": among or "villagers", "seats": seats, "games": len(won),
                    "rate": round(float(np.mean(won)), 4), "fair shares": round(float(np.mean(won)) * seats, 3),
                }  # fmt: skip
                self.progress["measured"].append(line)
                print(json.dumps(line), flush=True)

    def save(self) -> None:
        folder = self.options.out
        folder.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(folder / "net.npz", **self.learner.weights)
        (folder / "progress.json").write_text(json.dumps(self.progress, indent=1) + "\n", encoding="utf-8")

    def _weights(self) -> dict[str, Any]:
        return {name: one.copy() for name, one in self.learner.weights.items()}

    def _time(self) -> int:
        return round(time.monotonic() - self.start)


def learn_to_guess(learner: Learner, lot: Lot, steps: int, rate: float) -> float:
    """From games of each number of seats in turn; where few were played, one of them may be left out."""
    chance = np.random.default_rng(len(lot.games))
    losses = []
    sizes = [[game for game in lot.games if len(game[2]) == seats] for seats in SEATS]
    sizes = [games for games in sizes if games]
    for step in range(steps):
        games = sizes[step % len(sizes)]
        picked = chance.integers(0, len(games), 48)
        losses.append(learner.guess([games[one] for one in picked], rate * (1 - 0.7 * step / steps)))
    return float(np.mean(losses[-9:]))


def _rates(alone: dict[int, list[float]]) -> dict[int, str]:
    """By number of seats: shares won by lone learners, in fair shares, of how many games."""
    found: dict[int, str] = defaultdict(str)
    for seats, won in sorted(alone.items()):
        found[seats] = f"{np.mean(won) * seats:.2f}/{len(won)}" if won else ""
    return found


if __name__ == "__main__":
    main()
