"""The health check for whoever runs the server."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from zashiki import __version__
from zashiki.web.services import services_of


async def health(request: Request) -> Response:
    """Answers when pages can be served and the store can be read."""
    await services_of(request).store.listed_tables(1)
    return JSONResponse({"ok": True, "version": __version__})


ROUTES: Final = [Route("/healthz", health)]
