"""Settings that every test shares."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

# as the program does: workers inherit it before a plugin imports numpy
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import Postgres

settings.register_profile(
    "zashiki", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("zashiki")

ASYNC_LIMIT = 120
"""Seconds that an asynchronous test may take."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that may take longer than others come first: nobody waits for one that began when all others had ended."""
    items.sort(key=lambda item: item.get_closest_marker("timeout") is None)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs an asynchronous test in a thread with a loop of its own: a browser's loop may run in the main thread."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    given = {name: pyfuncitem.funcargs[name] for name in names}
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, asyncio.wait_for(pyfuncitem.obj(**given), ASYNC_LIMIT)).result()
    return True


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of a worker that do not stop it; `new_database` gives each an empty one."""
    server = Postgres()
    yield server
    server.stop()


signal.signal(signal.SIGINT, signal.default_int_handler)
"""A shell starts what runs in its background with Ctrl-C ignored; processes that tests start would inherit that."""


@pytest.fixture(autouse=True)
def no_running_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright's browser lives as long as the session and leaves its event loop marked as running in this thread:
    a test that does not use the browser runs without that mark, so that it may run a loop of its own."""
    if "browser" in request.fixturenames:
        yield
        return
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)
