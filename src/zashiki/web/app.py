"""The application: every route, what guards them, and the pages for what goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from zashiki.kernel.messages import Message, say
from zashiki.store import CannotKeep
from zashiki.web import home, kept, learning, lists, live, opening, reading, replays, table_pages
from zashiki.web.guard import HEADERS, Guard
from zashiki.web.house import House, Turned, house_of, words_of
from zashiki.web.settings import Settings
from zashiki.web.tables import NotYours, Stale


def create_app(settings: Settings) -> Starlette:
    """The server's application over one data folder."""
    house = House(settings)

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        house.bots.start()
        yield
        await house.bots.stop()
        house.store.close()

    app = Starlette(
        routes=[
            *home.ROUTES,
            *lists.ROUTES,
            *opening.ROUTES,
            *table_pages.ROUTES,
            *live.ROUTES,
            *replays.ROUTES,
            *reading.ROUTES,
            *learning.ROUTES,
            *kept.ROUTES,
        ],
        middleware=[
            Middleware(GZipMiddleware, minimum_size=500, compresslevel=5),
            Middleware(Guard, refuse=_refuse),
        ],
        exception_handlers={
            Turned: _turned,
            Stale: _stale,
            NotYours: _not_yours,
            CannotKeep: _cannot_keep,
            HTTPException: _http_error,
            Exception: _broken,
        },
        lifespan=running,
    )
    app.state.house = house
    return app


def message_page(
    request: Request, status: int, title: Message, advice: Message, link: str = "/", download: str = ""
) -> Response:
    """A page that says what happened and what to do."""
    words = words_of(request)
    facts = {
        "code": status,
        "title": words(title),
        "advice": words(advice),
        "link": link,
        "download": download,
    }
    return house_of(request).page(request, "message.html", status, **facts)


def _turned(request: Request, error: Exception) -> Response:
    assert isinstance(error, Turned)
    return message_page(request, error.status, error.title, error.advice, error.link, error.download)


def _stale(request: Request, _error: Exception) -> Response:
    return message_page(request, 409, say("web.stale"), say("web.stale.advice"), _back(request))


def _not_yours(request: Request, _error: Exception) -> Response:
    return message_page(
        request, 403, say("web.not-your-seat"), say("web.not-your-seat.advice"), _back(request)
    )


def _cannot_keep(request: Request, _error: Exception) -> Response:
    return message_page(request, 507, say("web.cannot-keep"), say("web.cannot-keep.advice"), _back(request))


def _back(request: Request) -> str:
    return f"/t/{request.path_params['table']}" if "table" in request.path_params else "/"


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code if error.status_code in (400, 403, 404, 405, 413) else 400
    response = message_page(request, status, say(f"web.status.{status}"), say(f"web.status.{status}.advice"))
    response.headers.update(error.headers or {})
    return response


def _broken(request: Request, _error: Exception) -> Response:
    """A fault of ours: answered outside of the guard, so with its headers added here."""
    response = message_page(request, 500, say("web.status.500"), say("web.status.500.advice"))
    response.headers.update(HEADERS)
    return response


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """What the guard does not let in: a page about it."""
    status = scope["refused"]
    response = message_page(
        Request(scope, receive), status, say(f"web.status.{status}"), say(f"web.status.{status}.advice")
    )
    await response(scope, receive, send)
