"""What servers do about their signing key at the start, each in a process of its own."""

from __future__ import annotations

import time
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path

from zashiki.store.keys import signing_keys

PATIENCE = 60.0
PAUSE = 0.005


def keys_of(servers: int, folders: list[Path]) -> list[list[str]]:
    """Several servers start over each folder at the same moment: the keys that each of them signs with."""
    context = get_context("spawn")
    together, answers = context.Barrier(servers), context.Queue()
    processes = [context.Process(target=_sign, args=(folders, together, answers)) for _ in range(servers)]
    for process in processes:
        process.start()
    keys = [answers.get(timeout=PATIENCE) for _ in processes]
    for process in processes:
        process.join(PATIENCE)
    return keys


def _sign(folders: list[Path], together: Barrier, answers: Queue[list[str]]) -> None:
    keys = []
    for folder in folders:
        together.wait(PATIENCE)
        time.sleep(PAUSE - time.monotonic() % PAUSE)  # all wake up at the same moment
        keys.append(signing_keys(folder)[0])
    answers.put(keys)
