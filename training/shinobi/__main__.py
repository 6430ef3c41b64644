"""`python -m training.shinobi`: learns for some minutes by playing, goes on with --resume, measures with --measure. Beside what the rules need it needs numpy alone."""

from __future__ import annotations

import argparse
import math
import time
from collections import defaultdict, deque
from typing import Any

import numpy as np

from training import checkpoints
from training.checkpoints import Arrays, Checkpoint, json_text
from training.memory import Memory, memory_arrays, remembered, together
from training.shinobi.games import Settings
from training.shinobi.learner import Learner
from training.shinobi.workers import SEATS, Lot, measure, play_lot
from training.workers import Workers, add_options

VERSION = 2
VILLAGER_LOTS = 2  # of games to begin with
LEAGUE = "league "  # and the number of the iteration for which a net was new
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
    options, checkpoint = _options()
    training = Training(options, checkpoint)
    try:
        if not options.resume:
            training.begin()
        training.iterate()
        training.save()
        training.measure()
        training.save()
    finally:
        training.workers.close()


def _options() -> tuple[argparse.Namespace, Checkpoint]:
    parser = argparse.ArgumentParser(prog="python -m training.shinobi", description=__doc__)
    checkpoints.add_options(parser)
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
    parser.add_argument(
        "--begin-steps", type=int, default=1500, help="of learning from them; a tenth as many of guessing"
    )
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
    return options, checkpoints.opened(parser, options, VERSION)


class Training:
    """A learner, its workers, what they have played, and the curves."""

    def __init__(self, options: argparse.Namespace, checkpoint: Checkpoint) -> None:
        self.options = options
        self.start = time.monotonic()
        self.progress = checkpoint.progress
        self.progress.setdefault("measured", [])
        self.learner = Learner(options.seed)
        self.memory: Memory = deque(maxlen=options.memory)
        self.league: list[tuple[int, Any]] = []
        if options.resume:
            self._restore(checkpoint.parts)
        self.workers = Workers(options.workers, options.ray)

    def _restore(self, parts: dict[str, Arrays]) -> None:
        self.learner.restore(parts)
        self.memory.extend(remembered(parts["memory"]))
        self.league = [
            (int(name.removeprefix(LEAGUE)), net) for name, net in parts.items() if name.startswith(LEAGUE)
        ]

    def begin(self) -> None:
        """Games of villagers: first what their orders tell, then, with that, what positions are worth to them."""
        options = self.options
        for number in range(1, VILLAGER_LOTS + 1):
            league = [(-1, self._weights())] if number > 1 else []
            lot = self._played(self._ask(number, league, False, WATCHING, options.begin_seconds))
            guessed = learn_to_guess(self.learner, lot, max(1, options.begin_steps // 10), 0.02)
            print(
                f"{self._time()} s  {len(lot.games)} games of villagers, guessing {guessed:.3f}", flush=True
            )
        self.memory.append((lot.rows, lot.targets))
        losses = [
            self.learner.learn(lot.rows, lot.targets, 2e-3 if step < 800 else 5e-4)
            for step in range(options.begin_steps)
        ]
        print(f"{self._time()} s  {len(lot.rows)} positions, loss {np.mean(losses[-100:]):.4f}", flush=True)
        self.league.append((1, self._weights()))

    def iterate(self) -> None:
        """While the net learns from the games of an iteration, those of the next are played by the weights before that."""
        done = 0
        asked = self._ask_for_games(done)
        while asked:
            lot = self._played(asked)
            number = len(self.progress["iterations"]) + 1
            self.memory.append((lot.rows, lot.targets))
            self.league = [*self.league, (number + 1, self._weights())][-self.options.league - 1 :]
            done += 1
            asked = self._ask_for_games(done)
            loss, guessed, steps = self._learn(lot, self._share(done))
            line = {
                "iteration": number, "seconds": self._time(), "games": len(lot.games), "positions": len(lot.rows),
                "steps": steps, "loss": round(loss, 4), "guessing": round(guessed, 3), "alone": _rates(lot.alone),
            }  # fmt: skip
            self.progress["iterations"].append(line)
            print(json_text(line), flush=True)
            if number % 4 == 0:
                self.save()

    def _ask_for_games(self, done: int) -> Any:
        """The games of the next iteration, by the newest net of the league; none when this run is over."""
        options = self.options
        if done == options.iterations or self._time() + options.seconds > options.minutes * 60:
            return None
        return self._ask(VILLAGER_LOTS + self.league[-1][0], self.league, True, PLAYING, options.seconds)

    def _share(self, done: int) -> float:
        """How far this run is: by its iterations, or by the clock."""
        options = self.options
        if options.iterations:
            return float(done / options.iterations)
        return min(1.0, self._time() / float(options.minutes * 60))

    def _learn(self, lot: Lot, share: float) -> tuple[float, float, int]:
        """From all that is remembered, as long as there is time in an iteration."""
        options = self.options
        rate = options.rate[0] + (options.rate[1] - options.rate[0]) * share
        rows, targets = together(self.memory)
        guessed = learn_to_guess(self.learner, lot, 12, 0.005)
        steps = max(1, int(len(lot.rows) * options.passes / 1024))
        began, losses = time.monotonic(), []
        for _ in range(steps):
            losses.append(self.learner.learn(rows, targets, rate))
            if time.monotonic() - began > options.seconds:
                break
        return float(np.mean(losses)), guessed, len(losses)

    def _ask(self, number: int, league: Any, thinks: bool, settings: Settings, seconds: float) -> Any:
        """Lots of games, one a worker; the number says which."""
        seeds = [self.options.seed * 10**7 + number * 100 + worker for worker in range(self.workers.count)]
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
                print(json_text(line), flush=True)

    def save(self) -> None:
        league = {f"{LEAGUE}{number}": net for number, net in self.league}
        parts = {**self.learner.parts(), **league, "memory": memory_arrays(self.memory)}
        checkpoints.save(self.options.out, Checkpoint(self.progress, parts), self.learner.weights)

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
