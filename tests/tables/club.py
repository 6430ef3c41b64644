"""A service over a real store, and short ways to play at its tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import zashiki
from zashiki.kernel.record import Record
from zashiki.store import Seat, SQLiteStore
from zashiki.tables import LiveTable, LocalBus, Tables
from zashiki.tables.seats import person_seat
from zashiki.tables.service import Manners

PEOPLE = ("ann", "bob", "cid", "dee", "eve")


class Club:
    """`published` are the hints of the bus in order."""

    def __init__(self, store: SQLiteStore) -> None:
        self.store = store
        self.bus = LocalBus()
        self.tables = Tables(store, "secret", self.bus)
        self.published: list[tuple[str, int]] = []
        self.bus.listen(lambda table, version: self.published.append((table, version)))

    async def open(self, game: str = "seven-ronin", seats: int | None = None, **options: str) -> str:
        """A table at which everybody is a person."""
        record = Record(zashiki.game(game), seats, dict(options))
        return await self.tables.open(record, people(record.seats), "ann", Manners(120, chat=True))

    async def choose(self, table: str, seat: int, name: str) -> None:
        """A choice made on the page as it is now."""
        live = await self.tables.live(table)
        await self.choose_on(live, seat, name, live.timeline.made_by(seat))

    async def choose_on(self, live: LiveTable, seat: int, name: str, made: int) -> None:
        turn = self.tables.turn(live, seat)
        await self.tables.choose(live.id, seat, live.game.action(name), turn, made)

    async def undo(self, table: str, seat: int) -> None:
        live = await self.tables.live(table)
        await self.tables.undo(table, seat, live.timeline.made_by(seat))

    async def choices(self, table: str) -> list[str]:
        """The choices in the record, undo included."""
        return [entry.choice for entry in await self.store.entries(table)]

    async def choices_of_seats(self, table: str) -> list[str]:
        """Those that chance did not bring."""
        return [entry.choice for entry in await self.store.entries(table) if entry.seat >= 0]


def people(count: int) -> list[Seat]:
    return [person_seat(seat, PEOPLE[seat], PEOPLE[seat].title()) for seat in range(count)]


@asynccontextmanager
async def club(folder: Path) -> AsyncIterator[Club]:
    store = SQLiteStore(folder / "tables.db")
    try:
        yield Club(store)
    finally:
        await store.close()
