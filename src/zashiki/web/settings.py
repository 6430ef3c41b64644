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


def secret_of(data: Path) -> str:
    """The key that signs cookies: made at the first start, then kept in the data folder."""
    file = data / "secret"
    if not file.exists():
        with suppress(FileExistsError), file.open("x", encoding="ascii") as new:
            file.chmod(0o600)
            new.write(secrets.token_hex(32))
    return file.read_text(encoding="ascii")
