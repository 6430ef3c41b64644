"""Writers in processes of their own, which append to one table at the same moment."""

from __future__ import annotations

from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path

from zashiki.store import SQLiteStore

PATIENCE = 60.0


def race(path: Path, table: str, writers: int, rounds: int) -> list[list[str]]:
    """In every round all writers have seen the same moment and append one entry: what came of it, by writer.

    "" if the entry was written, else the name of the exception.
    """
    context = get_context("spawn")
    together, answers = context.Barrier(writers), context.Queue()
    processes = [
        context.Process(target=_write, args=(path, table, writer, rounds, together, answers))
        for writer in range(writers)
    ]
    for process in processes:
        process.start()
    outcomes = [answers.get(timeout=PATIENCE) for _ in processes]
    for process in processes:
        process.join(PATIENCE)
    return outcomes


def _write(
    path: Path, table: str, writer: int, rounds: int, together: Barrier, answers: Queue[list[str]]
) -> None:
    store = SQLiteStore(path)
    outcomes = []
    for number in range(rounds):
        together.wait(PATIENCE)
        trouble = store.append(table, number, [(writer, f"round-{number}")], False).exception(PATIENCE)
        outcomes.append("" if trouble is None else type(trouble).__name__)
    store.close()
    answers.put(outcomes)
