"""What every store keeps to, whatever it is made of."""

from __future__ import annotations

import asyncio
import multiprocessing
from typing import Any

import msgspec
import pytest

from tests.store.conftest import Opened
from tests.store.places import Place
from zashiki.store import CannotKeep, Gone, MovedOn, Seat, Store, Table
from zashiki.store.contract import BOT, OPEN, PERSON, RESTORED


def a_table(name: str = "t1", *, touched: float = 1.0, listed: bool = False) -> Table:
    return Table(
        id=name, game="go", header="head\n", creator="ann", invitation=f"inv-{name}",
        created=1.0, touched=touched, absent_after=120, listed=listed, chat=True,
    )  # fmt: skip


ANN = Seat(seat=0, kind=PERSON, name="Ann", owner="ann", link_hash="s-ann")
BOB = Seat(seat=1, kind=OPEN)


def ann(link: str) -> Seat:
    return msgspec.structs.replace(ANN, link_hash=link)


async def found(store: Store, table: str = "t1") -> Table:
    stored = await store.table(table)
    assert stored is not None
    return stored


async def choices(store: Store, table: str = "t1") -> list[str]:
    return [entry.choice for entry in await store.entries(table)]


async def chat(store: Store, table: str = "t1") -> list[str]:
    changes = await store.changes(table, version=-1, entries=0)
    assert changes is not None
    return [line.text for line in changes.chat]


async def test_a_table_is_found_by_its_id_its_invitation_and_the_secret_of_a_seat(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        assert await store.table("t1") == a_table()
        assert await store.table_by_invitation("inv-t1") == a_table()
        assert await store.table_by_link("s-ann") == (a_table(), ANN)


async def test_what_does_not_exist_is_none(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        assert await store.table("t2") is None
        assert await store.table_by_invitation("") is None
        assert await store.table_by_link("") is None
        assert await store.tables_of("", ended=False, limit=10) == []
        assert await store.entries("t2") == []
        with pytest.raises(Gone):
            await store.changes("t2", version=-1, entries=0)


async def test_entries_come_back_in_order(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [(0, "first")])
        await store.append("t1", 1, [(1, "second"), (-1, "card-3")], awaited=(0,), shown=True)
        assert [(entry.number, entry.seat, entry.choice) for entry in await store.entries("t1")] == [
            (1, 0, "first"), (2, 1, "second"), (3, -1, "card-3"),
        ]  # fmt: skip


async def test_changes_are_what_is_new_and_nothing_when_nothing_is(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(msgspec.structs.replace(a_table(), version=1), [ANN, BOB], [(0, "first")])
        first = await store.changes("t1", version=-1, entries=0)
        assert first is not None
        assert (first.version, first.seats, [entry.choice for entry in first.entries]) == (
            1,
            [ANN, BOB],
            ["first"],
        )
        assert await store.changes("t1", version=1, entries=1) is None
        version = await store.append("t1", 1, [(1, "second"), (1, "third")], awaited=(), shown=True)
        await store.say("t1", "Ann", "hello")
        later = await store.changes("t1", version=1, entries=1)
        assert later is not None
        assert [entry.choice for entry in later.entries] == ["second", "third"]
        assert [line.text for line in later.chat] == ["hello"]
        assert (version, later.version, later.ended) == (3, 4, True)


async def test_every_kind_of_change_raises_the_version(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        await store.open_table(a_table("t2"), [], [], follows="t1")
        assert await store.append("t1", 0, [(0, "a"), (0, "b")], awaited=(0,), shown=True) == 3
        assert await store.say("t1", "Ann", "hello") == 4
        cid = Seat(seat=1, kind=PERSON, name="Cid", owner="cid", link_hash="s-cid")
        assert await store.change_seat("t1", BOB, cid) == 5


async def test_a_line_that_comes_again_under_its_name_is_kept_once(opened: Opened) -> None:
    async with opened() as store:
        for table in ("t1", "t2"):
            await store.open_table(a_table(table), [], [])
        assert await store.say("t1", "Ann", "hello", said="ann 1") == 1
        assert await store.say("t1", "Ann", "hello", said="ann 1") == 1
        assert await store.say("t1", "Ann", "hello", said="ann 2") == 2
        assert await store.say("t2", "Ann", "hello", said="ann 1") == 1, "another table"
        assert [await store.say("t1", "Ann", "hello") for _ in range(2)] == [3, 4], "without a name"


async def test_of_two_writers_that_saw_the_same_moment_one_wins(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        outcomes = await asyncio.gather(
            store.append("t1", 0, [(0, "left")], awaited=(0,), shown=True),
            store.append("t1", 0, [(1, "right"), (1, "again")], awaited=(0,), shown=True),
            return_exceptions=True,
        )
        left, right = outcomes
        if isinstance(right, MovedOn):
            assert (left, await choices(store)) == (1, ["left"])
        else:
            assert (right, await choices(store)) == (2, ["right", "again"])
            assert isinstance(left, MovedOn)


async def test_a_gap_in_the_numbers_is_refused(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        with pytest.raises(MovedOn):
            await store.append("t1", 3, [(0, "far")], awaited=(0,), shown=True)
        assert await choices(store) == []


async def test_nothing_is_added_to_a_table_that_was_restored_since_it_was_known(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(msgspec.structs.replace(a_table(), version=RESTORED), [ANN, BOB], [])
        with pytest.raises(MovedOn):
            await store.append("t1", 0, [(0, "old")], awaited=(0,), shown=True, known=0)
        version = await store.append("t1", 0, [(0, "new")], awaited=(0,), shown=True, known=RESTORED)
        assert (version, await choices(store)) == (RESTORED + 1, ["new"])


async def test_nothing_is_added_to_a_table_that_has_changed_since_it_was_known(opened: Opened) -> None:
    """A seat that is somebody else's now, too: who has lost it can't choose by what another server still knows."""
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        cid = Seat(seat=1, kind=PERSON, name="Cid", owner="cid", link_hash="s-cid")
        version = await store.change_seat("t1", BOB, cid)
        with pytest.raises(MovedOn):
            await store.append("t1", 0, [(1, "old")], awaited=(0,), shown=True, known=0)
        assert await store.append("t1", 0, [(1, "new")], awaited=(0,), shown=True, known=version) == 2
        assert await choices(store) == ["new"]


async def test_many_append_to_many_tables(opened: Opened) -> None:
    async with opened() as store:
        names = [f"t{number}" for number in range(8)]

        async def play(name: str) -> None:
            await store.open_table(a_table(name), [ann(name), BOB], [])
            for number in range(20):
                await store.append(name, number, [(number % 2, f"{name}-{number}")], awaited=(0,), shown=True)

        await asyncio.gather(*map(play, names))
        for name in names:
            assert await choices(store, name) == [f"{name}-{number}" for number in range(20)]


async def test_a_seat_changes_only_from_what_it_was(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        cid = Seat(seat=1, kind=PERSON, name="Cid", owner="cid", link_hash="s-cid")
        dee = Seat(seat=1, kind=PERSON, name="Dee", owner="dee", link_hash="s-dee")
        assert await store.change_seat("t1", BOB, cid) == 1
        assert await store.change_seat("t1", BOB, dee) is None
        changes = await store.changes("t1", version=-1, entries=0)
        assert changes is not None
        assert changes.seats[1] == cid


async def test_my_tables_and_the_tables_to_watch(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table("old", touched=1.0, listed=True), [ann("1")], [])
        await store.open_table(a_table("new", touched=2.0, listed=True), [ann("2")], [])
        other = msgspec.structs.replace(ANN, owner="bob", link_hash="3")
        await store.open_table(a_table("hid", touched=3.0), [other], [])
        assert [table.id for table in await store.tables_of("ann", ended=False, limit=10)] == ["new", "old"]
        assert [table.id for table in await store.tables_of("ann", ended=False, limit=1, after=1)] == ["old"]
        assert await store.count_tables_of("ann", ended=False) == 2
        assert [table.id for table in await store.listed_tables(10)] == ["new", "old"]
        await store.append("old", 0, [(0, "last")], awaited=(), shown=True)
        assert [table.id for table in await store.tables_of("ann", ended=False, limit=10)] == ["new"]
        assert [table.id for table in await store.tables_of("ann", ended=True, limit=10)] == ["old"]
        assert await store.count_tables_of("ann", ended=True) == 1
        assert await store.count_tables_of("", ended=False) == 0
        assert [table.id for table in await store.listed_tables(10)] == ["new"]
        old = await store.table("old")
        assert old is not None
        assert old.ended


async def test_tables_where_bots_may_have_to_play_are_found_again(opened: Opened) -> None:
    async with opened() as store:
        bot = Seat(seat=1, kind=BOT, level="villager")
        stand_in = Seat(seat=1, kind=PERSON, owner="bob", stand_in="random")
        await store.open_table(a_table("bot"), [ann("1"), bot], [])
        await store.open_table(a_table("stand-in"), [ann("2"), stand_in], [])
        await store.open_table(a_table("people"), [ann("3"), BOB], [])
        await store.open_table(a_table("over"), [ann("4"), bot], [])
        await store.append("over", 0, [(0, "last")], awaited=(), shown=True)
        assert set(await store.pending_bot_turns()) == {"bot", "stand-in"}


async def test_a_table_whose_bot_is_not_to_choose_is_not_among_them(opened: Opened) -> None:
    """By a query: no record is played through to find out."""
    async with opened() as store:
        bot = Seat(seat=1, kind=BOT, level="villager")
        for name, awaited in (("ann's", (0,)), ("bot's", (1,)), ("both", (0, 1))):
            table = msgspec.structs.replace(a_table(name), awaited=awaited)
            await store.open_table(table, [ann(name), bot], [])
        assert set(await store.pending_bot_turns()) == {"bot's", "both"}
        await store.append("bot's", 0, [(1, "a")], awaited=(0,), shown=True)
        assert set(await store.pending_bot_turns()) == {"both"}
        assert (await found(store, "both")).awaited == (0, 1)


async def test_who_is_to_choose_is_noted_for_a_table_of_an_earlier_version_unless_it_moved_on(
    opened: Opened,
) -> None:
    async with opened() as store:
        bot = Seat(seat=1, kind=BOT, level="villager")
        await store.open_table(a_table(), [ANN, bot], [])
        assert (await found(store)).awaited is None
        await store.note_awaited("t1", 7, (0,))
        assert await store.pending_bot_turns() == ["t1"]
        await store.note_awaited("t1", 0, (0,))
        assert await store.pending_bot_turns() == []


async def test_notes_beside_a_table_are_kept_changed_and_taken_away_by_name(opened: Opened) -> None:
    async with opened() as store:
        for name in ("t1", "t2"):
            await store.open_table(a_table(name), [ann(name), BOB], [])
        await store.keep_notes("t1", {"study.2": "two", "study.1": "one", "hints": "3"})
        await store.keep_notes("t2", {"hints": "1"})
        await store.keep_notes("t1", {"study.2": "", "study.1": "first"})
    async with opened() as store:
        assert await store.notes("t1", "study.") == {"study.1": "first"}
        assert list(await store.notes("t1", "")) == ["hints", "study.1"]
        assert await store.noted("hints") == ["t1", "t2"]
        assert (await found(store)).version == 0


async def test_a_table_is_opened_with_its_notes_in_one_commit(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [], notes={"hints/allowed": "no"})
    async with opened() as store:
        assert await store.notes("t1", "hints/") == {"hints/allowed": "no"}


async def test_a_table_that_nobody_has_touched_for_long_is_left_alone(opened: Opened) -> None:
    async with opened() as store:
        bot = Seat(seat=1, kind=BOT, level="villager")
        for name, touched in (("asleep", 10.0), ("awake", 30.0)):
            await store.open_table(a_table(name, touched=touched, listed=True), [ann(name), bot], [])
        assert await store.pending_bot_turns(20.0) == ["awake"]
        assert [table.id for table in await store.listed_tables(10, 20.0)] == ["awake"]
        assert len(await store.tables_of("ann", ended=False, limit=10)) == 2, "its people still find it"


async def test_what_not_everybody_is_told_does_not_touch_a_table(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        await store.append("t1", 0, [(0, "secret")], awaited=(0, 1), shown=False)
        assert (await found(store)).touched == a_table().touched
        await store.append("t1", 1, [(0, "open")], awaited=(0, 1), shown=True)
        assert (await found(store)).touched > a_table().touched


@pytest.mark.parametrize("lost", ["entries", "return_matches", "seats"])
async def test_a_return_match_is_dealt_and_linked_in_one_commit_or_not_at_all(
    opened: Opened, place: Place, lost: str
) -> None:
    async with opened() as store:
        await store.open_table(a_table("t1"), [ANN, BOB], [])
        place.break_inserts(lost)
        with pytest.raises(CannotKeep):
            await store.open_table(a_table("t2"), [ann("2"), BOB], [(-1, "card-3")], follows="t1")
        assert await store.table("t2") is None
        assert await store.entries("t2") == []
        unchanged = await store.changes("t1", version=-1, entries=0)
        assert unchanged is not None
        assert (unchanged.next_table, unchanged.version) == ("", 0)


async def test_who_leaves_a_seat_is_told_of_in_the_same_commit_or_stays(opened: Opened, place: Place) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        bot = Seat(seat=0, kind=BOT, name="Ann", level="villager")
        assert await store.change_seat("t1", ANN, bot, "left") == 1
        assert await store.change_seat("t1", ANN, bot, "left") is None, "nothing is told twice"
        place.break_inserts("chat")
        with pytest.raises(CannotKeep):
            await store.change_seat("t1", BOB, Seat(seat=1, kind=BOT, level="villager"), "left")
        changes = await store.changes("t1", version=-1, entries=0)
        assert changes is not None
        assert (changes.version, changes.seats) == (1, [bot, BOB])
        assert [(line.name, line.text) for line in changes.chat] == [("Ann", "left")]


async def test_a_store_that_can_keep_something_says_so(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        await store.probe()
        assert await store.table("t1") == a_table()


async def test_chat_keeps_the_last_lines_in_order(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        for number in range(105):
            await store.say("t1", "Ann", f"line {number}")
        assert await chat(store) == [f"line {number}" for number in range(5, 105)]


async def test_what_was_written_is_there_after_closing_and_opening(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        await store.append("t1", 0, [(0, "kept")], awaited=(0,), shown=True)
    async with opened() as store:
        assert await choices(store) == ["kept"]
        assert await store.table("t1") is not None


async def test_two_openings_of_the_same_tables_see_each_other_and_exclude_each_other(opened: Opened) -> None:
    async with opened() as left, opened() as right:
        await left.open_table(a_table(), [ANN, BOB], [])
        await left.append("t1", 0, [(0, "left")], awaited=(0,), shown=True)
        with pytest.raises(MovedOn):
            await right.append("t1", 0, [(1, "right")], awaited=(0,), shown=True)
        await right.append("t1", 1, [(1, "right")], awaited=(0,), shown=True)
        assert await choices(left) == ["left", "right"]


WRITES = 40


def write_in_a_process(place: Place, seat: int, lost: Any) -> None:
    """Appends after whatever it finds, in lines of two, and counts how often the other was faster."""

    async def write() -> None:
        store = place.store()
        for number in range(WRITES):
            while True:
                after = len(await store.entries("t1"))
                try:
                    await store.append(
                        "t1", after, [(seat, f"{number}a"), (seat, f"{number}b")], awaited=(0,), shown=True
                    )
                    break
                except MovedOn:
                    lost.put(seat)
        await store.close()

    asyncio.run(write())


async def test_two_processes_that_write_at_once_lose_nothing_and_mix_nothing(
    opened: Opened, place: Place
) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        start = multiprocessing.get_context("spawn")
        lost = start.SimpleQueue()
        arguments = [(place, seat, lost) for seat in (0, 1)]
        writers = [start.Process(target=write_in_a_process, args=given) for given in arguments]
        for writer in writers:
            writer.start()
        for writer in writers:
            await asyncio.to_thread(writer.join, 90)
            assert writer.exitcode == 0
        entries = await store.entries("t1")
        assert [entry.number for entry in entries] == list(range(1, 4 * WRITES + 1))
        for seat in (0, 1):
            own = [entry.choice for entry in entries if entry.seat == seat]
            assert own == [f"{number}{half}" for number in range(WRITES) for half in "ab"]
        pairs = zip(entries[::2], entries[1::2], strict=True)
        assert all(first.seat == second.seat for first, second in pairs), "one append was torn by another"


async def test_a_return_match_is_opened_once(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table("t1"), [], [])
        assert await store.open_table(a_table("t2"), [ANN], [(0, "dealt")], follows="t1")
        assert not await store.open_table(a_table("t3"), [], [], follows="t1")
        assert await store.table("t3") is None
        changes = await store.changes("t1", version=-1, entries=0)
        assert changes is not None
        assert changes.next_table == "t2"
        following = await store.changes("t2", version=-1, entries=0)
        assert following is not None
        assert following.next_table == ""


async def test_a_write_that_can_not_be_made_holds_up_no_other(opened: Opened) -> None:
    async with opened() as store:
        await store.open_table(a_table(), [ANN, BOB], [])
        with pytest.raises(CannotKeep):
            await store.say("t1", "Ann", "\ud800")
        await store.say("t1", "Ann", "whole")
        assert await chat(store) == ["whole"]


async def test_the_versions_of_several_tables_are_told_at_once(opened: Opened) -> None:
    async with opened() as store:
        for name in ("t1", "t2", "t3"):
            await store.open_table(a_table(name), [ann(name)], [])
        await store.say("t2", "Ann", "hello")
        assert await store.versions(["t1", "t2", "t9"]) == {"t1": 0, "t2": 1}
        assert await store.versions([]) == {}


async def test_of_many_return_matches_asked_for_at_once_one_is_opened(opened: Opened) -> None:
    async with opened() as left, opened() as right:
        await left.open_table(a_table("t1"), [ANN, BOB], [])
        names = [f"r{number}" for number in range(8)]
        opening = [
            (left, right)[number % 2].open_table(a_table(name), [ann(name)], [(0, "dealt")], follows="t1")
            for number, name in enumerate(names)
        ]
        was_opened = await asyncio.gather(*opening)
        assert was_opened.count(True) == 1
        there = [name for name in names if await left.table(name) is not None]
        assert there == [name for name, yes in zip(names, was_opened, strict=True) if yes]
        changes = await left.changes("t1", version=-1, entries=0)
        assert changes is not None
        assert (changes.next_table, changes.version) == (there[0], 1)


async def test_chat_lines_said_at_once_all_reach_one_who_reads_along(opened: Opened) -> None:
    """A line never gets a number below one that somebody has read already."""
    async with opened() as left, opened() as right:
        await left.open_table(a_table(), [ANN, BOB], [])
        heard: list[str] = []
        version, last = 0, 0

        async def read() -> None:
            nonlocal version, last
            changes = await right.changes("t1", version=version, entries=0, chat=last)
            if changes is not None:
                heard.extend(line.text for line in changes.chat)
                version = changes.version
                last = changes.chat[-1].number if changes.chat else last

        lines = [f"line {number}" for number in range(40)]
        talking = asyncio.gather(
            *((left, right)[n % 2].say("t1", "Ann", line) for n, line in enumerate(lines))
        )
        while not talking.done():
            await read()
            await asyncio.sleep(0)
        await talking
        await read()
        assert sorted(heard) == sorted(lines)
