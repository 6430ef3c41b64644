"""Language, theme, shortcuts and stories: forms of every page that set a cookie and go back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.web.requests.addresses import own_path, see_other
from zashiki.web.requests.forms import form_of
from zashiki.web.requests.visitors import THEMES
from zashiki.web.services import services_of
from zashiki.words import LANGUAGES


async def choose_language(request: Request) -> Response:
    return await _set_cookie(request, "lang", "language", LANGUAGES)


async def choose_theme(request: Request) -> Response:
    return await _set_cookie(request, "theme", "theme", THEMES)


async def choose_shortcuts(request: Request) -> Response:
    """Whether single keys choose at a table."""
    return await _set_cookie(request, "shortcuts", "shortcuts", ("on", "off"))


async def choose_stories(request: Request) -> Response:
    """Whether what happened is told step by step."""
    return await _set_cookie(request, "stories", "stories", ("on", "off"))


async def _set_cookie(request: Request, field: str, cookie: str, allowed: Collection[str]) -> Response:
    form = await form_of(request)
    response = see_other(own_path(form.get("next", "/")))
    if form.get(field) in allowed:
        services_of(request).visitors.set_cookie(response, cookie, form[field])
    return response


ROUTES: Final = [
    Route("/lang", choose_language, methods=["POST"]),
    Route("/theme", choose_theme, methods=["POST"]),
    Route("/shortcuts", choose_shortcuts, methods=["POST"]),
    Route("/stories", choose_stories, methods=["POST"]),
]
