"""The keys that sign cookies: kept in the data folder, the newest first. The newest signs, the others are still believed."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from zashiki.store.syncing import sync_names

KEYS: Final = "secret"
"""The file: one key a line."""


def signing_keys(data: Path) -> tuple[str, ...]:
    """The keys of a data folder, the newest first; the first one is made at the first start.

    However many servers start at once, they get the same key.
    """
    file = data / KEYS
    if not _filled(file):
        with _locked(data):
            _make_first(file)
    return _read(file)


def rotate_key(data: Path, *, forget: bool = False) -> int:
    """Makes a new key, which signs from the next start on; gives the number of keys then.

    People who come while an older key is believed get a cookie that the newest has signed. `forget`: no older key is believed any
    more, and who has not come since it was newest loses their seats.
    """
    signing_keys(data)
    with _locked(data):
        keys = (secrets.token_hex(32), *(() if forget else _read(data / KEYS)))
        _replace(data / KEYS, keys)
    return len(keys)


def add_keys(data: Path, keys: list[str]) -> None:
    """Believes these keys too; the newest of the folder goes on signing, if it has one."""
    file = data / KEYS
    with _locked(data):
        own = _read(file) if _filled(file) else ()
        if not set(keys) <= set(own):
            _replace(file, (*own, *(key for key in keys if key not in own)))


def _read(file: Path) -> tuple[str, ...]:
    return tuple(file.read_text(encoding="latin-1").split())


def _make_first(file: Path) -> None:
    """Puts a whole key in place, and never in the place of another one."""
    if _filled(file):
        return
    file.unlink(missing_ok=True)  # a power cut left it empty
    made = _write_beside(file, (secrets.token_hex(32),))
    with suppress(FileExistsError):
        file.hardlink_to(made)
    made.unlink()
    sync_names(file.parent)


def _replace(file: Path, keys: tuple[str, ...]) -> None:
    _write_beside(file, keys).replace(file)
    sync_names(file.parent)


def _write_beside(file: Path, keys: tuple[str, ...]) -> Path:
    made = file.with_name(f"secret-{secrets.token_hex(4)}")
    made.touch(mode=0o600, exist_ok=False)
    try:
        with made.open("w", encoding="latin-1") as writing:
            writing.write("\n".join(keys))
            writing.flush()
            os.fsync(writing.fileno())
    except OSError:
        made.unlink()
        raise
    return made


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One process at a time, where the system has such locks; elsewhere the link alone decides who was first."""
    if os.name != "posix":
        yield
        return
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _filled(file: Path) -> bool:
    """Whether there is a key: an empty one would let anyone sign."""
    try:
        return bool(_read(file))
    except FileNotFoundError:
        return False
