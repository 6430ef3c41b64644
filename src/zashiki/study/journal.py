"""What was done of a long piece of work, kept line by line, so that an interrupted one goes on where it stopped."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Generic, TypeVar

import msgspec

_Done = TypeVar("_Done", bound=msgspec.Struct)


_Head = TypeVar("_Head", bound=msgspec.Struct)


def read_journal(file: Path, head: type[_Head], part: type[_Done]) -> tuple[_Head, list[_Done]]:
    """A whole journal as it lies there; raises OSError and msgspec.DecodeError."""
    first, *lines = file.read_bytes().splitlines()
    return msgspec.json.decode(first, type=head), [msgspec.json.decode(line, type=part) for line in lines]


class InUse(Exception):
    """Another process writes this journal now."""


class Begun(Exception):
    """There are parts in the journal already; their number is its argument."""


class Journal(Generic[_Done]):
    """A file whose first line is the head, which says what is done, followed by a line for each part; raises OSError. Once it was begun
    it is locked for as long as this process has it."""

    def __init__(self, file: Path, head: msgspec.Struct, part: type[_Done]) -> None:
        self._file = file
        self._head = msgspec.json.encode(head)
        self._part = part
        self._open: IO[bytes] | None = None

    def is_other(self) -> bool:
        """Whether the file is there and something else: parts under another head, or no journal at all."""
        try:
            with self._file.open("rb") as file:
                return file.read(len(self._head) + 1) not in (b"", self._head + b"\n")
        except FileNotFoundError:
            return False

    def resume(self) -> list[_Done]:
        """The parts that were kept under the same head; those after a damaged line are done again. Raises InUse."""
        with self._taken() as there:
            kept = self._parts(there.read().split(b"\n"))
            self._write_anew(there, kept)
        return kept

    def begin(self, *, over: bool = True) -> None:
        """From the first part on; raises InUse, and Begun where nothing is to be begun over."""
        with self._taken() as there:
            if not over and (kept := self._parts(there.read().split(b"\n"))):
                raise Begun(len(kept))
            self._write_anew(there, [])

    def _parts(self, lines: list[bytes]) -> list[_Done]:
        kept: list[_Done] = []
        if lines[0] == self._head:
            for line in lines[1:-1]:  # what follows the last end of a line was not written whole
                try:
                    kept.append(msgspec.json.decode(line, type=self._part))
                except msgspec.DecodeError:
                    break
        return kept

    @contextmanager
    def _taken(self) -> Iterator[IO[bytes]]:
        """The file as it is there, which nobody else writes in the meantime."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a+b") as there:
            _lock(there)
            if not os.path.samestat(os.fstat(there.fileno()), self._file.stat()):
                raise InUse  # another process has put its own in the place while this one was opened
            there.seek(0)
            yield there

    def _write_anew(self, there: IO[bytes], kept: Sequence[_Done]) -> None:
        """A new file beside the old one, then in its place."""
        fresh = self._file.with_name(f"{self._file.name}.{os.getpid()}.new")
        self._open = fresh.open("wb")
        _lock(self._open)
        lines = [self._head, *map(msgspec.json.encode, kept)]
        self._write(b"".join(line + b"\n" for line in lines))
        if os.name != "posix":
            there.close()  # what is open can't be replaced there
        fresh.replace(self._file)

    def add(self, part: _Done) -> None:
        self._write(msgspec.json.encode(part) + b"\n")

    def _write(self, lines: bytes) -> None:
        assert self._open is not None
        self._open.write(lines)
        self._open.flush()


def _lock(file: IO[bytes]) -> None:
    """For this process alone: those that it has play games for it may outlive it, and do not write. Where the system has such locks."""
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise InUse from None
