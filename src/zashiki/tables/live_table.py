"""A table as this process knows it: its timeline, seats and chat, kept up with the store change by change."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from zashiki.kernel.contract import State
from zashiki.kernel.messages import Message
from zashiki.kernel.record import UNDO_NAME, Record, read
from zashiki.kernel.timeline import Step, Timeline
from zashiki.store import Changes, ChatLine, Seat, Table
from zashiki.store.contract import CHAT_KEPT
from zashiki.tables.hints import Hints

UNKNOWN: int = -1
"""The version of a table that nothing was read of yet."""


class LiveTable:
    """Raises RecordError when this program can't play the table's game by its rules."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.timeline = Timeline(read(table.header))
        self.game = self.timeline.game
        self.version = UNKNOWN
        self.seats: list[Seat] = []
        self.chat: list[ChatLine] = []
        self.next_table = ""
        self.hints: Hints | None = None  # not read yet
        self.titles: dict[Seat, Message] = {}
        """What the seats are called here; kept by `description.seat_title`."""
        self.shown_at = table.created
        """When everybody was last told something: the only time that is shown, as others would count secret choices by any other."""
        self._turn_began = [0] * self.record.seats
        self._visible = [0] * (self.record.seats + 1)  # by seat, then for spectators
        self._undone = [0] * self.record.seats
        self._barrier = self.state.undo_barrier

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def record(self) -> Record:
        return self.timeline.record

    @property
    def state(self) -> State:
        return self.timeline.state

    @property
    def length(self) -> int:
        return self.timeline.length

    @property
    def over(self) -> bool:
        """Nobody plays on: the game has ended, or it is a record that was only brought to be looked at."""
        return self.table.ended or not self.state.actors()

    @property
    def last_chat(self) -> int:
        return self.chat[-1].number if self.chat else 0

    def take(self, changes: Changes) -> None:
        """Goes on with what the store has beyond this; what came by another way meanwhile is left out."""
        if changes.version <= self.version:
            return
        entries = [entry for entry in changes.entries if entry.number > self.length]
        self.play_on((entry.seat, entry.choice, entry.at) for entry in entries)
        self.seats = changes.seats
        last = self.last_chat
        self.chat = [*self.chat, *(line for line in changes.chat if line.number > last)][-CHAT_KEPT:]
        self.next_table = changes.next_table
        self.version = changes.version
        if changes.ended != self.table.ended:
            self.table = msgspec.structs.replace(self.table, ended=changes.ended)

    def play_on(self, lines: Iterable[tuple[int, str, float]]) -> None:
        """Goes on by lines of the record: the seat, the choice and when it was made."""
        for seat, choice, at in lines:
            before, shown = self.state.actors(), self.visible(None)
            self._count(self.timeline.append(self.record.entry(seat, choice)))
            for actor in self.state.actors():
                if actor >= 0 and actor not in before:
                    self._turn_began[actor] = self.length
            if self.visible(None) != shown:
                self.shown_at = at
            self._count_undone(seat, choice)

    def undone(self, seat: int) -> int:
        """How many choices the seat has taken back since something new became known."""
        return self._undone[seat]

    def turn_began(self, seat: int) -> int:
        """The length of the record at which the seat last became an actor."""
        return self._turn_began[seat]

    def visible(self, viewer: int | None) -> int:
        """How many entries showed the viewer anything. It never falls, and tells nothing of what others do in secret."""
        return self._visible[self.record.seats if viewer is None else viewer]

    def version_for(self, viewer: int | None) -> int:
        """The table's version as this viewer may know it: secret entries of others are not counted."""
        return self.version - self.length + self.visible(viewer)

    def _count_undone(self, seat: int, choice: str) -> None:
        if self.state.undo_barrier > self._barrier:
            self._barrier = self.state.undo_barrier
            self._undone = [0] * self.record.seats
        if choice == UNDO_NAME:
            self._undone[seat] += 1

    def _count(self, step: Step) -> None:
        for viewer in range(self.record.seats + 1):
            seat = viewer if viewer < self.record.seats else None
            if step.entry.seat == seat or any(event.seen_by(seat) is not None for event in step.events):
                self._visible[viewer] += 1
