"""The table: its page, its choices and undo."""

from __future__ import annotations

import time
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from zashiki.kernel.messages import Message, Refused, say
from zashiki.store.contract import CannotKeep, ChatLine
from zashiki.web.addresses import see_other
from zashiki.web.errors import page_error
from zashiki.web.forms import form_of, number_in
from zashiki.web.pages.chat import chat_lines
from zashiki.web.seeing import Sight, live_table, needs_cover, sight
from zashiki.web.services import services_of
from zashiki.web.tables import Stale
from zashiki.web.visitors import words_of


class TablePage(msgspec.Struct, frozen=True):
    """What the page shows around the live part."""

    seated: bool
    chat: list[ChatLine]


def drawn_at() -> int:
    """When a table is drawn, in microseconds: answers and pushes may overtake each other on their way."""
    return time.monotonic_ns() // 1000


async def table_page(request: Request) -> Response:
    seen_as = request.query_params.get("as")
    seen = sight(request, seen_as)
    if needs_cover(seen, seen_as):
        return see_other(f"/t/{seen.play.table.id}/pass?to={seen.seat}")
    if "hx-request" in request.headers:
        return await answer(request, seen_as)
    return _whole_page(request, seen)


def _whole_page(request: Request, seen: Sight, status: int = 200, notice: Message | None = None) -> Response:
    services = services_of(request)
    live = live_table(services, seen, words_of(request), notice)
    page = TablePage(seated=bool(seen.mine), chat=chat_lines(services, seen.play.table))
    return services.page(request, "table.html", live, page, status=status, here=seen.address)


async def answer(
    request: Request, seen_as: str | None, status: int = 200, notice: Message | None = None
) -> Response:
    """After a form: the live part for our script, the page or a redirect to it without scripts."""
    services, words, drawn = services_of(request), words_of(request), drawn_at()
    seen = sight(request, seen_as)
    if "hx-request" in request.headers:
        headers = {"cache-control": "no-store", "x-drawn": str(drawn)}
        live = live_table(services, seen, words, notice)
        html = services.renderer.render("parts/live_table.html", words, live)
        if notice is None:
            services.hub.show(seen.play.table.id, seen.visitor.id, seen.asked, words.language, html)
        return HTMLResponse(html, status, headers=headers)
    return see_other(seen.address) if notice is None else _whole_page(request, seen, status, notice)


async def choose(request: Request) -> Response:
    return await _decide(request, undo=False)


async def undo(request: Request) -> Response:
    """Undoes the last choice, or the one that the form names: any marker of a plan."""
    return await _decide(request, undo=True)


async def _decide(request: Request, *, undo: bool) -> Response:
    form = await form_of(request)
    seen = sight(request, form.get("seat"))
    if seen.seat is None:
        raise page_error(403, "web.not-your-seat", seen.address)
    tables, table_id, made = services_of(request).tables, seen.play.table.id, number_in(form, "made")
    try:
        if undo:
            marker = number_in(form, "action") if "action" in form else None
            await tables.undo(table_id, seen.seat, made, marker)
        else:
            action = number_in(form, "action")
            if not 0 <= action < seen.play.game.facts.actions:
                return await answer(request, form.get("as"), 422, say("web.no-choice"))
            await tables.choose(table_id, seen.seat, action, form.get("turn", ""), made)
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
]
