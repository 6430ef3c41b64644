"""What whoever runs a server sees of it: readiness, figures, logs, and how it stops."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path
from random import Random

import httpx
import psycopg
import pytest
from websockets.exceptions import InvalidStatus

from tests.databases import Postgres
from tests.terminal.desk import run
from tests.toys.lanterns.labels import NAMES
from tests.web.fleet import Fleet, Page, check_answers, sit_down, until_ended
from tests.web.test_limits import started, table_of
from tests.web.test_playing import two_at_a_table
from tests.web.visitor import Server, Visitor
from zashiki.store.postgres import PostgresStore
from zashiki.tables import logs
from zashiki.tables.logs import JSONLines
from zashiki.web import pages, sockets
from zashiki.web.app import create_app
from zashiki.web.pages import health
from zashiki.web.settings import Settings


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def test_a_server_tells_its_figures_writes_json_and_is_not_ready_while_it_stops(data: Path) -> None:
    port = free_port()
    more = ("--metrics", f"127.0.0.1:{port}", "--log", "json", "--drain", "3")
    with Server(data, more=more) as server:
        ann, bob = Visitor(server), Visitor(server)
        table = two_at_a_table(ann, bob)
        with ann.tab(table) as tab:
            tab.choose("left")
            assert tab.decide("choose", 3)["status"] == 422
            figures = httpx.get(f"http://127.0.0.1:{port}/metrics").text.splitlines()
        for line in ('zashiki_events_total{event="opened"} 1.0', 'zashiki_events_total{event="chosen"} 1.0',
                     'zashiki_events_total{event="refused"} 1.0', "zashiki_open_pages 1.0", "zashiki_commit_seconds_count 1.0"):  # fmt: skip
            assert line in figures
        assert ann.get("/metrics").status_code == 404, "visitors are told nothing"
        assert ann.get("/readyz").json()["ok"]
        server.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + 2
        while (ready := ann.get("/readyz")).status_code == 200 and time.monotonic() < deadline:
            time.sleep(0.02)
        assert (ready.status_code, ready.json()["reason"]) == (503, "stopping")
        assert ann.choose(table, "ready").status_code == 200, "who comes all the same is served"
        assert server.process.wait(timeout=20) == 0
    assert server.said().endswith("Stopped. Running games go on at the next start.\n"), "it ends in order"
    lines = [json.loads(line) for line in server.said().splitlines() if line.startswith("{")]
    assert {"message": "opened: lanterns", "table": table, "level": "info"}.items() <= lines[0].items()


def test_what_goes_wrong_at_a_table_is_logged_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page and a socket; a page that is about no table names none."""

    def failing(*_given: object) -> None:
        raise ArithmeticError

    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JSONLines())
    logging.getLogger("uvicorn.error").addHandler(handler)
    try:
        with started(tmp_path) as ann:
            table = table_of(ann)
            for place in (pages.table, sockets, pages.rules):
                monkeypatch.setattr(place, "services_of", failing)
            assert ann.get(f"/t/{table}").status_code == 500
            assert ann.get("/rules/shinobi").status_code == 500
            with pytest.raises(InvalidStatus):
                ann.page(table)
    finally:
        logging.getLogger("uvicorn.error").removeHandler(handler)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    faults = [line for line in lines if "ArithmeticError" in line.get("traceback", "")]
    assert [line.get("table") for line in faults] == [table, None, table]


async def test_a_disk_that_is_nearly_full_is_sent_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Settings(data=tmp_path, bot_processes=0))
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")
    async with app.router.lifespan_context(app), client:
        assert (await client.get("/readyz")).status_code == 200
        monkeypatch.setattr(health, "LEAST_FREE", 2**80)
        answer = await client.get("/readyz")
        assert (answer.status_code, "free on the disk" in answer.json()["reason"]) == (503, True)
        assert (await client.get("/healthz")).status_code == 200, "what is there goes on"


@asynccontextmanager
async def asked(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(settings)
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1", timeout=60)
    async with app.router.lifespan_context(app), client:
        yield client


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Callable[[], str]:
    """What the log says of the probe, every time."""
    monkeypatch.setattr(logs, "WARN_AGAIN", 0.0)
    return lambda: "\n".join(
        record.getMessage() for record in caplog.records if record.name == "zashiki.tables.health"
    )


async def test_why_tables_can_not_be_read_any_more_is_told_plainly_and_logged_with_details(
    tmp_path: Path, told: Callable[[], str]
) -> None:
    async with asked(Settings(data=tmp_path, bot_processes=0)) as client:
        for file in tmp_path.glob("tables.db*"):
            file.write_bytes(b"x" * file.stat().st_size)
        for path in ("/healthz", "/readyz"):
            answer = await client.get(path)
            assert (answer.status_code, answer.json()["ok"]) == (503, False)
            assert answer.json()["reason"] == "tables can't be read or written"
    assert "not a database" in told()


async def test_visitors_are_not_told_where_a_database_is_and_whose(
    postgres: Postgres, tmp_path: Path, told: Callable[[], str]
) -> None:
    url = postgres.new_database()
    async with asked(Settings(data=tmp_path, database=url, bots=False)) as client:
        assert (await client.get("/healthz")).status_code == 200
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute("ALTER TABLE tables RENAME TO gone")
        while (answer := await client.get("/readyz")).status_code == 200:
            await asyncio.sleep(0.1)
        assert answer.json()["reason"] == "tables can't be read or written"
    assert 'relation "tables" does not exist' in told()


async def test_health_is_looked_at_once_a_second_however_many_ask(tmp_path: Path) -> None:
    """Each look is written to the disk."""
    log = tmp_path / "tables.db-wal"
    async with asked(Settings(data=tmp_path, bot_processes=0)) as client:
        before, began = log.stat().st_size, time.monotonic()
        for _ in range(5):
            answers = await asyncio.gather(*(client.get("/healthz") for _ in range(20)))
            assert {answer.status_code for answer in answers} == {200}
        looks = (log.stat().st_size - before) // 4096
        assert 1 <= looks <= time.monotonic() - began + 2


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("127.0.0.1:here", "is not an address"),
        ("127.0.0.1:70000", "is not an address"),
        ("203.0.113.9:9100", "Can’t listen on 203.0.113.9"),
        ("[2001:db8::9]:9100", "Can’t listen on 2001:db8::9"),
    ],
)
def test_an_address_for_figures_that_can_not_be_used_is_named(
    tmp_path: Path, address: str, said: str
) -> None:
    ended = run(tmp_path, "serve", "--no-open", "--data", str(tmp_path / "data"), "--metrics", address)
    assert ended.returncode == 2
    assert said in ended.stderr


async def test_pages_of_a_server_that_stops_move_over_without_a_lost_choice(
    postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.new_database()
    fleet = await asyncio.to_thread(Fleet, tmp_path, url, 2, 0, "--drain", "1")
    store, chance = PostgresStore(url), Random(time.time())
    try:
        tables, visitors = await asyncio.to_thread(sit_down, fleet, 4)
        addresses = [server.address for server in fleet.servers]
        pages = [Page(addresses, n, tables[n // 2], visitor, chance) for n, visitor in enumerate(visitors)]
        playing = [asyncio.create_task(page.play()) for page in pages]
        while sum(len(page.answered) for page in pages) < len(pages):
            await asyncio.sleep(0.01)
        fleet.servers[0].process.terminate()
        await until_ended(store, tables)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        assert await asyncio.to_thread(fleet.servers[0].process.wait, 20) in (0, -signal.SIGTERM)
        for number, page in enumerate(pages):
            await check_answers(store, page, number % 2, list(NAMES))
        assert "ERROR" not in fleet.servers[0].said()
    finally:
        await asyncio.to_thread(fleet.stop)
        await store.close()
