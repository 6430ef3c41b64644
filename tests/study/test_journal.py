"""The journal of a long piece of work: of processes that begin the same one, one has it."""

from __future__ import annotations

import subprocess
import sys
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path

import msgspec
import pytest

from tests.terminal.desk import environment
from zashiki.study.journal import InUse, Journal, read_journal

PROCESSES = 3
ROUNDS = 100
PATIENCE = 60.0


class Head(msgspec.Struct, frozen=True):
    work: str = "counting"


class Part(msgspec.Struct, frozen=True):
    number: int


def begin(folder: Path, number: int, resumes: bool, together: Barrier, begun: Queue[list[int]]) -> None:
    """In which rounds this process has had the journal."""
    had = []
    for turn in range(ROUNDS):
        journal = Journal(folder / str(turn), Head(), Part)
        together.wait(PATIENCE)
        try:
            if resumes:
                journal.resume()
            else:
                journal.begin()
        except InUse:
            pass
        else:
            had.append(turn)
        together.wait(PATIENCE)
        if had[-1:] == [turn]:
            journal.add(Part(number))
        together.wait(PATIENCE)
    begun.put(had)


@pytest.mark.parametrize("was_there", [False, True])
@pytest.mark.parametrize("resumes", [False, True])
def test_of_those_that_begin_at_once_one_has_the_journal(
    tmp_path: Path, was_there: bool, resumes: bool
) -> None:
    if was_there:
        for turn in range(ROUNDS):
            Journal(tmp_path / str(turn), Head(), Part).begin()
    context = get_context("spawn")
    together, begun = context.Barrier(PROCESSES), context.Queue()
    processes = [
        context.Process(target=begin, args=(tmp_path, number, resumes, together, begun))
        for number in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    had = sorted(turn for _ in processes for turn in begun.get(timeout=PATIENCE))
    for process in processes:
        process.join(PATIENCE)
    assert had == list(range(ROUNDS))
    for turn in range(ROUNDS):
        assert len(read_journal(tmp_path / str(turn), Head, Part)[1]) == 1
    assert len(list(tmp_path.iterdir())) == ROUNDS, "nothing is left beside them"


def test_the_program_starts_where_the_system_has_no_such_locks(tmp_path: Path) -> None:
    """As on Windows, where it can be installed though `./zashiki` can't be used."""
    program = "import sys; sys.modules['fcntl'] = None; from zashiki.cli.main import main; sys.argv[1:] = ['--help']; main()"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "match" in ended.stdout
