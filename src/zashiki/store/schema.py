"""The schema of the SQLite file: numbered migrations, each run once, from every earlier schema."""

from __future__ import annotations

import sqlite3
from importlib.resources import files

from zashiki.store.contract import TooNew, hash_of


def migrate(db: sqlite3.Connection) -> None:
    """Runs the numbered migrations this file has not seen, all of them or none."""
    scripts = sorted(
        (
            file
            for file in files("zashiki.store").joinpath("migrations").iterdir()
            if file.name.endswith(".sql")
        ),
        key=lambda file: file.name,
    )
    db.create_function("sha256", 1, hash_of, deterministic=True)
    db.execute("BEGIN EXCLUSIVE")
    reached = db.execute("PRAGMA user_version").fetchone()[0]
    numbers = [int(script.name.split("_")[0]) for script in scripts]
    if reached > numbers[-1]:
        raise TooNew
    for number, script in zip(numbers, scripts, strict=True):
        if number > reached:
            for statement in script.read_text(encoding="utf-8").split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
    db.execute("COMMIT")
