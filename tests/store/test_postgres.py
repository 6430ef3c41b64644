"""What PostgreSQL alone does: its schema, its keys, its restarts, and the tables that come from a folder."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from tests.databases import Postgres
from tests.store.test_store import ANN, BOB, a_table, chat, choices, found
from tests.store.test_trees import a_tree
from tests.terminal.desk import run
from zashiki.store import SQLiteStore, TooNew, Unreachable
from zashiki.store.databases import Database, NoDatabase
from zashiki.store.exploring_postgres import MOST_SEARCHES
from zashiki.store.keys import signing_keys
from zashiki.store.moving import NotEmpty, move
from zashiki.store.postgres import PostgresStore
from zashiki.store.postgres_pool import Pool, connect
from zashiki.store.postgres_schema import migrate, rotate_key
from zashiki.store.postgres_schema import signing_keys as keys_of
from zashiki.store.serving import serving

SCRIPTS = sorted(
    file.name
    for file in files("zashiki.store").joinpath("migrations", "postgresql").iterdir()
    if file.name.endswith(".sql")
)
TABLE = ("t1", "go", "head\n", "ann", "inv", 1.0, 2.0, 120, True, True, False, 1, 2, 1)


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.mark.parametrize("schema", range(1, len(SCRIPTS) + 1))
async def test_tables_of_an_earlier_schema_open_with_their_seats_and_entries(url: str, schema: int) -> None:
    migrate(url, up_to=schema)
    with psycopg.connect(url) as db:
        db.execute(f"INSERT INTO tables VALUES ({', '.join(['%s'] * len(TABLE))})".encode(), TABLE)
        db.execute("INSERT INTO seats VALUES ('t1', 0, 'person', 'Ann', 'ann', 'hash', '', '')")
        db.execute("INSERT INTO entries VALUES ('t1', 1, 0, 'left', 3.0)")
    for _ in range(2):
        store = PostgresStore(url)
        linked = await store.table_by_link("hash")
        assert linked is not None
        assert (linked[0].id, linked[0].version, linked[0].awaited, linked[1].name) == ("t1", 1, (1,), "Ann")
        assert await choices(store) == ["left"]
        await store.close()


def test_migrations_are_numbered_without_a_gap() -> None:
    assert [int(name[:4]) for name in SCRIPTS] == list(range(1, len(SCRIPTS) + 1))


def test_a_database_of_a_newer_program_is_refused_and_left_alone(url: str, tmp_path: Path) -> None:
    migrate(url)
    with psycopg.connect(url) as db:
        db.execute("INSERT INTO schema_version VALUES (9999)")
    with pytest.raises(TooNew):
        PostgresStore(url)
    for command in (["serve", "--no-open"], ["check"]):
        ended = run(tmp_path, *command, "--data", str(tmp_path / "data"), "--database", url)
        assert ended.returncode == 2
        assert "newer version of this program" in ended.stderr
    with psycopg.connect(url) as db:
        assert db.execute("SELECT count(*) FROM schema_version").fetchone() == (len(SCRIPTS) + 1,)


def test_servers_that_start_at_once_make_one_schema_and_sign_with_one_key(url: str) -> None:
    def start(_number: int) -> tuple[str, ...]:
        migrate(url)
        return keys_of(url)

    with ThreadPoolExecutor(8) as threads:
        keys = list(threads.map(start, range(8)))
    assert len(set(keys)) == 1
    assert [len(key) for key in keys[0]] == [64]


def test_a_new_key_signs_and_the_old_ones_are_believed_until_they_are_forgotten(
    url: str, tmp_path: Path
) -> None:
    migrate(url)
    (first,) = keys_of(url)
    ended = run(tmp_path, "rotate-key", "--database", url)
    assert (ended.returncode, ended.stdout.split(".")[0]) == (0, "Keys that are believed: 2")
    assert keys_of(url)[1] == first != keys_of(url)[0]
    assert rotate_key(url, forget=True) == 1
    assert first not in keys_of(url)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://ann:hush@db/games", "mysql://db/games is not the address of a PostgreSQL database"),
        ("postgresql:/ann:hush@db/games", "postgresql:/db/games is not the address of a PostgreSQL database"),
        ("postgresql://ann:a@hush/b@127.0.0.1/games", "Write @ as %40"),
        ("postgresql://ann:a/hush@127.0.0.1/games", "Write @ as %40"),
        ("postgresql://ann:a?hush@127.0.0.1/games", "Write @ as %40"),
        ("postgresql://ann@127.0.0.1/hush#b", "Write @ as %40"),
        ("postgresql://ann:hush%zz@127.0.0.1/games", "Write @ as %40"),
        ("postgresql://ann:hush@127.0.0.1:1/games", "Can’t use the database postgresql://127.0.0.1:1/games"),
    ],
)
def test_a_database_that_can_not_be_used_is_named_without_its_password(
    tmp_path: Path, address: str, said: str
) -> None:
    ended = run(tmp_path, "serve", "--no-open", "--database", address)
    assert ended.returncode == 2
    assert said in ended.stderr
    assert "hush" not in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann%40home:a%40b%2Fc%3Fd%23e%25@db/games?sslmode=require",
        "postgres://ann@/games?host=%2Ftmp&port=5432",
        "postgresql://ann:hush@[::1]:5432/games",
        "postgresql://db",
    ],
)
def test_an_address_with_its_characters_escaped_is_taken(address: str) -> None:
    Database(Path(), address).check()


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_backups_are_left_to_postgresql_and_that_is_said(tmp_path: Path, command: str) -> None:
    ended = run(tmp_path, command, str(tmp_path / "file"), "--database", "postgresql://db/games")
    assert ended.returncode == 2
    assert "pg_dump" in ended.stderr
    assert not (tmp_path / "file").exists()


def test_a_database_that_goes_away_while_a_server_starts_is_named(url: str, tmp_path: Path) -> None:
    """The store was opened, and then the keys are asked for."""
    gone = Database(tmp_path, url.replace("/test", "/gone"))
    with pytest.raises(NoDatabase, match=r"database\.unreachable"):
        gone.signing_keys()


async def test_writes_wait_for_a_database_that_restarts_and_are_made_once() -> None:
    postgres = Postgres()
    try:
        store = PostgresStore(postgres.new_database())
        await store.open_table(a_table(), [ANN, BOB], [])
        for number in range(3):
            postgres.kill()
            writing = asyncio.create_task(
                store.append("t1", number, [(0, f"c{number}")], awaited=(0,), shown=True)
            )
            await asyncio.sleep(0.3)
            assert not writing.done()
            await asyncio.to_thread(postgres.start)
            assert await writing == number + 1
        assert await choices(store) == ["c0", "c1", "c2"]
        await store.probe()
        await store.close()
    finally:
        postgres.stop()


async def test_a_database_that_stays_away_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zashiki.store.postgres_pool.PATIENCE", 0.5)
    postgres = Postgres()
    try:
        store = PostgresStore(postgres.new_database())
        await store.open_table(a_table(), [ANN, BOB], [])
        postgres.kill()
        with pytest.raises(Unreachable):
            await store.table("t1")
        with pytest.raises(Unreachable):
            await store.append("t1", 0, [(0, "lost")], awaited=(0,), shown=True)
        await asyncio.to_thread(postgres.start)
        monkeypatch.undo()
        assert await choices(store) == []
        await store.close()
    finally:
        postgres.stop()


async def test_what_takes_too_long_is_given_up_and_others_go_on(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zashiki.store.postgres_pool.LONGEST", 0.5)
    store = PostgresStore(url)
    with pytest.raises(Unreachable):
        await store.pool.rows("SELECT pg_sleep(60)")
    assert await store.pool.rows("SELECT 1") == [(1,)]
    await store.close()


@pytest.fixture
def by_network() -> Iterator[str]:
    """A server of PostgreSQL that is reached by an address and a port, as one on another machine is."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        port = asking.getsockname()[1]
    postgres = Postgres("listen_addresses=127.0.0.1", port=port)
    yield f"postgresql://zashiki@127.0.0.1:{port}/postgres"
    postgres.stop()


async def test_the_database_is_told_to_notice_connections_that_are_lost_without_a_word(
    by_network: str,
) -> None:
    """Else their locks, and with them the turns of bots, are held for two hours after a network was away."""
    pool = Pool(by_network)
    async with await connect(by_network) as connection:
        shown = await (await connection.execute("SHOW tcp_keepalives_idle")).fetchone()
    assert [shown] == await pool.rows("SHOW tcp_keepalives_idle") == [("5",)]
    await pool.close()


async def test_a_database_lets_go_of_what_a_connection_holds_that_takes_none_of_its_answer(
    by_network: str,
) -> None:
    """An answer that is on its way is not looked after by what notices an idle connection: one that was lost in such a moment held a
    table's bots for as long as the database tried to send it."""
    lost, other = await connect(by_network), await connect(by_network)
    await lost.execute("SELECT pg_advisory_lock(7)")
    lost.pgconn.send_query(b"SELECT repeat('x', 1000) FROM generate_series(1, 100000)")
    lost.pgconn.flush()
    deadline = time.monotonic() + 60
    while await (await other.execute("SELECT pg_try_advisory_lock(7)")).fetchone() == (False,):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.5)
    await lost.close()
    await other.close()


async def test_searches_leave_connections_to_those_who_play(url: str) -> None:
    store = PostgresStore(url)
    searching = asyncio.gather(*(store.moments._ask("SELECT pg_sleep(0.3)", []) for _ in range(8)))
    most = 0
    while not searching.done():
        counted = (
            "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'"
        )
        most = max(most, (await store.pool.rows(counted.replace("%'", "%%'")))[0][0])
        await asyncio.sleep(0.05)
    await searching
    assert 0 < most <= MOST_SEARCHES
    await store.close()


async def test_what_an_address_says_of_its_connections_stands(by_network: str) -> None:
    async with await connect(f"{by_network}?keepalives_idle=7&application_name=inn") as connection:
        chosen = conninfo_to_dict(connection.info.dsn)
    assert (chosen["keepalives_idle"], chosen["keepalives_count"]) == ("7", "3")


async def fill(folder: Path) -> None:
    """A folder as a server leaves it."""
    store = SQLiteStore(folder / "tables.db")
    await store.open_table(a_table("t1", listed=True), [ANN, BOB], [(0, "first"), (-1, "card-3")])
    await store.append("t1", 2, [(1, "last")], awaited=(), shown=True)
    await store.say("t1", "Ann", "well played")
    await store.open_table(a_table("t2"), [], [(0, "dealt")], follows="t1")
    await store.trees.keep(a_tree(), most=9)
    await store.close()


async def test_moved_tables_are_the_same_and_played_on(url: str, tmp_path: Path) -> None:
    await fill(tmp_path)
    keys = signing_keys(tmp_path)
    moved = await asyncio.to_thread(run, tmp_path, "move", "--data", str(tmp_path), "--database", url)
    assert (moved.returncode, moved.stderr) == (0, "")
    assert "Tables now in" in moved.stdout
    before, after = SQLiteStore(tmp_path / "tables.db"), PostgresStore(url)
    for table in ("t1", "t2"):
        assert await after.table(table) == await before.table(table)
        assert await after.entries(table) == await before.entries(table)
        assert await after.changes(table, version=-1, entries=0) == await before.changes(
            table, version=-1, entries=0
        )
    assert await after.trees.find("v1") == await before.trees.find("v1") == a_tree()
    assert (await found(after)).ended
    assert Database(tmp_path, url).signing_keys() == keys, "who sits there goes on sitting there"
    await after.append("t2", 1, [(0, "next")], awaited=(0,), shown=True)
    await after.say("t1", "Bob", "you too")
    assert await choices(after, "t2") == ["dealt", "next"]
    assert await chat(after) == ["well played", "you too"]
    await before.close()
    await after.close()


async def test_tables_are_not_moved_onto_others_nor_while_a_server_runs(url: str, tmp_path: Path) -> None:
    await fill(tmp_path)
    with serving(tmp_path, "http://127.0.0.1:8080/"):
        refused = await asyncio.to_thread(run, tmp_path, "move", "--data", str(tmp_path), "--database", url)
    assert refused.returncode == 2
    assert "A server still runs" in refused.stderr
    move(tmp_path, url)
    with pytest.raises(NotEmpty):
        move(tmp_path, url)
    with psycopg.connect(url) as db:
        assert db.execute("SELECT count(*) FROM tables").fetchone() == (2,)


async def test_a_move_that_fails_leaves_the_database_empty(url: str, tmp_path: Path) -> None:
    await fill(tmp_path)
    with closing(sqlite3.connect(tmp_path / "tables.db")) as damaged, damaged:
        damaged.execute("PRAGMA foreign_keys = OFF")
        damaged.execute("INSERT INTO entries VALUES ('nowhere', 1, 0, 'lost', 1.0)")
    moved = await asyncio.to_thread(run, tmp_path, "move", "--data", str(tmp_path), "--database", url)
    assert moved.returncode == 2
    assert "nothing has changed there" in moved.stderr
    with psycopg.connect(url) as db:
        assert db.execute("SELECT count(*) FROM tables").fetchone() == (0,)
