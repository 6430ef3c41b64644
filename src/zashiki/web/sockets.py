"""The socket of a page: choices, undo, chat and questions for a hint come in as commands, changed regions go out."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Annotated, Final, Literal

import msgspec
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from zashiki.kernel.messages import Message, Refused, say
from zashiki.store import CannotKeep, Unreachable
from zashiki.tables import LiveTable, NoTable, Stale
from zashiki.tables.logs import answer_about
from zashiki.tables.presence import person_of
from zashiki.tables.seats import owned_by
from zashiki.web.clients import Client
from zashiki.web.errors import PageError
from zashiki.web.live import Channel, Update, channels_of, encoded
from zashiki.web.pages.chat import chat_refusal, clean_line
from zashiki.web.requests.networks import network_of
from zashiki.web.requests.push import push_of
from zashiki.web.requests.sight import Sight, live_or_error, sight, viewer_of
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import Services, services_of

_ADDRESS: Final = re.compile("/t/(?P<table>[^/]+)/ws")
TRY_LATER: Final = 1013
"""The closing code for one socket too many, and for one whose page is too far behind: it connects again."""
LONGEST_NAME: Final = 40
"""Letters of the name of a line of chat."""
NO_SUCH_SIGHT: Final = 4404
"""The closing code for a table or seat that this visitor can't look from: the page loads again and says so."""


class Command(msgspec.Struct, frozen=True):
    """What a page asks for; the answer carries the same number."""

    number: int
    do: Literal["choose", "undo", "chat", "hint"]
    seat: int = -1
    action: int | None = None
    turn: str = ""
    made: Annotated[int, msgspec.Meta(ge=0)] = 0
    text: str = ""
    said: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = (
        ""  # a name of the line of chat, the same when it is sent again
    )


_decoder: Final = msgspec.json.Decoder(Command)


class _Connection:
    """The socket as the page's client writes to it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self.push = push_of(socket)

    async def send(self, text: str) -> None:
        await self._socket.send_text(text)

    async def close(self) -> None:
        await self._socket.close(NO_SUCH_SIGHT)

    async def renew(self) -> None:
        await self._socket.close(TRY_LATER)


async def live(socket: WebSocket) -> None:
    """Sends the table as it is unless the page has it already, then every change that this viewer can see.

    A socket that is refused before it is accepted is tried again by its page, later each time.
    """
    try:
        await _live(socket)
    except (WebSocketDisconnect, OSError):
        return
    except CannotKeep:
        await _close(socket)  # the page connects again, and sends again what was not answered
    except RuntimeError:
        if WebSocketState.DISCONNECTED not in (socket.client_state, socket.application_state):
            raise  # else the page went away while it was being answered


async def _close(socket: WebSocket) -> None:
    with suppress(RuntimeError, OSError):
        await socket.close(TRY_LATER)


async def _live(socket: WebSocket) -> None:
    services, network = services_of(socket), network_of(socket)
    if not await services.limits.allow_connection(services.visitors.visitor_of(socket).id, network):
        await socket.close(TRY_LATER)
        return
    try:
        seen = await sight(socket, socket.query_params.get("as"))
    except PageError:
        await socket.accept()
        await socket.close(NO_SUCH_SIGHT)
        return
    channels, person = channels_of(socket), person_of(seen.visitor.id, network)
    if not channels.reserve(seen.live.id, person, named=bool(seen.visitor.id)):
        await socket.close(TRY_LATER)
        return
    try:
        await socket.accept()
    except BaseException:
        channels.give_back(seen.live.id, person)
        raise
    services.wake(seen.live)
    client = Client(seen.visitor, seen.viewer.asked, words_of(socket), person, _Connection(socket))
    channel = channels.join(seen.live.id, client)
    try:
        now = await live_or_error(
            services, seen.live.id
        )  # a hint may have come before this page could hear it
        channel.begin(now, client, socket.query_params.get("state", ""))
        socket.scope["headers"].clear()  # they are not asked for again
        await _receive(socket, channel, client)
    except (PageError, NoTable):
        await socket.close(NO_SUCH_SIGHT)
    finally:
        await client.stop()
        channels.leave(seen.live.id, client)


async def _receive(socket: WebSocket, channel: Channel, client: Client) -> None:
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        try:
            command = _decoder.decode(message.get("text") or message.get("bytes") or b"")
        except (msgspec.DecodeError, UnicodeError):
            client.send(encoded(Update(status=400)))
            await asyncio.sleep(0)  # others have their turn
            continue
        refusal = await _obey(services_of(socket), channel.table_id, client, command)
        if refusal is None:
            client.answers.append(command.number)
            await channel.settle()
            continue
        if command.do == "chat":
            notice = client.words(refusal[1])
            client.send(encoded(Update(answer=command.number, status=refusal[0], notice=notice)))
        else:
            await channel.refuse(client, command.number, *refusal)
        await asyncio.sleep(0)
    raise WebSocketDisconnect


def _known(services: Services, table_id: str, client: Client, command: Command) -> LiveTable | None:
    """The table as this process knows it, where that will do: for a choice of who sits there by that. The store refuses what is
    added to a table that has changed since."""
    live = services.tables.known(table_id)
    if live is None or command.do not in ("choose", "undo"):
        return None
    own = any(seat.seat == command.seat for seat in owned_by(live.seats, client.visitor.id))
    return live if own else None


async def _obey(
    services: Services, table_id: str, client: Client, command: Command
) -> tuple[int, Message] | None:
    """Does what the page asks for; else the status and the reason why it was not done."""
    live = _known(services, table_id, client, command) or await live_or_error(services, table_id)
    visitor = client.visitor
    seen = Sight(live, visitor, viewer_of(live, visitor.id, client.asked))
    if command.do != "chat":
        if not await services.limits.choices.allows(client.person):
            return 429, say("web.too-fast")
        if command.seat not in seen.viewer.mine:
            return 403, say("web.not-your-seat")
    try:
        if command.do == "chat":
            return await _talk(services, seen, command)
        if command.do == "undo":
            await services.tables.undo(seen.live.id, command.seat, command.made, command.action, visitor.id)
        elif command.do == "hint":
            await services.adviser.ask(live, command.seat, command.turn, command.made)
        elif command.action is None or not 0 <= command.action < seen.live.game.facts.actions:
            return 422, say("web.no-choice")
        else:
            await services.tables.choose(
                seen.live.id, command.seat, command.action, command.turn, command.made, visitor.id
            )
    except Stale:
        return 409, say("web.stale")
    except Refused as refused:
        return 422, refused.message
    except Unreachable:
        raise
    except CannotKeep:
        return 507, say("web.cannot-keep")
    return None


async def _talk(services: Services, seen: Sight, command: Command) -> tuple[int, Message] | None:
    """One more line of the chat; else why it was not said."""
    refusal = await chat_refusal(services, seen)
    if refusal is not None:
        return 403, refusal
    if text := clean_line(command.text):
        said = command.said and f"{seen.visitor.id} {command.said}"
        await services.tables.say(seen.live.id, seen.visitor.name or seen.mine[0].name, text, said)
    return None


class SocketMiddleware:
    """The sockets of tables, which pass the router by: its layers would stay in memory as long as a page is open."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _ADDRESS.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await self._app(scope, receive, send)
            return
        scope["path_params"] = found.groupdict()
        answer_about(found["table"])
        await live(WebSocket(scope, receive, send))
