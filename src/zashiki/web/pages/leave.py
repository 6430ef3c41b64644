"""Leaving a table: the seat goes to a bot or stands free, and the table is no longer in the visitor's list."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.bots import usual_level
from zashiki.kernel.contract import Game
from zashiki.store import Seat
from zashiki.store.contract import BOT, OPEN
from zashiki.tables import LiveTable, NotYours
from zashiki.tables.chat_lines import line_of_leaving
from zashiki.tables.seats import bot_seat, open_seat
from zashiki.web.drawing.wording import game_name, seat_text
from zashiki.web.requests.addresses import see_other, table_address
from zashiki.web.requests.sight import Sight, sight
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import Services, count_seat_change, services_of


class LeavePage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    who: str
    ended: bool
    people: bool  # others play on
    link: str


async def leave(request: Request) -> Response:
    services, seen = services_of(request), await sight(request, None)
    if not seen.viewer.mine:
        raise NotYours
    if request.method == "POST":
        await count_seat_change(request, seen.address)
        for seat in seen.mine:
            await _leave(services, seen, seat)
        return see_other("/")
    live, words = seen.live, words_of(request)
    page = LeavePage(
        game=live.game,
        game_name=game_name(live.game, words),
        who=", ".join(seat_text(live, seat.seat, words, "brief") for seat in live.seats),
        ended=live.over,
        people=_others_play(live, seen.visitor.id),
        link=table_address(live.id),
    )
    return services.page(request, "leave.html", page)


async def _leave(services: Services, seen: Sight, seat: Seat) -> None:
    """The others are told which bot plays on: in the list of seats, and where people talk in the chat too."""
    table, after = seen.live.table, _after(seen, seat)
    told = line_of_leaving(after) if table.chat and after.kind == BOT else ""
    await services.tables.change_seat(table.id, seat, after, told)


def _after(seen: Sight, seat: Seat) -> Seat:
    """The seat that its person has left. Where nobody else plays it stands free, so that no bots play on among themselves."""
    if seen.live.over:
        return msgspec.structs.replace(seat, owner="", link_hash="")
    if _others_play(seen.live, seen.visitor.id):
        return bot_seat(seat.seat, usual_level(seen.live.game), seat.name)
    return open_seat(seat.seat)


def _others_play(live: LiveTable, visitor: str) -> bool:
    return any(seat.kind not in (BOT, OPEN) and seat.owner != visitor for seat in live.seats)


ROUTES: Final = [Route("/t/{table}/leave", leave, methods=["GET", "POST"])]
