"""Bots at tables, without a web server: they play pending turns, remember, and never leave a table standing."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import monotonic

import pytest

import zashiki
from tests.tables.club import Club, club
from zashiki.bots import levels
from zashiki.kernel.bots import Bot, Budget, Decision, Level, Memoryless, Told, choose_at_random
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, View
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import UNDO, Entry, Timeline
from zashiki.tables import bot_turns, bot_workers
from zashiki.tables.bot_turns import BotTurns
from zashiki.tables.bot_workers import Forgotten, Question, think
from zashiki.tables.description import Viewer, describe
from zashiki.tables.live_table import LiveTable
from zashiki.tables.seats import bot_seat, person_seat, with_stand_in

LIMIT = 60


@asynccontextmanager
async def staffed(folder: Path) -> AsyncIterator[tuple[Club, BotTurns]]:
    """A club whose bots think in a thread of this process."""
    async with club(folder) as house:
        bots = BotTurns(house.tables, processes=0, pause=0)
        await bots.start()
        try:
            yield house, bots
        finally:
            await bots.stop()


async def until(met: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT):
        while not met():
            await asyncio.sleep(0.01)


async def test_bots_play_a_table_of_their_own_to_its_end(tmp_path: Path) -> None:
    async with staffed(tmp_path) as (house, _bots):
        record = Record(zashiki.game("shinobi"), 3)
        table = await house.tables.open(record, [bot_seat(seat, "villager") for seat in range(3)], "ann")
        live = await house.tables.live(table)
        await until(lambda: live.over)
        stored = await house.store.table(table)
        assert stored is not None
        assert stored.ended


async def test_a_bot_plays_its_turns_and_leaves_those_of_people(tmp_path: Path) -> None:
    async with staffed(tmp_path) as (house, _bots):
        record = Record(zashiki.game("seven-ronin"))
        seats = [person_seat(0, "ann", "Ann"), bot_seat(1, "villager")]
        table = await house.tables.open(record, seats, "ann")
        live = await house.tables.live(table)
        await until(lambda: live.state.actors() == (0,))
        assert live.timeline.made_by(0) == 0
        assert live.timeline.made_by(1) == 8, "seven ronin and the seal"


async def test_a_stand_in_plays_for_a_person_until_they_are_back(tmp_path: Path) -> None:
    async with staffed(tmp_path) as (house, _bots):
        table = await house.open()
        live = await house.tables.live(table)
        own = live.seats[1]
        await house.tables.change_seat(table, own, with_stand_in(own, "random"))
        await until(lambda: live.state.actors() == (0,))
        await house.tables.live(table)
        await house.tables.change_seat(table, live.seats[1], with_stand_in(live.seats[1], ""))
        assert live.timeline.made_by(0) == 0


async def test_turns_that_were_pending_at_a_stop_are_taken_up(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        record = Record(zashiki.game("shinobi"), 3)
        table = await house.tables.open(record, [bot_seat(seat, "random") for seat in range(3)], "ann")
    async with staffed(tmp_path) as (again, _bots):
        live = await again.tables.live(table)
        await until(lambda: live.over)


async def test_a_start_plays_through_no_game_whose_bot_is_not_to_choose(tmp_path: Path) -> None:
    """However many there are: the store is asked for pending turns."""
    async with club(tmp_path) as house:
        record = Record(zashiki.game("shinobi"), 3)
        seats = [person_seat(0, "ann", "Ann"), bot_seat(1, "random"), bot_seat(2, "random")]
        opened = [await house.tables.open(record, seats, "ann") for _ in range(20)]
        waiting = [table for table in opened if (await house.tables.live(table)).state.actors() == (0,)]
        bots = [bot_seat(seat, "random") for seat in range(3)]
        pending = await house.tables.open(record, bots, "ann")
    async with staffed(tmp_path) as (again, _bots):
        await until(lambda: (known := again.tables.known(pending)) is not None and known.over)
        assert [again.tables.known(table) for table in waiting] == [None] * len(waiting)
        assert waiting


def has_taken_up(bots: BotTurns) -> bool:
    """Whether all turns were found that were pending at the start, and none of them is played any more."""
    return bots._taking_up is not None and bots._taking_up.done() and not bots.playing()


async def test_a_table_of_an_earlier_version_is_played_through_once(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        record = Record(zashiki.game("shinobi"), 3)
        seats = [person_seat(0, "ann", "Ann"), bot_seat(1, "random"), bot_seat(2, "random")]
        table = await house.tables.open(record, seats, "ann")
    with sqlite3.connect(tmp_path / "tables.db") as earlier:
        earlier.execute("UPDATE tables SET awaited = -1")
    async with staffed(tmp_path) as (again, _bots):
        await until(lambda: again.tables.known(table) is not None)
        async with asyncio.timeout(LIMIT):
            while await again.store.pending_bot_turns():
                await asyncio.sleep(0.01)
    async with staffed(tmp_path) as (third, bots):
        await until(lambda: has_taken_up(bots))
        assert third.tables.known(table) is None


async def test_a_table_that_nobody_touched_sleeps_until_somebody_looks(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        record = Record(zashiki.game("shinobi"), 3)
        table = await house.tables.open(record, [bot_seat(seat, "random") for seat in range(3)], "ann")
        bots = BotTurns(house.tables, processes=0, pause=0)
        await bots.start(time.time() + 1)
        await until(lambda: has_taken_up(bots))
        assert not await house.choices_of_seats(table)
        bots.look(table)
        live = await house.tables.live(table)
        await until(lambda: live.over)
        await bots.stop()


async def test_a_bot_that_fails_plays_on_at_random(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dict_of(levels(zashiki.game("shinobi"))), "failing", Memoryless(fail))
    async with staffed(tmp_path) as (house, _bots):
        record = Record(zashiki.game("shinobi"), 3)
        table = await house.tables.open(record, [bot_seat(seat, "failing") for seat in range(3)], "ann")
        live = await house.tables.live(table)
        await until(lambda: live.over)
    assert "failing bot of shinobi failed" in caplog.text
    assert tables_named(caplog) == {table}


def tables_named(caplog: pytest.LogCaptureFixture) -> set[str | None]:
    """By the lines of the log, None for a line that names none."""
    return {getattr(line, "table", None) for line in caplog.records}


async def test_what_the_rules_refuse_is_logged_with_the_table_that_plays_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def illegal(view: View, _chance: Random) -> int:
        return next(action for action in range(10**6) if action not in view.legal)

    monkeypatch.setitem(dict_of(levels(zashiki.game("shinobi"))), "wild", Memoryless(illegal))
    async with staffed(tmp_path) as (house, _bots):
        record = Record(zashiki.game("shinobi"), 3)
        table = await house.tables.open(record, [bot_seat(seat, "wild") for seat in range(3)], "ann")
        live = await house.tables.live(table)
        await until(lambda: live.over)
    assert "wild bot of shinobi chose what the rules refuse" in caplog.text
    assert tables_named(caplog) == {table}


def fail(view: View, chance: Random) -> int:
    raise ArithmeticError(view, chance)


def replacements(live: LiveTable) -> list[str]:
    return [row.replaced_by for row in describe(live, Viewer(None), "", 0.0).seats]


async def test_the_usual_level_plays_for_one_that_is_missing_and_the_table_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a master does whose net was there when the table was opened."""
    known = dict_of(levels(zashiki.game("shinobi")))
    asked: list[View] = []

    def choose(view: View, chance: Random) -> int:
        asked.append(view)
        return choose_at_random(view, chance)

    monkeypatch.delitem(known, "master")
    monkeypatch.setitem(known, "villager", Memoryless(choose))
    async with staffed(tmp_path) as (house, _bots):
        record = Record(zashiki.game("shinobi"), 3)
        seats = [bot_seat(seat, "master") for seat in range(3)]
        live = await house.tables.live(await house.tables.open(record, seats, "ann"))
        assert replacements(live) == ["villager"] * 3
        await until(lambda: live.over)
        assert replacements(live) == [""] * 3, "nobody plays any more"
    assert asked
    assert "failed" not in caplog.text


async def test_a_bot_whose_worker_is_killed_thinks_again_elsewhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_chance: list[View] = []

    def choose(view: View, chance: Random) -> int:
        by_chance.append(view)
        return choose_at_random(view, chance)

    monkeypatch.setattr(bot_turns, "choose_at_random", choose)
    async with club(tmp_path) as house:
        others = multiprocessing.active_children()
        bots = BotTurns(house.tables, processes=1, pause=0, budget=Budget(seconds=4))
        await bots.start()
        try:
            record = Record(zashiki.game("shinobi"), 3)
            table = await house.tables.open(record, [bot_seat(seat, "master") for seat in range(3)], "ann")
            live = await house.tables.live(table)
            await until(lambda: bots.playing() == 1)
            await asyncio.sleep(0.5)
            made = len(live.record.entries)
            for process in multiprocessing.active_children():
                if process not in others:
                    process.kill()
            await until(lambda: len(live.record.entries) > made)
        finally:
            await bots.stop()
    assert "a bot's worker ended" in caplog.text
    assert tables_named(caplog) == {table}
    assert not by_chance


class Slow:
    """A level of bots that think until the test lets them, and keep what they were allowed."""

    seconds = 2.0

    def __init__(self) -> None:
        self.may_go = threading.Event()
        self.budgets: list[Budget] = []

    def ready(self) -> None:
        """Nothing is to be loaded."""

    def seated(self, seat: int, seed: int) -> Bot:  # noqa: ARG002
        return SlowBot(self)


class SlowBot:
    def __init__(self, level: Slow) -> None:
        self._level = level

    def observe(self, told: Told) -> None:
        """Remembers nothing."""

    def decide(self, view: View, budget: Budget) -> Decision:
        self._level.budgets.append(budget)
        assert self._level.may_go.wait(LIMIT)
        return Decision(view.legal[0])


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """A level of Shinobi for this test alone."""
    level = Slow()
    monkeypatch.setitem(dict_of(levels(zashiki.game("shinobi"))), "slow", level)
    return level


def dict_of(known: Mapping[str, Level]) -> dict[str, Level]:
    assert isinstance(known, dict)
    return known


async def test_bots_that_think_long_keep_no_other_table_waiting(tmp_path: Path, slow: Slow) -> None:
    async with staffed(tmp_path) as (house, _bots):
        record = Record(zashiki.game("shinobi"), 3)
        heavy = await house.tables.open(record, [bot_seat(seat, "slow") for seat in range(3)], "ann")
        await until(lambda: bool(slow.budgets))
        record = Record(zashiki.game("shinobi"), 3)
        light = await house.tables.open(record, [bot_seat(seat, "villager") for seat in range(3)], "bob")
        quick, thinking = await house.tables.live(light), await house.tables.live(heavy)
        await until(lambda: quick.over)
        assert len(slow.budgets) == 1, "it still thinks about its first choice"
        slow.may_go.set()
        await until(lambda: thinking.over)


async def test_a_bot_that_still_thinks_chooses_nothing_for_who_is_back(tmp_path: Path, slow: Slow) -> None:
    async with staffed(tmp_path) as (house, bots):
        record = Record(zashiki.game("shinobi"), 3)
        seats = [person_seat(0, "ann", "Ann"), person_seat(1, "bob", "Bob"), person_seat(2, "cid", "Cid")]
        table = await house.tables.open(record, seats, "ann")
        live = await house.tables.live(table)
        (absent,) = live.state.actors()
        made = live.length
        await house.tables.change_seat(table, live.seats[absent], with_stand_in(live.seats[absent], "slow"))
        await until(lambda: bool(slow.budgets))
        live = await house.tables.live(table)
        await house.tables.change_seat(table, live.seats[absent], with_stand_in(live.seats[absent], ""))
        slow.may_go.set()
        await until(lambda: not bots.playing())
        assert (await house.tables.live(table)).length == made
        assert live.state.actors() == (absent,)


async def test_a_bot_that_thinks_long_gets_the_time_of_its_level(tmp_path: Path, slow: Slow) -> None:
    slow.may_go.set()
    async with staffed(tmp_path) as (house, _bots):
        record = Record(zashiki.game("shinobi"), 3)
        seats = [bot_seat(0, "slow"), bot_seat(1, "villager"), bot_seat(2, "villager")]
        table = await house.tables.open(record, seats, "ann")
        live = await house.tables.live(table)
        await until(lambda: live.over)
    assert slow.budgets
    assert all(budget.seconds is not None and 0 < budget.seconds <= slow.seconds for budget in slow.budgets)


@pytest.mark.parametrize(("waited", "least", "most"), [(0.0, 0.0, 2.0), (1.5, 0.0, 0.5), (9.0, 0.01, 0.01)])
def test_time_spent_in_the_queue_is_time_spent(slow: Slow, waited: float, least: float, most: float) -> None:
    """So a person waits no longer than the budget, however many tables have such bots."""
    slow.may_go.set()
    state = zashiki.game("shinobi").start(seats=3)
    chance = Random(1)
    while (seat := state.actors()[0]) == CHANCE:
        state.apply(CHANCE, draw_outcome(state, chance))
    rules = zashiki.game("shinobi").rules
    player, asked = ("t", seat, "slow"), monotonic() - waited
    think(Question(player, "shinobi", rules, 0, None, [], state.view(seat), Budget(slow.seconds), asked))
    (given,) = slow.budgets
    assert given.seconds is not None
    assert least <= given.seconds <= most


def question(
    timeline: Timeline, told_before: int, told: Sequence[Told], last_told: Told | None = None
) -> Question:
    seat = timeline.state.actors()[0]
    view = timeline.state.view(seat)
    player, known = ("t", seat, "villager"), (told_before, last_told)
    return Question(player, "seven-ronin", "1", *known, list(told), view, Budget(), monotonic())


def test_a_worker_asks_to_be_told_everything_when_it_does_not_know_the_bot() -> None:
    bot_workers._players.clear()
    timeline = Timeline(Record(zashiki.game("seven-ronin")))
    with pytest.raises(Forgotten):
        think(question(timeline, 3, []))
    first = think(question(timeline, 0, []))
    timeline.append(Entry(0, first))
    told = timeline.told(0)
    second = think(question(timeline, 0, told))
    assert second in timeline.state.legal(0)
    with pytest.raises(Forgotten):
        think(question(timeline, 5, []))
    timeline.append(Entry(0, second))
    assert think(question(timeline, 1, told[1:], told[0])) in timeline.state.legal(0)


def test_a_worker_asks_to_be_told_everything_when_what_the_bot_knows_was_taken_back() -> None:
    """Another worker was told anew what came in its place, and as much of it."""
    bot_workers._players.clear()
    timeline = Timeline(Record(zashiki.game("seven-ronin")))
    first, other = timeline.state.legal(0)[:2]
    timeline.append(Entry(0, first))
    think(question(timeline, 0, timeline.told(0)))
    (taken_back,) = timeline.told(0)
    timeline.append(Entry(0, UNDO))
    timeline.append(Entry(0, other))
    (instead,) = timeline.told(0)
    assert instead != taken_back
    with pytest.raises(Forgotten):
        think(question(timeline, 1, [], instead))
    assert think(question(timeline, 1, [], taken_back)) in timeline.state.legal(0)


async def test_a_table_of_people_gives_bots_nothing_to_do_until_one_sits_down(tmp_path: Path) -> None:
    async with staffed(tmp_path) as (house, bots):
        record = Record(zashiki.game("seven-ronin"))
        table = await house.tables.open(
            record, [person_seat(0, "ann", "Ann"), person_seat(1, "bob", "Bob")], "ann"
        )
        await until(lambda: not bots.playing())
        await house.choose(table, 0, "ninja>well")
        assert bots.playing() == 0
        live = await house.tables.live(table)
        await house.tables.change_seat(table, live.seats[1], with_stand_in(live.seats[1], "villager"))
        await until(lambda: live.timeline.made_by(1) == 8)
