"""The chat of a table."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.store import Table
from zashiki.store.contract import ChatLine
from zashiki.web.addresses import see_other
from zashiki.web.errors import page_error
from zashiki.web.forms import form_of
from zashiki.web.seeing import sight
from zashiki.web.services import Services, services_of

LONGEST_LINE: Final = 300
LINES_SHOWN: Final = 100


class ChatLines(msgspec.Struct, frozen=True):
    """The part of the page that shows what was said."""

    chat: list[ChatLine]


def chat_lines(services: Services, table: Table) -> list[ChatLine]:
    """The last lines; none at a table without a chat."""
    return services.store.chat(table.id, LINES_SHOWN) if table.chat else []


async def say_line(request: Request) -> Response:
    """One more line, by somebody who sits at the table."""
    services, form = services_of(request), await form_of(request)
    seen = sight(request, form.get("as"))
    text = " ".join(form.get("text", "").split())[:LONGEST_LINE]
    if not seen.play.table.chat or not seen.mine:
        raise page_error(403, "web.chat.closed", seen.address)
    if not services.chat_limit.allows(seen.visitor.id):
        raise page_error(429, "web.chat.slow", seen.address)
    if text:
        await services.tables.say(seen.play.table.id, seen.visitor.name or seen.mine[0].name, text)
    if "hx-request" in request.headers:
        return Response(status_code=204)
    return see_other(seen.address)


ROUTES: Final = [Route("/t/{table}/chat", say_line, methods=["POST"])]
