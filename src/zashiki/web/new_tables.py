"""Opening a table: against bots, and from the beginning of another record."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from zashiki.bots import usual_level
from zashiki.kernel.record import Record
from zashiki.tables.seats import bot_seat, person_seat
from zashiki.web.requests.addresses import see_other, table_address
from zashiki.web.services import count_new_table, services_of


async def open_against_bots(request: Request, record: Record, seat: int) -> Response:
    """Opens a table that goes on from the record, with the visitor in one seat and bots in the others."""
    services = services_of(request)
    await count_new_table(request)
    visitor = services.visitors.identify(request)
    level = usual_level(record.game)
    seats = [
        person_seat(number, visitor.id, visitor.name) if number == seat else bot_seat(number, level)
        for number in range(record.seats)
    ]
    table_id = await services.tables.open(record, seats, visitor.id)
    return services.visitors.with_cookie(see_other(table_address(table_id)), visitor)
