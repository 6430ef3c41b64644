"""A new table: one click against bots, or the form with every option."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Message, Refused
from zashiki.kernel.options import BadOption
from zashiki.kernel.record import Record
from zashiki.store.contract import BOT, OPEN
from zashiki.tables.service import Manners
from zashiki.web.drawing.wording import game_name
from zashiki.web.errors import game_or_error
from zashiki.web.new_table_form import (
    WAITS,
    LevelCard,
    OptionField,
    SeatField,
    level_cards,
    option_field,
    read_options,
    read_seats,
    read_wait,
    seat_field,
)
from zashiki.web.new_tables import open_against_bots
from zashiki.web.requests.addresses import see_other, table_address
from zashiki.web.requests.forms import form_of
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import count_new_table, services_of


class NewTablePage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    refusal: str
    name: str
    seats: list[SeatField]
    levels: list[LevelCard]
    options: list[OptionField]
    waits: list[tuple[int, str]]
    wait: str
    listed: bool
    chat: bool
    fewest: int
    most: int


async def play_now(request: Request) -> Response:
    """A table against bots with the usual options, in one click."""
    game = game_or_error(request.path_params["game"])
    return await open_against_bots(request, Record(game), seat=0)


async def new_table(request: Request) -> Response:
    game = game_or_error(request.path_params["game"])
    if request.method == "GET":
        return _form_page(request, game, {})
    services, form = services_of(request), await form_of(request)
    visitor = services.visitors.identify(request, form.get("name", ""))
    try:
        seats = read_seats(game, form, visitor)
        record = Record(game, len(seats), read_options(game, form))
        record.start()
    except (BadOption, Refused) as error:
        return _form_page(request, game, form, error.message)
    await count_new_table(request)
    owners = {seat.owner for seat in seats if seat.kind != BOT}
    table_id = await services.tables.open(
        record,
        seats,
        visitor.id,
        Manners(
            absent_after=read_wait(form),
            listed=form.get("listed") == "yes",
            chat=form.get("chat") == "yes" and len(owners) > 1,
        ),
    )
    invites = any(seat.kind == OPEN for seat in seats)
    address = f"/t/{table_id}/share" if invites else table_address(table_id)
    return services.visitors.with_cookie(see_other(address), visitor)


def _form_page(
    request: Request, game: Game, form: dict[str, str], refusal: Message | None = None
) -> Response:
    """The form as it was filled in, or with the usual choices."""
    services, words = services_of(request), words_of(request)
    fewest, most = game.facts.seats.start, game.facts.seats.stop - 1
    page = NewTablePage(
        game=game,
        game_name=game_name(game, words),
        refusal=words(refusal) if refusal else "",
        name=form.get("name", services.visitors.visitor_of(request).name),
        seats=[seat_field(game, seat, form, words) for seat in range(most)],
        levels=level_cards(game, words),
        options=[option_field(game, option, form, words) for option in game.options],
        waits=[(wait, words.say(f"web.new.wait.{wait}")) for wait in WAITS],
        wait=form.get("wait", "600"),
        listed=form.get("listed") == "yes",
        chat=form.get("chat") == "yes" if form else True,
        fewest=fewest,
        most=most,
    )
    status = 422 if refusal else 200
    return services.page(request, "new_table.html", page, status=status, here=f"/new/{game.id}")


ROUTES: Final = [
    Route("/play/{game}", play_now, methods=["POST"]),
    Route("/new/{game}", new_table, methods=["GET", "POST"]),
]
