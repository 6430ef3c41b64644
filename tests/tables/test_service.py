"""The table service on a real store, without a web server."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random

import msgspec
import pytest

import zashiki
from tests.tables.club import Club, club, people
from zashiki.kernel.messages import Refused
from zashiki.kernel.record import Record
from zashiki.store import SQLiteStore
from zashiki.tables import LocalBus, NoTable, Stale, Tables
from zashiki.tables.seats import open_seat, person_seat, refusal_of_stand_in, until_stand_in, with_stand_in
from zashiki.tables.service import MOST_UNDONE, Manners


async def test_a_choice_is_in_the_store_before_anybody_is_told(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        stored: list[tuple[int, int]] = []

        def look(_table: str, version: int) -> None:
            with sqlite3.connect(tmp_path / "tables.db") as other:
                count = other.execute("SELECT COUNT(*) FROM entries").fetchone()[0]
            stored.append((version, count))

        house.bus.listen(look)
        await house.choose(table, 0, "ninja>well")
        assert stored == [(1, 1)]


async def test_every_change_raises_the_version_and_is_told_with_it(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        house.published.clear()
        await house.choose(table, 0, "ninja>well")
        await house.choose(table, 1, "hayai>inn")
        await house.undo(table, 1)
        await house.tables.say(table, "Ann", "hello")
        live = await house.tables.live(table)
        await house.tables.change_seat(table, live.seats[1], with_stand_in(live.seats[1], "villager"))
        assert house.published == [(table, version) for version in range(1, 6)]
        assert (await house.tables.live(table)).version == 5


async def test_a_table_is_opened_and_dealt_in_one_commit(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open("shinobi", 3)
        assert house.published == [(table, len(await house.store.entries(table)))]
        live = await house.tables.live(table)
        assert live.version == live.length > 0
        assert live.state.actors() != (zashiki.CHANCE,)


async def test_a_choice_sent_twice_is_made_once(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        live = await house.tables.live(table)
        for _ in range(3):
            await house.choose_on(live, 0, "ninja>well", 0)
        assert await house.choices(table) == ["ninja>well"]


async def test_two_choices_at_once_on_the_same_picture_are_one_and_a_stale_one(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        live = await house.tables.live(table)
        outcomes = await asyncio.gather(
            house.choose_on(live, 0, "ninja>well", 0),
            house.choose_on(live, 0, "ninja>inn", 0),
            return_exceptions=True,
        )
        assert outcomes[0] is None
        assert isinstance(outcomes[1], Stale)
        assert await house.choices(table) == ["ninja>well"]


async def test_a_choice_made_in_another_turn_is_stale(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        live = await house.tables.live(table)
        with pytest.raises(Stale):
            await house.tables.choose(table, 0, live.game.action("ninja>well"), "another turn", 0)
        assert await house.choices(table) == []


async def test_who_lost_a_seat_at_another_server_can_not_choose_for_it_here(tmp_path: Path) -> None:
    """This process does not know yet that the seat is somebody else's."""
    async with club(tmp_path) as house:
        table = await house.open()
        live = await house.tables.live(table)
        cid = person_seat(0, "cid", "Cid")
        await Tables(house.store, "secret", LocalBus()).change_seat(table, live.seats[0], cid)
        action, turn = live.game.action("ninja>well"), house.tables.turn(live, 0)
        with pytest.raises(Stale):
            await house.tables.choose(table, 0, action, turn, 0, "ann")
        with pytest.raises(Stale):
            await house.tables.undo(table, 0, 0, owner="ann")
        assert await house.choices(table) == []
        await house.tables.choose(table, 0, action, turn, 0, "cid")
        assert await house.choices(table) == ["ninja>well"]


async def test_what_the_rules_refuse_changes_nothing(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        with pytest.raises(Refused):
            await house.choose(table, 0, "ready")
        with pytest.raises(Refused):
            await house.undo(table, 0)
        assert await house.choices(table) == []
        assert (await house.tables.live(table)).version == 0


async def test_any_marker_of_a_plan_is_taken_back(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        for name in ("ninja>well", "ninja>inn", "ninja>granary"):
            await house.choose(table, 0, name)
        live = await house.tables.live(table)
        await house.tables.undo(table, 0, 3, live.game.action("ninja>inn"))
        again = await house.tables.live(table)
        assert [live.game.name(step.entry.action) for step in again.timeline.steps] == [
            "ninja>well",
            "ninja>granary",
        ]


async def test_a_record_that_several_services_write_stays_one_record(tmp_path: Path) -> None:
    """Two servers on one store: each catches up with the other before it writes; neither loses a choice."""
    async with club(tmp_path) as left:
        store = SQLiteStore(tmp_path / "tables.db")
        right = Club(store)
        table = await left.open()
        await left.choose(table, 0, "ninja>well")
        await right.choose(table, 1, "hayai>inn")
        await left.choose(table, 0, "ninja>inn")
        await right.choose(table, 1, "kabe>well")
        assert await left.choices(table) == ["ninja>well", "hayai>inn", "ninja>inn", "kabe>well"]
        assert (await left.tables.live(table)).version == (await right.tables.live(table)).version == 4
        await store.close()


async def test_two_services_that_choose_at_once_both_get_their_choice_in(tmp_path: Path) -> None:
    async with club(tmp_path) as left:
        store = SQLiteStore(tmp_path / "tables.db")
        right = Club(store)
        table = await left.open()
        await left.tables.live(table)
        await right.tables.live(table)
        await asyncio.gather(left.choose(table, 0, "ninja>well"), right.choose(table, 1, "hayai>inn"))
        assert sorted(await left.choices(table)) == ["hayai>inn", "ninja>well"]
        await store.close()


async def test_a_return_match_is_opened_once_whoever_asks(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()

        async def ask(person: str) -> str:
            record = Record(zashiki.game("seven-ronin"))
            return await house.tables.open(record, people(2), person, follows=table)

        first, second = await asyncio.gather(ask("ann"), ask("bob"))
        assert first == second == (await house.tables.live(table)).next_table
        assert len(await house.store.tables_of("ann", ended=False, limit=10)) == 2


async def test_a_seat_is_taken_by_one_person_only(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        record = Record(zashiki.game("seven-ronin"))
        seats = [person_seat(0, "ann", "Ann"), open_seat(1)]
        table = await house.tables.open(record, seats, "ann")
        await house.tables.change_seat(table, seats[1], person_seat(1, "bob", "Bob"))
        with pytest.raises(Stale):
            await house.tables.change_seat(table, seats[1], person_seat(1, "cid", "Cid"))
        assert [seat.name for seat in (await house.tables.live(table)).seats] == ["Ann", "Bob"]


async def test_chat_reaches_a_service_that_looked_before(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        await house.tables.say(table, "Ann", "one")
        assert [line.text for line in (await house.tables.live(table)).chat] == ["one"]
        await house.tables.say(table, "Bob", "two")
        assert [line.text for line in (await house.tables.live(table)).chat] == ["one", "two"]


async def test_a_bot_may_stand_in_only_for_one_who_is_awaited_and_only_after_the_time(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        live = await house.tables.live(table)
        awaited, now = live.seats[0], live.shown_at
        refusal = refusal_of_stand_in(live, awaited, now + 60)
        assert refusal is not None
        assert (refusal.key, refusal.args) == ("table.absent.wait", {"n": 1})
        assert until_stand_in(live, now + 60) == pytest.approx(60)
        assert refusal_of_stand_in(live, awaited, now + 121) is None
        assert until_stand_in(live, now + 121) is None
        stood_in = msgspec.structs.replace(awaited, stand_in="villager")
        already = refusal_of_stand_in(live, stood_in, now + 121)
        assert already is not None
        assert already.key == "table.absent.not-needed"


async def test_a_table_without_a_time_never_lets_a_bot_stand_in(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        record = Record(zashiki.game("seven-ronin"))
        table = await house.tables.open(record, people(2), "ann", Manners(0))
        live = await house.tables.live(table)
        refusal = refusal_of_stand_in(live, live.seats[0], live.shown_at + 10**9)
        assert refusal is not None
        assert refusal.key == "table.absent.never"


async def test_a_table_that_does_not_exist(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        with pytest.raises(NoTable):
            await house.tables.live("nowhere")


async def test_a_whole_game_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open("shinobi", 3)
        live = await house.tables.live(table)
        while live.state.actors():
            seat = live.state.actors()[0]
            await house.choose(table, seat, live.game.name(live.state.legal(seat)[-1]))
            live = await house.tables.live(table)
        assert live.over
        told = live.timeline.told(None)
    async with club(tmp_path) as again:
        later = await again.tables.live(table)
        assert later.timeline.told(None) == told
        assert later.version == live.version
        assert later.table.ended


async def test_a_game_that_is_over_stays_over(tmp_path: Path) -> None:
    """By the rules of some games the last choice could be taken back: nobody was told anything new but how it ended."""
    async with club(tmp_path) as house:
        chance, free = Random(1), 0
        while not free:
            table = await house.open("samurai-spirit", 2)
            live = await house.tables.live(table)
            while live.state.actors():
                seat = live.state.actors()[0]
                await house.choose(table, seat, live.game.name(chance.choice(live.state.legal(seat))))
            free = sum(live.timeline.undo_refusal(seat) is None for seat in range(2))
        before = live.length
        for seat in range(2):
            with pytest.raises(Refused):
                await house.undo(table, seat)
        assert (await house.tables.live(table)).length == before
        assert live.table.ended


async def test_the_name_of_a_turn_changes_with_the_turn_and_with_nothing_else(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        live = await house.tables.live(table)
        before = house.tables.turn(live, 1)
        await house.choose(table, 0, "ninja>well")
        await house.choose(table, 1, "hayai>inn")
        assert house.tables.turn(live, 1) == before
        other = Tables(house.store, "another secret", LocalBus())
        assert other.turn(live, 1) != before


async def test_choices_are_taken_back_only_so_often_until_something_new_is_known(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        for _ in range(MOST_UNDONE):
            await house.choose(table, 0, "ninja>well")
            await house.undo(table, 0)
        await house.choose(table, 0, "ninja>well")
        with pytest.raises(Refused) as refused:
            await house.undo(table, 0)
        assert refused.value.message.key == "table.undo.enough"
        again = Club(house.store)
        with pytest.raises(Refused):
            await again.undo(table, 0)
        await house.choose(table, 1, "hayai>inn")
        await house.undo(table, 1)
        await plan_all(house, table, 1)
        live = await house.tables.live(table)
        assert live.undone(0) == MOST_UNDONE, "the other's seal tells nothing new"
        await house.choose(table, 0, "ready")
        assert live.undone(0) == 0, "the reveal does"


async def plan_all(house: Club, table: str, seat: int) -> None:
    """Chooses whatever comes first until the seat is no longer to choose."""
    live = await house.tables.live(table)
    while seat in live.state.actors():
        await house.choose(table, seat, live.game.name(live.state.legal(seat)[0]))


async def test_only_what_everybody_is_told_counts_as_touching_a_table(tmp_path: Path) -> None:
    """By time nobody counts the markers of a secret plan: not in a list, not by the wait for a stand-in."""
    async with club(tmp_path) as house:
        table = await house.open()
        opened = await house.store.table(table)
        assert opened is not None
        live = await house.tables.live(table)
        began = live.shown_at
        await house.choose(table, 0, "ninja>well")
        await house.choose(table, 0, "ninja>inn")
        await house.tables.undo(table, 0, 2, live.game.action("ninja>well"))
        assert await house.store.table(table) == msgspec.structs.replace(opened, version=5)
        assert live.shown_at == began
        assert (await Club(house.store).tables.live(table)).shown_at == began
        assert refusal_of_stand_in(live, live.seats[0], began + 120) is None, "it is not postponed"
        await plan_all(house, table, 0)
        sealed = await house.store.table(table)
        assert sealed is not None
        assert sealed.touched > began
        assert live.shown_at > began
        assert sealed.awaited == (1,)


async def test_an_open_choice_that_is_taken_back_counts_as_touching_a_table(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open("shinobi", 3)
        live = await house.tables.live(table)
        seat = live.state.actors()[0]
        await house.choose(table, seat, live.game.name(live.state.legal(seat)[0]))
        chosen = await house.store.table(table)
        assert chosen is not None
        await house.undo(table, seat)
        undone = await house.store.table(table)
        assert undone is not None
        assert undone.touched > chosen.touched
        assert undone.awaited == (seat,)


async def test_a_version_that_is_known_is_not_read_again_and_a_later_one_is(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        known = await house.tables.live(table)
        await house.store.append(table, 0, [(0, "ninja>well")], (0, 1), shown=False)
        assert (await house.tables.at_least(table, known.version)).length == 0
        assert (await house.tables.at_least(table, known.version + 1)).length == 1


async def test_a_service_that_knows_an_old_picture_refuses_nothing_by_it(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open("shinobi", 3)
        other = Tables(house.store, "secret", LocalBus())
        (first,) = (await other.live(table)).state.actors()
        while (await house.tables.live(table)).state.actors() == (first,):
            live = await house.tables.live(table)
            await house.choose(table, first, live.game.name(live.state.legal(first)[0]))
        live = await house.tables.live(table)
        (seat,), before = live.state.actors(), await house.choices_of_seats(table)
        action, turn = live.state.legal(seat)[0], house.tables.turn(live, seat)
        for _ in range(2):  # sent again, it was made before
            await other.choose(table, seat, action, turn, 0)
        assert await house.choices_of_seats(table) == [*before, live.game.name(action)]
