"""The floor of the bench: a bare page on the same server software, without a game.

A click is answered with a fragment, and the page that watches is sent one, each of as many bytes as the click asks for.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Final

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from zashiki.web.rendering import HTMX
from zashiki.web.static_files import STATIC

ROW: Final = '<li id="row-{number:05}"><span>{number:05}</span> <b>seven</b> <i>ronin</i></li>'
PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>floor</title>
<meta name="htmx-config" content='{htmx}'>
<form id="click" hx-post="/click" hx-target="#table" hx-swap="outerMorph">
<input type="hidden" name="answered" value="{size}"><input type="hidden" name="sent" value="{size}"><button>click</button></form>
<div id="live" {connect} hx-target="#table" hx-swap="outerMorph">{fragment}</div>
<script src="/static/vendor/htmx.min.js"></script><script src="/static/vendor/hx-ws.min.js"></script></html>"""
FIRST_SIZE: Final = 20_000


class Floor:
    """How often was clicked, and who is told."""

    def __init__(self) -> None:
        self.clicks = 0
        self.watching: set[WebSocket] = set()

    async def page(self, request: Request) -> Response:
        connect = 'hx-ws:connect="/ws"' if request.url.path == "/watch" else ""
        text = PAGE.format(
            htmx=HTMX, size=FIRST_SIZE, connect=connect, fragment=fragment(self.clicks, FIRST_SIZE)
        )
        return HTMLResponse(text)

    async def click(self, request: Request) -> Response:
        form = await request.form()
        self.clicks += 1
        push = BackgroundTask(self._push, int(str(form["sent"])))
        return HTMLResponse(fragment(self.clicks, int(str(form["answered"]))), background=push)

    async def _push(self, size: int) -> None:
        message = {"target": "#table", "swap": "outerMorph", "content": fragment(self.clicks, size)}
        for watching in self.watching:
            await watching.send_text(msgspec.json.encode(message).decode())

    async def live(self, websocket: WebSocket) -> None:
        await websocket.accept()
        self.watching.add(websocket)
        with suppress(WebSocketDisconnect):
            await websocket.receive_text()
        self.watching.discard(websocket)


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
            Route("/watch", floor.page),
            Route("/click", floor.click, methods=["POST"]),
            WebSocketRoute("/ws", floor.live),
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
    config = uvicorn.Config(create_floor(), log_config=None, access_log=False, timeout_graceful_shutdown=2)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
