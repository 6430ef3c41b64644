"""The application: every route, the middleware and the error pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from zashiki.store import CannotKeep, Unreachable
from zashiki.tables import NotYours, Stale
from zashiki.tables.logs import answer_about
from zashiki.web.drawing import static_files, style_sheets
from zashiki.web.errors import PageError, page_error
from zashiki.web.live import Channels
from zashiki.web.pages import (
    analysis,
    balance,
    chat,
    explorer,
    health,
    home,
    invite,
    join,
    leave,
    lesson,
    moment,
    my_tables,
    new_table,
    offline,
    pass_device,
    preferences,
    puzzles,
    record_files,
    replay,
    return_match,
    rules,
    seat_link,
    seats,
    share,
    story,
    table,
    upload,
    variation_notes,
    variations,
    why,
)
from zashiki.web.requests.addresses import table_address, tree_address
from zashiki.web.requests.networks import own_names
from zashiki.web.requests.visitors import words_of
from zashiki.web.security import HEADERS, SecurityMiddleware
from zashiki.web.services import Services, services_of
from zashiki.web.settings import Settings
from zashiki.web.sockets import SocketMiddleware

PAGES = (
    home,
    my_tables,
    preferences,
    health,
    new_table,
    invite,
    share,
    join,
    seat_link,
    table,
    pass_device,
    seats,
    leave,
    why,
    moment,
    story,
    chat,
    replay,
    analysis,
    variations,
    variation_notes,
    return_match,
    record_files,
    upload,
    rules,
    balance,
    puzzles,
    explorer,
    lesson,
    offline,
    style_sheets,
    static_files,
)


class ErrorPage(msgspec.Struct, frozen=True):
    code: int
    title: str
    advice: str
    link: str
    download: str


def create_app(settings: Settings) -> Starlette:
    """The server's application over one data folder."""
    services = Services(settings)
    channels = Channels(services)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await services.start()
        yield
        channels.close()
        await services.stop()

    app = Starlette(
        routes=[route for page in PAGES for route in page.ROUTES],
        middleware=[
            Middleware(GZipMiddleware, minimum_size=500, compresslevel=5),
            Middleware(
                SecurityMiddleware,
                refuse=_refused,
                allowed_hosts=own_names() | set(settings.allowed_hosts),
            ),
            Middleware(SocketMiddleware),
        ],
        exception_handlers={
            PageError: _page_error,
            Stale: _stale,
            NotYours: _not_yours,
            CannotKeep: _cannot_keep,
            Unreachable: _unreachable,
            HTTPException: _http_error,
            Exception: _server_error,
        },
        lifespan=lifespan,
    )
    app.state.services = services
    app.state.channels = channels
    return app


def _error_page(request: Request, error: PageError) -> Response:
    words = words_of(request)
    page = ErrorPage(error.status, words(error.title), words(error.advice), error.link, error.download)
    return services_of(request).page(request, "error.html", page, status=error.status)


def _page_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, PageError)
    return _error_page(request, error)


def _stale(request: Request, _error: Exception) -> Response:
    return _error_page(request, page_error(409, "web.stale", _back(request)))


def _not_yours(request: Request, _error: Exception) -> Response:
    return _error_page(request, page_error(403, "web.not-your-seat", _back(request)))


def _cannot_keep(request: Request, _error: Exception) -> Response:
    return _error_page(request, page_error(507, "web.cannot-keep", _back(request)))


def _unreachable(request: Request, _error: Exception) -> Response:
    return _error_page(request, page_error(503, "web.unreachable", _back(request)))


def _back(request: Request) -> str:
    if "tree" in request.path_params:
        return tree_address(request.path_params["tree"], request.path_params.get("node", 0))
    return table_address(request.path_params["table"]) if "table" in request.path_params else "/"


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code if error.status_code in (400, 403, 404, 405, 413) else 400
    response = _error_page(request, page_error(status, f"web.status.{status}"))
    response.headers.update(error.headers or {})
    return response


async def _server_error(request: Request, _error: Exception) -> Response:
    """Starlette answers a fault outside of our middleware, so the security headers are added here; then uvicorn logs it."""
    if "table" in request.path_params:
        answer_about(request.path_params["table"])
    response = _error_page(request, page_error(500, "web.status.500"))
    response.headers.update(HEADERS)
    return response


async def _refused(scope: Scope, receive: Receive, send: Send) -> None:
    """The page for what the security middleware refuses."""
    status = scope["refused"]
    response = _error_page(Request(scope, receive), page_error(status, f"web.status.{status}"))
    await response(scope, receive, send)
