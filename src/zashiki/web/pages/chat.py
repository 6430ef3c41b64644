"""The chat of a table."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.messages import Message, say
from zashiki.web.errors import page_error
from zashiki.web.requests.addresses import see_other
from zashiki.web.requests.forms import form_of
from zashiki.web.requests.sight import Sight, sight
from zashiki.web.services import Services, services_of

LONGEST_LINE: Final = 300
SLOW: Final = "web.chat.slow"


async def say_line(request: Request) -> Response:
    """One more line, by somebody who sits at the table."""
    services, form = services_of(request), await form_of(request)
    seen = await sight(request, form.get("as"))
    text, refusal = clean_line(form.get("text", "")), await chat_refusal(services, seen)
    if refusal is not None:
        raise page_error(429 if refusal.key == SLOW else 403, refusal.key, seen.address)
    if text:
        await services.tables.say(seen.live.id, seen.visitor.name or seen.mine[0].name, text)
    return see_other(seen.address)


def clean_line(text: str) -> str:
    """One line of visible characters, not too long."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:LONGEST_LINE]


async def chat_refusal(services: Services, seen: Sight) -> Message | None:
    """Why this visitor can't say anything at the table now."""
    if not seen.live.table.chat or not seen.viewer.mine:
        return say("web.chat.closed")
    return None if await services.limits.chat.allows(seen.visitor.id) else say(SLOW)


ROUTES: Final = [Route("/t/{table}/chat", say_line, methods=["POST"])]
