"""Live tables: each open page has a WebSocket, and is sent its own view whenever that changes."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from zashiki.web.errors import PageError
from zashiki.web.hub import Listener
from zashiki.web.pages.chat import ChatLines, chat_lines
from zashiki.web.pages.table import drawn_at
from zashiki.web.seeing import live_table, sight
from zashiki.web.services import Services, services_of
from zashiki.web.tables import until_stand_in
from zashiki.web.visitors import words_of
from zashiki.words import Words

NO_SUCH_SIGHT: Final = 4404
"""The closing code for a table or seat that this person can't look from; the page reloads and shows the error."""


async def live(socket: WebSocket) -> None:
    """Sends the table as it is, then again after every change that this viewer can see."""
    services, words = services_of(socket), words_of(socket)
    await socket.accept()
    try:
        seen = sight(socket, socket.query_params.get("as"))
    except PageError:
        await socket.close(NO_SUCH_SIGHT)
        return
    listener = Listener(seen.play.table.id, seen.visitor.id, seen.seat, seen.asked, words.language)
    services.hub.join(listener)
    tasks = {
        asyncio.create_task(_send_changes(socket, services, words, listener)),
        asyncio.create_task(_until_gone(socket)),
    }
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except WebSocketDisconnect:
        return
    except PageError:
        await socket.close(NO_SUCH_SIGHT)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        services.hub.leave(listener)


async def _until_gone(socket: WebSocket) -> None:
    """Ignores socket input; choices arrive as POSTs."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
    raise WebSocketDisconnect


async def _send_changes(socket: WebSocket, services: Services, words: Words, listener: Listener) -> None:
    sent_table = sent_chat = ""
    absent: float | None = None
    while True:
        if not await _told(listener, absent):
            listener.picture = ""
        drawn = drawn_at()
        seen = sight(socket, socket.query_params.get("as"))
        table = listener.picture or services.renderer.render(
            "parts/live_table.html", words, live_table(services, seen, words)
        )
        absent = until_stand_in(seen.play, time.time()) if seen.mine else None
        if table != sent_table:
            sent_table = table
            await socket.send_text(_message("#table", table, drawn))
        if seen.play.table.chat:
            lines = chat_lines(services, seen.play.table)
            chat = services.renderer.render("parts/chat_lines.html", words, ChatLines(lines))
            if chat != sent_chat:
                sent_chat = chat
                await socket.send_text(_message("#chat-lines", chat, drawn))


async def _told(listener: Listener, limit: float | None) -> bool:
    """Waits for a change of the table; False when `limit` seconds have passed without one."""
    try:
        await asyncio.wait_for(listener.hint.wait(), limit)
    except TimeoutError:
        return False
    listener.hint.clear()
    return True


def _message(target: str, content: str, drawn: int) -> str:
    """One change for the script, which ignores a change that was drawn before the one it shows."""
    message = {"target": target, "swap": "outerMorph", "drawn": drawn, "content": content}
    return msgspec.json.encode(message).decode()


ROUTES: Final = [WebSocketRoute("/t/{table}/ws", live)]
