"""The record on disk: tables, their seats, their entries and their chat."""

from zashiki.store.contract import (
    CannotKeep,
    Changes,
    ChatLine,
    Gone,
    MovedOn,
    Seat,
    Store,
    StoredEntry,
    Table,
    TooNew,
    Unreachable,
    hash_of,
)
from zashiki.store.sqlite import SQLiteStore
from zashiki.store.trees import StoredTree, Trees

__all__ = [
    "CannotKeep",
    "Changes",
    "ChatLine",
    "Gone",
    "MovedOn",
    "SQLiteStore",
    "Seat",
    "Store",
    "StoredEntry",
    "StoredTree",
    "Table",
    "TooNew",
    "Trees",
    "Unreachable",
    "hash_of",
]
