"""Trees of variations as a store keeps them: each belongs to a moment of a table and to a person; its content is a text that the store does not read."""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

TREE_COLUMNS: Final = "id, table_id, moment, owner, created, touched, version, content"


class StoredTree(msgspec.Struct, frozen=True, kw_only=True):
    """A tree. `version` goes up by one with every change."""

    id: str
    table_id: str
    moment: int  # after so many entries of the table
    owner: str
    created: float
    touched: float
    version: int = 0
    content: str


class Trees(Protocol):
    """`store.trees`: a change names the version it saw, so of two writers one wins."""

    async def keep(self, tree: StoredTree, most: int) -> bool:
        """A new tree; False, and nothing is kept, if its owner has so many already."""

    async def find(self, tree_id: str) -> StoredTree | None: ...

    async def of_owner(self, owner: str, limit: int, after: int = 0) -> list[StoredTree]:
        """The trees of a person, the last one changed first, `after` so many; none for a person without an id."""

    async def count_of(self, owner: str) -> int: ...

    async def of_table(self, owner: str, table_id: str) -> list[StoredTree]:
        """Those of a person at one table, in the order of their moments, at the same moment the first one first."""

    async def change(self, tree_id: str, version: int, content: str) -> int:
        """Replaces the content, and gives the version then; raises MovedOn if the tree is not at this version any more, or is gone."""

    async def drop(self, tree_id: str, version: int) -> None:
        """Takes a tree away; raises MovedOn as `change` does."""

    async def ids(self) -> list[str]:
        """All trees, the first one kept first."""


def tree_row(tree: StoredTree) -> tuple[str | int | float, ...]:
    """In the order of the columns."""
    return msgspec.structs.astuple(tree)


def tree_of(row: tuple[str | int | float, ...]) -> StoredTree:
    return msgspec.convert(dict(zip(TREE_COLUMNS.split(", "), row, strict=True)), StoredTree)
