"""What a viewer is shown is made again when what it was made from has changed."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.tables.club import club
from tests.tables.test_description import one_screen, seen
from zashiki.brush.regions import Drawings
from zashiki.kernel.messages import Message, say
from zashiki.tables.description import Description, Viewer
from zashiki.web.drawing.memory import Memory
from zashiki.web.drawing.table_regions import Present, moment_address, table_region
from zashiki.web.drawing.wording import Lines, WordedLog
from zashiki.words import Words


def renamed(told: Description, seat: int, title: Message) -> Description:
    rows = tuple(msgspec.structs.replace(row, title=title) if row.seat == seat else row for row in told.seats)
    return msgspec.structs.replace(told, seats=rows)


def drawn(told: Description, memory: Memory) -> str:
    return Drawings().whole(table_region(told, Words("en"), memory, Present(frozenset(), 0)), Words("en"))


def passing(page: str) -> str:
    return page.partition("Pass the device to ")[2].partition("<")[0]


async def test_who_passes_the_screen_on_reads_what_the_next_player_is_called_now(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table, actor, own = await one_screen(house)
        told = await seen(house, table, Viewer(own[1], own))
        memory = Memory(WordedLog(Lines(told.game, Words("en")), moment_address(table), ""))
        called = say("table.seat.person", seat=told.seats[actor].title, name="Hanako")
        assert "Hanako" not in passing(drawn(told, memory))
        assert "Hanako" in passing(drawn(renamed(told, actor, called), memory))
