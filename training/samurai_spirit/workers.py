"""Processes that play games. Each keeps its games from call to call and evaluates them in batches of its own."""

from __future__ import annotations

import gc
import os
import time
import traceback
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np

from training.samurai_spirit.cells import Cell
from training.samurai_spirit.games import Hall, Settings, play_out
from training.workers import ONE_THREAD
from zashiki.games.samurai_spirit.rules import facts


class _NumpyEvaluator:
    def load(self, weights: dict[str, np.ndarray]) -> None:
        from zashiki.games.samurai_spirit.bot.net import Net

        self.values = Net({name: array.astype(np.float32) for name, array in weights.items()}).values


def _fastest(number: int) -> Any:
    """A GPU if it is faster than numpy while all workers try."""
    from training.samurai_spirit.torch_net import TorchNet

    weights = TorchNet().weights()
    rows = np.zeros((2048, facts.ROW), np.uint8)
    rows[:, facts.COUNT] = 4
    best, best_time, said = None, 1e9, ""
    for device in ("numpy", "cuda"):
        try:
            evaluator = make_evaluator(device, number)
            evaluator.load(weights)
            evaluator.values(rows)
            start = time.perf_counter()
            for _ in range(20):
                evaluator.values(rows)
            taken = (time.perf_counter() - start) / 20
        except Exception as error:  # noqa: BLE001 whatever is wrong with a device, the other one may work
            said += f"{device}: {error!r} "
            continue
        said += f"{device}: {taken * 1e3:.2f} ms for 2048 rows "
        if taken < best_time:
            best, best_time = evaluator, taken
    print(f"worker {number}: {said}", flush=True)
    return best


def make_evaluator(device: str, number: int) -> Any:
    """What values rows: torch on a device, numpy, or the faster of both ("auto")."""
    if device == "auto":
        return _fastest(number)
    if device == "numpy":
        return _NumpyEvaluator()
    import torch

    torch.set_num_threads(1)
    from training.samurai_spirit.torch_net import TorchEvaluator

    return TorchEvaluator(device)


class Player:
    """Games that go on from task to task, and what values their positions."""

    def __init__(self, device: str, number: int, seed: int, size: int) -> None:
        gc.disable()
        self._evaluator = make_evaluator(device, number)
        self._hall = Hall(size, seed)
        self._number = number
        self._seed = seed

    def done(self, task: tuple[Any, ...]) -> Any:
        """What comes of a task; None if it fails, so that the others go on."""
        try:
            return self._do(*task)
        except Exception:  # noqa: BLE001 whatever it is, the learner goes on with what the others found
            traceback.print_exc()
            return None

    def _do(self, kind: str, *task: Any) -> Any:
        if kind == "villager":
            from training.samurai_spirit.villagers import villager_lessons

            games, lot, seconds = task
            return villager_lessons(games, self._seed * 7919 + lot, time.monotonic() + seconds)
        weights, *rest = task
        self._evaluator.load(weights)
        values = self._evaluator.values
        if kind == "play":
            settings, games, seconds = rest
            end = time.monotonic() + seconds
            return self._hall.play(values, settings, lambda count: count >= games or time.monotonic() > end)
        cell, depth, games, base = rest
        return play_out(cell, depth, games, values, base + self._number)


def _serve(pipe: Connection, *player: Any) -> None:
    serving = Player(*player)
    while (task := pipe.recv()) is not None:
        pipe.send(serving.done(task))


class _Processes:
    """Players in processes of this machine."""

    def __init__(self, players: list[tuple[Any, ...]]) -> None:
        context = get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for player in players:
            mine, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, *player), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(mine)
            self._processes.append(process)

    def ask(self, tasks: list[tuple[Any, ...]]) -> None:
        for pipe, task in zip(self._pipes, tasks, strict=True):
            pipe.send(task)

    def answers(self) -> list[Any]:
        found: dict[Connection, Any] = {}
        waiting = list(self._pipes)
        while waiting:
            for pipe in wait(waiting):
                assert isinstance(pipe, Connection)
                waiting.remove(pipe)
                try:
                    found[pipe] = pipe.recv()
                except EOFError:
                    found[pipe] = None
                    print("a worker died", flush=True)
        return [found[pipe] for pipe in self._pipes]

    def close(self) -> None:
        for pipe in self._pipes:
            try:
                pipe.send(None)
            except OSError:
                continue
        for process in self._processes:
            process.join(timeout=5)
            if process.is_alive():
                process.terminate()


class _Cluster:
    """Players on a Ray cluster. Needs `zashiki[cluster]`, and this checkout on every machine."""

    def __init__(self, address: str, players: list[tuple[Any, ...]]) -> None:
        from zashiki.study.cluster import connect

        self._ray = connect(address, len(players))
        actor = self._ray.remote(Player)
        self._players = [actor.options(num_cpus=1).remote(*player) for player in players]
        self._asked: list[Any] = []

    def ask(self, tasks: list[tuple[Any, ...]]) -> None:
        self._asked = [player.done.remote(task) for player, task in zip(self._players, tasks, strict=True)]

    def answers(self) -> list[Any]:
        return [self._answer(asked) for asked in self._asked]

    def _answer(self, asked: Any) -> Any:
        try:
            return self._ray.get(asked)
        except self._ray.exceptions.RayActorError:
            print("a worker died", flush=True)
            return None

    def close(self) -> None:
        self._ray.shutdown()


class Workers:
    """The players, asked together; on the Ray cluster at an address if there is one."""

    def __init__(self, count: int, device: str, seed: int, size: int, ray: str | None = None) -> None:
        for name in ONE_THREAD:
            os.environ[name] = "1"
        players = [(device, number, seed * 1000 + number, size) for number in range(count)]
        self.count = count
        self._players = _Cluster(ray, players) if ray else _Processes(players)

    def answers(self) -> list[Any]:
        """What the workers found, in their order; a worker that failed is left out."""
        return [answer for answer in self._players.answers() if answer is not None]

    def play(self, weights: dict[str, np.ndarray], settings: Settings, games: int, seconds: float) -> None:
        """Asks for games for training; `answers` brings them."""
        share = -(-games // self.count)
        self._players.ask([("play", weights, settings, share, seconds)] * self.count)

    def villager_games(self, games: int, lot: int, seconds: float) -> None:
        self._players.ask([("villager", -(-games // self.count), lot, seconds)] * self.count)

    def measure(
        self, weights: dict[str, np.ndarray], cell: Cell, depth: str, games: int, seed: int
    ) -> list[int]:
        """How games end that are played as well as possible."""
        self._players.ask([("measure", weights, cell, depth, -(-games // self.count), seed)] * self.count)
        return [end for ends in self.answers() for end in ends]

    def close(self) -> None:
        self._players.close()
