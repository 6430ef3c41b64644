"""Opening a table, against bots or with anybody, from its start or from the beginning of another record."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from zashiki.bots import usual_level
from zashiki.kernel.record import Record
from zashiki.store import Seat
from zashiki.store.contract import OPEN
from zashiki.tables.seats import bot_seat, person_seat
from zashiki.tables.service import PLAIN, Manners
from zashiki.web.requests.addresses import see_other, table_address
from zashiki.web.requests.visitors import Visitor
from zashiki.web.services import count_new_table, services_of


async def open_against_bots(request: Request, record: Record, seat: int) -> Response:
    """Opens a table that goes on from the record, with the visitor in one seat and bots in the others."""
    visitor = services_of(request).visitors.identify(request)
    level = usual_level(record.game)
    seats = [
        person_seat(number, visitor.id, visitor.name) if number == seat else bot_seat(number, level)
        for number in range(record.seats)
    ]
    return await open_table(request, record, seats, visitor)


async def open_table(
    request: Request, record: Record, seats: list[Seat], visitor: Visitor, manners: Manners = PLAIN
) -> Response:
    """Opens the table and leads to it, or to the page of its links while it has free seats."""
    services = services_of(request)
    await count_new_table(request)
    table_id = await services.tables.open(record, seats, visitor.id, manners)
    invites = any(seat.kind == OPEN for seat in seats)
    address = f"/t/{table_id}/share" if invites else table_address(table_id)
    return services.visitors.with_cookie(see_other(address), visitor)
