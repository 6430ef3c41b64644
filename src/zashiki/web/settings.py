"""What a host may set."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    data: Path
    bot_pause: float = 0.5  # seconds between two moves of bots that others can see
    bot_processes: int = 1  # 0: bots think in threads of the server itself
    secure: bool = False  # cookies for HTTPS only
    tables_an_hour: int = 60  # that one visitor may open; 0: no limit
    address: str = ""  # where others reach a server that listens everywhere, if that is known


def secret_of(data: Path) -> str:
    """The key that signs cookies: made at the first start, then kept in the data folder."""
    file = data / "secret"
    if not _filled(file):
        made = data / f"secret-{secrets.token_hex(4)}"
        made.touch(mode=0o600)
        made.write_text(secrets.token_hex(32), encoding="ascii")
        if file.exists():  # a start that was cut short left it empty
            made.replace(file)
        else:
            with suppress(FileExistsError):  # another server was faster
                file.hardlink_to(made)
            made.unlink()
    return file.read_text(encoding="latin-1")


def _filled(file: Path) -> bool:
    """Whether there is a key: an empty one would let anyone sign."""
    return file.exists() and file.stat().st_size > 0
