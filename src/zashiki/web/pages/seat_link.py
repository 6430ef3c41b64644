"""A secret seat link: moves a seat to this device; the link works once."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.store import hash_of
from zashiki.store.contract import PERSON
from zashiki.web.drawing.wording import game_name, seat_text
from zashiki.web.errors import page_error
from zashiki.web.requests.addresses import see_other, table_address
from zashiki.web.requests.sight import live_or_error
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import count_seat_change, services_of


class SeatLinkPage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    title: str  # of the seat


async def seat_link(request: Request) -> Response:
    services, words = services_of(request), words_of(request)
    found = await services.store.table_by_link(hash_of(request.path_params["secret"]))
    if found is None:
        raise page_error(404, "web.no-seat-link")
    table, seat = found
    live = await live_or_error(services, table.id)
    if request.method != "POST":  # who only looks, as previews of links do by HEAD, takes nothing
        title = seat_text(live, seat.seat, words)
        page = SeatLinkPage(live.game, game_name(live.game, words), title)
        shown = services.page(request, "seat_link.html", page)
        return services.visitors.with_cookie(shown, services.visitors.identify(request))
    await count_seat_change(request, request.url.path)
    visitor = services.visitors.identify(request)
    visitor = msgspec.structs.replace(visitor, name=visitor.name or seat.name)
    moved = msgspec.structs.replace(seat, kind=PERSON, owner=visitor.id, link_hash="")
    await services.tables.change_seat(table.id, seat, moved)
    return services.visitors.with_cookie(see_other(table_address(table.id)), visitor)


ROUTES: Final = [Route("/seat/{secret}", seat_link, methods=["GET", "POST"])]
