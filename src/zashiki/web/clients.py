"""One open page of a table: what it has been sent, and how it is sent more."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

from starlette.websockets import WebSocketDisconnect

from zashiki.brush.regions import Marks
from zashiki.web.requests.push import text_of
from zashiki.web.requests.visitors import Visitor
from zashiki.words import Words

MOST_WAITING: Final = 32
"""A page that has so many messages waiting is too slow: it is told to connect again, by which it is sent the whole table."""


class Connection(Protocol):
    def push(self, frame: bytes) -> bool:
        """Writes a message as a frame; False, and nothing is written, where that can't be done at once."""

    async def send(self, text: str) -> None:
        """Writes a message, as soon as the page has read enough of what was written before."""

    async def close(self) -> None:
        """The page may not look from here any more: it is told to load again."""

    async def renew(self) -> None:
        """The page is told to connect again: then it sends again what was not answered, and is sent everything."""


class Client:
    """A message is written at once. Only for a page that reads too slowly is there a task, while something waits for it."""

    def __init__(
        self, visitor: Visitor, asked: str, words: Words, person: str, connection: Connection
    ) -> None:
        self.visitor = visitor
        self.person = person
        """Whose pages are counted: the visitor, or all without a name who share a network address."""
        self.asked = asked
        self.words = words
        self.sent: Marks | None = None
        """The regions as this page has them; None: it has to be sent everything."""
        self.answers: list[int] = []  # commands whose answer goes with the next message
        self._connection = connection
        self._push = connection.push
        self._gone = False  # it may not look from here any more
        self._behind = False  # it is told nothing more by this connection
        self._waiting: deque[bytes] | None = None  # None: nothing waits
        self._task: asyncio.Task[None] | None = None

    def send(self, frame: bytes) -> None:
        """At once if the connection takes it and nothing waits before it."""
        if self._behind:
            return
        if self._waiting is None:
            if self._push(frame):
                return
            self._waiting = deque()
        elif len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self._behind = True
            return
        self._waiting.append(frame)
        self._deliver_soon()

    def close(self) -> None:
        """The page may not look from here any more."""
        self._gone = True
        self._deliver_soon()

    async def stop(self) -> None:
        """What still waits is for nobody."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _deliver_soon(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._deliver())

    async def _deliver(self) -> None:
        try:
            while self._waiting:
                await self._connection.send(text_of(self._waiting.popleft()))
            if self._gone:
                await self._connection.close()
            elif self._behind:
                await self._connection.renew()
        except (WebSocketDisconnect, RuntimeError, OSError):
            return  # the page went away
        finally:
            self._waiting = None
            self._task = None
