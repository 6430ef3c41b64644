"""Tasks done in several processes, their results in order. Ctrl-C stops them at once and loses no finished one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event
from typing import Final, NamedTuple, Protocol, TypeVar

TASKS_AHEAD: Final = 4
"""So many tasks a process wait to be done, however many there are."""
MOST_PROCESSES: Final = 256

Task = TypeVar("Task")
Done = TypeVar("Done")
Handle = TypeVar("Handle")
_stopping: Event | None = None
"""In a worker: set when nobody waits for its task any more."""


class Workers(Protocol):
    """Where tasks are done."""

    def in_order(self, do: Callable[[Task], Done], tasks: Sequence[Task]) -> Iterator[Done]:
        """What comes of each task, in the order of the tasks."""
        ...


class Stopped(Exception):
    """Nobody waits for this task any more."""


def check_stopped() -> None:
    """Called now and then by a long task: raises Stopped if it is not wanted any more."""
    if _stopping is not None and _stopping.is_set():
        raise Stopped


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Another Ctrl-C is not heard until the workers have ended: one that breaks their shutdown off would leave them waiting for ever."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin_worker(stopping: Event) -> None:
    """The first process takes care of Ctrl-C. If it is killed, a worker ends too."""
    global _stopping
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _stopping = stopping
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


class Processes(NamedTuple):
    """On this machine; one process is this one."""

    processes: int

    def in_order(self, do: Callable[[Task], Done], tasks: Sequence[Task]) -> Iterator[Done]:
        count = min(self.processes, len(tasks), MOST_PROCESSES)
        if count <= 1:
            yield from map(do, tasks)
            return
        stopping = multiprocessing.Event()
        pool = ProcessPoolExecutor(count, initializer=_begin_worker, initargs=(stopping,))
        try:
            yield from results(tasks, lambda task: pool.submit(do, task), _result, count * TASKS_AHEAD)
        finally:
            with _uninterrupted():
                stopping.set()
                pool.shutdown(cancel_futures=True)


def _result(future: Future[Done]) -> Done:
    return future.result()


def results(
    tasks: Sequence[Task], submit: Callable[[Task], Handle], result: Callable[[Handle], Done], ahead: int
) -> Iterator[Done]:
    """Hands tasks out, so many ahead of the one whose result is waited for."""
    waiting: deque[Handle] = deque()
    for task in tasks:
        waiting.append(submit(task))
        if len(waiting) > ahead:
            yield result(waiting.popleft())
    while waiting:
        yield result(waiting.popleft())
