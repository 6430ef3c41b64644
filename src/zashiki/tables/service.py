"""The table service: read the record, check, append with the next number, commit, then tell the others."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from hashlib import blake2b
from random import SystemRandom
from typing import Final, NamedTuple

import msgspec

from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, State
from zashiki.kernel.messages import Event, Refused, say
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import UNDO, Entry, Timeline
from zashiki.store import CannotKeep, Gone, MovedOn, Seat, Store, Table
from zashiki.store.contract import BOT, PERSON, RESTORED
from zashiki.tables.bus import Bus
from zashiki.tables.errors import NoTable, Stale
from zashiki.tables.hints import NOTES, note_of_allowed, note_of_asked, read_hints
from zashiki.tables.live_table import LiveTable
from zashiki.tables.logs import about
from zashiki.tables.measures import Measures
from zashiki.tables.seats import token
from zashiki.tables.traces import NoTraces, Traces

_log = logging.getLogger(__name__)

KEPT: Final = 256
TRIES: Final = 5
MOST_UNDONE: Final = 200
"""So many choices may a seat take back until something new is known: each of them stays in the record."""
LONG: Final = 200
"""A record with so many entries is played through in a thread, so that others need not wait."""

Lines = list[tuple[int, str]]


class Addition(NamedTuple):
    """What is to be added to a table, who is to choose then, and whether that tells everybody something."""

    lines: Lines
    awaited: tuple[int, ...]
    shown: bool


Adding = Callable[[LiveTable], Addition]
"""What is to be added to a table as it is now; raises Refused or Stale."""


class Manners(msgspec.Struct, frozen=True):
    """What is agreed about a table besides its game."""

    absent_after: int = 0  # seconds until a bot may play on for an absent player; 0: never
    listed: bool = False  # anyone may find and watch it
    chat: bool = False
    hints: bool | None = None  # whether players may ask for hints; None: where all others are bots


PLAIN: Final = Manners()


class Tables:
    """All tables of a store, as this process sees them."""

    def __init__(self, store: Store, secret: str, bus: Bus) -> None:
        self.store = store
        self.bus = bus
        self.measures = Measures()
        self.traces: Traces = NoTraces()
        self._secret = secret.encode()[:64]
        self._chance = SystemRandom()
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}

    async def live(self, table_id: str) -> LiveTable:
        """The table, caught up with the store; raises NoTable, or RecordError if this program can't play it."""
        live = self._live.get(table_id)
        if live is None:
            live = self._live.setdefault(table_id, await self._load(table_id))
        self._live.move_to_end(table_id)
        if len(self._live) > KEPT:
            self._forget(next(iter(self._live)))
        try:
            changes = await self.store.changes(
                table_id, version=live.version, entries=live.length, chat=live.last_chat
            )
        except Gone:
            self._live.pop(table_id, None)
            raise NoTable(table_id) from None
        if changes is not None and changes.version // RESTORED != live.version // RESTORED:
            live = self._live[table_id] = await self._load(table_id)
        elif changes is not None:
            live.take(changes)
        if not _hints_are_read(live):
            live.hints = read_hints(await self.store.notes(table_id, NOTES), over=live.over)
        return live

    async def at_least(self, table_id: str, version: int) -> LiveTable:
        """The table at this version or a later one; the store is asked only for what this process does not know."""
        live = self._live.get(table_id)
        if live is None or live.version < version or not _hints_are_read(live):
            return await self.live(table_id)
        self._live.move_to_end(table_id)
        return live

    async def _load(self, table_id: str) -> LiveTable:
        """The table as the store has it."""
        table = await self.store.table(table_id)
        if table is None:
            raise NoTable(table_id)
        live = LiveTable(table)
        try:
            changes = await self.store.changes(table_id, version=live.version, entries=0)
        except Gone:
            raise NoTable(table_id) from None
        assert changes is not None
        if len(changes.entries) < LONG:
            live.take(changes)
        else:
            await asyncio.to_thread(live.take, changes)
        return live

    def loaded(self) -> int:
        """How many tables are kept in memory."""
        return len(self._live)

    def known(self, table_id: str) -> LiveTable | None:
        """The table as this process last saw it, without asking the store."""
        return self._live.get(table_id)

    async def stored_record(self, table: Table, owner: str = "") -> str:
        """The record of a table that this program can't play, as text; empty while it would tell secrets: of a game that goes on it is given
        only to a person who plays it alone."""
        changes = await self.store.changes(table.id, version=-1, entries=0)
        assert changes is not None
        people = [(seat.kind, seat.owner) for seat in changes.seats if seat.kind != BOT]
        if not table.ended and (not owner or people != [(PERSON, owner)]):
            return ""
        lines = [
            f"{'*' if entry.seat == CHANCE else entry.seat} {entry.choice}\n" for entry in changes.entries
        ]
        return table.header + "".join(lines)

    async def open(
        self,
        record: Record,
        seats: list[Seat],
        creator: str,
        manners: Manners = PLAIN,
        *,
        ended: bool = False,
        follows: str = "",
    ) -> str:
        """Opens a table that goes on from a record, deals, and gives its id, all in one commit.

        `ended`: the record was only brought to be looked at. `follows`: the return match of that table, opened once; whoever
        asks later gets the same one.
        """
        lines = record.lines()
        awaited: tuple[int, ...] = ()
        if not ended:
            state = Timeline(record.copy()).state
            lines += self._outcomes(record, state)
            awaited = state.actors()
        now = time.time()
        table = Table(
            id=token(10),
            game=record.game.id,
            header=record.header(),
            creator=creator,
            invitation=token(16),
            created=now,
            touched=now,
            absent_after=manners.absent_after,
            listed=manners.listed,
            chat=manners.chat,
            ended=not awaited,
            version=len(lines),
            awaited=awaited,
        )
        if not await self.store.open_table(table, seats, lines, follows, note_of_allowed(manners.hints)):
            return (await self.live(follows)).next_table
        self.measures.events["opened"] += 1
        _log.info("opened: %s", record.game.id, extra=about(table.id))
        self.bus.publish(table.id, table.version)
        if follows:
            self.bus.publish(follows, (await self.live(follows)).version)
        return table.id

    async def choose(
        self, table_id: str, seat: int, action: int, turn: str, made: int, owner: str = "", bot: str = ""
    ) -> None:
        """Makes a choice for a seat.

        `turn` is the name of the turn it was made in, `made` how many entries the seat had made by then: a choice
        sent twice is made once; one made on an old picture raises Stale; one the rules refuse raises Refused. `owner` or `bot` is who
        chooses: Stale too if the seat is no longer that person's, or no longer played by that bot.
        """

        def adding(live: LiveTable) -> Addition:
            if turn != self.turn(live, seat):
                raise Stale
            after, events = live.state.copy(), list[Event]()
            after.events = events
            after.apply(seat, action)
            lines = [(seat, live.game.name(action)), *self._outcomes(live.record, after)]
            return Addition(lines, after.actors(), _told_to_all(events))

        try:
            with self.traces.span("choose", table_id):
                await self._add(table_id, Entry(seat, action), made, adding, owner, bot)
        except (Stale, Refused) as error:
            self.measures.events["stale" if isinstance(error, Stale) else "refused"] += 1
            raise

    async def undo(
        self, table_id: str, seat: int, made: int, action: int | None = None, owner: str = ""
    ) -> None:
        """Takes back the seat's last choice, or the latest one of this action, such as any marker of a plan.

        Raises Refused when something has become known since, when enough was taken back since then, or when the game is over: who has
        won stays, as others may have been told.
        """

        def adding(live: LiveTable) -> Addition:
            if live.over:
                raise Refused(say("table.undo.over"))
            added = live.timeline.taking_back(seat, action)
            undone = [entry for entry in added if entry.action == UNDO]
            if live.undone(seat) + len(undone) > MOST_UNDONE:
                raise Refused(say("table.undo.enough", n=MOST_UNDONE))
            own = [step for step in live.timeline.steps if step.entry.seat == seat]
            events = [event for step in own[-len(undone) :] for event in step.events]
            after = live.timeline.until(live.length)
            after.extend(added)
            lines = [(entry.seat, live.record.choice(entry)) for entry in added]
            return Addition(lines, after.state.actors(), _told_to_all(events))

        with self.traces.span("undo", table_id):
            await self._add(table_id, Entry(seat, UNDO), made, adding, owner)

    async def count_hint(self, live: LiveTable, seat: int, made: int, turn: str) -> None:
        """Counts a hint for the choice that the seat has to make; raises Stale if that was made meanwhile."""
        live = await self.live(live.id)
        if turn != self.turn(live, seat) or made != live.timeline.made_by(seat):
            raise Stale
        await self.store.keep_notes(live.id, note_of_asked(seat, made, live.length))

    async def change_seat(self, table_id: str, before: Seat, after: Seat, told: str = "") -> None:
        """Raises Stale if somebody else has changed the seat meanwhile. A seat that is so already is left alone. `told`: a line of the
        chat that comes with it."""
        if after == before:
            return
        version = await self.store.change_seat(table_id, before, after, told)
        if version is None:
            raise Stale
        self.bus.publish(table_id, version)

    async def say(self, table_id: str, name: str, text: str, said: str = "") -> None:
        """One more line of the chat; one that comes again under the same name, which is `said`, is kept once."""
        self.bus.publish(table_id, await self.store.say(table_id, name, text, said))

    def turn(self, live: LiveTable, seat: int) -> str:
        """A name for the turn a seat is in: another one each time it becomes an actor, and it tells nothing else."""
        began = f"{live.id} {seat} {live.turn_began(seat)}"
        return blake2b(began.encode(), key=self._secret, digest_size=8).hexdigest()

    async def _add(
        self, table_id: str, entry: Entry, made: int, adding: Adding, owner: str = "", bot: str = ""
    ) -> None:
        """Adds what `adding` makes of the table, once, however often it is asked.

        The table is tried as this process knows it: the store refuses what is added to one that has moved on. Nobody is told that
        a choice is refused, or was made before, until the store was asked.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            for attempt in range(TRIES):
                live = await (self.live(table_id) if attempt else self.at_least(table_id, 0))
                try:
                    seat = live.seats[entry.seat]
                    if (owner and seat.owner != owner) or (bot and seat.bot != bot):
                        raise Stale
                    added = _addition(live, entry, made, adding)
                except (Stale, Refused):
                    if attempt:
                        raise
                    continue
                if added is not None:
                    try:
                        version = await self._append(live, added)
                    except MovedOn:
                        continue
                    self._advance(live, added.lines, version)
                    break
                if attempt:
                    return
            else:
                raise Stale
        self.bus.publish(table_id, version)

    async def _append(self, live: LiveTable, added: Addition) -> int:
        """Commits what is added, and counts that."""
        events, began = self.measures.events, time.monotonic()
        try:
            with self.traces.span("commit", live.id):
                version = await self.store.append(
                    live.id,
                    live.length,
                    added.lines,
                    added.awaited,
                    shown=added.shown,
                    known=live.version,
                )
        except MovedOn:
            events["conflict"] += 1
            raise
        except CannotKeep:
            events["not_kept"] += 1
            raise
        self.measures.commits.add(time.monotonic() - began)
        events["chosen"] += 1
        if not added.awaited:
            events["ended"] += 1
            _log.info("ended: %s", live.game.id, extra=about(live.id))
        return version

    def _advance(self, live: LiveTable, added: Lines, version: int) -> None:
        """What this process has just written need not be read again, unless something else was written beside it."""
        if version == live.version + len(added) and not live.table.ended:
            now = time.time()
            live.play_on((seat, choice, now) for seat, choice in added)
            live.version = version
            if not live.state.actors():
                live.table = msgspec.structs.replace(live.table, ended=True)

    def _outcomes(self, record: Record, state: State) -> Lines:
        """Lets chance act until a seat may choose, and gives what it brought."""
        lines = []
        while state.actors() == (CHANCE,):
            outcome = draw_outcome(state, self._chance)
            state.apply(CHANCE, outcome)
            lines.append((CHANCE, record.game.name(outcome)))
        return lines

    def _forget(self, table_id: str) -> None:
        lock = self._locks.get(table_id)
        if lock is None or not lock.locked():
            self._locks.pop(table_id, None)
            del self._live[table_id]


def _hints_are_read(live: LiveTable) -> bool:
    return live.hints is not None and (live.hints.complete or not live.over)


def _addition(live: LiveTable, entry: Entry, made: int, adding: Adding) -> Addition | None:
    """What is to be added to the table; None if it was added before. Raises Refused or Stale."""
    already = live.timeline.made_after(entry.seat, made)
    if already is not None and already.action == entry.action:
        return None
    if made != live.timeline.made_by(entry.seat):
        raise Stale
    return adding(live)


def _told_to_all(events: Iterable[Event]) -> bool:
    """Whether a spectator is told any of this."""
    return any(event.seen_by(None) is not None for event in events)
