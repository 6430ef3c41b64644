"""Tables in lists: what a row says of a table."""

from __future__ import annotations

import time

import msgspec
from babel.dates import format_timedelta

from zashiki.kernel.record import RecordError
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.store import Table
from zashiki.tables import LiveTable
from zashiki.tables.seats import owned_by
from zashiki.web.drawing.wording import game_name, seat_text
from zashiki.web.requests.addresses import table_address
from zashiki.web.services import Services
from zashiki.words import Words


class TableRow(msgspec.Struct, frozen=True):
    """A table in a list."""

    href: str
    game: str
    title: str
    note: str
    my_turn: bool
    ended: bool = False
    leave: str = ""  # where its owner leaves it, or takes it off the list


async def table_rows(services: Services, tables: list[Table], words: Words, owner: str) -> list[TableRow]:
    """The tables as a list shows them to their owner, or to anyone ("")."""
    rows = [await _row(services, table, words, owner) for table in tables]
    return [row for row in rows if row is not None]


def my_turn_first(rows: list[TableRow]) -> list[TableRow]:
    """Tables that wait for the visitor before the others."""
    return sorted(rows, key=lambda row: not row.my_turn)


async def _row(services: Services, table: Table, words: Words, owner: str) -> TableRow | None:
    """The game, who plays, whose turn it is; None for a table of others that this program can't play."""
    try:
        live = await services.tables.live(table.id)
    except RecordError:
        return _unplayable_row(table, words) if owner else None
    my_turn = _is_turn_of(owner, live)
    return TableRow(
        href=f"/g/{table.id}/0" if table.ended else table_address(table.id),
        game=table.game,
        title=words.say(
            "web.list.title",
            game=game_name(live.game, words),
            who=", ".join(seat_text(live, seat.seat, words, "brief") for seat in live.seats),
        ),
        note=_note(services, live, table, words, owner, my_turn),
        my_turn=my_turn,
        ended=table.ended,
        leave=f"{table_address(table.id)}/leave" if owner else "",
    )


def _is_turn_of(owner: str, live: LiveTable) -> bool:
    actors = live.state.actors()
    return any(seat.seat in actors and not seat.stand_in for seat in owned_by(live.seats, owner))


def _note(services: Services, live: LiveTable, table: Table, words: Words, owner: str, my_turn: bool) -> str:
    passed = max(1, int(time.time() - table.touched))
    ago = format_timedelta(-passed, add_direction=True, locale=words.language)
    if table.ended:
        return words.say("web.list.ended", ago=ago)
    if my_turn:
        return words.say("web.list.your-turn", ago=ago)
    if owner:
        return words.say("web.list.waiting", ago=ago)
    return words.say("web.list.watching", n=services.present(live).watching, ago=ago)


def _unplayable_row(table: Table, words: Words) -> TableRow:
    """A table that this program can't play; its page says why, and what can be done."""
    title = game_name(find_game(table.game), words) if table.game in names() else table.game
    note = words.say("web.list.other-rules")
    return TableRow(table_address(table.id), table.game, title, note, my_turn=False)
