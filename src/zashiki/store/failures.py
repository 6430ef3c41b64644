"""Why the database failed, as messages: what SQLite says in English alone."""

from __future__ import annotations

import sqlite3
from typing import Final

from zashiki.kernel.messages import Message, say
from zashiki.kernel.reasons import of_system

_REASONS: Final = {
    sqlite3.SQLITE_PERM: "reason.no-permission",
    sqlite3.SQLITE_AUTH: "reason.no-permission",
    sqlite3.SQLITE_BUSY: "reason.in-use",
    sqlite3.SQLITE_LOCKED: "reason.in-use",
    sqlite3.SQLITE_READONLY: "reason.read-only",
    sqlite3.SQLITE_IOERR: "reason.device",
    sqlite3.SQLITE_CORRUPT: "reason.not-database",
    sqlite3.SQLITE_NOTADB: "reason.not-database",
    sqlite3.SQLITE_FULL: "reason.disk-full",
    sqlite3.SQLITE_CANTOPEN: "reason.no-permission",
}


def of_database(error: sqlite3.Error) -> Message:
    """Why the database could not be opened or written."""
    code = getattr(error, "sqlite_errorcode", 0)
    key = _REASONS.get(code & 0xFF)  # the upper bits only tell more about the same
    return say(key) if key else say("reason.system", number=code)


def why(error: OSError | sqlite3.Error) -> Message:
    """The same where the system may be at fault too."""
    return of_system(error) if isinstance(error, OSError) else of_database(error)
