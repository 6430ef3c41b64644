"""Who has a page of a table open, in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from zashiki.store import Seat

NOBODY: Final[Counter[str]] = Counter()
NAMELESS: Final = "~"


def person_of(visitor: str, network: str) -> str:
    """Under which name a visitor's pages are counted; those without a name share one with all at their network address."""
    return visitor or NAMELESS + blake2b(network.encode(), digest_size=12).hexdigest()


class Presence:
    """Counts the open pages of each table by person; people without a name count page by page."""

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

    def pages(self, table_id: str) -> Counter[str]:
        """The open pages of a table by person."""
        return self._pages.get(table_id, NOBODY)

    def here(self, table_id: str, seats: Sequence[Seat], coming: str = "") -> frozenset[int]:
        """The seats whose person has a page of the table open. `coming`: one who opens a page now."""
        pages = self._pages_with(table_id, coming)
        return frozenset(seat.seat for seat in seats if seat.owner and seat.owner in pages)

    def watching(self, table_id: str, seats: Sequence[Seat], coming: str = "") -> int:
        """How many look on who do not sit there; several pages of one person count once."""
        seated = {seat.owner for seat in seats if seat.owner}
        pages = self._pages_with(table_id, coming).items()
        return sum(
            count if person.startswith(NAMELESS) else 1 for person, count in pages if person not in seated
        )

    def _pages_with(self, table_id: str, coming: str) -> Counter[str]:
        pages = self.pages(table_id)
        return pages + Counter((coming,)) if coming else pages
