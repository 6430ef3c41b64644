"""Static files, at addresses with a version that changes with them, so that browsers cache them for ever.

`/static/<version>/NAME` is a file of this package, `/static/<version>/games/<game>/NAME` one of the folder `static` in
the game's package.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from zashiki.kernel.registry import names, package

FOLDER: Final = "static"
STATIC: Final = Path(str(files("zashiki.web"))) / FOLDER
IMMUTABLE: Final = "public, max-age=31536000, immutable"
_shared_files = StaticFiles(directory=STATIC)


def game_folder(game: str) -> Path:
    """Where the static files of a game are; a game may have none."""
    return Path(str(files(package(game)))) / FOLDER


def folders() -> list[Path]:
    """All folders of static files; some may not exist."""
    return [STATIC, *(game_folder(game) for game in sorted(names()))]


@cache
def version() -> str:
    """Part of every address: it changes with any static file."""
    return digest(folders())


def digest(folders: Iterable[Path]) -> str:
    """A digest of all files in these folders."""
    found = blake2b(digest_size=6)
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                found.update(f"{file.relative_to(folder)}\0".encode() + file.read_bytes())
    return found.hexdigest()


@cache
def _game_files(game: str) -> StaticFiles | None:
    if game not in names() or not game_folder(game).is_dir():
        return None
    return StaticFiles(directory=game_folder(game))


def caching(asked: str) -> str:
    """How a browser may keep a file: for ever at the current version, not at all at an earlier one."""
    return IMMUTABLE if asked == version() else "no-cache"


async def shared_file(scope: Scope, receive: Receive, send: Send) -> None:
    await _send_file(_shared_files, scope, receive, send)


async def game_file(scope: Scope, receive: Receive, send: Send) -> None:
    found = _game_files(scope["path_params"]["game"])
    if found is None:
        raise HTTPException(404)
    await _send_file(found, scope, receive, send)


async def _send_file(folder: StaticFiles, scope: Scope, receive: Receive, send: Send) -> None:
    """Sends the current file; an address of an earlier version gets it too, but may not cache it."""
    kept = caching(scope["path_params"]["version"])

    async def send_with_caching(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] in (200, 206, 304):
            MutableHeaders(scope=message)["cache-control"] = kept
        await send(message)

    await folder(scope, receive, send_with_caching)


ROUTES: Final = [
    Mount("/static/{version}/games/{game}", game_file),
    Mount("/static/{version}", shared_file),
]
