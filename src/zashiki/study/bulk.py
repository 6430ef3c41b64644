"""Many finished games analysed on all cores: one file a game, and games that have theirs are not analysed again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from zashiki.kernel.record import RecordError, read
from zashiki.study.analysis import VERSION, Work
from zashiki.study.pool import check_stopped, in_order
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


def analyse_whole(text: str) -> bytes:
    """The whole analysis as JSON, the same on any number of cores; ValueError for a game that is not over."""
    work = Work(read(text))
    if work.timeline.state.result() is None:
        raise ValueError
    pieces = []
    for place in range(work.size):
        check_stopped()
        pieces.append(work.piece(place))
    return msgspec.json.encode(report(summarize(work, pieces, work.guesses())))


def do_task(task: Task) -> str:
    """Writes the analysis beside its place, then there. What came of it: DONE, KEPT, UNFINISHED or UNREADABLE."""
    if _is_kept(task.file):
        return KEPT
    try:
        written = analyse_whole(task.text)
    except RecordError:
        return UNREADABLE
    except ValueError:
        return UNFINISHED
    fresh = task.file.with_name(f"{task.file.name}.new")
    fresh.write_bytes(written + b"\n")
    fresh.replace(task.file)
    return DONE


def _is_kept(file: Path) -> bool:
    try:
        return bool(msgspec.json.decode(file.read_bytes())["version"] == VERSION)
    except (FileNotFoundError, msgspec.DecodeError, KeyError, TypeError):
        return False


def analyse_all(tasks: list[Task], processes: int) -> Iterator[tuple[Task, str]]:
    """All games in order; what is done is on the disk at once."""
    yield from zip(tasks, in_order(do_task, tasks, min(processes, len(tasks))), strict=True)
