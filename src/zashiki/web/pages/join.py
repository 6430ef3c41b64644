"""An invitation: the free seats of a table, and a nickname to take one with."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.store import Seat
from zashiki.store.contract import OPEN
from zashiki.tables import Stale
from zashiki.tables.seats import owned_by, person_seat
from zashiki.web.drawing.wording import game_name, seat_text
from zashiki.web.errors import PageError, page_error
from zashiki.web.lessons import has_lesson
from zashiki.web.requests.addresses import see_other, table_address
from zashiki.web.requests.forms import form_of, number_in
from zashiki.web.requests.sight import live_or_error
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import count_seat_change, services_of


class SeatChoice(msgspec.Struct, frozen=True):
    seat: int
    title: str
    free: bool


class JoinPage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    name: str  # the visitor's nickname so far
    seats: list[SeatChoice]
    link: str
    teaches: bool


async def join(request: Request) -> Response:
    services, words = services_of(request), words_of(request)
    table = await services.store.table_by_invitation(request.path_params["invitation"])
    if table is None:
        raise page_error(404, "web.no-invitation")
    live = await live_or_error(services, table.id)
    seats = live.seats
    if request.method == "POST":
        return await _take_seat(request, table.id, seats)
    visitor = services.visitors.visitor_of(request)
    if owned_by(seats, visitor.id) and not any(seat.kind == OPEN for seat in seats):
        return see_other(table_address(table.id))
    page = JoinPage(
        game=live.game,
        game_name=game_name(live.game, words),
        name=visitor.name,
        seats=[SeatChoice(seat.seat, seat_text(live, seat.seat, words), seat.kind == OPEN) for seat in seats],
        link=table_address(table.id),
        teaches=has_lesson(live.game.id),
    )
    return services.visitors.with_cookie(
        services.page(request, "join.html", page), services.visitors.identify(request)
    )  # before a seat is taken: who is not told that it is theirs asks again, and is known


async def _take_seat(request: Request, table_id: str, seats: list[Seat]) -> Response:
    services, form = services_of(request), await form_of(request)
    number = number_in(form, "seat")
    visitor = services.visitors.identify(request, form.get("name", ""))
    if not 0 <= number < len(seats) or seats[number].kind != OPEN:
        if number in [seat.seat for seat in owned_by(seats, visitor.id)]:
            return see_other(table_address(table_id))
        raise _taken(request)
    await count_seat_change(request, request.url.path)
    try:
        seat = person_seat(number, visitor.id, visitor.name)
        await services.tables.change_seat(table_id, seats[number], seat)
    except Stale:
        raise _taken(request) from None
    return services.visitors.with_cookie(see_other(table_address(table_id)), visitor)


def _taken(request: Request) -> PageError:
    return page_error(409, "web.seat-taken", request.url.path)


ROUTES: Final = [Route("/join/{invitation}", join, methods=["GET", "POST"])]
