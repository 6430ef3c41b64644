"""Who is connected to which table. A hint says only "look again": truth is read from the store."""

from __future__ import annotations

import asyncio

import msgspec


class Listener(msgspec.Struct, eq=False):
    """One open page of a table. `seat` is the one it is seen from; None for a spectator."""

    table: str
    person: str
    seat: int | None
    asked: str = ""  # the seat that its address names, if it names one
    language: str = "en"
    picture: str = ""  # the table as it was drawn for this page since the last hint
    hint: asyncio.Event = msgspec.field(default_factory=asyncio.Event)


class Hub:
    """The open pages of this process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}

    def join(self, listener: Listener) -> None:
        self._listeners.setdefault(listener.table, set()).add(listener)
        self.tell(listener.table)

    def leave(self, listener: Listener) -> None:
        left = self._listeners[listener.table]
        left.discard(listener)
        if not left:
            del self._listeners[listener.table]
        self.tell(listener.table)

    def tell(self, table: str) -> None:
        for listener in self._listeners.get(table, ()):
            listener.picture = ""
            listener.hint.set()

    def show(self, table: str, person: str, asked: str, language: str, picture: str) -> None:
        """Gives the pages of one person the picture that was drawn for a form's answer: it need not be drawn again."""
        for listener in self._listeners.get(table, ()):
            if (listener.person, listener.asked, listener.language) == (person, asked, language):
                listener.picture = picture

    def watching(self, table: str) -> int:
        """How many spectators look on; several pages of one person count once."""
        pages = [one for one in self._listeners.get(table, ()) if one.seat is None]
        return len({one.person for one in pages if one.person}) + sum(not one.person for one in pages)

    def here(self, table: str) -> set[int]:
        """The seats that have a page of the table open."""
        return {one.seat for one in self._listeners.get(table, ()) if one.seat is not None}
