"""When the server looks for garbage among all that it holds."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from zashiki.web import garbage
from zashiki.web.garbage import Garbage, spare_collections

LIMIT = 30


class Knot:
    """Garbage that counting references does not find."""

    def __init__(self) -> None:
        self.itself = self
        KNOTS.append(1)

    def __del__(self) -> None:
        KNOTS.pop()


KNOTS: list[int] = []


@pytest.fixture(autouse=True)
def _thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def grow_old() -> None:
    """Garbage that was not found while it was young."""
    knot = Knot()
    gc.collect(0)
    del knot


async def test_old_garbage_is_looked_for_while_nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOK_EVERY", 0.05)
    spare_collections()
    made = [0]
    watching = Garbage(lambda: made[0])
    watching.start()
    try:
        grow_old()
        for _ in range(10):
            made[0] += 1
            await asyncio.sleep(0.02)
        assert KNOTS, "somebody plays"
        async with asyncio.timeout(LIMIT):
            while KNOTS:
                await asyncio.sleep(0.05)
    finally:
        watching.stop()


async def test_a_server_never_looks_through_everything_by_itself() -> None:
    spare_collections()
    assert gc.get_threshold() == (garbage.YOUNG, garbage.NEVER, garbage.NEVER)
    watching = Garbage(lambda: 0)
    watching.start()
    try:
        full = gc.get_stats()[2]["collections"]
        kept = [[number] for number in range(300_000)]
        assert gc.get_stats()[2]["collections"] == full
        assert 0 < watching.longest < 60
        assert len(kept) == 300_000
    finally:
        watching.stop()
