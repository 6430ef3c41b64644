"""The program on a device: the manifest that makes it installable, the service worker, the page without a connection."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.registry import game as find_game
from zashiki.web.drawing.static_files import version
from zashiki.web.drawing.wording import game_name
from zashiki.web.lessons import has_lesson
from zashiki.web.offline import readable, worker
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of

PAPER: Final = "#f4ead6"
VERMILION: Final = "#c2351c"


class Icon(msgspec.Struct, frozen=True):
    src: str
    sizes: str
    type: str
    purpose: str


class Manifest(msgspec.Struct, frozen=True):
    """A web app manifest."""

    lang: str
    description: str
    icons: list[Icon]
    id: str = "/"
    name: str = "Zashiki"
    short_name: str = "Zashiki"
    start_url: str = "/"
    scope: str = "/"
    display: str = "standalone"
    background_color: str = PAPER
    theme_color: str = VERMILION
    categories: tuple[str, ...] = ("games",)


class Readable(msgspec.Struct, frozen=True):
    """A game that has something to read."""

    game: Game
    name: str
    lesson: bool


class OfflinePage(msgspec.Struct, frozen=True):
    games: list[Readable]


async def manifest(request: Request) -> Response:
    """In the reader's language."""
    words = words_of(request)
    text = msgspec.json.encode(Manifest(words.language, words.say("web.home.lead"), _icons()))
    headers = {"cache-control": "no-cache", "vary": "cookie, accept-language"}
    return Response(text, media_type="application/manifest+json", headers=headers)


def _icons() -> list[Icon]:
    folder = f"/static/{version()}"
    drawn = Icon(f"{folder}/brand.svg", "any", "image/svg+xml", "any")
    pictures = [
        Icon(f"{folder}/icons/{name}-{size}.png", f"{size}x{size}", "image/png", purpose)
        for name, purpose in (("icon", "any"), ("maskable", "maskable"))
        for size in (192, 512)
    ]
    return [drawn, *pictures]


async def service_worker(_request: Request) -> Response:
    """It lies at the top, because it serves the addresses below its own."""
    return Response(worker(), media_type="text/javascript", headers={"cache-control": "no-cache"})


async def no_connection(request: Request) -> Response:
    """What a browser shows for a page that it can't reach and has not kept."""
    words = words_of(request)
    games = [
        Readable(game, game_name(game, words), has_lesson(game.id)) for game in map(find_game, readable())
    ]
    return services_of(request).page(request, "offline.html", OfflinePage(games), here="/")


ROUTES: Final = [
    Route("/manifest.webmanifest", manifest),
    Route("/service-worker.js", service_worker),
    Route("/offline", no_connection),
]
