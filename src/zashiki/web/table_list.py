"""Tables in lists: what a row says of a table."""

from __future__ import annotations

import time

import msgspec
from babel.dates import format_timedelta

from zashiki.kernel.record import RecordError
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.store import Seat, Table
from zashiki.web.addresses import table_address
from zashiki.web.play import Play
from zashiki.web.services import Services
from zashiki.web.tables import owned_by
from zashiki.web.wording import game_name, seat_title
from zashiki.words import Words


class TableRow(msgspec.Struct, frozen=True):
    """A table in a list."""

    href: str
    game: str
    title: str
    note: str
    my_turn: bool


def table_rows(services: Services, tables: list[Table], words: Words, owner: str) -> list[TableRow]:
    """The tables as a list shows them to their owner, or to anyone ("")."""
    return [row for table in tables if (row := _row(services, table, words, owner))]


def my_turn_first(rows: list[TableRow]) -> list[TableRow]:
    """Tables that wait for the visitor before the others."""
    return sorted(rows, key=lambda row: not row.my_turn)


def _row(services: Services, table: Table, words: Words, owner: str) -> TableRow | None:
    """The game, who plays, whose turn it is; None for a table of others that this program can't play."""
    try:
        play = services.tables.play(table.id)
    except RecordError:
        return _unplayable_row(table, words) if owner else None
    seats = services.tables.seats(table.id)
    my_turn = _is_turn_of(owner, play, seats)
    return TableRow(
        href=f"/g/{table.id}/0" if table.ended else table_address(table.id),
        game=table.game,
        title=words.say(
            "web.list.title",
            game=game_name(play.game, words),
            who=", ".join(seat_title(play, seats, seat.seat, words) for seat in seats),
        ),
        note=_note(services, table, words, owner, my_turn),
        my_turn=my_turn,
    )


def _is_turn_of(owner: str, play: Play, seats: list[Seat]) -> bool:
    actors = play.state.actors()
    return any(seat.seat in actors and not seat.stand_in for seat in owned_by(seats, owner))


def _note(services: Services, table: Table, words: Words, owner: str, my_turn: bool) -> str:
    passed = max(1, int(time.time() - table.touched))
    ago = format_timedelta(-passed, add_direction=True, locale=words.language)
    if table.ended:
        return words.say("web.list.ended", ago=ago)
    if my_turn:
        return words.say("web.list.your-turn", ago=ago)
    if owner:
        return words.say("web.list.waiting", ago=ago)
    return words.say("web.list.watching", n=services.hub.watching(table.id), ago=ago)


def _unplayable_row(table: Table, words: Words) -> TableRow:
    """A table that this program can't play; its page says why, and what can be done."""
    title = game_name(find_game(table.game), words) if table.game in names() else table.game
    note = words.say("web.list.other-rules")
    return TableRow(table_address(table.id), table.game, title, note, my_turn=False)
