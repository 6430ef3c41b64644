"""What a store keeps and how it is asked. A write has answered when it is on the disk."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from zashiki.store.trees import Trees

if TYPE_CHECKING:
    from zashiki.store.exploring import MomentIndex

PERSON: Final = "person"
SCREEN: Final = "screen"
BOT: Final = "bot"
OPEN: Final = "open"
"""The kinds of seat: a person, one more person on the creator's screen, a bot, nobody yet."""


CHAT_KEPT: Final = 100
"""So many lines of a table's chat are given, the last ones."""


class MovedOn(Exception):
    """Another writer has added entries since this one looked."""


class CannotKeep(Exception):
    """What was to be written could not be put on the disk, which may be full; nothing has changed."""


class Unreachable(CannotKeep):
    """The database does not answer now. What was to be written may have been written all the same: who asks again finds out."""


class TooNew(Exception):
    """The tables were kept by a newer version of the program."""


class Gone(Exception):
    """There is no such table, or not any more: an earlier backup was restored."""


RESTORED: Final = 10**9
"""A restored backup raises the version of every table beyond the next multiple of this: who knows a table by a version below
it forgets what it knows."""


def hash_of(secret: str) -> str:
    """What is kept of a secret: who reads it can't use it, and one that can't be guessed needs no salt."""
    return sha256(secret.encode()).hexdigest()


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table. `header` is the record before its first choice; `version` goes up with every change: by one for each
    entry of the record, by one for anything else. `touched` is when everybody was last told something, so it tells nothing of
    secret choices. `awaited` are the seats that are to choose; None: an earlier version of the program did not keep that."""

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
    version: int = 0
    awaited: tuple[int, ...] | None = None


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where. `name` is that of the person; of a bot's seat, the one of who has left it in the middle of a game. `link_hash` is the hash of the secret link that takes the seat to another device, empty if there is none.
    `stand_in` is the level of the bot that plays on for an absent person."""

    seat: int
    kind: str
    name: str = ""
    owner: str = ""
    link_hash: str = ""
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


class Changes(msgspec.Struct, frozen=True):
    """What has become of a table since somebody last looked."""

    version: int
    ended: bool
    seats: list[Seat]
    entries: list[StoredEntry]  # beyond those that were known
    chat: list[ChatLine]  # beyond those that were known
    next_table: str  # where its return match is played; empty if there is none


class Store(Protocol):
    """Any process may open the same store; `append` lets only one of two writers win."""

    @property
    def trees(self) -> Trees:
        """The trees of variations."""

    @property
    def moments(self) -> MomentIndex:
        """The finished games, moment by moment, to be searched."""

    async def open_table(
        self,
        table: Table,
        seats: list[Seat],
        entries: list[tuple[int, str]],
        follows: str = "",
        notes: dict[str, str] | None = None,
    ) -> bool:
        """A new table with its first entries and its notes, in one commit. As the return match of a table that it follows it is
        opened once: False, and nothing is written, if that table has one."""

    async def table(self, table_id: str) -> Table | None: ...

    async def table_by_invitation(self, invitation: str) -> Table | None: ...

    async def table_by_link(self, link_hash: str) -> tuple[Table, Seat] | None:
        """The table and the seat that a secret link leads to."""

    async def table_ids(self) -> list[str]:
        """All tables, the first one opened first."""

    async def tables_of(self, owner: str, *, ended: bool, limit: int, after: int = 0) -> list[Table]:
        """The running or the ended tables where this person sits, the last one touched first, `after` so many."""

    async def count_tables_of(self, owner: str, *, ended: bool) -> int: ...

    async def listed_tables(self, limit: int, since: float = 0) -> list[Table]:
        """Running tables that anyone may watch and that were touched since then, the last one touched first."""

    async def pending_bot_turns(self, since: float = 0) -> list[str]:
        """Running tables that were touched since then and where a bot is to choose, or may be: it is not known."""

    async def note_awaited(self, table_id: str, version: int, awaited: tuple[int, ...]) -> None:
        """Keeps who is to choose at a table of which that was not known, if it is still at this version."""

    async def changes(self, table_id: str, *, version: int, entries: int, chat: int = 0) -> Changes | None:
        """What is new at a table since a version, for one who knows so many entries, and the chat up to a line; None
        if nothing is. For a version from before a restored backup that is everything. Raises Gone."""

    async def versions(self, table_ids: list[str]) -> dict[str, int]:
        """The versions of those of these tables that there are."""

    async def entries(self, table_id: str) -> list[StoredEntry]: ...

    async def append(
        self,
        table_id: str,
        after: int,
        lines: list[tuple[int, str]],
        awaited: tuple[int, ...],
        *,
        shown: bool,
        known: int | None = None,
    ) -> int:
        """Adds lines (seat, choice) from number `after + 1` on, and gives the version of the table then; raises
        MovedOn if one of those numbers is taken, or if the table has changed in any way since the version that is `known` of it.
        `awaited` are the seats that are to choose then; without any the game has ended. `shown`: everybody is told something,
        so the table counts as touched."""

    async def change_seat(self, table_id: str, before: Seat, after: Seat, told: str = "") -> int | None:
        """The version then; None, and nothing changes, if the seat is no longer as it was before. `told`: a line of the chat under the
        name of who sat there, in the same commit."""

    async def say(self, table_id: str, name: str, text: str, said: str = "") -> int:
        """One more line of the table's chat; the version then. A line that has a name, which is `said`, is kept once however often it comes."""

    async def keep_notes(self, table_id: str, notes: dict[str, str]) -> None:
        """Keeps texts beside a table, each by its name, in one commit; an empty text takes a note away. The table's version stays."""

    async def notes(self, table_id: str, beginning: str) -> dict[str, str]:
        """The notes of a table whose names begin so, by name, in order."""

    async def noted(self, name: str) -> list[str]:
        """The tables that have a note of this name."""

    async def probe(self) -> None:
        """Reads, and writes something that changes nothing; raises CannotKeep where either fails."""

    async def close(self) -> None:
        """Writes what was asked for, then lets go of the disk."""
