"""What every store keeps to, whatever it is made of."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import msgspec
import pytest

from tests.store.writers import race
from zashiki.store import CannotKeep, MovedOn, Seat, SQLiteStore, Store, Table
from zashiki.store.contract import BOT, OPEN, PERSON

PATIENCE = 60.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = SQLiteStore(tmp_path / "tables.db")
    yield opened
    opened.close()


def a_table(name: str = "t1", *, touched: float = 1.0, listed: bool = False) -> Table:
    return Table(
        id=name, game="go", header="head\n", creator="ann", invitation=f"inv-{name}",
        created=1.0, touched=touched, absent_after=120, listed=listed, chat=True,
    )  # fmt: skip


ANN = Seat(seat=0, kind=PERSON, name="Ann", owner="ann", secret="s-ann")
BOB = Seat(seat=1, kind=OPEN)


def test_a_table_is_found_by_its_id_its_invitation_and_the_secret_of_a_seat(store: Store) -> None:
    store.open_table(a_table(), [ANN, BOB], []).result()
    assert store.table("t1") == a_table()
    assert store.table_by_invitation("inv-t1") == a_table()
    assert store.table_by_secret("s-ann") == (a_table(), ANN)
    assert store.seats("t1") == [ANN, BOB]


def test_what_does_not_exist_is_none(store: Store) -> None:
    store.open_table(a_table(), [ANN, BOB], []).result()
    assert store.table("t2") is None
    assert store.table_by_invitation("") is None
    assert store.table_by_secret("") is None
    assert store.tables_of("", ended=False, limit=10) == []
    assert store.entries("t2") == []


def test_entries_come_back_in_order_and_from_any_number(store: Store) -> None:
    store.open_table(a_table(), [ANN, BOB], [(0, "first")]).result()
    store.append("t1", 1, [(1, "second"), (-1, "card-3")], ended=False).result()
    assert [(entry.number, entry.seat, entry.choice) for entry in store.entries("t1")] == [
        (1, 0, "first"), (2, 1, "second"), (3, -1, "card-3"),
    ]  # fmt: skip
    assert [entry.choice for entry in store.entries("t1", after=2)] == ["card-3"]


def test_of_two_writers_that_saw_the_same_moment_one_wins(store: Store) -> None:
    store.open_table(a_table(), [ANN, BOB], []).result()
    tries = [
        store.append("t1", 0, [(0, "left")], False),
        store.append("t1", 0, [(1, "right"), (1, "again")], False),
    ]
    outcomes = [attempt.exception() for attempt in tries]
    assert outcomes[0] is None
    assert isinstance(outcomes[1], MovedOn)
    assert [entry.choice for entry in store.entries("t1")] == ["left"]


def test_a_refused_write_does_not_spoil_those_committed_with_it(store: Store) -> None:
    store.open_table(a_table(), [ANN, BOB], []).result()
    writes: list[Future[None]] = []
    for number in range(50):
        writes.append(store.append("t1", number, [(0, f"c{number}")], False))
        writes.append(store.append("t1", number, [(1, "late")], False))
    assert [write.exception() is None for write in writes] == [True, False] * 50
    assert [entry.choice for entry in store.entries("t1")] == [f"c{number}" for number in range(50)]


def test_a_gap_in_the_numbers_is_refused(store: Store) -> None:
    store.open_table(a_table(), [ANN, BOB], []).result()
    assert isinstance(store.append("t1", 3, [(0, "far")], False).exception(), MovedOn)


def test_many_threads_append_to_many_tables(store: Store) -> None:
    names = [f"t{number}" for number in range(8)]
    for name in names:
        store.open_table(a_table(name), [msgspec.structs.replace(ANN, secret=name), BOB], []).result()

    def play(name: str) -> None:
        for number in range(20):
            store.append(name, number, [(number % 2, f"{name}-{number}")], False).result()

    threads = [threading.Thread(target=play, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    for name in names:
        assert [entry.choice for entry in store.entries(name)] == [f"{name}-{number}" for number in range(20)]


def test_a_seat_changes_only_from_what_it_was(store: Store) -> None:
    store.open_table(a_table(), [ANN, BOB], []).result()
    cid = Seat(seat=1, kind=PERSON, name="Cid", owner="cid", secret="s-cid")
    dee = Seat(seat=1, kind=PERSON, name="Dee", owner="dee", secret="s-dee")
    assert store.change_seat("t1", BOB, cid).result() is True
    assert store.change_seat("t1", BOB, dee).result() is False
    assert store.seats("t1")[1] == cid


def test_my_tables_and_the_tables_to_watch(store: Store) -> None:
    store.open_table(
        a_table("old", touched=1.0, listed=True), [msgspec.structs.replace(ANN, secret="1")], []
    ).result()
    store.open_table(
        a_table("new", touched=2.0, listed=True), [msgspec.structs.replace(ANN, secret="2")], []
    ).result()
    store.open_table(
        a_table("hid", touched=3.0), [msgspec.structs.replace(ANN, owner="bob", secret="3")], []
    ).result()
    assert [table.id for table in store.tables_of("ann", ended=False, limit=10)] == ["new", "old"]
    assert [table.id for table in store.tables_of("ann", ended=False, limit=1, after=1)] == ["old"]
    assert store.count_tables_of("ann", ended=False) == 2
    assert [table.id for table in store.listed_tables(10)] == ["new", "old"]
    store.append("old", 0, [(0, "last")], ended=True).result()
    assert [table.id for table in store.tables_of("ann", ended=False, limit=10)] == ["new"]
    assert [table.id for table in store.tables_of("ann", ended=True, limit=10)] == ["old"]
    assert store.count_tables_of("ann", ended=True) == 1
    assert store.count_tables_of("", ended=False) == 0
    assert [table.id for table in store.listed_tables(10)] == ["new"]
    old = store.table("old")
    assert old is not None
    assert old.ended


def test_tables_where_bots_may_have_to_play_are_found_again(store: Store) -> None:
    bot = Seat(seat=1, kind=BOT, level="sensible")
    stand_in = Seat(seat=1, kind=PERSON, owner="bob", stand_in="random")
    store.open_table(a_table("bot"), [msgspec.structs.replace(ANN, secret="1"), bot], []).result()
    store.open_table(a_table("stand-in"), [msgspec.structs.replace(ANN, secret="2"), stand_in], []).result()
    store.open_table(a_table("people"), [msgspec.structs.replace(ANN, secret="3"), BOB], []).result()
    store.open_table(a_table("over"), [msgspec.structs.replace(ANN, secret="4"), bot], []).result()
    store.append("over", 0, [(0, "last")], ended=True).result()
    assert set(store.running_tables_with_bots()) == {"bot", "stand-in"}


def test_chat_keeps_the_last_lines_in_order(store: Store) -> None:
    store.open_table(a_table(), [ANN, BOB], []).result()
    for number in range(5):
        store.say("t1", "Ann", f"line {number}").result()
    assert [line.text for line in store.chat("t1", 3)] == ["line 2", "line 3", "line 4"]


def test_what_was_written_is_there_after_closing_and_opening(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    first = SQLiteStore(path)
    first.open_table(a_table(), [ANN, BOB], [])
    first.append("t1", 0, [(0, "kept")], False)
    first.close()
    second = SQLiteStore(path)
    assert [entry.choice for entry in second.entries("t1")] == ["kept"]
    assert second.table("t1") is not None
    second.close()


def test_two_openings_of_one_file_see_each_other_and_exclude_each_other(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    left, right = SQLiteStore(path), SQLiteStore(path)
    left.open_table(a_table(), [ANN, BOB], []).result()
    left.append("t1", 0, [(0, "left")], False).result()
    assert isinstance(right.append("t1", 0, [(1, "right")], False).exception(), MovedOn)
    right.append("t1", 1, [(1, "right")], False).result()
    assert [entry.choice for entry in left.entries("t1")] == ["left", "right"]
    left.close()
    right.close()


def test_of_several_processes_that_write_at_once_one_wins_every_time(tmp_path: Path) -> None:
    path, writers, rounds = tmp_path / "tables.db", 3, 30
    store = SQLiteStore(path)
    store.open_table(a_table(), [ANN, BOB], []).result()
    outcomes = race(path, "t1", writers, rounds)
    for together in zip(*outcomes, strict=True):
        assert sorted(together) == ["", *["MovedOn"] * (writers - 1)]
    written = [entry.choice for entry in store.entries("t1")]
    assert written == [f"round-{number}" for number in range(rounds)]
    store.close()


def test_a_return_match_is_told_once(store: Store) -> None:
    for name in ("t1", "t2", "t3"):
        store.open_table(a_table(name), [], []).result()
    assert store.following("t1") == ""
    store.follow("t1", "t2").result()
    store.follow("t1", "t3").result()
    assert store.following("t1") == "t2"
    assert store.following("t2") == ""


def test_a_write_that_can_not_be_made_holds_up_no_other(store: Store) -> None:
    store.open_table(a_table(), [ANN, BOB], []).result(timeout=20)
    half_a_character = store.say("t1", "Ann", "\ud800")
    with pytest.raises(CannotKeep):
        half_a_character.result(timeout=20)
    store.say("t1", "Ann", "whole").result(timeout=20)
    assert [line.text for line in store.chat("t1", 10)] == ["whole"]


def test_one_who_no_longer_waits_for_a_write_holds_up_no_other(store: Store, tmp_path: Path) -> None:
    """Once begun it is made all the same."""
    store.open_table(a_table(), [ANN, BOB], []).result(timeout=20)
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    begun = store.say("t1", "Ann", "first")
    deadline = time.monotonic() + 20
    while not begun.running() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not begun.cancel()
    waiting = store.say("t1", "Ann", "never said")
    assert waiting.cancel()
    other.execute("ROLLBACK")
    other.close()
    begun.result(timeout=20)
    store.say("t1", "Ann", "last").result(timeout=20)
    assert [line.text for line in store.chat("t1", 10)] == ["first", "last"]
