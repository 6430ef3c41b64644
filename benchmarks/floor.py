"""The floor of the bench: a bare page on the same server software, without a game.

A click goes over a socket; it is answered with a fragment, and the page that watches is sent one, each of as many bytes as the
click asks for. `/relay/TABLE` is the same for many tables at once and makes no fragments: what is sent lies ready.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from importlib.resources import files
from typing import Final

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

STATIC: Final = str(files("zashiki.web") / "static")
ROW: Final = '<li id="row-{number:05}"><span>{number:05}</span> <b>seven</b> <i>ronin</i></li>'
PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>floor</title>
<form id="click"><input type="hidden" name="answered" value="{size}"><input type="hidden" name="sent" value="{size}"><button>click</button></form>
<div id="live">{fragment}</div>
<script src="/static/vendor/htmx.min.js"></script><script src="/floor.js"></script></html>"""
SCRIPT: Final = """
const live = document.getElementById("live");
const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
const show = (text) => htmx.swap({ sourceElement: live, target: "#table", swap: "outerMorph", text, transition: false });
socket.addEventListener("message", (event) => show(JSON.parse(event.data).content));
document.getElementById("click").addEventListener("submit", (event) => {
  event.preventDefault();
  const sizes = new FormData(event.target);
  socket.send(JSON.stringify({ answered: Number(sizes.get("answered")), sent: Number(sizes.get("sent")) }));
});
"""
FIRST_SIZE: Final = 20_000
READY: Final = "-" * 1_000_000
"""What a relay passes on, as much of it as is asked for."""


class Sizes(msgspec.Struct):
    """How many bytes the page that clicked, and each of the others, are sent."""

    answered: int
    sent: int


class Floor:
    """How often was clicked, and who is told."""

    def __init__(self) -> None:
        self.clicks = 0
        self.pages: set[WebSocket] = set()
        self.tables: dict[str, set[WebSocket]] = {}

    async def page(self, _request: Request) -> Response:
        return HTMLResponse(PAGE.format(size=FIRST_SIZE, fragment=fragment(self.clicks, FIRST_SIZE)))

    async def script(self, _request: Request) -> Response:
        return Response(SCRIPT, media_type="text/javascript")

    async def live(self, websocket: WebSocket) -> None:
        """A click of one page is answered there, and all other pages are sent their fragment."""
        await websocket.accept()
        self.pages.add(websocket)
        with suppress(WebSocketDisconnect):
            while True:
                sizes = msgspec.json.decode(await websocket.receive_text(), type=Sizes)
                self.clicks += 1
                for page in self.pages:
                    await page.send_text(self._message(sizes.answered if page is websocket else sizes.sent))
        self.pages.discard(websocket)

    async def relay(self, websocket: WebSocket) -> None:
        """What one page of a table sends goes to all pages of it."""
        await websocket.accept()
        pages = self.tables.setdefault(websocket.path_params["table"], set())
        pages.add(websocket)
        with suppress(WebSocketDisconnect):
            while True:
                sizes = msgspec.json.decode(await websocket.receive_text(), type=Sizes)
                for page in tuple(pages):
                    await page.send_text(READY[: sizes.answered if page is websocket else sizes.sent])
        pages.discard(websocket)

    def _message(self, size: int) -> str:
        return msgspec.json.encode({"content": fragment(self.clicks, size)}).decode()


def fragment(clicks: int, size: int) -> str:
    """A list of rows of exactly so many bytes; the number of clicks is all that changes in it."""
    head, tail = f'<div id="table"><p id="made">{clicks:09}</p><ol>', "</ol></div>"
    room = size - len(head) - len(tail)
    rows = room // len(ROW.format(number=0))
    body = "".join(ROW.format(number=number) for number in range(rows))
    return head + body + " " * (room - len(body)) + tail


def create_floor() -> Starlette:
    floor = Floor()
    return Starlette(
        routes=[
            Route("/", floor.page),
            Route("/floor.js", floor.script),
            WebSocketRoute("/ws", floor.live),
            WebSocketRoute("/relay/{table}", floor.relay),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=500, compresslevel=5)],
    )


def main() -> None:
    """Serves the floor on a free port of this machine and says which."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/ ", flush=True)
    config = uvicorn.Config(
        create_floor(),
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=2,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
