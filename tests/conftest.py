"""Settings that every test shares."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "zashiki", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("zashiki")

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
