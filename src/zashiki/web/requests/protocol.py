"""HTTP as uvicorn speaks it, with bounds for the head of a request and for requests that wait, and times by which a request must have
arrived whole and its answer must be read."""

from __future__ import annotations

import asyncio
from fcntl import ioctl
from struct import Struct
from termios import TIOCOUTQ
from typing import ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from zashiki.web.requests.connections import connections_of

BY_FILE: Final = "unix:"
"""Who asks by a socket file, as far as uvicorn knows, which has no address for them: the proxy, whose word is taken."""


_COUNT: Final = Struct("i")


class HeadTooLong(Exception):
    """The address and the headers of a request are longer than anybody needs."""


class TooManyWait(Exception):
    """More requests have come at once on a connection than a browser sends."""


class TimedProtocol(HttpToolsProtocol):
    """Closes a connection whose request is not there in time: one that says nothing, or half a request. Refuses one whose head is
    too long, however little of it has come to an end. Drops one that asks on and on, or of whose answers nothing is read."""

    seconds: ClassVar[float] = 30.0
    unread_seconds: ClassVar[float] = 30.0
    longest_head: ClassVar[int] = 65536
    most_waiting: ClassVar[int] = 8
    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _unread = 0  # bytes of answers when the time to read something of them began
    _unfinished = 0  # bytes in a row that have brought nothing of a body, nor the end of a request
    _brought = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._unanswered: list[RequestResponseCycle] = []
        self.client = self.client or (BY_FILE, 0)
        self._refusal = connections_of(self.config).enter(self.client[0])
        if self._refusal:
            self._refuse(*self._refusal)
        else:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """What is still being answered is told, and writes no more; what waits is never begun."""
        if self.client and not self._refusal:
            connections_of(self.config).leave(self.client[0])
        self._arrived()
        self._stop_watching()
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()
        self._unanswered.clear()
        self.pipeline.clear()
        super().connection_lost(exc)

    def _refuse(self, status: bytes, words: bytes) -> None:
        head = b"HTTP/1.1 %b\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
        self.transport.write(head % (status, len(words)) + words)
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_reading()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect_reading()

    def data_received(self, data: bytes) -> None:
        self._brought = False
        super().data_received(data)
        self._unfinished = 0 if self._brought else self._unfinished + len(data)
        if self._unfinished > self.longest_head and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def send_400_response(self, msg: str) -> None:
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def on_message_begin(self) -> None:
        if len(self._still_unanswered()) > self.most_waiting:
            self.transport.abort()
            raise TooManyWait  # the parser reads no further
        super().on_message_begin()
        self._expect()

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.longest_head:
            raise HeadTooLong  # the parser passes on that the request can't be read
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # as it is where a socket is asked for
            self._unanswered.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        self._brought = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._brought = True
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection is passed on; what only HTTP needs ends here, as the parser and this hold each other."""
        if self._still_unanswered() or self.flow.write_paused:
            self.transport.abort()  # answers would be written into the socket, or it would not know that nobody reads
            return
        self._arrived()
        self._stop_watching()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]

    def _expect(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.seconds, self.transport.close)

    def _arrived(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _still_unanswered(self) -> list[RequestResponseCycle]:
        self._unanswered = [cycle for cycle in self._unanswered if not cycle.response_complete]
        return self._unanswered

    def _expect_reading(self) -> None:
        """Something of what waits to be read must be, from now on."""
        self._stop_watching()
        if self.transport.get_write_buffer_size():
            self._unread = self._left_to_read()
            self._reading = self.loop.call_later(self.unread_seconds, self._look_whether_read)

    def _look_whether_read(self) -> None:
        stuck = self.flow.write_paused or self.transport.is_closing()  # nothing more is written then
        if stuck and self._left_to_read() >= self._unread:
            self.transport.abort()
        else:
            self._expect_reading()

    def _stop_watching(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _left_to_read(self) -> int:
        """Bytes that wait here, and those that the system has and the other side has not."""
        here = self.transport.get_write_buffer_size()
        connection = self.transport.get_extra_info("socket")
        try:
            there = _COUNT.unpack(ioctl(connection.fileno(), TIOCOUTQ, bytes(_COUNT.size)))[0]
        except OSError:
            there = 0  # the system does not tell
        return here + int(there)
