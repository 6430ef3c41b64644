"""One server a data folder: SQLite lets several processes write, but only PostgreSQL lets their pages hear of each other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

LOCK: Final = "serving"
"""The file that a server holds locked, with its address."""


class AlreadyServed(Exception):
    """Another server serves this folder; `address` is where, empty if it has not said so yet."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


@contextmanager
def serving(folder: Path, address: str = "") -> Iterator[None]:
    """Holds a folder for this process, which the system lets go of however the process ends; raises AlreadyServed or OSError."""
    if os.name != "posix":
        yield
        return
    import fcntl

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyServed(os.pread(descriptor, 1000, 0).decode(errors="replace")) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, address.encode(), 0)
        yield
    finally:
        os.close(descriptor)
