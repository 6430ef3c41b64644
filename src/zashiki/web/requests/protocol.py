"""HTTP as uvicorn speaks it, with a bound for the head of a request and a time by which it must have arrived whole."""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

BY_FILE: Final = "unix:"
"""Who asks by a socket file, as far as uvicorn knows, which has no address for them: the proxy, whose word is taken."""


class HeadTooLong(Exception):
    """The address and the headers of a request are longer than anybody needs."""


class TimedProtocol(HttpToolsProtocol):
    """Closes a connection whose request is not there in time: one that says nothing, or half a request. Refuses one whose head is
    too long, however little of it has come to an end."""

    seconds: ClassVar[float] = 30.0
    longest_head: ClassVar[int] = 65536
    _deadline: asyncio.TimerHandle | None = None
    _unfinished = 0  # bytes in a row that have brought nothing of a body, nor the end of a request
    _brought = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.client = self.client or (BY_FILE, 0)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._brought = False
        super().data_received(data)
        self._unfinished = 0 if self._brought else self._unfinished + len(data)
        if self._unfinished > self.longest_head and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect()

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.longest_head:
            raise HeadTooLong  # the parser passes on that the request can't be read
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._brought = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._brought = True
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection is passed on; what only HTTP needs ends here, as the parser and this hold each other."""
        self._arrived()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]

    def _expect(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.seconds, self.transport.close)

    def _arrived(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
