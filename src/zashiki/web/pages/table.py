"""The table: its page, and the forms for choices, undo and hints, which pages without scripts send."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Message, Refused, say
from zashiki.store import CannotKeep
from zashiki.tables import Stale
from zashiki.tables.presence import person_of
from zashiki.web.drawing.memory import Memory
from zashiki.web.drawing.table_regions import moment_address, page_regions
from zashiki.web.drawing.wording import WordedLog, game_name, lines_for, with_nicknames
from zashiki.web.errors import page_error
from zashiki.web.lessons import has_lesson
from zashiki.web.live import page_state
from zashiki.web.requests.addresses import see_other
from zashiki.web.requests.forms import form_of, number_in
from zashiki.web.requests.networks import network_of
from zashiki.web.requests.sight import Sight, described, needs_cover, sight
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of


class TablePage(msgspec.Struct, frozen=True):
    table_id: str
    game: Game
    game_name: str
    asked: str
    query: str
    seated: bool
    mine: tuple[int, ...]
    table: Markup  # the live part
    state: str  # a short name for all that changes, by which the socket knows what the page has
    chat: Markup | None  # None: nobody talks at this table
    company: Markup  # who else plays, in the header and in its menu; empty for a game alone
    company_list: Markup
    teaches: bool


async def table_page(request: Request) -> Response:
    seen = await sight(request, request.query_params.get("as"))
    services_of(request).wake(seen.live)
    if needs_cover(seen):
        return see_other(f"/t/{seen.live.id}/pass?to={seen.seat}")
    return _whole_page(request, seen)


def _whole_page(request: Request, seen: Sight, status: int = 200, notice: Message | None = None) -> Response:
    services, live = services_of(request), seen.live
    words = with_nicknames(live, words_of(request))
    told = described(services, live, seen.viewer)
    lines = lines_for(live, words, seen.seat, seen.viewer.mine)
    memory = Memory(WordedLog(lines, moment_address(live.id), seen.query))
    present = services.present(live, person_of(seen.visitor.id, network_of(request)))
    chat, advice = live.chat if live.table.chat else None, services.adviser.given(told)
    regions = page_regions(told, words, memory, present, chat, notice, advice)
    table, company, company_list, *talk = [services.drawn(region, words) for region in regions]
    page = TablePage(
        table_id=live.id,
        game=live.game,
        game_name=game_name(live.game, words),
        asked=seen.viewer.asked,
        query=seen.query,
        seated=bool(seen.viewer.mine),
        mine=seen.viewer.mine,
        table=table,
        state=page_state((table, company, company_list, *talk)),
        chat=talk[0] if talk else None,
        company=company if len(live.seats) > 1 else Markup(""),
        company_list=company_list,
        teaches=has_lesson(live.game.id),
    )
    return services.page(request, "table.html", page, status=status, here=seen.address)


async def answer(
    request: Request, seen_as: str | None, status: int = 200, notice: Message | None = None
) -> Response:
    """After a form: the way back to the page, or the page with the reason why nothing was done."""
    seen = await sight(request, seen_as)
    return see_other(seen.address) if notice is None else _whole_page(request, seen, status, notice)


async def choose(request: Request) -> Response:
    return await _decide(request, undo=False)


async def hint(request: Request) -> Response:
    """The page with the hint: another server of the same tables would not have it."""
    form = await form_of(request)
    await sight(request, form.get("as"))
    seen = await sight(request, form.get("seat"))
    if seen.seat is None:
        raise page_error(403, "web.not-your-seat", seen.address)
    services = services_of(request)
    if not await services.limits.choices.allows(seen.visitor.id):
        return await answer(request, form.get("as"), 429, say("web.too-fast"))
    try:
        await services.adviser.ask(seen.live, seen.seat, form.get("turn", ""), number_in(form, "made"))
    except Stale:
        return await answer(request, form.get("as"), 409, say("web.stale"))
    except Refused as refused:
        return await answer(request, form.get("as"), 422, refused.message)
    return _whole_page(request, await sight(request, form.get("as")))


async def undo(request: Request) -> Response:
    """Undoes the last choice, or the one that the form names: any marker of a plan."""
    return await _decide(request, undo=True)


async def _decide(request: Request, *, undo: bool) -> Response:
    form = await form_of(request)
    await sight(request, form.get("as"))  # the page that is answered with: checked before anything is done
    seen = await sight(request, form.get("seat"))
    if seen.seat is None:
        raise page_error(403, "web.not-your-seat", seen.address)
    services, table_id, made = services_of(request), seen.live.id, number_in(form, "made")
    tables, owner = services.tables, seen.visitor.id
    if not await services.limits.choices.allows(owner):
        return await answer(request, form.get("as"), 429, say("web.too-fast"))
    try:
        if undo:
            marker = number_in(form, "action") if "action" in form else None
            await tables.undo(table_id, seen.seat, made, marker, owner)
        else:
            action = number_in(form, "action")
            if not 0 <= action < seen.live.game.facts.actions:
                return await answer(request, form.get("as"), 422, say("web.no-choice"))
            await tables.choose(table_id, seen.seat, action, form.get("turn", ""), made, owner)
    except Stale:
        return await answer(request, form.get("as"), 409, say("web.stale"))
    except Refused as refused:
        return await answer(request, form.get("as"), 422, refused.message)
    except CannotKeep:
        return await answer(request, form.get("as"), 507, say("web.cannot-keep"))
    return await answer(request, form.get("as"))


ROUTES: Final = [
    Route("/t/{table}", table_page),
    Route("/t/{table}/choose", choose, methods=["POST"]),
    Route("/t/{table}/undo", undo, methods=["POST"]),
    Route("/t/{table}/hint", hint, methods=["POST"]),
]
