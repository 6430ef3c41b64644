"""How much is broken, and when.

`ZASHIKI_FAULTS=whole ./zashiki test tests/faults` runs ten times as many faults as CI does, at fifty tables; a number in the place of `whole` runs so
many times as many at four tables. `ZASHIKI_FAULT_MINUTES=45` ends each test after so many minutes; it prints what it came to.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from random import Random

from tests.faults.crowd import Crowd
from tests.terminal.desk import run

ASKED = os.environ.get("ZASHIKI_FAULTS", "1")
SCALE = 10 if ASKED == "whole" else int(ASKED)
SLOTS = 50 if ASKED == "whole" else 4
MINUTES = float(os.environ.get("ZASHIKI_FAULT_MINUTES", "inf"))
PAUSE = 4.0 if ASKED == "whole" else 1.0
"""Seconds between two faults, at most, where what breaks is soon back; many tables need longer to go on in between."""
LONGEST = 900 if SCALE == 1 else 4 * 3600
"""Seconds that a test may take."""
EVERY = 20
"""Faults, after which it is said how far it is."""


async def check_all(home: Path, *where: str) -> int:
    """Every stored game can be played on; gives their number."""
    checked = await asyncio.to_thread(run, home, "check", *where)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    return int(checked.stdout.split("Tables: ")[1].split(",")[0])


async def break_again_and_again(
    faults: Mapping[str, Callable[[], Awaitable[None]]],
    counts: Mapping[str, int],
    crowd: Crowd,
    chance: Random,
) -> dict[str, int]:
    """All faults in any order, at random moments; on a slow machine, where a start takes long, they are further apart. `counts` are
    those of CI. Gives how many were made."""
    order = [name for name, count in counts.items() for _ in range(SCALE * count)]
    chance.shuffle(order)
    made, pause, ends = Counter[str](), PAUSE, time.monotonic() + 60 * MINUTES
    for done, name in enumerate(order):
        if time.monotonic() > ends:
            break
        if done % EVERY == 0:
            print(f"{time.strftime('%H:%M:%S')} {done} of {len(order)} faults: {crowd}", flush=True)
        await asyncio.sleep(pause * chance.random())
        began = time.monotonic()
        await faults[name]()
        pause = max(PAUSE, time.monotonic() - began)
        made[name] += 1
        crowd.check()
    return dict(made)
