"""The record on disk: tables, their seats, their entries and their chat."""

from zashiki.store.contract import (
    CannotKeep,
    Changes,
    ChatLine,
    MovedOn,
    Seat,
    Store,
    StoredEntry,
    Table,
    TooNew,
)
from zashiki.store.sqlite import SQLiteStore

__all__ = [
    "CannotKeep",
    "Changes",
    "ChatLine",
    "MovedOn",
    "SQLiteStore",
    "Seat",
    "Store",
    "StoredEntry",
    "Table",
    "TooNew",
]
