"""The seats of a table: a bot for an absent player, the player's return, a bot in a free seat."""

from __future__ import annotations

import time
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.bots import usual_level
from zashiki.store import Seat
from zashiki.store.contract import OPEN
from zashiki.tables import NotYours
from zashiki.tables.seats import bot_seat, refusal_of_stand_in, with_stand_in
from zashiki.web.errors import page_error
from zashiki.web.pages.table import answer
from zashiki.web.requests.addresses import see_other, table_address
from zashiki.web.requests.forms import form_of, number_in
from zashiki.web.requests.sight import Sight, sight
from zashiki.web.services import count_seat_change, services_of


async def stand_in(request: Request) -> Response:
    """A bot plays for an absent player, if anyone seated asks for it."""
    seen, seat = await _seat_of_form(request)
    refusal = refusal_of_stand_in(seen.live, seat, time.time())
    if not seen.mine:
        raise NotYours
    if refusal is not None:
        return await answer(request, None, 409, refusal)
    return await _change(request, seen, seat, with_stand_in(seat, usual_level(seen.live.game)))


async def take_back(request: Request) -> Response:
    """The person plays again instead of the bot."""
    seen, seat = await _seat_of_form(request)
    if seat not in seen.mine:
        raise NotYours
    return await _change(request, seen, seat, with_stand_in(seat, ""))


async def fill(request: Request) -> Response:
    """A bot takes a free seat; asked for on the page of links, it leads back there."""
    seen, seat = await _seat_of_form(request)
    if not seen.mine or seat.kind != OPEN:
        raise NotYours
    if (await form_of(request)).get("next") == "share":
        await services_of(request).tables.change_seat(
            seen.live.id, seat, bot_seat(seat.seat, usual_level(seen.live.game))
        )
        return see_other(f"{table_address(seen.live.id)}/share")
    return await _change(request, seen, seat, bot_seat(seat.seat, usual_level(seen.live.game)))


async def _seat_of_form(request: Request) -> tuple[Sight, Seat]:
    form = await form_of(request)
    seen = await sight(request, None)
    await count_seat_change(request, seen.address)
    number = number_in(form, "seat")
    if not 0 <= number < len(seen.live.seats):
        raise page_error(400, "web.bad-form", seen.address)
    return seen, seen.live.seats[number]


async def _change(request: Request, seen: Sight, before: Seat, after: Seat) -> Response:
    await services_of(request).tables.change_seat(seen.live.id, before, after)
    return await answer(request, None)


ROUTES: Final = [
    Route("/t/{table}/stand-in", stand_in, methods=["POST"]),
    Route("/t/{table}/take-back", take_back, methods=["POST"]),
    Route("/t/{table}/fill", fill, methods=["POST"]),
]
