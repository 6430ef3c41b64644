"""A table as one viewer sees it: what is told, what may be done, and nothing of what others hide."""

from __future__ import annotations

from pathlib import Path

import msgspec

import zashiki
from tests.tables.club import Club, club
from zashiki.kernel.record import Record
from zashiki.tables.description import Description, Viewer, describe
from zashiki.tables.presence import Presence, person_of
from zashiki.tables.seats import bot_seat, open_seat, person_seat, with_stand_in
from zashiki.words import LANGUAGES, Words

ATTACKER, DEFENDER, SPECTATOR = Viewer(0, (0,)), Viewer(1, (1,)), Viewer(None)


async def seen(house: Club, table: str, viewer: Viewer, after: float = 0) -> Description:
    live = await house.tables.live(table)
    turn = house.tables.turn(live, viewer.seat) if viewer.seat is not None else ""
    return describe(live, viewer, turn, live.shown_at + after)


async def test_who_may_choose_sees_the_choices_with_labels_and_help(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        told = await seen(house, table, ATTACKER)
        assert [choice.action for choice in told.choices] == told.view.legal
        assert told.turn
        assert all(choice.help.rule for choice in told.choices)
        watching = await seen(house, table, SPECTATOR)
        assert (watching.choices, watching.turn, watching.undo, watching.seat_title) == ((), "", None, None)


async def test_undo_is_offered_after_a_choice_with_the_reason_when_it_is_too_late(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open("samurai-spirit", 2)
        live = await house.tables.live(table)
        seat = live.state.actors()[0]
        viewer = Viewer(seat, (seat,))
        assert (await seen(house, table, viewer)).undo is None
        await house.choose(table, seat, live.game.name(live.state.legal(seat)[0]))
        undo = (await seen(house, table, viewer)).undo
        assert undo is not None


async def test_a_secret_plan_changes_nothing_for_the_others_not_even_the_version(tmp_path: Path) -> None:
    """RON-P10: however many markers the Defender lays, the Attacker's description stays as it was."""
    async with club(tmp_path) as house:
        table = await house.open()
        before = [_plain(await seen(house, table, viewer)) for viewer in (ATTACKER, SPECTATOR)]
        for name in ("hayai>inn", "kabe>well", "taiko>granary"):
            await house.choose(table, 1, name)
        await house.undo(table, 1)
        after = [_plain(await seen(house, table, viewer)) for viewer in (ATTACKER, SPECTATOR)]
        assert before == after
        own = await seen(house, table, DEFENDER)
        assert own.made == 4
        assert own.version == 4


async def test_whether_a_sealed_plan_can_be_unsealed_tells_nothing_of_the_others(tmp_path: Path) -> None:
    """RON-P10: the Attacker, sealed, sees the same while the Defender lays markers and takes them back."""
    async with club(tmp_path) as house:
        table = await house.open()
        for name in ("ninja>well", "ready"):
            await house.choose(table, 0, name)
        before = [_plain(await seen(house, table, viewer)) for viewer in (ATTACKER, SPECTATOR)]
        for name in ("hayai>inn", "kabe>well"):
            await house.choose(table, 1, name)
        await house.undo(table, 1)
        after = [_plain(await seen(house, table, viewer)) for viewer in (ATTACKER, SPECTATOR)]
        assert before == after
        sealed = await seen(house, table, ATTACKER)
        assert sealed.undo is not None
        assert sealed.undo.refusal is None
        await house.undo(table, 0)
        assert (await seen(house, table, ATTACKER)).choices
        assert (await seen(house, table, DEFENDER)).made == 3


def _plain(description: Description) -> bytes:
    """Everything that a page could be drawn from."""
    fields = msgspec.structs.asdict(description)
    return msgspec.json.encode({**fields, "game": description.game.id})


async def test_the_version_of_a_viewer_never_falls(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        versions = []
        for name in ("hayai>inn", "kabe>well"):
            await house.choose(table, 1, name)
            versions.append((await seen(house, table, DEFENDER)).version)
        for _ in range(2):
            await house.undo(table, 1)
            versions.append((await seen(house, table, DEFENDER)).version)
        assert versions == sorted(set(versions))


async def test_news_are_what_happened_since_the_own_last_choice(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open("shinobi", 3)
        live = await house.tables.live(table)
        first = live.state.actors()[0]
        viewer = Viewer(first, (first,))
        while first in live.state.actors():
            await house.choose(table, first, live.game.name(live.state.legal(first)[0]))
        before = await seen(house, table, viewer)
        assert before.told[before.news_from].action is not None
        lines = len(before.told)
        other = live.state.actors()[0]
        await house.choose(table, other, live.game.name(live.state.legal(other)[0]))
        told = await seen(house, table, viewer)
        assert told.news_from == before.news_from
        assert len(told.told) > lines
        assert all(one.action is None for one in told.told[told.news_from + 1 :])


async def test_seats_say_who_is_who_and_what_can_be_done(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        record = Record(zashiki.game("shinobi"), 3)
        seats = [person_seat(0, "ann", "Ann"), bot_seat(1, "villager"), open_seat(2)]
        table = await house.tables.open(record, seats, "ann")
        told = await seen(house, table, Viewer(0, (0,)))
        assert [row.may_fill for row in told.seats] == [False, False, True]
        assert [row.may_fill for row in (await seen(house, table, SPECTATOR)).seats] == [False] * 3
        for language in LANGUAGES:
            words = Words(language)
            assert "Ann" in words(told.seats[0].title)
            assert all(words(row.title) for row in told.seats)


async def test_one_for_whom_a_bot_plays_on_has_no_choices(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        live = await house.tables.live(table)
        await house.tables.change_seat(table, live.seats[0], with_stand_in(live.seats[0], "villager"))
        told = await seen(house, table, ATTACKER)
        assert told.away
        assert (told.choices, told.view.legal) == ((), [])


async def test_an_absent_player_can_be_stood_in_for_by_one_who_sits_there(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        rows = (await seen(house, table, ATTACKER, after=121)).seats
        assert [row.may_stand_in for row in rows] == [False, True]
        rows = (await seen(house, table, SPECTATOR, after=121)).seats
        assert [row.may_stand_in for row in rows] == [False, False]


async def one_screen(house: Club) -> tuple[str, int, tuple[int, int]]:
    """A table at which one screen has two of three seats: the one to choose, and both."""
    table = await house.open("shinobi", 3)
    actor = (await house.tables.live(table)).state.actors()[0]
    return table, actor, (actor, (actor + 1) % 3)


async def test_two_players_of_one_screen_pass_it_on(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table, actor, own = await one_screen(house)
        assert (await seen(house, table, Viewer(own[1], own))).pass_to == (actor,)
        assert (await seen(house, table, Viewer(actor, own))).pass_to == ()


def test_presence_counts_people_not_pages() -> None:
    presence = Presence()
    seats = [person_seat(0, "ann", "Ann"), person_seat(1, "bob", "Bob")]
    for person in ("ann", "ann", "cid", "cid", person_of("", "192.0.2.1"), person_of("", "192.0.2.1")):
        presence.enter("t", person)
    assert presence.here("t", seats) == {0}
    assert presence.watching("t", seats) == 3
    presence.leave("t", "ann")
    assert presence.here("t", seats) == {0}
    presence.leave("t", "ann")
    assert presence.here("t", seats) == frozenset()
    assert presence.watching("other", seats) == 0
