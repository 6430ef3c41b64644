"""The store in one SQLite file: readers of their own, one writer thread that commits waiting writes together."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

import msgspec

from zashiki.kernel.record import UNDO_NAME
from zashiki.store.contract import (
    CHAT_KEPT,
    RESTORED,
    CannotKeep,
    Changes,
    ChatLine,
    Gone,
    MovedOn,
    Seat,
    StoredEntry,
    Table,
    TooNew,
    Unreachable,
)
from zashiki.store.exploring_sqlite import SQLiteMoments, enqueue, forget
from zashiki.store.rows import SEAT_COLUMNS, TABLE_COLUMNS, seat_bits, seat_of, seat_row, table_of, table_row
from zashiki.store.schema import migrate
from zashiki.store.sqlite_trees import SQLiteTrees

_OWNED: Final = "ended = ? AND id IN (SELECT table_id FROM seats WHERE owner = ? AND owner != '')"
_SEATS: Final = f"SELECT {SEAT_COLUMNS} FROM seats WHERE table_id = ? ORDER BY seat"
_ENTRIES: Final = (
    "SELECT number, seat, choice, at FROM entries WHERE table_id = ? AND number > ? ORDER BY number"
)
_CHAT: Final = (
    "SELECT number, name, text, at FROM chat WHERE table_id = ? AND number > ? ORDER BY number DESC LIMIT ?"
)
_FOLLOWING: Final = "SELECT next_id FROM return_matches WHERE table_id = ?"
_REACHED: Final = (
    "SELECT (SELECT MAX(number) FROM entries WHERE table_id = ?), version FROM tables WHERE id = ?"
)
_MOVED: Final = (
    "UPDATE tables SET version = version + ?, ended = ?, awaited = ? WHERE id = ? RETURNING version"
)
_MOVED_AND_TOUCHED: Final = _MOVED.replace("awaited = ?", "awaited = ?, touched = ?")
_BUSY_SECONDS: Final = 10

Row = tuple[Any, ...]
_Write = Callable[[sqlite3.Connection], Any]
_Waiting = tuple[_Write, asyncio.Future[Any]]
_Answer = tuple[asyncio.Future[Any], Any, Exception | None]


class SQLiteStore:
    """`SQLiteStore(path)` opens the file, makes it if need be, and brings it up to the newest migration.

    Raises TooNew for a file that has seen later ones.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._readers = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._waiting: SimpleQueue[_Waiting | None] = SimpleQueue()
        self.trees = SQLiteTrees(self._read, self._write)
        _keep_private(path)
        writer = self._connect()
        try:
            migrate(writer)
        except TooNew:
            writer.close()
            raise
        self._thread = threading.Thread(
            target=self._write_all, args=(writer,), name="store-writer", daemon=True
        )
        self._thread.start()
        self.moments = SQLiteMoments(self._reader, self._read, self._write)

    async def open_table(
        self,
        table: Table,
        seats: list[Seat],
        entries: list[tuple[int, str]],
        follows: str = "",
        notes: dict[str, str] | None = None,
    ) -> bool:
        def write(db: sqlite3.Connection) -> bool:
            if follows and db.execute(_FOLLOWING, (follows,)).fetchone():
                return False
            db.execute(f"INSERT INTO tables VALUES ({_marks(13)})", table_row(table))
            db.executemany(
                f"INSERT INTO seats VALUES (?, {_marks(7)})", [(table.id, *seat_row(seat)) for seat in seats]
            )
            _insert_entries(db, table.id, 0, entries)
            _keep_notes(db, table.id, notes or {})
            if table.ended:
                enqueue(db, table.id)
            if follows:
                db.execute("INSERT INTO return_matches VALUES (?, ?)", (follows, table.id))
                _raise_version(db, follows)
            return True

        return bool(await self._write(write))

    async def table(self, table_id: str) -> Table | None:
        row = self._one(f"SELECT {TABLE_COLUMNS} FROM tables WHERE id = ?", table_id)
        return table_of(row) if row else None

    async def table_by_invitation(self, invitation: str) -> Table | None:
        row = self._one(f"SELECT {TABLE_COLUMNS} FROM tables WHERE invitation = ?", invitation)
        return table_of(row) if row else None

    async def table_by_link(self, link_hash: str) -> tuple[Table, Seat] | None:
        row = self._one(
            f"SELECT {SEAT_COLUMNS}, {TABLE_COLUMNS} FROM seats JOIN tables ON tables.id = table_id"
            " WHERE link_hash = ? AND link_hash != ''",
            link_hash,
        )
        return (table_of(row[7:]), seat_of(row[:7])) if row else None

    async def table_ids(self) -> list[str]:
        return [row[0] for row in self._read("SELECT id FROM tables ORDER BY created, id")]

    async def tables_of(self, owner: str, *, ended: bool, limit: int, after: int = 0) -> list[Table]:
        chosen = (
            f"SELECT {TABLE_COLUMNS} FROM tables WHERE {_OWNED} ORDER BY touched DESC, id LIMIT ? OFFSET ?"
        )
        return [table_of(row) for row in self._read(chosen, ended, owner, limit, after)]

    async def count_tables_of(self, owner: str, *, ended: bool) -> int:
        return int(self._read(f"SELECT count(*) FROM tables WHERE {_OWNED}", ended, owner)[0][0])

    async def listed_tables(self, limit: int, since: float = 0) -> list[Table]:
        rows = self._read(
            f"SELECT {TABLE_COLUMNS} FROM tables WHERE listed = 1 AND ended = 0 AND touched >= ?"
            " ORDER BY touched DESC LIMIT ?",
            since,
            limit,
        )
        return [table_of(row) for row in rows]

    async def pending_bot_turns(self, since: float = 0) -> list[str]:
        rows = self._read(
            "SELECT DISTINCT id FROM tables JOIN seats ON table_id = id"
            " WHERE ended = 0 AND touched >= ? AND (level != '' OR stand_in != '') AND awaited >> seat & 1"
            " ORDER BY touched DESC",
            since,
        )
        return [row[0] for row in rows]

    async def note_awaited(self, table_id: str, version: int, awaited: tuple[int, ...]) -> None:
        def write(db: sqlite3.Connection) -> None:
            change = "UPDATE tables SET awaited = ? WHERE id = ? AND version = ?"
            db.execute(change, (seat_bits(awaited), table_id, version))

        await self._write(write)

    async def changes(self, table_id: str, *, version: int, entries: int, chat: int = 0) -> Changes | None:
        known = self._one("SELECT version FROM tables WHERE id = ?", table_id)
        if known is None:
            raise Gone(table_id)
        if known[0] == version:
            return None
        with self._snapshot() as read:
            found = read("SELECT version, ended FROM tables WHERE id = ?", table_id)
            if not found:
                raise Gone(table_id)
            now = found[0]
            if now[0] // RESTORED != version // RESTORED:
                entries = chat = 0
            following = read(_FOLLOWING, table_id)
            return Changes(
                version=now[0],
                ended=bool(now[1]),
                seats=[seat_of(row) for row in read(_SEATS, table_id)],
                entries=[StoredEntry(*row) for row in read(_ENTRIES, table_id, entries)],
                chat=[ChatLine(*row) for row in read(_CHAT, table_id, chat, CHAT_KEPT)][::-1],
                next_table=following[0][0] if following else "",
            )

    async def versions(self, table_ids: list[str]) -> dict[str, int]:
        given = msgspec.json.encode(table_ids).decode()
        return dict(
            self._read("SELECT id, version FROM tables WHERE id IN (SELECT value FROM json_each(?))", given)
        )

    async def entries(self, table_id: str) -> list[StoredEntry]:
        return [StoredEntry(*row) for row in self._read(_ENTRIES, table_id, 0)]

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
        def write(db: sqlite3.Connection) -> int:
            now = db.execute(_REACHED, (table_id, table_id)).fetchone()
            if now is None or (now[0] or 0) != after:
                raise MovedOn(table_id)
            if known is not None and known != now[1]:
                raise MovedOn(table_id)
            _insert_entries(db, table_id, after, lines)
            if not awaited:
                enqueue(db, table_id)
            elif any(choice == UNDO_NAME for _, choice in lines):
                forget(db, table_id)
            moved = (len(lines), not awaited, seat_bits(awaited))
            row = db.execute(*_moved_on(table_id, moved, time.time() if shown else None)).fetchone()
            return int(row[0])

        return int(await self._write(write))

    async def change_seat(self, table_id: str, before: Seat, after: Seat, told: str = "") -> int | None:
        def write(db: sqlite3.Connection) -> int | None:
            old = (before.kind, before.owner, before.link_hash, before.stand_in)
            changed = db.execute(
                "UPDATE seats SET kind = ?, name = ?, owner = ?, link_hash = ?, level = ?, stand_in = ?"
                " WHERE table_id = ? AND seat = ? AND kind = ? AND owner = ? AND link_hash = ? AND stand_in = ?",
                (*seat_row(after)[1:], table_id, before.seat, *old),
            )
            if changed.rowcount != 1:
                return None
            if told:
                _insert_chat_line(db, table_id, before.name, told)
            return _raise_version(db, table_id)

        version: int | None = await self._write(write)
        return version

    async def say(self, table_id: str, name: str, text: str, said: str = "") -> int:
        def write(db: sqlite3.Connection) -> int:
            added = _insert_chat_line(db, table_id, name, text, said)
            return _raise_version(db, table_id, by=added)

        return int(await self._write(write))

    async def keep_notes(self, table_id: str, notes: dict[str, str]) -> None:
        def write(db: sqlite3.Connection) -> None:
            _keep_notes(db, table_id, notes)

        await self._write(write)

    async def notes(self, table_id: str, beginning: str) -> dict[str, str]:
        chosen = "SELECT name, text FROM notes WHERE table_id = ? AND substr(name, 1, ?) = ? ORDER BY name"
        return dict(self._read(chosen, table_id, len(beginning), beginning))

    async def noted(self, name: str) -> list[str]:
        return [
            row[0] for row in self._read("SELECT table_id FROM notes WHERE name = ? ORDER BY table_id", name)
        ]

    async def probe(self) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute("SELECT id FROM tables LIMIT 1").fetchone()
            reached = db.execute("PRAGMA user_version").fetchone()[0]
            db.execute(f"PRAGMA user_version = {reached}")

        await self._write(write)

    async def close(self) -> None:
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        for connection in self._open:
            connection.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=64,
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        self._open.append(connection)
        return connection

    def _reader(self) -> sqlite3.Connection:
        """The connection of this thread."""
        reader: sqlite3.Connection | None = getattr(self._readers, "connection", None)
        if reader is None:
            reader = self._readers.connection = self._connect()
        return reader

    def _read(self, query: str, *values: Any) -> list[Row]:
        """The rows of a query; raises Unreachable where the file can't be read."""
        try:
            return self._reader().execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise Unreachable(str(error)) from error

    def _one(self, query: str, *values: Any) -> Row | None:
        """The first row, if there is one."""
        return next(iter(self._read(query, *values)), None)

    @contextmanager
    def _snapshot(self) -> Iterator[Callable[..., list[Row]]]:
        """Reads that all see the same moment."""
        self._read("BEGIN")
        try:
            yield self._read
        finally:
            _roll_back(self._reader())

    async def _write(self, write: _Write) -> Any:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.put((write, done))
        return await done

    def _write_all(self, writer: sqlite3.Connection) -> None:
        """Takes every write that waits, makes each whole or not at all, and answers after one commit for all."""
        closing = False
        while not closing:
            batch, closing = self._take_waiting()
            if batch:
                _tell(_commit_together(writer, batch))

    def _take_waiting(self) -> tuple[list[_Waiting], bool]:
        taken = [self._waiting.get()]
        while taken[-1] is not None:
            try:
                taken.append(self._waiting.get_nowait())
            except Empty:
                break
        asked = [item for item in taken if item is not None]
        return [item for item in asked if not item[1].cancelled()], taken[-1] is None


def _keep_private(path: Path) -> None:
    """The file is for its owner alone; one that is there already is at least closed to strangers."""
    with suppress(FileExistsError):
        path.touch(mode=0o600, exist_ok=False)
    for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with suppress(FileNotFoundError, PermissionError):
            file.chmod(stat.S_IMODE(file.stat().st_mode) & ~0o007)


def _commit_together(writer: sqlite3.Connection, batch: list[_Waiting]) -> list[_Answer]:
    answers: list[_Answer] = []
    _roll_back(writer)
    try:
        writer.execute("BEGIN IMMEDIATE")
        for write, done in batch:
            answers.append((done, *_write_one(writer, write, alone=len(batch) == 1)))
        if writer.in_transaction:
            writer.execute("COMMIT")
    except Exception as error:  # noqa: BLE001 (whatever it is, those who wait are answered and the writer goes on)
        _roll_back(writer)
        return [(done, None, CannotKeep(str(error))) for _, done in batch]
    return answers


def _roll_back(connection: sqlite3.Connection) -> None:
    """Ends what was begun, if anything was. Where even that fails, as on a disk that is going, it is tried again before the next write."""
    with suppress(sqlite3.Error):
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _write_one(writer: sqlite3.Connection, write: _Write, *, alone: bool) -> tuple[Any, Exception | None]:
    """What a write gives, or why nothing of it was written; one that shares its commit needs a mark to go back to."""
    if not alone:
        writer.execute("SAVEPOINT one")
    answer, failure = None, None
    try:
        answer = write(writer)
    except Exception as error:  # noqa: BLE001 (whatever it is, the next write must not wait for ever)
        if not alone:
            writer.execute("ROLLBACK TO one")
        elif writer.in_transaction:  # a full disk has ended it already
            writer.execute("ROLLBACK")
        failure = error if isinstance(error, MovedOn) else CannotKeep(str(error))
    if not alone:
        writer.execute("RELEASE one")
    return answer, failure


def _tell(answers: list[_Answer]) -> None:
    """Wakes every event loop that waits for answers once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Answer]] = {}
    for answer in answers:
        by_loop.setdefault(answer[0].get_loop(), []).append(answer)
    for loop, told in by_loop.items():
        with suppress(RuntimeError):  # it was closed meanwhile: nobody waits
            loop.call_soon_threadsafe(_answer, told)


def _answer(answers: list[_Answer]) -> None:
    for done, answer, failure in answers:
        if done.done():
            continue  # who asked was cancelled
        if failure is None:
            done.set_result(answer)
        else:
            done.set_exception(failure)


def _insert_entries(db: sqlite3.Connection, table_id: str, after: int, lines: list[tuple[int, str]]) -> None:
    now = time.time()
    db.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
        [(table_id, number, seat, choice, now) for number, (seat, choice) in enumerate(lines, after + 1)],
    )


def _insert_chat_line(db: sqlite3.Connection, table_id: str, name: str, text: str, said: str = "") -> int:
    """How many lines that adds: none if one of this name, which is `said`, is there."""
    added = db.execute(
        "INSERT INTO chat (table_id, name, text, at, said) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (table_id, name, text, time.time(), said),
    )
    return added.rowcount


def _keep_notes(db: sqlite3.Connection, table_id: str, notes: dict[str, str]) -> None:
    for name, text in notes.items():
        db.execute("DELETE FROM notes WHERE table_id = ? AND name = ?", (table_id, name))
        if text:
            db.execute("INSERT INTO notes VALUES (?, ?, ?)", (table_id, name, text))


def _raise_version(db: sqlite3.Connection, table_id: str, by: int = 1) -> int:
    row = db.execute(
        "UPDATE tables SET version = version + ? WHERE id = ? RETURNING version", (by, table_id)
    ).fetchone()
    return int(row[0])


def _moved_on(
    table_id: str, moved: tuple[int, bool, int], touched: float | None
) -> tuple[str, tuple[Any, ...]]:
    """The statement that moves a table on by so many lines; indexes are left alone where nothing in them changes."""
    if touched is None:
        return _MOVED, (*moved, table_id)
    return _MOVED_AND_TOUCHED, (*moved, touched, table_id)


def _marks(count: int) -> str:
    return ", ".join("?" * count)
