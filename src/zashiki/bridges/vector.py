"""Thousands of games at once behind Gymnasium's vector interface: `make("shinobi", num_envs=1024, seats=4)`.

The games run in as many processes as there are cores, this one among them, and write into memory that they share. As in EnvPool,
a game that is over begins anew with the next step, whatever its action; and a step can be divided into `send` and `recv`.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from mmap import mmap
from pathlib import Path
from time import perf_counter
from typing import IO, Any, Final

import msgspec
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from zashiki.bridges.play import bots_around
from zashiki.bridges.setting import Setting
from zashiki.bridges.vector_games import Arrays, array_shapes, needed_bytes, shard_of
from zashiki.bridges.vector_worker import DONE, STEP, Order
from zashiki.kernel.options import write_options

SEEDS: Final = 2**62
PATIENCE: Final = 20
"""Seconds that a process has to end once its input has ended."""
AWAKE: Final = 0.0002
"""So many seconds this process asks again and again whether another is done before it sleeps: about as long as it takes to be woken up."""

Stepped = tuple[
    NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class WorkerStopped(RuntimeError):
    """A process with games has ended; it wrote the reason to the standard error output."""


def make(
    game: str,
    num_envs: int,
    seats: int | None = None,
    seat: int = 0,
    opponents: str | Sequence[str] | None = None,
    workers: int | None = None,
    copy: bool = True,
    observe: bool = True,
    position: dict[str, Any] | None = None,
    **options: Any,
) -> Games:
    """Without opponents every seat is yours: `info["seat"]` says who chooses, the reward is that of who chose, and
    `info["returns"]` has those of all seats when a game is over. With opponents, bots of these levels have all seats but
    yours. `workers` other processes play beside this one. `copy=False` gives the shared arrays themselves: the next step changes them.
    `observe=False` leaves observations empty, for whoever needs masks and returns alone.
    """
    setting = Setting(game, seats, options, position)
    bots = {} if opponents is None else bots_around(setting, seat, opponents)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    wanted = cores - 1 if workers is None else workers
    return Games(setting, num_envs, bots, min(wanted, num_envs - 1), copy, observe)


class Games(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """All games: the first of them in this process, the others in as many processes as there are workers."""

    def __init__(
        self,
        setting: Setting,
        num_envs: int,
        bots: dict[int, str],
        workers: int,
        copy: bool = True,
        observe: bool = True,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"there has to be a game, but num_envs is {num_envs}")
        shapes = array_shapes(setting, num_envs, observe)
        self.setting = setting
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = Box(0.0, 1.0, shapes["observations"][0][1:], np.float32)
        self.single_action_space = Discrete(setting.facts.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._memory = _shared_file(needed_bytes(shapes))
        self._arrays = Arrays(shapes, mmap(self._memory, 0))
        edges = [num_envs * number // (workers + 1) for number in range(workers + 2)]
        own, *others = (range(first, stop) for first, stop in pairwise(edges))
        self._workers = [
            _start_worker(setting, bots, num_envs, rows, self._memory, observe) for rows in others
        ]
        self._shard = shard_of(setting, bots, self._arrays, own)

    @property
    def processes(self) -> int:
        """How many play: the workers and this one."""
        return len(self._workers) + 1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed, options=options)
        chosen = int(self.np_random.integers(SEEDS))
        self._tell(f"{chosen}\n".encode())
        self._shard.reset(chosen)
        self._wait()
        return self._given(self._arrays.observations), self._info()

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        self.send(actions)
        return self.recv()

    def send(self, actions: NDArray[np.int64]) -> None:
        """The games of other processes begin to step; `recv` steps those of this one and waits for the others."""
        self._arrays.actions[:] = actions
        self._tell(STEP)

    def recv(self) -> Stepped:
        self._shard.step()
        self._wait()
        arrays = self._arrays
        return (
            self._given(arrays.observations),
            self._given(arrays.rewards),
            self._given(arrays.terminations),
            np.zeros(self.num_envs, np.bool_),
            self._info(),
        )

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002 as Gymnasium calls it
        for worker in self._workers:
            assert worker.stdin is not None
            assert worker.stdout is not None
            with suppress(BrokenPipeError):  # it has ended by itself
                worker.stdin.close()
            worker.wait(PATIENCE)
            worker.stdout.close()
        self._workers = []
        if self._memory >= 0:
            os.close(self._memory)
            self._memory = -1

    def _info(self) -> dict[str, Any]:
        arrays = self._arrays
        return {
            "action_mask": self._given(arrays.masks),
            "seat": self._given(arrays.seats),
            "returns": self._given(arrays.returns),
            "env_id": np.arange(self.num_envs),
        }

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _tell(self, command: bytes) -> None:
        try:
            for worker in self._workers:
                assert worker.stdin is not None
                worker.stdin.write(command)
                worker.stdin.flush()
        except BrokenPipeError:
            raise WorkerStopped("a process with games has ended: its last words are above") from None

    def _wait(self) -> None:
        for worker in self._workers:
            assert worker.stdout is not None
            _stay_awake_for(worker.stdout)
            if worker.stdout.read(1) != DONE:
                raise WorkerStopped("a process with games has ended: its last words are above")


def _stay_awake_for(answers: IO[bytes]) -> None:
    """Until there is an answer, or it is time to sleep."""
    asking = select.poll()
    asking.register(answers)
    limit = perf_counter() + AWAKE
    while not asking.poll(0) and perf_counter() < limit:
        pass


def _shared_file(size: int) -> int:
    """A file without a name that other processes can be given: in memory where the system has that."""
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("zashiki-games")
    else:
        with tempfile.TemporaryFile() as made:
            file = os.dup(made.fileno())
    os.ftruncate(file, size)
    return file


def _start_worker(
    setting: Setting, bots: dict[int, str], games: int, rows: range, memory: int, observe: bool
) -> subprocess.Popen[bytes]:
    written = write_options(setting.game.options, setting.options)
    order = Order(
        game=setting.game.id,
        seats=setting.seats,
        options=written,
        position=setting.position,
        bots=bots,
        games=games,
        first=rows.start,
        stop=rows.stop,
        memory=memory,
        observe=observe,
    )
    path = os.pathsep.join(place or str(Path.cwd()) for place in sys.path)
    worker = subprocess.Popen(
        [sys.executable, "-m", "zashiki.bridges.vector_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=(memory,),
        env={**os.environ, "PYTHONPATH": path},
    )
    assert worker.stdin is not None
    worker.stdin.write(msgspec.json.encode(order) + b"\n")
    worker.stdin.flush()
    return worker
