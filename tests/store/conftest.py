"""Every place where tables are kept, and the store in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from tests.store.places import Place, PostgresPlace, SQLitePlace
from zashiki.store import Store

Opened = Callable[[], AbstractAsyncContextManager[Store]]


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SQLitePlace(tmp_path)
    return PostgresPlace(request.getfixturevalue("postgres").new_database())


@pytest.fixture
def opened(place: Place) -> Opened:
    """`async with opened() as store`: the same tables each time."""

    @asynccontextmanager
    async def open_store() -> AsyncIterator[Store]:
        store = place.store()
        try:
            yield store
        finally:
            await store.close()

    return open_store
