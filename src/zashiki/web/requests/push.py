"""Messages to many pages: written once as a frame, and given to each connection as it is.

uvicorn passes a message on by a task of its page, a queue, and a frame made for that page alone. That is ten times the work, and
with many spectators it is most of what a move costs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from starlette.requests import HTTPConnection
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from zashiki.tables.limits import due_after
from zashiki.web.requests.connections import connections_of
from zashiki.web.requests.protocol import BY_FILE
from zashiki.web.requests.waiting import Gate, Inbox

Push = Callable[[bytes], bool]
"""Writes a frame; False, and nothing is written, where that can't be done at once."""


def no_push(_frame: bytes) -> bool:
    """Of a connection whose server can't do it."""
    return False


_EXTENSION: Final = "zashiki.push"
_TEXT: Final = b"\x81"
"""A whole message of text, as RFC 6455 has it."""
_SHORT: Final = 126
_LONG: Final = 65536
BURST: Final = 32768
"""Bytes that a page may say at once. A choice is some hundred, a line of chat two thousand at most."""
PACE: Final = 16384
"""Bytes a second that it may say in the long run."""
_TOO_MUCH: Final = 1008
_NO_TEXT: Final = 1007
"""Closing codes: for a page that says more, and for one that says what is no text."""
_NO_HANDSHAKE: Final = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def frame_of(payload: bytes) -> bytes:
    """A text as a server sends it: not masked, not compressed."""
    size = len(payload)
    if size < _SHORT:
        return _TEXT + bytes((size,)) + payload
    if size < _LONG:
        return _TEXT + b"\x7e" + size.to_bytes(2, "big") + payload
    return _TEXT + b"\x7f" + size.to_bytes(8, "big") + payload


def text_of(frame: bytes) -> str:
    """The text in a frame."""
    return frame[{126: 4, 127: 10}.get(frame[1], 2) :].decode()


class PushProtocol(WebSocketsSansIOProtocol):
    """Lets the application write frames while nothing waits before them, and lets go of connections that nobody reads from."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Inbox()  # type: ignore[assignment]
        self.writable = Gate()  # type: ignore[assignment]
        self._offered: dict[object, Any] = {}
        self._due = 0.0  # when all that the page has said will be paid off

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.client = self.client or (BY_FILE, 0)

    def data_received(self, data: bytes) -> None:
        """The whole head comes at once: where it makes no handshake, nothing else will. What comes faster than anybody plays is not
        looked into, as a page of tiny frames would hold up all others."""
        if self.handshake_initiated and not self._may_say(len(data)):
            self._end(_TOO_MUCH)
            return
        super().data_received(data)
        if not self.handshake_initiated:
            self.transport.write(_NO_HANDSHAKE)
            self.transport.close()

    def _may_say(self, size: int) -> bool:
        due = due_after(self._due, self.loop.time(), size / PACE, BURST / PACE)
        if due is None:
            return False
        self._due = due
        return True

    def send_receive_event_to_app(self) -> None:
        """Text that is none ends the connection without a word in the log, which visitors could fill with it."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self._end(_NO_TEXT)
        else:
            super().send_receive_event_to_app()

    def _end(self, code: int) -> None:
        if self.transport.is_closing():
            return
        if self.handshake_complete and not self.close_sent:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()

    def handle_ping(self) -> None:
        """Who does not read gets no answers either: they would be kept until there is no memory left."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def keepalive_timeout(self) -> None:
        """A page that is gone does not read what still waits for it: the connection ends without that."""
        super().keepalive_timeout()
        self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self._offered["push"] = self._push
            self.scope["extensions"][_EXTENSION] = self._offered

    def start_keepalive(self) -> None:
        """The handshake is over: what was said in it is not asked for again, and takes a tenth of what an idle page does."""
        super().start_keepalive()
        for said in (self.request, self.response):
            said.headers.clear()  # the library holds on to the messages themselves
        del self.request, self.response

    def connection_lost(self, exc: Exception | None) -> None:
        """What the connection holds ends with it: in circles it would stay until garbage is looked for among everything."""
        super().connection_lost(exc)
        if self.client:
            connections_of(self.config).leave(self.client[0])
        self.conn.parser.close()  # it holds the connection that holds it
        self._offered.clear()

    def _push(self, frame: bytes) -> bool:
        if not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(frame)
        return True


def _is_text(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


def push_of(connection: HTTPConnection) -> Push:
    """How frames are written to this connection."""
    offered = connection.scope.get("extensions", {}).get(_EXTENSION)
    push: Push = offered["push"] if offered else no_push  # nothing is offered by one that is lost already
    return push
