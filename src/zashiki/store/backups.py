"""Backups of a data folder: one file with the tables and the keys, made and restored while a server runs."""

from __future__ import annotations

import errno
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from zashiki.kernel.messages import Message, say
from zashiki.kernel.reasons import of_system
from zashiki.store.contract import RESTORED
from zashiki.store.keys import KEYS, add_keys
from zashiki.store.schema import is_too_new, migrate
from zashiki.store.serving import serving
from zashiki.store.syncing import sync_file, sync_names

TABLES: Final = "tables.db"
_BUSY_SECONDS: Final = 60
_NO_ARCHIVE: Final = (
    BadZipFile,
    KeyError,
    UnicodeError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    zlib.error,
)
"""What the library raises for a file that is no archive, or was damaged somewhere."""


class NoTables(Exception):
    """The folder has no tables."""


class BadBackup(Exception):
    """The file is no backup, or a damaged one; `reason` says which."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


class NewerThere(Exception):
    """The tables that a backup would take the place of were kept by a newer version of the program."""


class Damaged(Exception):
    """The tables can't all be read any more; the reason is its argument."""


def back_up(folder: Path, file: Path, *, as_they_are: bool = False) -> int:
    """Writes the tables of a data folder as they are at one moment, whoever writes there meanwhile; gives their number. Raises NoTables,
    or Damaged, unless they are kept `as_they_are`, for tables that could not be restored; the file is left as it was then."""
    if not (folder / TABLES).is_file():
        raise NoTables(folder)
    with TemporaryDirectory(dir=file.parent, prefix=".zashiki-") as made:
        copy, packed = Path(made, TABLES), Path(made, "packed")
        packed.touch(mode=0o600)
        with _opened(folder / TABLES) as source, _opened(copy) as target:
            source.backup(target)
            if not as_they_are and (trouble := _trouble(target)):
                raise Damaged(trouble)
            count = int(target.execute("SELECT COUNT(*) FROM tables").fetchone()[0])
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            archive.write(copy, TABLES)
            if (folder / KEYS).is_file():
                archive.write(folder / KEYS, KEYS)
        sync_file(packed)
        packed.replace(file)
        sync_names(file.parent)
    return count


def restore(folder: Path, file: Path) -> tuple[int, Path | None]:
    """Puts the tables of a backup in the place of those in a data folder; gives their number, and the backup of what was there
    before. Raises BadBackup, TooNew for one that a newer version of the program has made, NewerThere, or AlreadyServed where the tables can't be
    read any more; nothing has changed then.

    A running server goes on with the restored tables: their versions are higher than any it has seen. What it kept until then is in
    the backup of what was there; what it would keep meanwhile waits, and is tried on the restored tables.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix=".zashiki-") as made:
        keys = _unpack(file, Path(made))
        with _opened(Path(made, TABLES)) as restored:
            if _trouble(restored):
                raise BadBackup(say("reason.no-backup"))
            migrate(restored)
            _check_there(folder / TABLES)
            before = _back_up_before(folder)
            with _opened(folder / TABLES) as target:
                migrate(target)
                _raise_versions(restored, target)
                _replace(target, restored, folder, before)
            count = int(restored.execute("SELECT COUNT(*) FROM tables").fetchone()[0])
    add_keys(folder, keys)
    return count, before


def _unpack(file: Path, folder: Path) -> list[str]:
    """Puts the tables of a backup into a folder, and gives its keys."""
    try:
        opened = file.open("rb")
    except OSError as error:
        raise BadBackup(of_system(error)) from None
    try:
        with opened, ZipFile(opened) as archive:
            archive.extract(TABLES, folder)
            return archive.read(KEYS).decode("ascii").split() if KEYS in archive.namelist() else []
    except _NO_ARCHIVE:
        raise BadBackup(say("reason.no-backup")) from None
    except OSError as error:
        if error.errno == errno.EINVAL:  # it names a place before its beginning
            raise BadBackup(say("reason.no-backup")) from None
        raise


def _check_there(file: Path) -> None:
    """Raises NewerThere; tables that can't be read any more may be replaced."""
    if file.is_file():
        with _opened(file) as there, suppress(sqlite3.DatabaseError):
            if is_too_new(there):
                raise NewerThere


def _trouble(tables: sqlite3.Connection) -> str:
    """What is wrong with a file of tables, such as that it is another program's; empty if all of it can be read."""
    try:
        found = str(tables.execute("PRAGMA integrity_check").fetchone()[0])
        migrated = tables.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return str(error)
    if found != "ok":
        return found
    return "" if migrated else "no tables"


def _back_up_before(folder: Path) -> Path | None:
    if not (folder / TABLES).is_file():
        return None
    name = f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    before = folder / f"{name}.zip"
    try:
        back_up(folder, before, as_they_are=True)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        with serving(folder, "zashiki restore"):  # a server would go on with the file that is renamed
            before = _set_aside(folder, name)
    return before


def _replace(
    target: sqlite3.Connection, restored: sqlite3.Connection, folder: Path, before: Path | None
) -> None:
    """With the first page that is written the tables are closed to all other writers, and still read as they were: the backup of what
    was there is made again then, as choices may have come since it was made."""
    closed = False

    def page_written(status: int, _remaining: int, _total: int) -> None:
        nonlocal closed
        if closed or status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return
        closed = True
        if before is not None and before.suffix == ".zip":
            back_up(folder, before, as_they_are=True)

    target.execute("PRAGMA journal_mode = WAL")
    restored.backup(target, pages=1, progress=page_written)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether it says that the file can't be read as tables any more."""
    return getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def _set_aside(folder: Path, name: str) -> Path:
    """Tables that can't be read any more are kept as they are."""
    for ending in ("", "-wal", "-shm"):
        file = folder / f"{TABLES}{ending}"
        if file.exists():
            file.rename(folder / f"{name}.db{ending}")
    return folder / f"{name}.db"


def _raise_versions(restored: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Whoever knows a table by its version learns that it is another one now."""
    newest = "SELECT MAX(version) FROM tables"
    highest = max(tables.execute(newest).fetchone()[0] or 0 for tables in (restored, target))
    next_step = (highest // RESTORED + 1) * RESTORED
    for table in ("tables", "variation_trees"):
        restored.execute(f"UPDATE {table} SET version = version % ? + ?", (RESTORED, next_step))


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    file.touch(mode=0o600)
    with closing(sqlite3.connect(file, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
        yield connection
