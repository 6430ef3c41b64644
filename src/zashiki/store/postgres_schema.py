"""The schema of a PostgreSQL database and the keys that it keeps, before any table is asked for."""

from __future__ import annotations

import secrets
from importlib.resources import files
from typing import Final

import psycopg

from zashiki.store.contract import TooNew

CONNECT_SECONDS: Final = 10
_LOCK: Final = 0x7A617368
"""The name of the advisory lock under which one server at a time changes the schema or the keys."""


def connect(url: str) -> psycopg.Connection:
    """A connection that commits at the end of its `with`; raises psycopg.Error."""
    return psycopg.connect(url, connect_timeout=CONNECT_SECONDS)


def migrate(url: str, up_to: int | None = None) -> None:
    """Runs the numbered migrations that this database has not seen, all of them or none; raises TooNew.

    Servers that start at once wait for each other. `up_to` stops at an earlier schema.
    """
    scripts = sorted(
        (
            file
            for file in files("zashiki.store").joinpath("migrations", "postgresql").iterdir()
            if file.name.endswith(".sql")
        ),
        key=lambda file: file.name,
    )
    numbered = [(int(script.name.split("_")[0]), script) for script in scripts]
    with connect(url) as db:
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        db.execute("CREATE TABLE IF NOT EXISTS schema_version (reached INTEGER NOT NULL)")
        row = db.execute("SELECT max(reached) FROM schema_version").fetchone()
        reached = (row and row[0]) or 0
        if reached > numbered[-1][0]:
            raise TooNew
        for number, script in numbered:
            if reached < number <= (up_to or number):
                db.execute(script.read_text(encoding="utf-8").encode())
                db.execute("INSERT INTO schema_version VALUES (%s)", (number,))


def signing_keys(url: str) -> tuple[str, ...]:
    """The keys that sign cookies, the newest first; the first one is made at the first start of any server."""
    with connect(url) as db:
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        keys = _keys(db)
        return keys or (_add_key(db, secrets.token_hex(32)),)


def rotate_key(url: str, *, forget: bool = False) -> int:
    """Makes a new key, which signs from the next start on; gives the number of keys then. `forget`: no older one is believed."""
    with connect(url) as db:
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        if forget:
            db.execute("DELETE FROM signing_keys")
        _add_key(db, secrets.token_hex(32))
        return len(_keys(db))


def _keys(db: psycopg.Connection) -> tuple[str, ...]:
    return tuple(row[0] for row in db.execute("SELECT key FROM signing_keys ORDER BY number DESC"))


def _add_key(db: psycopg.Connection, key: str) -> str:
    db.execute("INSERT INTO signing_keys (key) VALUES (%s)", (key,))
    return key
