"""Checks for whoever runs the server: whether it works, and whether it should be sent requests."""

from __future__ import annotations

import shutil
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from zashiki.tables.health import report
from zashiki.web.services import Services, services_of

LEAST_FREE: Final = 50 * 2**20
"""Bytes that a disk must have left to be sent more."""


async def health(request: Request) -> Response:
    """Whether pages can be served and choices can be kept: the store is read and written."""
    return _answer(await services_of(request).probe.trouble())


async def readiness(request: Request) -> Response:
    """Whether new requests should come here: not while it stops, nor when the disk is nearly full."""
    services = services_of(request)
    if services.stopping:
        return _answer("stopping")
    return _answer(await services.probe.trouble() or _lack_of_room(services))


def _answer(trouble: str) -> Response:
    status, told = report(trouble)
    return JSONResponse(told, status)


def _lack_of_room(services: Services) -> str:
    """Of the disk of a data folder; a database watches over its own."""
    if services.settings.database:
        return ""
    free = shutil.disk_usage(services.settings.data).free
    return "" if free >= LEAST_FREE else f"{free // 2**20} MiB free on the disk"


ROUTES: Final = [Route("/healthz", health), Route("/readyz", readiness)]
