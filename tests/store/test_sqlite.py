"""What SQLite alone does: one file, one writer that commits together what waits."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path

import pytest

from tests.store.test_store import ANN, BOB, a_table, chat, choices
from zashiki.store import CannotKeep, SQLiteStore, Unreachable
from zashiki.web.services import Services
from zashiki.web.settings import Settings

Opened = Callable[[], AbstractAsyncContextManager[SQLiteStore]]


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    """`async with opened() as store`: the same tables each time."""

    @asynccontextmanager
    async def open_store() -> AsyncIterator[SQLiteStore]:
        store = SQLiteStore(tmp_path / "tables.db")
        try:
            yield store
        finally:
            await store.close()

    return open_store


async def test_a_refused_write_does_not_spoil_those_committed_with_it(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        writes = []
        for number in range(50):
            writes.append(store.append("t1", number, [(0, f"c{number}")], awaited=(0,), shown=True))
            writes.append(store.append("t1", number, [(1, "late")], awaited=(0,), shown=True))
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [isinstance(outcome, int) for outcome in outcomes] == [True, False] * 50
        assert await choices(store) == [f"c{number}" for number in range(50)]


@pytest.mark.parametrize(("before", "open_to"), [(None, 0o077), (0o644, 0o007)])
async def test_tables_are_for_their_owner_alone(
    opened: Opened, tmp_path: Path, before: int | None, open_to: int
) -> None:
    """Those that an earlier version left open to all are closed to strangers at least."""
    if before is not None:
        (tmp_path / "tables.db").touch(mode=before)
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        modes = {file.name: file.stat().st_mode & open_to for file in tmp_path.glob("tables.db*")}
        assert modes == dict.fromkeys(("tables.db", "tables.db-wal", "tables.db-shm"), 0)
    services = Services(Settings(data=tmp_path / "new" / "data", bot_processes=0))
    await services.stop()
    assert (tmp_path / "new" / "data").stat().st_mode & 0o077 == 0


async def test_one_who_no_longer_waits_for_a_write_holds_up_no_other(opened: Opened, tmp_path: Path) -> None:
    """Once begun it is made all the same; one that had not begun is not made."""
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        begun = asyncio.create_task(store.say("t1", "Ann", "first"))
        await asyncio.sleep(0.3)  # the writer has taken it, and waits for the other connection
        waiting = asyncio.create_task(store.say("t1", "Ann", "never said"))
        await asyncio.sleep(0.1)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        other.execute("ROLLBACK")
        other.close()
        await begun
        await store.say("t1", "Ann", "last")
        assert await chat(store) == ["first", "last"]


async def test_a_file_that_can_not_be_read_is_unreachable_until_it_can(
    opened: Opened, tmp_path: Path
) -> None:
    """Who waits for the table asks again, as with a database that does not answer."""
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
            for name in ("tables", "seats", "explore_queue"):
                other.execute(f"ALTER TABLE {name} RENAME TO away")
                with pytest.raises(Unreachable):
                    await asyncio.gather(store.changes("t1", version=-1, entries=0), store.moments.queue(1))
                other.execute(f"ALTER TABLE away RENAME TO {name}")
                assert await store.changes("t1", version=-1, entries=0) is not None


def _refuse_to_end(action: int, word: str | None, *_more: str | None) -> int:
    ends = action == sqlite3.SQLITE_TRANSACTION and word in ("COMMIT", "ROLLBACK")
    return sqlite3.SQLITE_DENY if ends else sqlite3.SQLITE_OK


async def test_writes_go_on_when_not_even_taking_back_had_worked(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        writer = store._open[0]
        writer.set_authorizer(_refuse_to_end)
        for _ in range(2):
            with pytest.raises(CannotKeep):
                await store.say("t1", "Ann", "not said")
        writer.set_authorizer(None)
        await store.say("t1", "Ann", "said")
        assert await chat(store) == ["said"]
