"""Live tables: every open page holds one WebSocket and is sent its own view whenever that changes."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from zashiki.web.house import House, Turned, house_of, words_of
from zashiki.web.hub import Listener
from zashiki.web.seeing import sight, table_facts
from zashiki.web.table_pages import CHAT_LINES, drawn_at
from zashiki.web.tables import until_stand_in
from zashiki.words import Words

NO_SUCH_SIGHT: Final = 4404
"""The closing code for a table or seat that this person can't look from: the page loads again and says so."""


async def live(socket: WebSocket) -> None:
    """Sends the table as it is, then again after every change that this viewer can see."""
    house, words = house_of(socket), words_of(socket)
    await socket.accept()
    try:
        seen = sight(socket, socket.query_params.get("as"))
    except Turned:
        await socket.close(NO_SUCH_SIGHT)
        return
    listener = Listener(seen.play.table.id, seen.person.id, seen.seat, seen.asked, words.language)
    house.hub.join(listener)
    tasks = {
        asyncio.create_task(_send_changes(socket, house, words, listener)),
        asyncio.create_task(_until_gone(socket)),
    }
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except WebSocketDisconnect:
        return
    except Turned:
        await socket.close(NO_SUCH_SIGHT)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        house.hub.leave(listener)


async def _until_gone(socket: WebSocket) -> None:
    """Whatever a page sends is left aside: its choices come as forms."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
    raise WebSocketDisconnect


async def _send_changes(socket: WebSocket, house: House, words: Words, listener: Listener) -> None:
    sent_table = sent_chat = ""
    absent: float | None = None
    while True:
        if not await _told(listener, absent):
            listener.picture = ""
        drawn = drawn_at()
        seen = sight(socket, socket.query_params.get("as"))
        table = listener.picture or house.render("table_live.html", words, **table_facts(house, seen, words))
        absent = until_stand_in(seen.play, time.time()) if seen.mine else None
        if table != sent_table:
            sent_table = table
            await socket.send_text(_message("#table", table, drawn))
        if seen.play.table.chat:
            chat = house.render(
                "chat_lines.html", words, chat=house.store.chat(seen.play.table.id, CHAT_LINES)
            )
            if chat != sent_chat:
                sent_chat = chat
                await socket.send_text(_message("#chat-lines", chat, drawn))


async def _told(listener: Listener, limit: float | None) -> bool:
    """Waits until something is new at the table; False when so many seconds have passed instead."""
    try:
        await asyncio.wait_for(listener.hint.wait(), limit)
    except TimeoutError:
        return False
    listener.hint.clear()
    return True


def _message(target: str, content: str, drawn: int) -> str:
    """One change as the script takes it; an older one never replaces a newer one."""
    message = {"target": target, "swap": "outerMorph", "drawn": drawn, "content": content}
    return msgspec.json.encode(message).decode()


ROUTES: Final = [WebSocketRoute("/t/{table}/ws", live)]
