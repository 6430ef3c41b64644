"""The health check for whoever runs the server."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from zashiki import __version__
from zashiki.store import CannotKeep
from zashiki.web.services import services_of


async def health(request: Request) -> Response:
    """Whether pages can be served and choices can be kept: the store is read and written."""
    store = services_of(request).store
    try:
        await store.listed_tables(1)
        await store.probe()
    except CannotKeep as error:
        return JSONResponse({"ok": False, "version": __version__, "reason": str(error)}, 503)
    return JSONResponse({"ok": True, "version": __version__})


ROUTES: Final = [Route("/healthz", health)]
