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


def _work(pipe: Connection, device: str, number: int, seed: int, size: int) -> None:
    gc.disable()
    evaluator = make_evaluator(device, number)
    hall = Hall(size, seed)
    while True:
        task = pipe.recv()
        if task is None:
            return
        try:
            pipe.send(_done(task, evaluator, hall, number, seed))
        except Exception:  # noqa: BLE001 the others go on
            traceback.print_exc()
            pipe.send(None)


def _done(task: tuple[Any, ...], evaluator: Any, hall: Hall, number: int, seed: int) -> Any:
    kind = task[0]
    if kind == "villager":
        from training.samurai_spirit.villagers import villager_lessons

        return villager_lessons(task[1], seed * 7919 + task[2], time.monotonic() + task[3])
    evaluator.load(task[1])
    if kind == "play":
        _, _, settings, games, seconds = task
        end = time.monotonic() + seconds
        return hall.play(evaluator.values, settings, lambda count: count >= games or time.monotonic() > end)
    _, _, cell, depth, games, base = task
    return play_out(cell, depth, games, evaluator.values, base + number)


class Workers:
    """The processes, asked together."""

    def __init__(self, count: int, device: str, seed: int, size: int) -> None:
        for name in ONE_THREAD:
            os.environ[name] = "1"
        context = get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for number in range(count):
            mine, theirs = context.Pipe()
            process = context.Process(
                target=_work, args=(theirs, device, number, seed * 1000 + number, size), daemon=True
            )
            process.start()
            theirs.close()
            self._pipes.append(mine)
            self._processes.append(process)

    @property
    def count(self) -> int:
        return len(self._pipes)

    def ask(self, tasks: list[tuple[Any, ...]]) -> None:
        for pipe, task in zip(self._pipes, tasks, strict=True):
            pipe.send(task)

    def answers(self) -> list[Any]:
        """What the workers found, in their order; a worker that failed is left out."""
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
        return [found[pipe] for pipe in self._pipes if found[pipe] is not None]

    def play(self, weights: dict[str, np.ndarray], settings: Settings, games: int, seconds: float) -> None:
        """Asks for games for training; `answers` brings them."""
        share = -(-games // self.count)
        self.ask([("play", weights, settings, share, seconds)] * self.count)

    def villager_games(self, games: int, lot: int, seconds: float) -> None:
        self.ask([("villager", -(-games // self.count), lot, seconds)] * self.count)

    def measure(
        self, weights: dict[str, np.ndarray], cell: Cell, depth: str, games: int, seed: int
    ) -> list[int]:
        """How games end that are played as well as possible."""
        self.ask([("measure", weights, cell, depth, -(-games // self.count), seed)] * self.count)
        return [end for ends in self.answers() for end in ends]

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
