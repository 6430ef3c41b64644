"""The page between two players of one device: it hides what the first has seen."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Message
from zashiki.tables.description import seat_title
from zashiki.web.requests.addresses import see_other, table_address
from zashiki.web.requests.sight import sight
from zashiki.web.services import services_of


class PassDevicePage(msgspec.Struct, frozen=True):
    game: Game
    title: Message  # of the seat that is to look next
    link: str


async def pass_device(request: Request) -> Response:
    seen = await sight(request, request.query_params.get("to"))
    table_id = seen.live.id
    if seen.seat is None:
        return see_other(table_address(table_id))
    title = seat_title(seen.live, seen.live.seats[seen.seat])
    page = PassDevicePage(seen.live.game, title, table_address(table_id, seen.seat))
    return services_of(request).page(request, "pass_device.html", page)


ROUTES: Final = [Route("/t/{table}/pass", pass_device)]
