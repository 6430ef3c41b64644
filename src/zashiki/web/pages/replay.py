"""A finished game, moment by moment, from any seat; each moment has an address and can be played on from."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.timeline import UNDO, Timeline
from zashiki.store import Table
from zashiki.tables import LiveTable
from zashiki.tables.description import ending_of
from zashiki.web.addresses import number_of, see_other, table_address
from zashiki.web.errors import page_error
from zashiki.web.forms import form_of
from zashiki.web.game_pages import board, secrets_of
from zashiki.web.new_tables import open_against_bots
from zashiki.web.services import Services, services_of
from zashiki.web.sight import live_or_error
from zashiki.web.visitors import words_of
from zashiki.web.wording import (
    Lines,
    LogRow,
    ResultText,
    game_name,
    log_rows,
    result_text,
    seat_name,
    seat_text,
    with_nicknames,
)
from zashiki.words import Words

ALL: Final = "all"
"""Eyes that see what every seat sees."""


class ReplayPage(msgspec.Struct, frozen=True):
    table: Table
    game: Game
    game_name: str
    names: list[str]
    board: Markup
    secrets: list[tuple[str, Markup]] | None
    prompt: str
    prompt_rule: str
    now: list[LogRow]  # of this moment
    log: list[LogRow]
    result: ResultText | None
    number: int
    last: int
    hidden: bool  # how it ends is not shown
    eyes: str
    all_eyes: list[tuple[str, str]]
    query: str
    seats_to_take: list[tuple[int, str]]
    can_continue: bool


async def finished(request: Request) -> LiveTable:
    """The game of the address, if it is over; before that its record would tell secrets."""
    live = await live_or_error(services_of(request), request.path_params["table"])
    if not live.over:
        raise page_error(403, "web.replay.running", table_address(live.id))
    return live


async def replay(request: Request) -> Response:
    services, live = services_of(request), await finished(request)
    number, eyes = request.path_params["number"], request.query_params.get("as", "")
    if number > live.length:
        raise page_error(404, "web.no-moment", f"/g/{live.id}/0")
    if eyes not in ("", ALL) and eyes not in map(str, range(live.record.seats)):
        raise page_error(404, "web.no-seat", f"/g/{live.id}/{number}")
    words = with_nicknames(live, words_of(request))
    hidden = request.query_params.get("end") == "hidden"
    return services.page(request, "replay.html", _replay_page(services, live, number, eyes, hidden, words))


def _replay_page(
    services: Services, live: LiveTable, number: int, eyes: str, hidden: bool, words: Words
) -> ReplayPage:
    then = live.timeline.until(number)
    view = msgspec.structs.replace(then.state.view(_seat_of(eyes, then)), legal=[])
    told = then.told_openly() if eyes == ALL else then.told(int(eyes) if eyes else None)
    lines = Lines(live.game, words)
    rows = [row for one in told for row in log_rows(one, lines, one.number)]
    return ReplayPage(
        table=live.table,
        game=live.game,
        game_name=game_name(live.game, words),
        names=[seat_text(live, seat.seat, words, "brief") for seat in live.seats],
        board=services.drawn(board(live.game, view, ""), words),
        secrets=_secrets(services, live, then, words) if eyes == ALL else None,
        prompt=words(view.prompt),
        prompt_rule=view.prompt.rule,
        now=[row for row in rows if row.moment == number],
        log=rows,
        result=result_text(ending_of(live, view), words),
        number=number,
        last=live.length,
        hidden=hidden,
        eyes=eyes,
        all_eyes=_all_eyes(live, words),
        query=_query(eyes, hidden),
        seats_to_take=[(seat, seat_name(live, seat, words)) for seat in range(live.record.seats)],
        can_continue=bool(then.state.actors()),
    )


def _seat_of(eyes: str, then: Timeline) -> int | None:
    """The seat whose view is drawn; with all open it is whoever chose last."""
    if eyes.isdecimal():
        return int(eyes)
    if eyes != ALL:
        return None
    last = then.record.entries[-1:]
    if last and last[0].action == UNDO:
        return last[0].seat
    chosen = [step.entry.seat for step in then.steps if step.entry.seat >= 0]
    return chosen[-1] if chosen else 0


def _secrets(
    services: Services, live: LiveTable, then: Timeline, words: Words
) -> list[tuple[str, Markup]] | None:
    """What each seat alone knew at this moment; None for a game without secrets."""
    if not live.game.facts.secrets:
        return None
    known = [(seat, secrets_of(live.game, then.state.view(seat))) for seat in range(live.record.seats)]
    return [(seat_text(live, seat, words), services.drawn(one, words)) for seat, one in known if one]


def _all_eyes(live: LiveTable, words: Words) -> list[tuple[str, str]]:
    seats = [(str(seat), seat_name(live, seat, words)) for seat in range(live.record.seats)]
    return [("", words.say("web.replay.eyes.public")), *seats, (ALL, words.say("web.replay.eyes.all"))]


def _query(eyes: str, hidden: bool) -> str:
    parts = [part for part in (f"as={eyes}" if eyes else "", "end=hidden" if hidden else "") if part]
    return "?" + "&".join(parts) if parts else ""


async def scrub(request: Request) -> Response:
    """The form of the slider: goes to the moment's own address."""
    live = await finished(request)
    number = number_of(request.query_params.get("n", "0"))
    if number is None or number > live.length:
        raise page_error(404, "web.no-moment", f"/g/{live.id}/0")
    query = _query(request.query_params.get("as", ""), request.query_params.get("end") == "hidden")
    return see_other(f"/g/{live.id}/{number}{query}")


async def play_on(request: Request) -> Response:
    """A new table with this beginning: one seat for the visitor, bots in the others."""
    live, form = await finished(request), await form_of(request)
    number, seat = request.path_params["number"], form.get("seat", "")
    if number > live.length or seat not in map(str, range(live.record.seats)):
        raise page_error(404, "web.no-moment", f"/g/{live.id}/0")
    if not live.timeline.until(number).state.actors():
        raise page_error(409, "web.replay.over", f"/g/{live.id}/{number}")
    return await open_against_bots(request, live.record.copy(number), int(seat))


async def first_moment(request: Request) -> Response:
    return see_other(f"/g/{(await finished(request)).id}/0")


ROUTES: Final = [
    Route("/g/{table}", first_moment),
    Route("/g/{table}/go", scrub),
    Route("/g/{table}/{number:number}", replay),
    Route("/g/{table}/{number:number}/continue", play_on, methods=["POST"]),
]
