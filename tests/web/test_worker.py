"""What whoever runs a worker sees of it: whether it is well, its figures, traces of what its bots choose."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import httpx
import pytest

from tests.databases import Postgres
from tests.store.places import SQLitePlace
from tests.tables.club import club
from tests.terminal.desk import run
from tests.web.fleet import Worker
from tests.web.test_operations import free_port
from tests.web.test_traces import collecting
from tests.web.visitor import Server, Visitor
from zashiki.tables.bot_turns import BotTurns
from zashiki.tables.worker import Watch, Work

PATIENCE = 60.0


def figures_at(address: str) -> dict[str, float]:
    """By their names, without those that have labels."""
    lines = httpx.get(f"{address}/metrics", timeout=PATIENCE).text.splitlines()
    return {
        name: float(value)
        for name, value in (
            re.findall(r"^(\w+) (\S+)$", line)[0] for line in lines if re.match(r"\w+ ", line)
        )
    }


def until_answered(address: str, status: int) -> httpx.Response:
    """Asks until the answer is this one."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            answer = httpx.get(address, timeout=PATIENCE)
        except httpx.TransportError:
            answer = httpx.Response(0)
        if answer.status_code == status:
            return answer
        assert time.monotonic() < deadline, answer
        time.sleep(0.05)


def test_a_worker_says_how_it_is_counts_what_its_bots_do_and_traces_it(tmp_path: Path) -> None:
    database, port = Postgres(), free_port()
    address = f"http://127.0.0.1:{port}"
    try:
        common = ("--database", database.new_database())
        with collecting() as collector, Server(tmp_path / "server", more=(*common, "--no-bots")) as server:
            more = ("--metrics", f"127.0.0.1:{port}", "--traces", collector.address)
            worker = Worker(tmp_path / "worker", *common, *more)
            assert until_answered(f"{address}/readyz", 200).json()["ok"]
            ann = Visitor(server)
            table = ann.open_table(**{"seat-0": "me", "seat-1": "bot-random"})
            ann.choose(table, "left")
            ann.choose(table, "ready")
            deadline = time.monotonic() + PATIENCE
            while (figures := figures_at(address))["zashiki_bot_decision_seconds_count"] < 2:
                assert time.monotonic() < deadline, figures
                time.sleep(0.05)
            assert figures["zashiki_commit_seconds_count"] >= 2
            assert figures["zashiki_database"] == 1
            assert {
                "zashiki_pending_tables",
                "zashiki_bot_tables",
                "process_cpu_seconds_total",
            } <= figures.keys()
            database.kill()
            assert until_answered(f"{address}/healthz", 503).json()["reason"]
            assert not until_answered(f"{address}/readyz", 503).json()["ok"]
            assert figures_at(address)["zashiki_database"] == 0
            database.start()
            assert until_answered(f"{address}/healthz", 200).json()["ok"]
            said = worker.stop()
        assert "Traceback" not in said
        chosen = [span for span in collector.spans() if span.name == "choose"]
        assert {one.value.string_value for span in chosen for one in span.attributes} == {table}
    finally:
        database.stop()


async def test_a_worker_that_stops_is_not_ready_and_says_why_it_is_not_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zashiki.tables.health.KEPT_FOR", 0.0)  # what was found before is asked for anew
    async with club(tmp_path) as house:
        bots = BotTurns(house.tables, processes=0, pause=0)
        task = Work(
            store=house.store, secret="", database="", redis="", processes=0, bot_pause=0, sleep_after=0, metrics="", traces=""
        )  # fmt: skip
        watch = Watch(task, house.tables, bots)
        assert await asyncio.to_thread(watch.readiness) == ""
        watch.stopping = True
        assert await asyncio.to_thread(watch.readiness) == "stopping"
        assert await asyncio.to_thread(watch.health) == "", "what is there goes on"
        for file in SQLitePlace(tmp_path).file.parent.glob("tables.db*"):
            file.write_bytes(b"x" * file.stat().st_size)
        assert await asyncio.to_thread(watch.health)
        await bots.stop()


@pytest.mark.parametrize(("option", "value"), [("--metrics", "127.0.0.1:here"), ("--traces", "collector")])
def test_an_address_that_can_not_be_used_is_named(
    postgres: Postgres, tmp_path: Path, option: str, value: str
) -> None:
    ended = run(tmp_path, "worker", "--database", postgres.new_database(), option, value)
    assert ended.returncode == 2
    assert f"{value} is not an address for {option}" in ended.stderr
    assert "Traceback" not in ended.stderr
