"""What a host may set."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    data: Path
    bot_pause: float = 0.5  # seconds between two moves of bots that others can see
    bot_processes: int = 1  # 0: bots think in threads of the server itself
    secure: bool = False  # cookies for HTTPS only, even where this server does not see that HTTPS is used
    tables_an_hour: int = 60  # that one visitor may open; 0: any number, and nothing else is limited either
    allowed_hosts: tuple[
        str, ...
    ] = ()  # names this server answers to, besides those of this machine and its addresses
    trusted_proxies: tuple[str, ...] = ()  # whose word is taken for who asks, and whether by HTTPS
    sleep_after: int = (
        30  # days after which a table that nobody touches is no longer listed or played by bots; 0: never
    )
    address: str = ""  # where others reach a server that listens everywhere, if that is known


def secret_of(data: Path) -> str:
    """The key that signs cookies: made at the first start, then kept in the data folder.

    However many servers start at once, they get the same key.
    """
    file = data / "secret"
    if not _filled(file):
        with _locked(data):
            _make_secret(file)
    return file.read_text(encoding="latin-1")


def _make_secret(file: Path) -> None:
    """Puts a whole key in place, and never in the place of another one."""
    if _filled(file):
        return
    file.unlink(missing_ok=True)  # a power cut left it empty
    made = file.with_name(f"secret-{secrets.token_hex(4)}")
    made.touch(mode=0o600, exist_ok=False)
    with made.open("w", encoding="ascii") as writing:
        writing.write(secrets.token_hex(32))
        writing.flush()
        os.fsync(writing.fileno())
    with suppress(FileExistsError):
        file.hardlink_to(made)
    made.unlink()


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
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False
