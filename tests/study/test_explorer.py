"""The explorer finds finished games by their moments, alike in both databases, and counts as folding all records would."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any, ParamSpec

import msgspec
import psycopg
import pytest

from tests.databases import Postgres
from tests.store.test_postgres import SCRIPTS as POSTGRESQL_SCRIPTS
from tests.store.test_postgres import TABLE
from tests.store.test_schema import HASHED, keep_under
from tests.study.shelf import HOUR, bot, person, played, put
from tests.terminal.desk import run
from zashiki.kernel.options import BadOption
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import UNDO, Entry, Timeline
from zashiki.store import SQLiteStore, Store
from zashiki.store.backups import back_up, restore
from zashiki.store.exploring import ANYBODY, NOBODY, Explored, Search, TooSlow
from zashiki.store.moving import move
from zashiki.store.postgres import PostgresStore
from zashiki.store.postgres_pool import Connection
from zashiki.store.postgres_schema import migrate
from zashiki.study.analysis import Work
from zashiki.study.explorer import asked_for, enqueue_all, find, index_some, is_index_right, rate_of, task_of
from zashiki.study.moments import (
    Task,
    explored_of,
    explored_timeline,
    number_of,
    places_of,
    position_at,
    whole_of,
)
from zashiki.words import LANGUAGES, Words

GAMES = ("seven-ronin", "samurai-spirit", "shinobi")
ALL = Search()
BEFORE_POSTGRESQL = next(at for at, name in enumerate(POSTGRESQL_SCRIPTS) if name.endswith("_explorer.sql"))
"""The newest schema without the index."""


Given = ParamSpec("Given")


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "sqlite":
        return SQLiteStore(tmp_path / "tables.db")
    return PostgresStore(request.getfixturevalue("postgres").new_database())


def closes(test: Callable[Given, Awaitable[None]]) -> Callable[Given, Awaitable[None]]:
    """Closes the store of a test in the loop that it was used in."""

    @wraps(test)
    async def closed(*args: Given.args, **given: Given.kwargs) -> None:
        try:
            await test(*args, **given)
        finally:
            opened: Any = given["store"]
            await opened.close()

    return closed


async def tables_found(store: Store, search: Search) -> list[str]:
    return [hit.table_id for hit in await store.moments.hits(search, 100)]


@closes
async def test_the_counts_of_the_index_are_those_of_folding_all_records(store: Store) -> None:
    records = [played(game, seed, undo=True) for game in GAMES for seed in range(4)]
    for number, record in enumerate(records):
        await put(store, f"t{number}", record)
    assert await index_some(store) == len(records)
    counted: Counter[tuple[int, int, int]] = Counter()
    won: Counter[tuple[int, int, int]] = Counter()
    decisions = 0
    for record in records:
        timeline = Timeline(record.copy())
        result = timeline.state.result()
        assert result is not None
        for place in places_of(timeline):
            found = position_at(timeline, place.start)
            assert found is not None
            steps = [timeline.steps[index] for index in place.unit.entries]
            names = [record.game.name(step.entry.action) for step in steps]
            chosen = number_of(record.game.id, " ".join(sorted(names[:-1] if len(names) > 1 else names)))
            key = (found[0], place.unit.seat, chosen)
            counted[key] += 1
            won[key] += place.unit.seat in result.winners
            decisions += 1
    assert any(entry.action == UNDO for record in records for entry in record.entries)
    assert decisions == sum(len(Work(record).units) for record in records)
    assert decisions == sum(counted.values()) > 300
    for (position, seat, choice), times in counted.items():
        tally = await store.moments.tally(Search(position=position, seat=seat, choice=choice))
        assert [(row.times, row.won) for row in tally.rows] == [(times, won[position, seat, choice])]


def test_a_choice_that_was_taken_back_is_no_moment() -> None:
    record = played("seven-ronin", 3, undo=True)
    standing = Timeline(record.copy())
    plain = Record(record.game, record.seats, record.options)
    plain.entries = [step.entry for step in standing.steps]
    with_undo = explored_timeline("a", standing)
    without = explored_timeline("a", Timeline(plain))
    assert with_undo is not None
    assert without is not None
    assert [(one.seat, one.position, one.choice) for one in with_undo.moments] == [
        (one.seat, one.position, one.choice) for one in without.moments
    ]
    assert UNDO in {entry.action for entry in record.entries}
    undone = {number for number, entry in enumerate(record.entries, 1) if entry.action == UNDO}
    assert not undone & {moment.number for moment in with_undo.moments}


def moments_of(record: Record) -> Explored:
    found = explored_timeline("t", Timeline(record.copy()))
    assert found is not None
    return found


def test_games_that_differ_in_what_was_hidden_have_come_to_the_same_position() -> None:
    hidden: dict[tuple[int, ...], set[bytes]] = {}
    positions: dict[tuple[int, ...], set[int]] = {}
    for seed in range(12):
        record = played("shinobi", seed, 3)
        timeline = Timeline(record.copy())
        dealt = timeline.until(places_of(timeline)[0].start).state
        hidden.setdefault(dealt.actors(), set()).add(dealt.key())
        positions.setdefault(dealt.actors(), set()).add(moments_of(record).moments[0].position)
    assert sum(map(len, hidden.values())) == 12, "no two were dealt the same"
    assert all(len(found) == 1 for found in positions.values())


def test_a_plan_is_the_same_in_any_order_and_both_sides_plan_in_the_same_position() -> None:
    orders = (["ninja>well", "ninja>inn", "ninja>granary"], ["ninja>granary", "ninja>well", "ninja>inn"])
    seals, found = [], []
    for order in orders:
        record = Record(played("seven-ronin", 1).game)
        timeline, chance = Timeline(record), Random(1)
        for name in [*order, "ready"]:
            timeline.append(record.entry(0, name))
        while actors := timeline.state.actors():
            seat = chance.choice(actors)
            timeline.append(Entry(seat, chance.choice(timeline.state.legal(seat))))
        found.append(moments_of(record))
        seals.append([moment for moment in found[-1].moments if moment.round == 1][:2])
    (first, its_reply), (second, _) = seals
    assert (first.choice, first.position) == (second.choice, second.position)
    assert found[0].texts[first.choice] == "ninja>granary ninja>inn ninja>well"
    assert its_reply.position == first.position


@closes
async def test_only_finished_games_are_ever_found(store: Store) -> None:
    """Whatever runs beside them, what is found stays the same."""
    await put(store, "over", played("seven-ronin", 1))
    await index_some(store)
    search = Search(game="seven-ronin", parts=(whole_of("seven-ronin"),), whole=whole_of("seven-ronin"))
    before = [
        await store.moments.tally(search),
        await store.moments.hits(search, 9),
        await tables_found(store, ALL),
    ]
    await put(store, "runs", played("seven-ronin", 2), length=30)
    assert await store.moments.waiting() == 0
    assert await enqueue_all(store) == 0
    assert await index_some(store) == 0
    assert before == [
        await store.moments.tally(search),
        await store.moments.hits(search, 9),
        await tables_found(store, ALL),
    ]
    running = explored_of(Task("runs", played("seven-ronin", 2).header(), played("seven-ronin", 2).lines()))
    assert running is not None
    assert not await store.moments.keep(running), "whoever would write it is refused"
    assert await tables_found(store, ALL) == ["over"]


@closes
async def test_a_game_enters_with_its_end_and_leaves_when_a_choice_is_taken_back(store: Store) -> None:
    record = played("samurai-spirit", 5)
    lines = record.lines()
    await put(store, "t", record, length=len(lines) - 1)
    assert await store.moments.queue(9) == []
    await store.append("t", len(lines) - 1, lines[-1:], awaited=(), shown=True)
    assert await store.moments.queue(9) == ["t"]
    await index_some(store)
    assert await tables_found(store, ALL) == ["t"]
    await store.append("t", len(lines), [(0, "undo")], awaited=(0,), shown=True)
    assert await tables_found(store, ALL) == []
    assert await store.moments.kept("t") is None
    await store.append("t", len(lines) + 1, lines[-1:], awaited=(), shown=True)
    assert await store.moments.queue(9) == ["t"]


@closes
async def test_a_game_that_can_not_be_played_or_has_no_result_leaves_the_queue(store: Store) -> None:
    await put(store, "cut", played("shinobi", 1))
    record = played("shinobi", 2)
    record.entries = record.entries[:9]
    await put(store, "no-result", record)
    table = await store.table("cut")
    assert table is not None
    await store.open_table(
        msgspec.structs.replace(table, id="older", invitation="o", header="zashiki-record 1\ngame go\n"),
        [],
        [],
    )
    assert await index_some(store) == 3
    assert await index_some(store) == 0
    assert await tables_found(store, ALL) == ["cut"]


@closes
async def test_a_listed_game_is_found_by_anyone_and_any_other_by_who_sits_there(store: Store) -> None:
    seats = [person(0, "Ann"), bot(1, "villager")]
    await put(store, "listed", played("seven-ronin", 1), seats=seats)
    await put(store, "own", played("seven-ronin", 2), seats=seats, listed=False)
    await index_some(store)
    assert await tables_found(store, Search(viewer="")) == ["listed"]
    assert await tables_found(store, Search(viewer="bob", player="ann")) == ["listed"]
    assert sorted(await tables_found(store, Search(viewer="ann"))) == ["listed", "own"]
    assert sorted(await tables_found(store, ALL)) == ["listed", "own"]
    start = Search(position=(moments_of(played("seven-ronin", 1))).moments[0].position, seat=0)
    counts = [
        (await store.moments.tally(msgspec.structs.replace(start, viewer=viewer))).times
        for viewer in ("", "ann", None)
    ]
    assert counts == [1, 2, 2]


@closes
async def test_every_condition_finds_what_looking_at_all_games_finds(store: Store) -> None:
    people = ("Ann", "Bob  B", "ŻÓŁW")
    shelf = {}
    for number in range(12):
        edition = ("pl-2013", "en-2015")[number % 2]
        record = played("seven-ronin", number, edition=edition)
        seats = [person(0, people[number % 3]), bot(1, ("villager", "master")[number % 2])]
        await put(store, f"r{number:02}", record, at=HOUR * 24 * number, seats=seats)
        shelf[f"r{number:02}"] = (edition, people[number % 3], moments_of(record))
    await put(store, "other", played("shinobi", 1, 3), at=0)
    while await index_some(store, 5):
        pass

    async def found(**fields: str) -> list[str]:
        asked = asked_for({"game": "seven-ronin", **fields}, None)
        return sorted({hit.table_id for hit in (await find(store, asked)).hits})

    def expected(check: Callable[[str, str, Explored], bool]) -> list[str]:
        return [name for name, given in shelf.items() if check(*given)]

    assert await found() == list(shelf)
    assert await found(**{"o-edition": "pl-2013"}) == expected(lambda edition, _, __: edition == "pl-2013")
    assert await found(player="ann") == expected(lambda _, player, __: player == "Ann")
    assert await found(player=" bob b ") == expected(lambda _, player, __: player == "Bob  B")
    assert await found(player="żółw", level="master") == [
        name for at, (name, given) in enumerate(shelf.items()) if given[1] == "ŻÓŁW" and at % 2
    ]
    assert await found(result="0") == expected(lambda _, __, game: game.winners == 1)
    assert await found(result="defeat") == []
    assert await found(**{"from": "1970-01-03", "to": "1970-01-05"}) == ["r02", "r03", "r04"]
    assert await found(side="0", plan="ninja>well") == expected(
        lambda _, __, game: any(
            part.part == number_of("seven-ronin", "ninja>well") and part.moment.round == 1
            for part in game.parts
        )
    )
    assert await found(player="nobody") == []
    assert sorted(await tables_found(store, Search(seats=3))) == ["other"]
    assert (
        len(await tables_found(store, Search(winner=NOBODY)))
        + len(await tables_found(store, Search(winner=ANYBODY)))
        == len(shelf) + 1
    )


@closes
async def test_rates_are_those_of_the_seat_that_is_counted(store: Store) -> None:
    wins = 0
    for number in range(8):
        record = played("seven-ronin", number)
        ann = number % 2
        seats = [person(seat, "Ann") if seat == ann else bot(seat, "master") for seat in range(2)]
        await put(store, f"t{number}", record, seats=seats)
        wins += moments_of(record).winners >> ann & 1
    await index_some(store)
    of_ann = await find(store, asked_for({"player": "Ann"}, None))
    assert (of_ann.total.times, of_ann.total.won) == (8, wins)
    of_bots = await find(store, asked_for({"level": "master"}, None))
    assert (of_bots.total.times, of_bots.total.won) == (8, 8 - wins)
    assert of_ann.total == rate_of(8, wins)
    assert of_ann.total.low < wins / 8 < of_ann.total.high or wins in (0, 8)


@closes
async def test_a_list_goes_on_from_its_last_game_and_tells_each_once(store: Store) -> None:
    record = played("samurai-spirit", 1)
    for number in range(45):
        await put(store, f"t{number:02}", record)
    await index_some(store)
    for fields in ({"game": "samurai-spirit"}, {"game": "samurai-spirit", "round": "1", "side": "0"}):
        seen, after = list[str](), ""
        for _page in range(4):
            found = await find(store, asked_for({**fields, "after": after}, None))
            seen += [hit.table_id for hit in found.hits]
            after = f"{found.after[0]}.{found.after[1]}" if found.after else ""
            if not after:
                break
        assert sorted(seen) == [f"t{number:02}" for number in range(45)]
        assert found.total.times == 45, "the counts are of all, on every page"


@closes
async def test_an_index_that_was_interrupted_goes_on_and_writes_each_game_once(store: Store) -> None:
    for number in range(3):
        await put(store, f"t{number}", played("shinobi", number, 3))
    assert await index_some(store, 1) == 1
    done = (await tables_found(store, ALL))[0]
    task = await task_of(store, done)
    assert task is not None
    again = explored_of(task)
    assert again is not None
    assert not await store.moments.keep(again), "another process has written it"
    assert await store.moments.waiting() == 2
    assert await enqueue_all(store) == 2, "what is there already does not wait again"
    while await index_some(store):
        pass
    times = (await store.moments.tally(ALL)).times
    assert times == 3
    assert await enqueue_all(store, anew=True) == 3
    await index_some(store)
    assert (await store.moments.tally(ALL)).times == times
    assert await is_index_right(store, "t1")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_games_that_ended_before_there_was_an_index_wait_for_it(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    before: Store
    if kind == "sqlite":
        keep_under(HASHED - 1, tmp_path / "tables.db")
        with closing(sqlite3.connect(tmp_path / "tables.db")) as db, db:
            db.execute("UPDATE tables SET ended = 1")
        before = SQLiteStore(tmp_path / "tables.db")
    else:
        address = request.getfixturevalue("postgres").new_database()
        migrate(address, up_to=BEFORE_POSTGRESQL)
        with psycopg.connect(address) as other:
            ended = (*TABLE[:10], True, *TABLE[11:])
            other.execute(f"INSERT INTO tables VALUES ({', '.join(['%s'] * len(ended))})".encode(), ended)
        before = PostgresStore(address)
    assert await before.moments.queue(9) == ["t1"]
    await before.close()


@closes
async def test_a_search_that_takes_too_long_is_given_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put(store, "t", played("shinobi", 1, 3))
    await index_some(store)
    if isinstance(store, SQLiteStore):
        monkeypatch.setattr("zashiki.store.exploring_sqlite.PATIENCE", -1.0)
        monkeypatch.setattr("zashiki.store.exploring_sqlite._STEPS", 1)
        with pytest.raises(TooSlow):
            await store.moments.tally(ALL)
    else:
        assert isinstance(store, PostgresStore)
        monkeypatch.setattr("zashiki.store.exploring_postgres.PATIENCE", 0.2)

        async def hold(connection: Connection) -> None:
            async with connection.transaction():
                await connection.execute("LOCK TABLE explored_games")
                with pytest.raises(TooSlow):
                    await store.moments.tally(ALL)

        await store.pool.use(hold)
    monkeypatch.undo()
    assert (await store.moments.tally(ALL)).times == 1


async def test_a_backup_and_a_move_carry_the_index(tmp_path: Path, postgres: Postgres) -> None:
    (tmp_path / "data").mkdir()
    first = SQLiteStore(tmp_path / "data" / "tables.db")
    await put(first, "counted", played("shinobi", 1, 3))
    await index_some(first)
    await put(first, "waiting", played("shinobi", 2, 3))
    kept = await first.moments.kept("counted")
    assert kept is not None
    await first.close()
    back_up(tmp_path / "data", tmp_path / "kept.zip")
    restore(tmp_path / "restored", tmp_path / "kept.zip")
    address = postgres.new_database()
    move(tmp_path / "data", address)
    for other in (SQLiteStore(tmp_path / "restored" / "tables.db"), PostgresStore(address)):
        assert await other.moments.kept("counted") == kept
        assert await other.moments.queue(9) == ["waiting"]
        await index_some(other)
        assert await tables_found(other, ALL) == ["waiting", "counted"]
        await other.close()


def test_check_finds_an_index_that_does_not_agree_with_the_record(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()

    async def fill() -> None:
        store = SQLiteStore(data / "tables.db")
        await put(store, "t", played("shinobi", 1, 3))
        await store.close()

    asyncio.run(fill())
    made = run(tmp_path, "study", "explore", "--index", "--data", str(data), "--json")
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["found"]["total"]["times"] == 1
    assert run(tmp_path, "check", "--data", str(data)).returncode == 0
    with closing(sqlite3.connect(data / "tables.db")) as db, db:
        db.execute(
            "UPDATE explored_moments SET won = 1 - won WHERE number = (SELECT max(number) FROM explored_moments)"
        )
    found = run(tmp_path, "check", "--data", str(data))
    assert found.returncode == 2
    assert "index does not agree with the record" in found.stdout
    assert run(tmp_path, "study", "explore", "--index", "--anew", "--data", str(data)).returncode == 0
    assert run(tmp_path, "check", "--data", str(data)).returncode == 0


def test_the_command_searches_a_folder_of_records(tmp_path: Path) -> None:
    for number in range(3):
        file = tmp_path / f"game-{number}.zashiki"
        file.write_text(played("seven-ronin", number).write(), encoding="utf-8")
    (tmp_path / "broken.zashiki").write_text("nothing", encoding="utf-8")
    said = run(tmp_path, "study", "explore", "--records", str(tmp_path), "--at", "game-1.0", "--side", "0")
    assert said.returncode == 0, said.stderr
    assert "Chosen 3 times" in said.stdout
    assert "Ninja to" in said.stdout
    polish = run(tmp_path, "study", "explore", "--records", str(tmp_path), "--plan", "ninja>nowhere", "--game",
                 "seven-ronin", "--lang", "pl")  # fmt: skip
    assert polish.returncode == 2
    assert "nie ma wyboru" in polish.stderr
    nothing = run(tmp_path, "study", "explore", "--data", str(tmp_path / "empty"))
    assert nothing.returncode == 2


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"game": "go"}, "term.error.game"),
        ({"seats": "2"}, "study.explore.needs-game"),
        ({"game": "shinobi", "seats": "9"}, "study.explore.seats"),
        ({"from": "16.11.2026"}, "study.explore.date"),
        ({"from": "2026-11-16", "to": "2026-11-15"}, "study.explore.dates"),
        ({"player": "x" * 201}, "study.explore.too-long"),
        ({"level": "god"}, "study.explore.no-level"),
        ({"game": "seven-ronin", "plan": "ninja>moon"}, "study.explore.no-choice"),
        (
            {"game": "seven-ronin", "plan": " ".join(f"ninja>{n}" for n in range(9))},
            "study.explore.plan-long",
        ),
        ({"game": "seven-ronin", "round": "0"}, "study.explore.number"),
        ({"game": "seven-ronin", "side": "x"}, "study.explore.number"),
        ({"game": "seven-ronin", "o-board": "x"}, "study.explore.no-option"),
        ({"game": "seven-ronin", "o-edition": "x"}, "option.bad-value"),
        ({"result": "0"}, "study.explore.needs-game"),
        ({"after": "1;drop"}, "study.explore.after"),
    ],
)
def test_what_can_not_be_searched_for_is_refused_with_the_reason(fields: dict[str, str], key: str) -> None:
    with pytest.raises(BadOption) as refused:
        asked_for(fields, None)
    assert refused.value.message.key == key
    for language in LANGUAGES:
        assert Words(language)(refused.value.message)
