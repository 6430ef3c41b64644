"""Tasks played in several processes, their results in order. Ctrl-C stops them at once and loses no finished one."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.synchronize import Event
from typing import Final, TypeVar

TASKS_AHEAD: Final = 4
"""So many tasks a process wait to be done, however many there are."""
MOST_PROCESSES: Final = 256

Task = TypeVar("Task")
Done = TypeVar("Done")
_stopping: Event | None = None
"""In a worker: set when nobody waits for its task any more."""


class Stopped(Exception):
    """Nobody waits for this task any more."""


def check_stopped() -> None:
    """Called now and then by a long task: raises Stopped if it is not wanted any more."""
    if _stopping is not None and _stopping.is_set():
        raise Stopped


def _begin_worker(stopping: Event) -> None:
    """The first process takes care of Ctrl-C."""
    global _stopping
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stopping = stopping


def in_order(do: Callable[[Task], Done], tasks: Iterable[Task], processes: int) -> Iterator[Done]:
    """What comes of each task, in the order of the tasks."""
    if processes <= 1:
        yield from map(do, tasks)
        return
    stopping = multiprocessing.Event()
    pool = ProcessPoolExecutor(
        min(processes, MOST_PROCESSES), initializer=_begin_worker, initargs=(stopping,)
    )
    waiting: deque[Future[Done]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(do, task))
            if len(waiting) > processes * TASKS_AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        stopping.set()
        pool.shutdown(cancel_futures=True)
