"""Inviting friends: which game, for how many; then a table with free seats, and the link to send."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.tables.seats import open_seat, person_seat
from zashiki.tables.service import Manners
from zashiki.web.errors import game_or_error, page_error
from zashiki.web.new_table_form import USUAL_WAIT, usual_seat
from zashiki.web.new_tables import open_table
from zashiki.web.requests.forms import form_of
from zashiki.web.services import services_of

MANNERS: Final = Manners(absent_after=USUAL_WAIT, chat=True)


class InvitePage(msgspec.Struct, frozen=True):
    games: list[tuple[Game, range]]  # each with how many can play it together
    name: str  # the visitor's nickname so far


async def invite(request: Request) -> Response:
    services = services_of(request)
    if request.method == "POST":
        return await _open(request)
    games = sorted(map(find_game, names()), key=lambda game: (game.facts.default_seats, game.id))
    page = InvitePage([(game, _company(game)) for game in games], services.visitors.visitor_of(request).name)
    return services.page(request, "invite.html", page)


def _company(game: Game) -> range:
    """Nobody invites to a game alone."""
    return range(max(2, game.facts.seats.start), game.facts.seats.stop)


async def _open(request: Request) -> Response:
    """The button names the game and how many play: `shinobi 4`."""
    form = await form_of(request)
    name, _, number = form.get("table", "").partition(" ")
    game = game_or_error(name)
    count = int(number) if number.isdecimal() and len(number) < 3 else 0
    if count not in _company(game):
        raise page_error(400, "web.bad-form", "/invite")
    visitor = services_of(request).visitors.identify(request, form.get("name", ""))
    own = usual_seat(game)
    seats = [
        person_seat(seat, visitor.id, visitor.name) if seat == own else open_seat(seat)
        for seat in range(count)
    ]
    return await open_table(request, Record(game, count), seats, visitor, MANNERS)


ROUTES: Final = [Route("/invite", invite, methods=["GET", "POST"])]
