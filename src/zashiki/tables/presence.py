"""Who has a page of a table open, in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from zashiki.store import Seat

NOBODY: Final[Counter[str]] = Counter()


class Presence:
    """Counts the open pages of each table by person; a person without a name ("") counts page by page."""

    def __init__(self) -> None:
        self._pages: dict[str, Counter[str]] = {}

    def enter(self, table_id: str, person: str) -> None:
        self._pages.setdefault(table_id, Counter())[person] += 1

    def leave(self, table_id: str, person: str) -> None:
        pages = self._pages[table_id]
        pages[person] -= 1
        if not pages[person]:
            del pages[person]
        if not pages:
            del self._pages[table_id]

    def here(self, table_id: str, seats: Sequence[Seat]) -> frozenset[int]:
        """The seats whose person has a page of the table open."""
        pages = self._pages.get(table_id, NOBODY)
        return frozenset(seat.seat for seat in seats if seat.owner and seat.owner in pages)

    def watching(self, table_id: str, seats: Sequence[Seat]) -> int:
        """How many look on who do not sit there; several pages of one person count once."""
        pages = self._pages.get(table_id, NOBODY)
        seated = {seat.owner for seat in seats if seat.owner}
        return sum(1 for person in pages if person and person not in seated) + pages.get("", 0)
