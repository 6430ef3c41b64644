"""How fast the explorer answers over many moments of random games, in SQLite and in PostgreSQL.

Every kind of search is timed with the index and, in the same run over the same rows, without: its secondary indexes are dropped then, so
that the database looks through all rows.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copyfile
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

import psycopg

from tests.databases import Postgres
from zashiki.kernel.registry import game as find_game
from zashiki.store import Seat, SQLiteStore, Store, Table
from zashiki.store.backups import TABLES
from zashiki.store.contract import BOT, PERSON
from zashiki.store.exploring import Explored, Search, TooSlow
from zashiki.store.moving import move
from zashiki.store.postgres import PostgresStore
from zashiki.study.explorer import PAGE
from zashiki.study.moments import Task, explored_of, number_of, whole_of
from zashiki.study.pool import Processes
from zashiki.study.simulation import play, setting

SHARES: Final = {"samurai-spirit": 0.45, "shinobi": 0.4, "seven-ronin": 0.15}
"""Of all moments."""
PEOPLE: Final = 500
DAY: Final = 86_400.0
GAMES_A_DAY: Final = 20
CHUNK: Final = 200
TIMES: Final = 40
TIMES_WITHOUT: Final = 5
INDEXES: Final = (
    "explored_games_found", "explored_seats_player", "explored_seats_level", "explored_moments_position",
    "explored_parts_found", "explored_parts_whole",
)  # fmt: skip

Tell = Callable[[str], None]


class Asked(NamedTuple):
    """A kind of search: its name, and what is asked each time."""

    name: str
    ask: Callable[[Store], Awaitable[object]]


class Played(NamedTuple):
    task: Task
    explored: Explored


def measure(moments: int, seed: int, tell: Tell, kept: Path | None = None) -> dict[str, Any]:
    """Fills a folder with random games, asks, moves them to PostgreSQL and asks the same there. `kept` is a folder where the games stay for
    the next run."""
    with TemporaryDirectory(prefix="zashiki-explore-") as folder:
        filled = kept or Path(folder)
        if not (filled / TABLES).is_file():
            filled.mkdir(parents=True, exist_ok=True)
            asyncio.run(_fill(filled, moments, seed, tell))
        if kept:
            copyfile(kept / TABLES, Path(folder, TABLES))
        counts = _count(Path(folder, TABLES))
        searches = _searches(Path(folder, TABLES))
        server = Postgres()
        try:
            tell("PostgreSQL")
            address = server.new_database()
            move(Path(folder), address)
            _analyse(address)
            databases = [
                _timed("SQLite", lambda: SQLiteStore(Path(folder, TABLES)), searches, tell),
                _timed("PostgreSQL", lambda: PostgresStore(address), searches, tell),
            ]
            _drop(Path(folder, TABLES), address)
            without = [
                _timed("SQLite", lambda: SQLiteStore(Path(folder, TABLES)), searches, tell, TIMES_WITHOUT),
                _timed("PostgreSQL", lambda: PostgresStore(address), searches, tell, TIMES_WITHOUT),
            ]
        finally:
            server.stop()
    return {**counts, "databases": [_compared(*both) for both in zip(databases, without, strict=True)]}


def _played(given: tuple[str, int, int]) -> Played:
    name, seed, number = given
    game = find_game(name)
    seats = game.facts.seats[number % len(game.facts.seats)]
    record, _result = play(setting(name, seats, {}, ["random"], seed), number)
    task = Task(f"{name}-{number}", record.header(), record.lines())
    explored = explored_of(task)
    assert explored is not None
    return Played(task, explored)


def _count(file: Path) -> dict[str, int]:
    with closing(sqlite3.connect(file)) as db:
        tables = {"games": "explored_games", "moments": "explored_moments", "parts": "explored_parts"}
        return {
            name: int(db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])
            for name, table in tables.items()
        }


async def _fill(folder: Path, moments: int, seed: int, tell: Tell) -> None:
    store, chance = SQLiteStore(folder / TABLES), Random(seed)
    counts = {"games": 0, "moments": 0}
    for name, part in SHARES.items():
        tell(name)
        goal = counts["moments"] + round(moments * part)
        for chunk in _chunks(name, seed):
            await asyncio.gather(
                *(_put(store, one, counts["games"] + at, chance) for at, one in enumerate(chunk))
            )
            await asyncio.gather(*(store.moments.keep(one.explored) for one in chunk))
            counts["games"] += len(chunk)
            counts["moments"] += sum(len(one.explored.moments) for one in chunk)
            if counts["moments"] >= goal:
                break
    await store.close()


def _chunks(name: str, seed: int) -> Iterator[list[Played]]:
    """Random games without end, some at a time."""
    first = 0
    while True:
        tasks = [(name, seed, number) for number in range(first, first + CHUNK)]
        yield list(Processes(os.cpu_count() or 1).in_order(_played, tasks))
        first += CHUNK


async def _put(store: Store, one: Played, number: int, chance: Random) -> None:
    """Every tenth table is not listed; one of its players is a person."""
    explored, at = one.explored, number / GAMES_A_DAY * DAY
    person = chance.randrange(explored.seats)
    seats = [
        Seat(seat=seat, kind=PERSON, name=f"Guest {chance.randrange(PEOPLE)}")
        if seat == person
        else Seat(seat=seat, kind=BOT, level=chance.choice(("novice", "villager", "master")))
        for seat in range(explored.seats)
    ]
    table = Table(
        id=one.task.table_id, game=explored.game, header=one.task.header, creator="", invitation=one.task.table_id,
        created=at, touched=at, listed=number % 10 > 0, ended=True, version=explored.length, awaited=(),
    )  # fmt: skip
    await store.open_table(table, seats, one.task.lines)


def _searches(file: Path) -> list[Asked]:
    """Each kind of search; the positions are the one that most games came to, and one that few did."""
    with closing(sqlite3.connect(file)) as db:
        grouped = "SELECT position FROM explored_moments GROUP BY position"
        common = db.execute(f"{grouped} ORDER BY COUNT(*) DESC LIMIT 1").fetchone()[0]
        rare = db.execute(f"{grouped} HAVING COUNT(*) BETWEEN 3 AND 30 LIMIT 1").fetchone()[0]
        middle = db.execute("SELECT MAX(id) / 2 FROM explored_games").fetchone()[0]
        last = db.execute("SELECT MAX(ended) FROM explored_games").fetchone()[0]
    ronin, whole = "seven-ronin", whole_of("seven-ronin")
    some_days = Search(viewer="", game="samurai-spirit", since=last / 3, until=last / 3 + 30 * DAY)
    plan = Search(viewer="", game=ronin, parts=(whole,), whole=whole, seat=0)
    with_well = Search(viewer="", game=ronin, parts=(number_of(ronin, "ninja>well"),), whole=whole, seat=0)
    both = {
        "all games": Search(viewer=""),
        "games of an edition": Search(viewer="", game=ronin, options=(("edition", "pl-2013"),), winner=0),
        "games of 30 days": some_days,
        "games of a player": Search(viewer="", player="guest 7"),
        "games of a level": Search(viewer="", game="shinobi", level="master"),
        "the commonest position": Search(viewer="", position=common),
        "the commonest position, by a level": Search(viewer="", position=common, level="master"),
        "a rare position": Search(viewer="", position=rare),
        "plans of round 1": plan,
        "plans with one area": with_well,
    }
    asked: list[Asked] = []
    for name, search in both.items():
        asked.append(Asked(f"{name}: rates", _rates(search)))
        asked.append(Asked(f"{name}: list", _list(search, None)))
    asked.append(Asked("all games: list from the middle", _list(Search(viewer=""), (middle, 0))))
    asked.append(Asked("plans of round 1: parts", lambda store: store.moments.tally_parts(plan)))
    asked.append(Asked("plans with one area: parts", lambda store: store.moments.tally_parts(with_well)))
    return asked


def _rates(search: Search) -> Callable[[Store], Awaitable[object]]:
    return lambda store: store.moments.tally(search)


def _list(search: Search, after: tuple[int, int] | None) -> Callable[[Store], Awaitable[object]]:
    return lambda store: store.moments.hits(search, PAGE + 1, after)


def _timed(
    name: str, opened: Callable[[], Store], searches: list[Asked], tell: Tell, times: int = TIMES
) -> dict[str, Any]:
    tell(f"{name} × {times}")
    return asyncio.run(_time_all(name, opened, searches, times))


async def _time_all(
    name: str, opened: Callable[[], Store], searches: list[Asked], times: int
) -> dict[str, Any]:
    """Milliseconds of each search, by the clock and of this process; None: longer than a search may take."""
    store = opened()
    found: dict[str, list[tuple[float, float]] | None] = {}
    for search in searches:
        taken = []
        try:
            await search.ask(store)  # the first one reads from the disk
            for _ in range(times):
                began, used = perf_counter(), process_time()
                await search.ask(store)
                taken.append((1000 * (perf_counter() - began), 1000 * (process_time() - used)))
            found[search.name] = taken
        except TooSlow:
            found[search.name] = None
    await store.close()
    return {"name": name, "taken": found}


def _analyse(address: str) -> None:
    """What PostgreSQL finds out by itself about rows after a while; nobody tells SQLite."""
    with psycopg.connect(address, autocommit=True) as postgres:
        postgres.execute("VACUUM ANALYZE")


def _drop(file: Path, address: str) -> None:
    with closing(sqlite3.connect(file)) as db, psycopg.connect(address) as postgres:
        for index in INDEXES:
            db.execute(f"DROP INDEX {index}")
            postgres.execute(f"DROP INDEX {index}".encode())


def _compared(timed: dict[str, Any], without: dict[str, Any]) -> dict[str, Any]:
    """Medians and the slowest of 95 in 100. SQLite works in this process, so its processor time is told too: other programs do not weigh on it."""
    rows = []
    for name, both in timed["taken"].items():
        taken = [clock for clock, _processor in both or ()]
        scanned = [clock for clock, _processor in without["taken"][name] or ()]
        row: dict[str, Any] = {
            "search": name,
            "median_ms": _median(taken),
            "p95_ms": round(quantiles(taken, n=20)[-1], 2) if taken else None,
            "without_index_ms": _median(scanned),
        }
        if timed["name"] == "SQLite":
            row["processor_ms"] = _median([processor for _clock, processor in both or ()])
        if taken and scanned:
            row["ratio"] = round(median(scanned) / median(taken), 1)
        rows.append(row)
    return {"database": timed["name"], "searches": rows}


def _median(taken: list[float]) -> float | None:
    return round(median(taken), 2) if taken else None
