"""What is killed, slowed or set wrong while games go on: no choice that was answered is lost, none is made twice, every table goes on.

`breaking.py` says how more of it is run; docs/hosting.md has the counts.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.databases import Postgres, Redis
from tests.faults.breaking import LONGEST, SLOTS, break_again_and_again, check_all
from tests.faults.crowd import Crowd
from tests.faults.proxy import CuttingProxy, to_address
from tests.tables.club import club
from tests.web.fleet import PATIENCE, Fleet
from tests.web.visitor import Server
from zashiki.store import SQLiteStore
from zashiki.store.postgres import PostgresStore

FAULTS = {"server": 30, "worker": 20, "postgresql": 20, "redis": 20, "slow": 10, "refused": 10}
"""Of several servers; in CI."""
FOLDER_FAULTS = {"server": 30, "cut": 30, "full": 10}
ROOM = 4096
"""Bytes to which a file may grow while the disk is full: enough for what the server says, not for a choice."""
SLOW_SECONDS = 1.0


class Breaking:
    """The faults of several servers on one database. What was killed, or gave up because the database was away when it started, is
    started again, as systemd or compose do; meanwhile other things break."""

    def __init__(self, fleet: Fleet, postgres: Postgres, redis: Redis, url: str, chance: Random) -> None:
        self._fleet = fleet
        self._postgres = postgres
        self._redis = redis
        self._url = url
        self._chance = chance
        self._starting: set[int] = set()
        self.over = False

    def faults(self) -> dict[str, Callable[[], Awaitable[None]]]:
        return {
            "server": self.server, "worker": self.worker, "postgresql": self.postgresql, "redis": self.redis, "slow": self.slow,
            "refused": self.refused,
        }  # fmt: skip

    async def start_again(self) -> None:
        """Whatever has ended, until all is over."""
        async with asyncio.TaskGroup() as starts:
            while not self.over:
                for number in self._ended_servers():
                    self._starting.add(number)
                    starts.create_task(self._start_server(number))
                for number, worker in enumerate(self._fleet.workers):
                    if worker.process.poll() is not None:
                        self._fleet.start_worker_again(number)
                await asyncio.sleep(0.2)

    def _ended_servers(self) -> list[int]:
        ended = {n for n, server in enumerate(self._fleet.servers) if server.process.poll() is not None}
        return sorted(ended - self._starting)

    async def _start_server(self, number: int) -> None:
        try:
            await asyncio.to_thread(self._fleet.start_again, number)
        except AssertionError as error:
            print(f"server {number} gave up at its start, and is started again: {error}", flush=True)
        finally:
            self._starting.discard(number)

    async def server(self) -> None:
        """Kills one while another one runs."""
        deadline = time.monotonic() + PATIENCE
        while len(running := self._running()) < 2:
            assert time.monotonic() < deadline, "servers do not start again"
            await asyncio.sleep(0.1)
        self._fleet.servers[self._chance.choice(running)].kill()

    def _running(self) -> list[int]:
        numbers = set(range(len(self._fleet.servers))) - self._starting - set(self._ended_servers())
        return sorted(numbers)

    async def worker(self) -> None:
        self._chance.choice(self._fleet.workers).kill()

    async def postgresql(self) -> None:
        self._postgres.kill()
        await asyncio.to_thread(self._postgres.start)

    async def redis(self) -> None:
        self._redis.kill()
        await asyncio.sleep(self._chance.random())
        self._redis.start()

    async def slow(self) -> None:
        """Nothing can be committed for a while."""
        with psycopg.connect(self._url) as other:
            other.execute("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")
            await asyncio.sleep(SLOW_SECONDS)

    async def refused(self) -> None:
        """The database answers, and refuses to write, as one does whose disk is full."""
        for setting in ("on", "off"):
            with psycopg.connect(self._url, autocommit=True) as other:
                other.execute("SET default_transaction_read_only = off")
                other.execute(f"ALTER SYSTEM SET default_transaction_read_only = {setting}".encode())
                other.execute("SELECT pg_reload_conf()")
            await asyncio.sleep(SLOW_SECONDS)


@pytest.mark.timeout(LONGEST)
def test_servers_workers_and_databases_are_killed_and_every_table_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        chance = Random(time.time())
        postgres, redis = Postgres(), Redis()
        url = postgres.new_database()
        fleet = await asyncio.to_thread(Fleet, tmp_path, url, 3, 2, "--redis", redis.url)
        store = PostgresStore(url)
        try:
            crowd = Crowd(store, lambda: fleet.servers, SLOTS, chance)
            breaking = Breaking(fleet, postgres, redis, url, chance)
            starting = asyncio.create_task(breaking.start_again())
            try:
                made = await break_again_and_again(breaking.faults(), FAULTS, crowd, chance)
                await crowd.stop()
            finally:
                breaking.over = True
                await starting
            assert await check_all(tmp_path, "--database", url) >= crowd.tables >= SLOTS
            assert crowd.answered > 6 * crowd.tables
            print(made, crowd)
        finally:
            await asyncio.to_thread(fleet.stop)
            await store.close()
            redis.stop()
            postgres.stop()

    asyncio.run(play())


@pytest.mark.timeout(LONGEST)
def test_a_server_on_a_folder_is_killed_cut_off_and_out_of_room_and_every_table_goes_on(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        chance = Random(time.time())
        servers = [await asyncio.to_thread(Server, tmp_path)]
        port = int(servers[0].address.rpartition(":")[2])
        proxy = CuttingProxy(to_address(lambda: servers[0].address))
        await proxy.start()

        async def kill() -> None:
            servers[0].kill()
            servers[0] = await asyncio.to_thread(Server, tmp_path, port=port)

        async def cut() -> None:
            proxy.cut()

        async def full() -> None:
            """No file may grow for a while."""
            server = servers[0].process.pid
            before = resource.prlimit(server, resource.RLIMIT_FSIZE, (ROOM, resource.RLIM_INFINITY))
            await asyncio.sleep(SLOW_SECONDS * chance.random())
            resource.prlimit(server, resource.RLIMIT_FSIZE, before)

        store = SQLiteStore(tmp_path / "tables.db")
        try:
            crowd = Crowd(store, lambda: [proxy], SLOTS, chance)
            made = await break_again_and_again(
                {"server": kill, "cut": cut, "full": full}, FOLDER_FAULTS, crowd, chance
            )
            await crowd.stop()
            assert await check_all(tmp_path, "--data", str(tmp_path)) >= crowd.tables >= SLOTS
            print(made, crowd)
        finally:
            servers[0].interrupt()
            await proxy.stop()
            await store.close()

    asyncio.run(play())


async def test_a_clock_that_jumps_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forward and back by up to a year, between any two choices."""
    chance, now = Random(7), time.time()
    async with club(tmp_path) as house:
        table = await house.open("samurai-spirit", 3)
        made = []
        live = await house.tables.live(table)
        while live.state.actors():
            shifted = now + chance.uniform(-1, 1) * 365 * 24 * 3600
            monkeypatch.setattr(time, "time", lambda shifted=shifted: shifted)
            seat = live.state.actors()[0]
            name = live.game.name(chance.choice(live.state.legal(seat)))
            await house.choose(table, seat, name)
            made.append(name)
            live = await house.tables.live(table)
        monkeypatch.undo()
        assert await house.choices_of_seats(table) == made
    assert await check_all(tmp_path, "--data", str(tmp_path)) == 1
