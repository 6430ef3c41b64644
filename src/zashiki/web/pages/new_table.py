"""A new table: one click against bots, or the form with every option."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Message, Refused
from zashiki.kernel.options import BadOption, offered_options
from zashiki.kernel.record import Record
from zashiki.store.contract import BOT
from zashiki.tables.service import Manners
from zashiki.web.drawing.wording import game_name
from zashiki.web.errors import game_or_error
from zashiki.web.new_table_form import (
    BOTS,
    COMPANY,
    HINTS,
    NOBODY,
    USUAL_WAIT,
    WAITS,
    LevelCard,
    OptionField,
    SeatField,
    level_cards,
    option_field,
    options_summary,
    read_hints,
    read_options,
    read_seats,
    read_wait,
    seat_field,
    usual_seat,
    usual_seats,
)
from zashiki.web.new_tables import open_against_bots, open_table
from zashiki.web.requests.forms import form_of
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of
from zashiki.words import Words


class NewTablePage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    refusal: str
    name: str
    company: str  # with whom the form began; empty once it was filled in
    companies: list[tuple[str, str]]
    seats: list[SeatField]
    levels: list[LevelCard]
    options: list[OptionField]
    options_summary: str
    waits: list[WaitChoice]
    hints: list[HintsChoice]
    listed: bool
    chat: bool
    fewest: int
    most: int


class WaitChoice(msgspec.Struct, frozen=True):
    """When a bot may play for an absent player: as the field says it, and as the line that sums up the table does."""

    value: int
    label: str
    brief: str
    chosen: bool


class HintsChoice(msgspec.Struct, frozen=True):
    """Whether hints are allowed: as the field says it, and as the line that sums up the table does ("" as usual)."""

    value: str
    label: str
    brief: str
    chosen: bool


async def play_now(request: Request) -> Response:
    """A table against bots with the usual options, in one click."""
    game = game_or_error(request.path_params["game"])
    return await open_against_bots(request, Record(game), usual_seat(game))


async def new_table(request: Request) -> Response:
    game = game_or_error(request.path_params["game"])
    if request.method != "POST":
        return _form_page(request, game, {})
    services, form = services_of(request), await form_of(request)
    visitor = services.visitors.identify(request, form.get("name", ""))
    try:
        seats = read_seats(game, form, visitor)
        record = Record(game, len(seats), read_options(game, form))
        record.start()
    except (BadOption, Refused) as error:
        return _form_page(request, game, form, error.message)
    owners = {seat.owner for seat in seats if seat.kind != BOT}
    manners = Manners(
        absent_after=read_wait(form),
        listed=form.get("listed") == "yes",
        chat=form.get("chat") == "yes" and len(owners) > 1,
        hints=read_hints(form),
    )
    return await open_table(request, record, seats, visitor, manners)


def _form_page(
    request: Request, game: Game, form: dict[str, str], refusal: Message | None = None
) -> Response:
    """The form as it was filled in, or with the usual choices."""
    services, words = services_of(request), words_of(request)
    fewest, most = game.facts.seats.start, game.facts.seats.stop - 1
    asked = request.query_params.get("with", BOTS)
    company = asked if asked in COMPANY else BOTS
    usual = usual_seats(game, company)
    options = [option_field(game, option, form, words) for option in offered_options(game.options)]
    page = NewTablePage(
        game=game,
        game_name=game_name(game, words),
        refusal=words(refusal) if refusal else "",
        name=form.get("name", services.visitors.visitor_of(request).name),
        company="" if form else company,
        companies=[(one, words.say(f"web.new.with.{one}")) for one in COMPANY],
        seats=[
            seat_field(game, seat, form.get(f"seat-{seat}", NOBODY) if form else usual[seat], words)
            for seat in range(most)
        ],
        levels=level_cards(game, words),
        options=options,
        options_summary=options_summary(options),
        waits=[_wait_choice(wait, form.get("wait", str(USUAL_WAIT)), words) for wait in WAITS],
        hints=[_hints_choice(one, form.get("hints", HINTS[0]), words) for one in HINTS],
        listed=form.get("listed") == "yes",
        chat=form.get("chat") == "yes" if form else True,
        fewest=fewest,
        most=most,
    )
    status = 422 if refusal else 200
    return services.page(request, "new_table.html", page, status=status, here=f"/new/{game.id}")


def _wait_choice(wait: int, chosen: str, words: Words) -> WaitChoice:
    label, brief = words.say(f"web.new.wait.{wait}"), words.say(f"web.new.wait.brief.{wait}")
    return WaitChoice(wait, label, brief, str(wait) == chosen)


def _hints_choice(value: str, chosen: str, words: Words) -> HintsChoice:
    brief = "" if value == HINTS[0] else words.say(f"web.new.hints.brief.{value}")
    return HintsChoice(value, words.say(f"web.new.hints.{value}"), brief, value == chosen)


ROUTES: Final = [
    Route("/play/{game}", play_now, methods=["POST"]),
    Route("/new/{game}", new_table, methods=["GET", "POST"]),
]
