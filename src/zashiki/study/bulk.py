"""Many finished games analysed at once: one file a game, and games that have theirs are not analysed again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from zashiki.kernel.record import RecordError, read
from zashiki.study.analysis import VERSION, Work
from zashiki.study.pool import Workers, check_stopped
from zashiki.study.summary import report, summarize

SUFFIX: Final = ".analysis.json"
DONE: Final = "done"
KEPT: Final = "kept"
UNFINISHED: Final = "unfinished"
UNREADABLE: Final = "unreadable"


class Task(msgspec.Struct, frozen=True):
    """A game by its name, its record, and the file that its analysis goes to."""

    name: str
    text: str
    file: Path


class Unfinished(Exception):
    """The game is not over."""


def analyse_whole(text: str) -> bytes:
    """The whole analysis as JSON, the same on any number of cores; raises Unfinished."""
    work = Work(read(text))
    if work.timeline.state.result() is None:
        raise Unfinished
    pieces = []
    for place in range(work.size):
        check_stopped()
        pieces.append(work.piece(place))
    return msgspec.json.encode(report(summarize(work, pieces, work.guesses())))


def do_text(text: str) -> tuple[str, bytes]:
    """What came of it, DONE, UNFINISHED or UNREADABLE, and the analysis; for a worker, which may be on another machine."""
    try:
        return DONE, analyse_whole(text)
    except RecordError:
        return UNREADABLE, b""
    except Unfinished:
        return UNFINISHED, b""


def _keep(file: Path, written: bytes) -> None:
    """Beside its place, then there."""
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_bytes(written + b"\n")
    fresh.replace(file)


def _is_kept(file: Path) -> bool:
    try:
        return bool(msgspec.json.decode(file.read_bytes())["version"] == VERSION)
    except (FileNotFoundError, msgspec.DecodeError, KeyError, TypeError):
        return False


def analyse_all(tasks: list[Task], workers: Workers) -> Iterator[tuple[Task, str]]:
    """All games in order; what is done is on the disk at once."""
    kept = [_is_kept(task.file) for task in tasks]
    missing = [task.text for task, is_kept in zip(tasks, kept, strict=True) if not is_kept]
    found = workers.in_order(do_text, missing)
    for task, is_kept in zip(tasks, kept, strict=True):
        outcome, written = (KEPT, b"") if is_kept else next(found)
        if outcome == DONE:
            _keep(task.file, written)
        yield task, outcome
