"""The explorer finds finished games by their moments, alike in both databases, and counts as folding all records would."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.databases import Postgres
from tests.study.shelf import HOUR, bot, person, played, put
from zashiki.kernel.record import Record, read
from zashiki.kernel.timeline import UNDO, Timeline
from zashiki.store import SQLiteStore, Store
from zashiki.store.exploring import ANYBODY, NOBODY, Search, TooSlow
from zashiki.store.moving import move
from zashiki.store.postgres import PostgresStore
from zashiki.study.analysis import Work
from zashiki.study.explorer import BadSearch, asked_for, enqueue_all, find, index_some, rate_of, task_of
from zashiki.study.moments import explored_of, explored_timeline, number_of, places_of, position_at, whole_of

GAMES = ("seven-ronin", "samurai-spirit", "shinobi")
ALL = Search()


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    opened: Store
    if request.param == "sqlite":
        opened = SQLiteStore(tmp_path / "tables.db")
    else:
        opened = PostgresStore(request.getfixturevalue("postgres").new_database())
    yield opened
    await opened.close()


async def tables_found(store: Store, search: Search) -> list[str]:
    return [hit.table_id for hit in await store.moments.hits(search, 100)]


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
    undone = {number for number, entry in enumerate(record.entries, 1) if entry.action == UNDO}
    assert not undone & {moment.number for moment in with_undo.moments}


def test_positions_are_what_everybody_saw_whatever_is_hidden_and_however_it_came() -> None:
    """Two games of Shinobi that differ in hands and clans begin alike; a plan is the same in any order of its markers."""
    one, another = (explored_of_record(played("shinobi", seed)) for seed in (1, 2))
    same = {moment.position for moment in one.moments} & {moment.position for moment in another.moments}
    assert len(same) >= 1
    plan = ["0 ninja>well", "0 ninja>inn", "0 ninja>granary"]
    texts = set()
    for order in (plan, plan[::-1]):
        record = played("seven-ronin", 1)
        record.entries = []
        timeline = Timeline(record)
        for line in order:
            timeline.append(record.entry(0, line.split()[1]))
        texts.add(" ".join(sorted(record.choice(entry) for entry in record.entries)))
    assert len(texts) == 1


def explored_of_record(record: Record):  # type: ignore[no-untyped-def]
    found = explored_timeline("t", Timeline(record.copy()))
    assert found is not None
    return found
