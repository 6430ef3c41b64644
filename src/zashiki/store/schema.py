"""The schema of the SQLite file: numbered migrations, each run once, from every earlier schema."""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from importlib.resources.abc import Traversable

from zashiki.store.contract import TooNew, hash_of


def migrate(db: sqlite3.Connection) -> None:
    """Runs the numbered migrations this file has not seen, all of them or none; raises TooNew."""
    db.create_function("sha256", 1, hash_of, deterministic=True)
    db.execute("BEGIN EXCLUSIVE")
    if is_too_new(db):
        raise TooNew
    reached = _reached(db)
    for number, script in _migrations().items():
        if number > reached:
            for statement in script.read_text(encoding="utf-8").split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
    db.execute("COMMIT")


def is_too_new(db: sqlite3.Connection) -> bool:
    """Whether the file has seen migrations that this program does not have."""
    return _reached(db) > max(_migrations())


def _reached(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _migrations() -> dict[int, Traversable]:
    """The scripts by their numbers, in order."""
    scripts = files("zashiki.store").joinpath("migrations").iterdir()
    found = {int(script.name.split("_")[0]): script for script in scripts if script.name.endswith(".sql")}
    return dict(sorted(found.items()))
