"""The return match: the same people and bots at a new table; two players swap sides."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.record import Record
from zashiki.web.addresses import see_other, table_address
from zashiki.web.errors import page_error
from zashiki.web.seeing import sight
from zashiki.web.services import count_new_table, services_of
from zashiki.web.tables import token


async def return_match(request: Request) -> Response:
    """Opened by whoever asks first; everyone else who asks goes to the same table."""
    services, seen = services_of(request), sight(request, None)
    if not seen.mine:
        raise page_error(403, "web.not-your-seat", seen.address)
    if not seen.play.over:
        raise page_error(409, "web.again.running", seen.address)
    order = seen.seats[::-1] if len(seen.seats) == 2 else seen.seats
    seats = [
        msgspec.structs.replace(seat, seat=number, stand_in="", secret=token(24) if seat.secret else "")
        for number, seat in enumerate(order)
    ]
    table, record = seen.play.table, seen.play.record
    if not services.store.following(table.id):
        count_new_table(request)
    table_id = await services.tables.open_return_match(
        table.id,
        Record(record.game, record.seats, record.options),
        seats,
        seen.visitor.id,
        absent_after=table.absent_after,
        listed=table.listed,
        chat=table.chat,
    )
    return see_other(table_address(table_id))


ROUTES: Final = [Route("/t/{table}/again", return_match, methods=["POST"])]
