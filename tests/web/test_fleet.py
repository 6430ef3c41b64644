"""Several servers and workers on one database: any of them serves any table, and one that is killed is not missed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import InvalidStatus

from tests.databases import Postgres, Redis
from tests.terminal.desk import run
from tests.toys.lanterns.labels import NAMES
from tests.web.fleet import PATIENCE, Fleet, Page, check_answers, sit_down, until_ended
from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.visitor import Server, Visitor
from zashiki.store.postgres import PostgresStore

TABLES = 6
AWAY = 'id="away-1">away<'
HERE = 'id="away-1" hidden>'


@pytest.fixture
def redis() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.stop()


@pytest.mark.parametrize("bus", ["postgresql", "redis"])
async def test_a_server_and_a_worker_are_killed_and_every_table_goes_on_without_a_lost_choice(
    postgres: Postgres, request: pytest.FixtureRequest, tmp_path: Path, bus: str
) -> None:
    url = postgres.new_database()
    more = ("--redis", request.getfixturevalue("redis").url) if bus == "redis" else ()
    fleet = await asyncio.to_thread(Fleet, tmp_path, url, 3, 2, *more)
    store = PostgresStore(url)
    chance = Random(time.time())
    try:
        tables, visitors = await asyncio.to_thread(sit_down, fleet, TABLES)
        addresses = [server.address for server in fleet.servers]
        pages = [Page(addresses, n, tables[n // 2], visitor, chance) for n, visitor in enumerate(visitors)]
        playing = [asyncio.create_task(page.play()) for page in pages]
        while sum(len(page.answered) for page in pages) < TABLES:
            await asyncio.sleep(0.01)
        chance.choice(fleet.servers).kill()
        chance.choice(fleet.workers).kill()
        await until_ended(store, tables)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        counts = [
            await check_answers(store, page, number % 2, list(NAMES)) for number, page in enumerate(pages)
        ]
        assert sum(counts) > 4 * TABLES
    finally:
        said = await asyncio.to_thread(fleet.stop)
        await store.close()
    assert "ERROR" not in "".join(said)


def test_who_is_at_another_server_is_here_and_counted_until_that_server_is_killed(
    postgres: Postgres, tmp_path: Path
) -> None:
    more = ("--database", postgres.new_database())
    with Server(tmp_path / "one", more=more) as one, Server(tmp_path / "two", more=more) as two:
        ann, bob, eve = Visitor(one), Visitor(two), Visitor(two)
        table = two_at_a_table(ann, bob)
        with ann.tab(table) as page:
            assert AWAY in page.shown("table")
            with bob.tab(table):
                page.until(HERE)
                with eve.tab(table):
                    page.until("1 person is watching")
            page.until(AWAY)
            with bob.tab(table):
                page.until(HERE)
                two.kill()
                page.until(AWAY, timeout=PATIENCE)


def test_an_address_with_a_sign_that_no_database_keeps_leads_nowhere(
    postgres: Postgres, tmp_path: Path
) -> None:
    with Server(tmp_path, more=("--database", postgres.new_database())) as server:
        ann = Visitor(server)
        for path in ("/t/%00", "/t/a%00b/share", "/g/%00/0", "/join/%00", "/seat/%00", "/v/%00/0"):
            assert ann.get(path).status_code == 404, path
        with pytest.raises(InvalidStatus):
            ann.watch("%00").__enter__()
        assert "ERROR" not in server.said()


def test_limits_are_counted_at_all_servers_together(postgres: Postgres, tmp_path: Path) -> None:
    more = ("--database", postgres.new_database())
    with (
        Server(tmp_path / "one", tables_an_hour=4, more=more) as one,
        Server(tmp_path / "two", tables_an_hour=4, more=more) as two,
    ):
        ann = Visitor(one)
        for number in range(5):  # at the first one she has no name yet, and is counted by her network
            ann.move_to((one, two)[number % 2])
            ann.open_table(**TWO_SEATS)
        for server in (one, two):
            ann.move_to(server)
            assert ann.post("/new/lanterns", **TWO_SEATS).status_code == 429


def test_a_worker_or_redis_without_a_database_is_refused(tmp_path: Path) -> None:
    for arguments in (["worker"], ["serve", "--redis", "redis://localhost"], ["serve", "--no-bots"]):
        ended = run(tmp_path, *arguments)
        assert ended.returncode == 2
        assert "--database" in ended.stderr


def test_an_address_that_is_none_of_redis_is_told_in_a_sentence(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    for command in ("serve", "worker"):
        ended = run(tmp_path, command, "--database", url, "--redis", "secret@nowhere")
        assert (ended.returncode, "redis://HOST" in ended.stderr) == (2, True), ended.stderr
        assert "Traceback" not in ended.stderr
        assert "secret" not in ended.stderr
