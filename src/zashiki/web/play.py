"""A table's record as it is being played: folded once, then kept up with the store entry by entry."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from zashiki.kernel.contract import State, View
from zashiki.kernel.messages import Event, Message
from zashiki.kernel.record import UNDO, Entry, read
from zashiki.store import StoredEntry, Table

UNDO_NAME = "undo"


class LogLine(msgspec.Struct, frozen=True):
    """One thing that happened, as one viewer is told it; `moment` is its place among the viewer's moments."""

    message: Message
    seat: int | None
    moment: int


class Play:
    """The record of a table, the state it leads to and what every entry of it told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.record = read(table.header)
        self.game = self.record.game
        self.state: State = self.record.start()
        self.events: list[list[Event]] = []
        self.standing: list[int] = []  # the numbers of the entries that no undo has taken back
        self.turn_began = [0] * self.record.seats  # by seat: the length at which it last became an actor
        self.moved_at = table.created

    @property
    def length(self) -> int:
        return len(self.record.entries)

    @property
    def over(self) -> bool:
        """Nobody plays on: the game has ended, or it is a record that was only brought to be looked at."""
        return self.table.ended or self.state.result() is not None

    def take(self, entries: list[StoredEntry]) -> None:
        """Plays on with what the store holds beyond this."""
        for stored in entries:
            action = UNDO if stored.choice == UNDO_NAME else self.game.action(stored.choice)
            self._play(Entry(stored.seat, action))
            self.moved_at = stored.at

    def _play(self, entry: Entry) -> None:
        before = self.state.actors()
        self.record.entries.append(entry)
        if entry.action == UNDO:
            self.events.append([])
            take_back(self.standing, self.record.entries, entry.seat)
            self._fold_again()
        else:
            self.standing.append(self.length)
            self.state.events = []
            self.state.apply(entry.seat, entry.action)
            self.events.append(self.state.events)
            self.state.events = None
        for seat in self.state.actors():
            if seat >= 0 and seat not in before:
                self.turn_began[seat] = self.length

    def _fold_again(self) -> None:
        self.state = self.record.start()
        for number in self.standing:
            entry = self.record.entries[number - 1]
            self.state.events = []
            self.state.apply(entry.seat, entry.action)
            self.events[number - 1] = self.state.events
        self.state.events = None

    def made_by(self, seat: int) -> int:
        """How many entries this seat has added, undo included."""
        return sum(entry.seat == seat for entry in self.record.entries)

    def last_made(self, seat: int, count: int) -> Entry | None:
        """The entry this seat added after its first `count` ones."""
        own = [entry for entry in self.record.entries if entry.seat == seat]
        return own[count] if count < len(own) else None

    def moments(self, viewer: int | None) -> list[int]:
        """The lengths of the record at which something happened that this viewer was told, or did."""
        return [
            number
            for number in self.standing
            if self.record.entries[number - 1].seat == viewer
            or any(event.seen_by(viewer) is not None for event in self.events[number - 1])
        ]

    def log(self, viewer: int | None) -> list[LogLine]:
        """What happened, in order, as this viewer is told it."""
        lines = []
        for moment, number in enumerate(self.moments(viewer), 1):
            for event in self.events[number - 1]:
                message = event.seen_by(viewer)
                if message is not None:
                    lines.append(LogLine(message, event.seat, moment))
        return lines

    def news(self, viewer: int | None, log: list[LogLine]) -> list[LogLine]:
        """What happened since this viewer last chose, with what that choice itself brought."""
        moments = self.moments(viewer)
        for moment in range(len(moments), 0, -1):
            if self.record.entries[moments[moment - 1] - 1].seat == viewer:
                return [line for line in log if line.moment >= moment]
        return log

    def at_moment(self, viewer: int | None, moment: int) -> tuple[State, list[LogLine]]:
        """The state at one of the viewer's moments (0: the start), and what that moment told."""
        moments = self.moments(viewer)
        length = moments[moment - 1] if moment else 0
        state = self.record.start()
        for number in self.standing:
            if number > length:
                break
            entry = self.record.entries[number - 1]
            state.apply(entry.seat, entry.action)
        return state, [line for line in self.log(viewer) if line.moment == moment]


def standing_numbers(entries: list[Entry]) -> list[int]:
    """The numbers, from 1, of the entries that no undo has taken back."""
    kept: list[int] = []
    for number, entry in enumerate(entries, 1):
        if entry.action != UNDO:
            kept.append(number)
        else:
            take_back(kept, entries, entry.seat)
    return kept


def take_back(kept: list[int], entries: list[Entry], seat: int) -> None:
    """Leaves out the seat's last entry of those that are kept."""
    for index in range(len(kept) - 1, -1, -1):
        if entries[kept[index] - 1].seat == seat:
            del kept[index]
            return


def stamp(view: View) -> str:
    """A short name for what a viewer sees: it changes when the view does, and tells nothing else."""
    return blake2b(msgspec.msgpack.encode(view), digest_size=8).hexdigest()
