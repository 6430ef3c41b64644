"""The return match: the same people and bots at a new table; two players swap sides."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.record import Record
from zashiki.store import Seat
from zashiki.store.contract import BOT
from zashiki.tables.seats import bot_seat, open_seat
from zashiki.tables.service import Manners
from zashiki.web.errors import page_error
from zashiki.web.requests.addresses import see_other, table_address
from zashiki.web.requests.sight import sight
from zashiki.web.services import count_new_table, services_of


async def return_match(request: Request) -> Response:
    """Opened by whoever asks first; everyone else who asks goes to the same table."""
    services, seen = services_of(request), await sight(request, None)
    if not seen.mine:
        raise page_error(403, "web.not-your-seat", seen.address)
    if not seen.live.over:
        raise page_error(409, "web.again.running", seen.address)
    order = seen.live.seats[::-1] if len(seen.live.seats) == 2 else seen.live.seats
    seats = [_seat_again(seat, number) for number, seat in enumerate(order)]
    table, record = seen.live.table, seen.live.record
    if not seen.live.next_table:
        await count_new_table(request)
    table_id = await services.tables.open(
        Record(record.game, record.seats, record.options),
        seats,
        seen.visitor.id,
        Manners(
            table.absent_after,
            table.listed,
            table.chat,
            seen.live.hints.allowed if seen.live.hints else None,
        ),
        follows=table.id,
    )
    return see_other(table_address(table_id))


def _seat_again(seat: Seat, number: int) -> Seat:
    """The seat of the same person or bot; one whose person has left the game stands free."""
    if seat.kind != BOT and not seat.owner:
        return open_seat(number)
    if seat.kind == BOT:
        return bot_seat(number, seat.level)
    return msgspec.structs.replace(seat, seat=number, stand_in="", link_hash="")


ROUTES: Final = [Route("/t/{table}/again", return_match, methods=["POST"])]
