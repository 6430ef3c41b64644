"""Live tables: every open page holds a WebSocket, makes its choices there, and is sent the regions that change.

One task a table draws for all its pages when the bus tells that the table has changed. Pages that see the same are sent the
same message, drawn once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec
from starlette.requests import HTTPConnection

from zashiki.brush.regions import Drawings, Marks, Page, Picture, changed, marks, quoted, whole
from zashiki.kernel.messages import Message
from zashiki.store import Unreachable
from zashiki.tables import LiveTable
from zashiki.tables.description import Viewer
from zashiki.tables.logs import about
from zashiki.tables.seats import until_stand_in
from zashiki.web.clients import Client
from zashiki.web.drawing.memory import Memory
from zashiki.web.drawing.table_regions import (
    Present,
    moment_address,
    notice_region,
    page_regions,
    presence_regions,
    watching_region,
)
from zashiki.web.drawing.wording import Lines, WordedLog, lines_for, with_nicknames
from zashiki.web.errors import PageError
from zashiki.web.requests.push import frame_of
from zashiki.web.requests.sight import described, viewer_of
from zashiki.web.services import Services
from zashiki.words import Words

_log = logging.getLogger(__name__)

MOST_PAGES: Final = 2000
"""Open pages of one table."""
MOST_PAGES_OF_ONE: Final = 20
MOST_PAGES_OF_A_NETWORK: Final = 500
"""Open pages of one visitor at one table, and of all visitors without a name who share a network address."""
AGAIN_AFTER: Final = 0.5
"""Seconds until pages are brought up to date again when the database did not answer."""
FORGET_AFTER: Final = 10.0
"""Seconds without a change after which a channel forgets what it drew, which is most of what an open page takes."""
FORGET_OPENED: Final = 0.25
"""Seconds after which it forgets what it drew for a page that was opened, if nothing changes: others may be opened at the same time."""
PRESENCE_DELAY: Final = 0.25
"""Seconds in which comings and goings are told together."""


class Update(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message to a page. `regions` are elements by their id, each to take the place of the one that is there: their text as it lies
    ready, in the quotes of JSON."""

    version: int = 0
    regions: dict[str, msgspec.Raw] = {}
    answer: int | None = None  # the command that this answers
    status: int = 200
    notice: str = ""  # what to tell beside a field, where no region does


_encoder: Final = msgspec.json.Encoder()


def encoded(update: Update) -> bytes:
    """The message as a frame, which any number of pages can be sent."""
    return frame_of(_encoder.encode(update))


class Seen(msgspec.Struct, frozen=True, eq=False):
    """A table as some pages see it: the version, all regions as they are drawn, what is remembered of a page that was up to date
    before, and the names of what has changed since then."""

    version: int
    now: Picture
    stood: Marks | None
    names: list[str]

    @property
    def outermost(self) -> list[str]:
        return [region.name for region in self.now.regions]


def page_state(regions: Iterable[str]) -> str:
    """A short name for all regions of a page as they were drawn; it tells nothing that the page does not show."""
    return blake2b("".join(regions).encode(), digest_size=9).hexdigest()


def _changes(before: Marks, seen: Seen) -> dict[str, msgspec.Raw]:
    """The regions that are not as they were before, in an order that tells nothing of how that was found."""
    names = (
        seen.names
        if before is seen.stood
        else [name for one in seen.outermost for name in changed(before, seen.now.page, one)]
    )
    return {name: quoted(seen.now.page, name) for name in sorted(names)}


class Reader(NamedTuple):
    """Whose pages are shown the same: a visitor ("" for all spectators) who asks for a seat, in the same words."""

    visitor: str
    asked: str
    words: Words


def _tell_all(clients: list[Client], seen: Seen) -> None:
    """Sends the pages of one reader what is not as they have it: one message to all that have the same, as most of them do."""
    frames: dict[int, bytes] = {}  # by the identity of what a page has; empty: nothing is new to it
    now = seen.now.marks
    for client in clients:
        if client.answers:
            _answer(client, seen)
            continue
        before = client.sent
        frame = frames.get(id(before))
        if frame is None:
            html = _changes(before or {}, seen)
            frame = frames[id(before)] = encoded(Update(seen.version, html)) if html else b""
        client.sent = now
        if frame:
            client.send(frame)


def _answer(client: Client, seen: Seen) -> None:
    """The same with the answers to the commands of the page."""
    before, client.sent = client.sent or {}, seen.now.marks
    for number, answer in enumerate(client.answers):
        client.send(encoded(Update(seen.version, {} if number else _changes(before, seen), answer)))
    client.answers.clear()


class Channel:
    """The open pages of one table."""

    def __init__(self, services: Services, drawings: Drawings, table_id: str) -> None:
        self.clients: set[Client] = set()
        self._services = services
        self._drawings = drawings
        self.table_id = table_id
        self._changed = False
        self._heard = 0  # the highest version that was told of
        self._to_be_read = False  # it has changed, nobody told to what version
        self._shown: int | None = (
            None  # the version that all pages were brought to; None: there was no page yet
        )
        self._task: asyncio.Task[None] | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._stand_in: asyncio.TimerHandle | None = None
        self._again: asyncio.TimerHandle | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._forget_at = 0.0
        self._memories: dict[tuple[Viewer, str], Memory] = {}  # by who looks and the identity of their words
        self._lines: dict[tuple[str, int | None], Lines] = {}
        self._words: dict[tuple[str, tuple[str, ...]], Words] = {}
        self._owners: set[str] = set()
        self._readers: dict[Reader, list[Client]] | None = None  # by these owners; None: a page came or went

    def enter(self, client: Client) -> None:
        self.clients.add(client)
        self._readers = None

    def leave(self, client: Client) -> None:
        self.clients.discard(client)
        self._readers = None

    def hint(self, version: int | None = None) -> None:
        """The table has changed, to this version if that is known: all pages are brought up to it, soon."""
        if version is None:
            self._to_be_read = True
        else:
            self._heard = max(self._heard, version)
        self._draw_soon()

    def _draw_soon(self) -> None:
        self._changed = True
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run(), name=f"live-{self.table_id}")

    async def settle(self) -> None:
        """Waits until all pages have been sent what was told of before this was called."""
        self._draw_soon()
        while self._task is not None:
            await asyncio.shield(self._task)

    def hint_presence(self) -> None:
        """Somebody came or went: told together with others who do so at about the same time."""
        if self._presence is None:
            loop = asyncio.get_running_loop()
            self._presence = loop.call_later(PRESENCE_DELAY, self._tell_presence)

    def stop(self) -> None:
        """The last page has gone. What is held ends here: a handle and the channel hold each other."""
        for handle in (self._presence, self._stand_in, self._again, self._idle):
            if handle is not None:
                handle.cancel()
        self._presence = self._stand_in = self._again = self._idle = None
        self._memories.clear()
        self._lines.clear()
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        try:
            while self._changed:
                self._changed = False
                with self._services.tables.traces.span("tell", self.table_id):
                    await self._bring_up_to_date()
        except Unreachable as error:
            _log.warning("the pages of table %s wait: %s", self.table_id, error, extra=about(self.table_id))
            self._again = asyncio.get_running_loop().call_later(AGAIN_AFTER, self.hint)
        except Exception:  # noqa: BLE001 (whatever it is, the pages load again and say what is wrong)
            _log.exception(
                "the pages of table %s can't be brought up to date", self.table_id, extra=about(self.table_id)
            )
            for client in self.clients:
                client.close()
        finally:
            self._task = None

    async def _bring_up_to_date(self) -> None:
        live = await self._current()
        self._keep(FORGET_AFTER)
        present = self._services.present(live)
        for reader, clients in self._by_reader(live).items():
            seen = self._drawn_for(live, reader, present)
            if seen is not None:
                _tell_all(clients, seen)
            else:
                for client in clients:
                    client.close()
        self._shown = live.version
        self._wait_for_stand_in(live)

    def _by_reader(self, live: LiveTable) -> dict[Reader, list[Client]]:
        """The open pages by who reads them; worked out anew when a page or a seat has come or gone."""
        owners = {seat.owner for seat in live.seats}
        if self._readers is None or owners != self._owners:
            self._owners, self._readers = owners, {}
            for client in self.clients:
                visitor = client.visitor.id if client.visitor.id in owners else ""
                reader = Reader(visitor, client.asked, client.words)
                self._readers.setdefault(reader, []).append(client)
        return self._readers

    def _drawn_for(self, live: LiveTable, reader: Reader, present: Present) -> Seen | None:
        """None: the seat that was asked for is not theirs."""
        try:
            viewer = viewer_of(live, reader.visitor, reader.asked)
        except PageError:
            return None
        return self._draw(live, viewer, self.words_of(live, reader.words), present)

    async def _current(self) -> LiveTable:
        """The table as it was told of; what this process knows is not read again."""
        unknown, self._to_be_read = self._to_be_read, False
        tables = self._services.tables
        return await (tables.live(self.table_id) if unknown else tables.at_least(self.table_id, self._heard))

    def _draw(self, live: LiveTable, viewer: Viewer, words: Words, present: Present) -> Seen:
        told = described(self._services, live, viewer)
        memory = self._memory_of(live, viewer, words)
        advice = self._services.adviser.given(told)
        chat = live.chat if live.table.chat else None
        regions = page_regions(told, words, memory, present, chat, advice=advice)
        stood = memory.picture
        now, names = self._drawings.follow(stood, regions, words)
        memory.picture = now
        return Seen(told.version, now, stood.marks if stood else None, names)

    def _memory_of(self, live: LiveTable, viewer: Viewer, words: Words) -> Memory:
        memory = self._memories.get((viewer, words.identity))
        if memory is None:
            query = f"?as={viewer.asked}" if viewer.asked else ""
            log = WordedLog(self._lines_of(live, viewer, words), moment_address(live.id), query)
            memory = self._memories[viewer, words.identity] = Memory(log)
        return memory

    def _lines_of(self, live: LiveTable, viewer: Viewer, words: Words) -> Lines:
        """Who has one seat is told as "you" what concerns them; the rest is put into words once for all."""
        everybody = self._lines.get((words.identity, None))
        if everybody is None:
            everybody = self._lines[words.identity, None] = lines_for(live, words, None, ())
        told_to = (words.identity, viewer.seat if len(viewer.mine) == 1 else None)
        if told_to not in self._lines:
            self._lines[told_to] = lines_for(live, words, viewer.seat, viewer.mine, everybody)
        return self._lines[told_to]

    def _keep(self, seconds: float) -> None:
        """What is drawn now is kept for so long; longer if something else is."""
        loop = asyncio.get_running_loop()
        self._forget_at = max(self._forget_at, loop.time() + seconds)
        if self._idle is None:
            self._idle = loop.call_at(self._forget_at, self._forget)

    def _forget(self) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() < self._forget_at:
            self._idle = loop.call_at(self._forget_at, self._forget)
        else:
            self._idle = None
            self._memories.clear()
            self._lines.clear()
            self._words.clear()

    async def refuse(self, client: Client, answer: int, status: int, notice: Message) -> None:
        """Tells one page why its choice was not made; the note goes with the next change."""
        live = await self._services.tables.live(self.table_id)
        viewer, words = viewer_of(live, client.visitor.id, client.asked), self.words_of(live, client.words)
        told = described(self._services, live, viewer)
        region = notice_region(told, words, notice)
        note = self._drawings.page(region, words)
        if client.sent is not None:
            client.sent = client.sent | marks(note)
        client.send(encoded(Update(told.version, {region.name: quoted(note, region.name)}, answer, status)))

    def words_of(self, live: LiveTable, words: Words) -> Words:
        """The reader's words with the nicknames of the table."""
        key = (words.language, tuple(seat.name + seat.kind for seat in live.seats))
        if key not in self._words:
            self._words[key] = with_nicknames(live, words)
        return self._words[key]

    def begin(self, live: LiveTable, client: Client, state: str) -> None:
        """A page that was loaded with the table as it is now needs nothing; another one is sent everything."""
        viewer, words = viewer_of(live, client.visitor.id, client.asked), self.words_of(live, client.words)
        self._keep(FORGET_OPENED)
        seen = self._draw(live, viewer, words, self._services.present(live))
        if state != page_state(whole(seen.now.page, name) for name in seen.outermost):
            html = {name: quoted(seen.now.page, name) for name in seen.outermost}
            client.send(encoded(Update(seen.version, html)))
        client.sent = seen.now.marks
        if self._shown is None:
            self._shown = live.version
        elif self.is_behind(live.version):
            self.hint(live.version)  # a hint was lost, and the others have not been told what this page was
        self._wait_for_stand_in(live)

    def is_behind(self, version: int) -> bool:
        """Whether pages show another version of the table; the process may know this one all the same."""
        return self._shown is not None and self._shown != version

    def _tell_presence(self) -> None:
        """A small message of its own: only the marks of who is away and the number of spectators."""
        self._presence = None
        live = self._services.tables.known(self.table_id)
        if live is None or not self.clients:
            return
        present = self._services.present(live)
        regions = [watching_region(present)]
        if not live.over:
            seats = [seat.seat for seat in live.seats if seat.owner]
            regions += [one for seat in seats for one in presence_regions(seat, seat not in present.here)]
        for words, clients in self._by_words(live):
            drawn = self._drawings.pages(regions, words)
            self._tell_marks(clients, drawn, [region.name for region in regions])

    def _tell_marks(self, clients: list[Client], drawn: Page, outermost: list[str]) -> None:
        """Pages that have the same are sent the same message, and have the same afterwards."""
        told: dict[
            int, tuple[Marks, Marks, bytes]
        ] = {}  # by id: what a page has, what it has then, the message
        shared: list[Marks] = []
        for client in clients:
            before = client.sent
            if before is None:
                continue
            if id(before) not in told:
                shown = {name: region for name, region in drawn.items() if name in before}
                names = [name for one in outermost if one in shown for name in changed(before, shown, one)]
                regions = {name: quoted(shown, name) for name in names}
                frame = encoded(Update(regions=regions)) if names else b""
                after = before | marks(shown) if names else before
                same = next((page for page in shared if page == after), None)
                if same is None:
                    shared.append(after)
                told[id(before)] = (before, same or after, frame)
            _, client.sent, frame = told[id(before)]
            if frame:
                client.send(frame)

    def _by_words(self, live: LiveTable) -> list[tuple[Words, list[Client]]]:
        groups: dict[Words, list[Client]] = {}
        for client in self.clients:
            groups.setdefault(self.words_of(live, client.words), []).append(client)
        return list(groups.items())

    def _wait_for_stand_in(self, live: LiveTable) -> None:
        """Pages are drawn again when the time has come at which a bot may play on for somebody."""
        if self._stand_in is not None:
            self._stand_in.cancel()
            self._stand_in = None
        left = until_stand_in(live, time.time())
        if left is not None and self.clients:
            self._stand_in = asyncio.get_running_loop().call_later(left + 0.05, self.hint)


class Channels:
    """The channels of all tables that somebody looks at, in this process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._channels: dict[str, Channel] = {}
        self._stop_listening = services.bus.listen(self._heard)
        if services.cluster:
            services.cluster.on_beat.append(self.catch_up)
            services.cluster.presence.on_change = self._presence_changed

    def counts(self) -> tuple[int, int]:
        """How many pages are open, and at how many tables."""
        channels = list(self._channels.values())
        return sum(len(channel.clients) for channel in channels), len(channels)

    def reserve(self, table_id: str, person: str, *, named: bool) -> bool:
        """Takes the room for one more page of this person at the table, who joins next or gives it back; False: there is none."""
        presence = self._services.presence
        pages, most = presence.pages(table_id), MOST_PAGES_OF_ONE if named else MOST_PAGES_OF_A_NETWORK
        if pages.total() >= MOST_PAGES or pages[person] >= most:
            return False
        presence.enter(table_id, person)
        return True

    def give_back(self, table_id: str, person: str) -> None:
        """The room of a page that does not come."""
        self._services.presence.leave(table_id, person)

    def join(self, table_id: str, client: Client) -> Channel:
        """A page for which there is room comes; it leaves in the end."""
        channel = self._channels.get(table_id)
        if channel is None:
            channel = Channel(self._services, self._services.drawings, table_id)
            self._channels[table_id] = channel
        channel.enter(client)
        channel.hint_presence()
        return channel

    def leave(self, table_id: str, client: Client) -> None:
        channel = self._channels[table_id]
        channel.leave(client)
        self.give_back(table_id, client.person)
        if channel.clients:
            channel.hint_presence()
        else:
            channel.stop()
            del self._channels[table_id]

    def close(self) -> None:
        self._stop_listening()
        for channel in self._channels.values():
            channel.stop()

    async def catch_up(self) -> None:
        """Looks at the tables themselves, as a hint of another server may have been lost."""
        for table_id, version in (await self._services.store.versions(list(self._channels))).items():
            channel = self._channels.get(table_id)
            if channel is not None and channel.is_behind(version):
                channel.hint()

    def _presence_changed(self, table_id: str) -> None:
        channel = self._channels.get(table_id)
        if channel is not None:
            channel.hint_presence()

    def _heard(self, table_id: str, version: int) -> None:
        channel = self._channels.get(table_id)
        if channel is not None:
            channel.hint(version)


def channels_of(connection: HTTPConnection) -> Channels:
    channels = connection.app.state.channels
    assert isinstance(channels, Channels)
    return channels
