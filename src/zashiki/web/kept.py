"""Static files under an address that changes with them, so that browsers keep them and never ask again."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

STATIC: Final = Path(str(files("zashiki.web"))) / "static"
FOR_GOOD: Final = "public, max-age=31536000, immutable"
_files = StaticFiles(directory=STATIC)


@cache
def version() -> str:
    """A short name for the static files as they are."""
    digest = blake2b(digest_size=6)
    for file in sorted(STATIC.rglob("*")):
        if file.is_file():
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


async def kept_files(scope: Scope, receive: Receive, send: Send) -> None:
    """A file as it is now; a page of an earlier version gets it too, but not to keep."""
    current = scope["path_params"]["version"] == version()

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] in (200, 206, 304):
            MutableHeaders(scope=message)["cache-control"] = FOR_GOOD if current else "no-cache"
        await send(message)

    await _files(scope, receive, sending)


ROUTES: Final = [Mount("/static/{version}", kept_files)]
