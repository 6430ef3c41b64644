"""Power cuts, simulated: what was answered is on the disk, not only on its way there. docs/hosting.md has the counts."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.faults.breaking import LONGEST, SLOTS, break_again_and_again, check_all
from tests.faults.crowd import Crowd
from tests.faults.power import Disk
from tests.web.visitor import Server
from zashiki.store import SQLiteStore
from zashiki.store.contract import StoredEntry, Table
from zashiki.store.keys import signing_keys

CUTS = 30
"""In CI."""
TWO_FILES = """
import os

for name in ("safe", "lost"):
    with open(name, "w") as file:
        file.write(name)
        file.flush()
        if name == "safe":
            os.fsync(file.fileno())
"""
NEW_NAMES = """
import os, sys
from pathlib import Path

folder = Path(sys.argv[1])
for name in ("kept", "gone"):
    with (folder / "beside").open("w") as file:
        file.write("new")
        file.flush()
        os.fsync(file.fileno())
    (folder / "beside").replace(folder / name)
    if name == "kept":
        os.fsync(os.open(folder, os.O_RDONLY))
"""
FIRST_KEY = """
import sys
from pathlib import Path
from zashiki.store.keys import rotate_key, signing_keys

print(*signing_keys(Path(sys.argv[1])))
rotate_key(Path(sys.argv[1]))
print(*signing_keys(Path(sys.argv[1])))
"""
COMMITS = """
import sqlite3, sys

db = sqlite3.connect("numbers.db", isolation_level=None)
db.execute("PRAGMA journal_mode = WAL")
db.execute(f"PRAGMA synchronous = {sys.argv[1]}")
db.execute("CREATE TABLE numbers (number INTEGER)")
number = 0
while True:
    number += 1
    db.execute("INSERT INTO numbers VALUES (?)", (number,))
    print(number, flush=True)
"""


def run_on(disk: Disk, script: str) -> str:
    """Runs a program in the folder; gives what it printed."""
    return subprocess.run(
        [sys.executable, "-c", script, str(disk.folder)],
        cwd=disk.folder,
        env={**os.environ, **disk.environment},
        check=True,
        timeout=60,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def lost_by_a_cut(folder: Path, synchronous: str, chance: Random) -> bool:
    """Whether a number is missing of which a program said that it was committed, before its power was cut."""
    disk = Disk(folder / "data", folder / "scratch")
    writing = subprocess.Popen(
        [sys.executable, "-c", COMMITS, synchronous],
        cwd=disk.folder,
        env={**os.environ, **disk.environment},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writing.stdout is not None
    said = [writing.stdout.readline() for _ in range(40)]
    writing.send_signal(signal.SIGKILL)
    said += writing.communicate(timeout=20)[0].splitlines()
    disk.cut(chance)
    with sqlite3.connect(disk.folder / "numbers.db") as db:
        try:
            kept = [row[0] for row in db.execute("SELECT number FROM numbers")]
        except sqlite3.OperationalError:  # not even the table
            kept = []
    db.close()
    assert kept == list(range(1, len(kept) + 1))
    return len(kept) < len([number for number in said if number.strip().isdigit()])


def test_what_was_not_synced_is_lost_and_what_was_synced_is_not(tmp_path: Path) -> None:
    disk = Disk(tmp_path / "data", tmp_path / "scratch")
    run_on(disk, TWO_FILES)
    disk.cut(Random(1))
    assert {file.name: file.read_text() for file in disk.folder.iterdir()} == {"safe": "safe"}


def test_a_new_name_is_safe_once_its_folder_was_synced(tmp_path: Path) -> None:
    for name in ("kept", "gone"):
        (tmp_path / "data").mkdir(exist_ok=True)
        (tmp_path / "data" / name).write_text("old")
    found = set()
    for seed in range(8):
        disk = Disk(tmp_path / "data", tmp_path / "scratch")
        run_on(disk, NEW_NAMES)
        disk.cut(Random(seed))
        found.add(tuple((disk.folder / name).read_text() for name in ("kept", "gone")))
        for name in ("kept", "gone"):
            (disk.folder / name).write_text("old")
    assert found == {("new", "old"), ("new", "new")}


def test_a_database_that_does_not_wait_for_the_disk_loses_what_it_said_was_done(tmp_path: Path) -> None:
    """So a cut is noticed where there is something to notice."""
    assert any(lost_by_a_cut(tmp_path / str(seed), "OFF", Random(seed)) for seed in range(6))
    assert not any(lost_by_a_cut(tmp_path / f"full-{seed}", "FULL", Random(seed)) for seed in range(3))


def test_a_key_that_has_signed_is_not_lost(tmp_path: Path) -> None:
    """With it all seats would be: nobody's cookie would be believed any more."""
    for seed in range(6):
        disk = Disk(tmp_path / str(seed), tmp_path / "scratch")
        newest = run_on(disk, FIRST_KEY).splitlines()[-1].split()
        disk.cut(Random(seed))
        assert list(signing_keys(disk.folder)) == newest
        (tmp_path / "scratch" / "disk.log").unlink()


class Lookout:
    """Looks into the tables of a folder whose power may be cut: by a connection of its own each time, none while it is cut."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.power = asyncio.Lock()

    async def table(self, table_id: str) -> Table | None:
        async with self.power:
            store = SQLiteStore(self._file)
            try:
                return await store.table(table_id)
            finally:
                await store.close()

    async def entries(self, table_id: str) -> list[StoredEntry]:
        async with self.power:
            store = SQLiteStore(self._file)
            try:
                return await store.entries(table_id)
            finally:
                await store.close()


@pytest.mark.timeout(LONGEST)
def test_the_power_of_a_server_is_cut_and_every_table_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        chance = Random(time.time())
        disk = Disk(tmp_path / "data", tmp_path / "scratch")
        lookout = Lookout(disk.folder / "tables.db")
        servers = [await asyncio.to_thread(Server, disk.folder, variables=disk.environment)]
        port = int(servers[0].address.rpartition(":")[2])

        async def cut() -> None:
            async with lookout.power:
                servers[0].kill()
                await asyncio.to_thread(disk.cut, chance)
                servers[0] = await asyncio.to_thread(
                    Server, disk.folder, port=port, variables=disk.environment
                )

        try:
            crowd = Crowd(lookout, lambda: servers, SLOTS, chance)
            made = await break_again_and_again({"power": cut}, {"power": CUTS}, crowd, chance)
            await crowd.stop()
            assert crowd.answered > 6 * crowd.tables
            print(made, crowd)
        finally:
            servers[0].interrupt()
        assert await check_all(tmp_path, "--data", str(disk.folder)) >= crowd.tables >= SLOTS

    asyncio.run(play())
