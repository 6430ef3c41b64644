"""What a store keeps and how it is asked. Reads answer at once; a write answers when it is on the disk."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Final, Protocol

import msgspec

PERSON: Final = "person"
SCREEN: Final = "screen"
BOT: Final = "bot"
OPEN: Final = "open"
"""The kinds of seat: a person, one more person on the creator's screen, a bot, nobody yet."""


class MovedOn(Exception):
    """Another writer has added entries since this one looked."""


class CannotKeep(Exception):
    """What was to be written could not be put on the disk, which may be full; nothing has changed."""


class TooNew(Exception):
    """The tables were kept by a newer version of the program."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it was opened. `header` is the record before its first choice."""

    id: str
    game: str
    header: str
    creator: str
    invitation: str
    created: float
    touched: float
    absent_after: int = 0
    listed: bool = False
    chat: bool = False
    ended: bool = False


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where. `stand_in` is the level of the bot that plays on for an absent person."""

    seat: int
    kind: str
    name: str = ""
    owner: str = ""
    secret: str = ""
    level: str = ""
    stand_in: str = ""

    @property
    def bot(self) -> str:
        """The level of the bot that chooses for this seat now; empty if a person does."""
        return self.level if self.kind == BOT else self.stand_in


class StoredEntry(msgspec.Struct, frozen=True):
    """One line of a record: its number from 1, the seat, the stable name of the choice and when it was made."""

    number: int
    seat: int
    choice: str
    at: float


class ChatLine(msgspec.Struct, frozen=True):
    number: int
    name: str
    text: str
    at: float


class Store(Protocol):
    """Any process may open the same store; `append` lets only one of two writers win."""

    def open_table(self, table: Table, seats: list[Seat], entries: list[tuple[int, str]]) -> Future[None]:
        """A new table, with the entries of the record it continues."""

    def table(self, table_id: str) -> Table | None: ...

    def table_by_invitation(self, invitation: str) -> Table | None: ...

    def table_by_secret(self, secret: str) -> tuple[Table, Seat] | None: ...

    def tables_of(self, owner: str, *, ended: bool, limit: int, after: int = 0) -> list[Table]:
        """The running or the ended tables where this person sits, the last one touched first, `after` so many."""

    def count_tables_of(self, owner: str, *, ended: bool) -> int: ...

    def listed_tables(self, limit: int) -> list[Table]:
        """Running tables that anyone may watch, the last one touched first."""

    def running_tables_with_bots(self) -> list[str]: ...

    def seats(self, table_id: str) -> list[Seat]: ...

    def change_seat(self, table_id: str, before: Seat, after: Seat) -> Future[bool]:
        """False, and nothing changes, if the seat is no longer as it was before."""

    def entries(self, table_id: str, after: int = 0) -> list[StoredEntry]: ...

    def append(self, table_id: str, after: int, lines: list[tuple[int, str]], ended: bool) -> Future[None]:
        """Adds lines (seat, choice) from number `after + 1` on; raises MovedOn if one of those numbers is taken."""

    def follow(self, table_id: str, next_id: str) -> Future[None]:
        """The return match of a table is played at the next one; the first one told stays."""

    def following(self, table_id: str) -> str:
        """The table of the return match; empty if there is none."""

    def say(self, table_id: str, name: str, text: str) -> Future[None]: ...

    def chat(self, table_id: str, limit: int) -> list[ChatLine]:
        """The last lines, the oldest of them first."""

    def close(self) -> None:
        """Writes what was asked for, then lets go of the disk."""
