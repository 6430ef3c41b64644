"""Opening a table: against bots, and from the beginning of another record."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from zashiki.kernel.record import UNDO, Record
from zashiki.web.addresses import see_other, table_address
from zashiki.web.play import UNDO_NAME
from zashiki.web.services import count_new_table, services_of
from zashiki.web.tables import bot_seat, person_seat

BOT_LEVEL: Final = "sensible"
"""The level of bots that nobody has chosen a level for."""


async def open_against_bots(
    request: Request, record: Record, seat: int, entries: list[tuple[int, str]] | None = None
) -> Response:
    """Opens a table with the visitor in one seat and bots in the others, and goes there."""
    services = services_of(request)
    count_new_table(request)
    visitor = services.visitors.identify(request)
    seats = [
        person_seat(number, visitor.id, visitor.name) if number == seat else bot_seat(number, BOT_LEVEL)
        for number in range(record.seats)
    ]
    table_id = await services.tables.open(record, seats, visitor.id, entries)
    return services.visitors.with_cookie(see_other(table_address(table_id)), visitor)


def stored_entries(record: Record, length: int) -> list[tuple[int, str]]:
    """The first entries of a record as the store takes them."""
    return [
        (entry.seat, UNDO_NAME if entry.action == UNDO else record.game.name(entry.action))
        for entry in record.entries[:length]
    ]
