"""Pairs of tables from twin games, at which people sit with real requests, and the comparison of all that one viewer is sent."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack, closing
from random import Random
from typing import Any

import httpx
from itsdangerous import URLSafeSerializer

from tests.web.twins import Twins, paired_entries, secret_entry, seen_after
from tests.web.visitor import Listening, Tab, Visitor, hidden, without_names
from zashiki.kernel.contract import View
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import Entry, Step, Timeline
from zashiki.store import SQLiteStore, StoredEntry
from zashiki.tables import Tables
from zashiki.tables.bus import LocalBus
from zashiki.tables.seats import person_seat
from zashiki.tables.service import Manners

LONGEST_PLAY = 25
"""So many choices are made at a pair of tables at most."""
SIDE_PAGES = (
    "/t/T", "/t/T/why", "/t/T/why/3", "/t/T/moment/1", "/t/T/moment/99999", "/t/T/story?after=0&until=999", "/t/T/choose", "/t/T/leave",
    "/g/T", "/g/T/1", "/g/T/1?as=public", "/g/T/story", "/g/T/record", "/g/T/analysis",
)  # fmt: skip
"""T is the table. Some are refused, and so is whatever a running game keeps to itself."""
SEATS_ASKED_FOR = ("/t/T?as=0", "/t/T?as=1", "/t/T?as=9", "/t/T?as=watch", "/t/T/pass?to=0", "/t/T/pass?to=1")
"""For who has one seat at most; where people share a screen, each of them may look from all seats that are theirs."""
SIDE_LOOKS = 6
"""So many of them are compared at a time."""
MORE = 0.5
"""How often the second table has one secret choice more, after one that showed the viewer nothing."""
PRESENCE = ("away-", "here-", "mark-", "watching")
"""What the regions are called that say who looks on."""
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo", "Gus")
DAY = 24 * 3600
ABSENT_AFTER = 3600
"""Seconds until a bot may play on for somebody who is absent."""
NOT_COMPARED = ("date", "content-length", "sec-websocket-accept")
"""Headers: of the length only what is not compressed tells something, and that is compared."""


class Different(AssertionError):
    """The two tables are not told alike."""


class Club:
    """The people at the tables, a spectator, and the store that the server uses too."""

    def __init__(self, server: Listening, language: str) -> None:
        self.people = [Visitor(server, language) for _ in NAMES]
        self.spectator = Visitor(server, language)
        for name, person in zip(NAMES, self.people, strict=True):
            person.open_table("seven-ronin", **{"seat-0": "me", "seat-1": "open", "name": name})
        self.ids = [_id_of(person) for person in self.people]
        self.runner = asyncio.Runner()
        self.file = server.data / "tables.db"
        self.store = SQLiteStore(self.file)
        self.tables = Tables(self.store, "not used", LocalBus())

    def __enter__(self) -> Club:
        return self

    def __exit__(self, *_how: object) -> None:
        for person in (*self.people, self.spectator):
            person.client.close()
        self.runner.run(self.store.close())
        self.runner.close()

    def open(self, record: Record, *, one_screen: bool, late: bool) -> str:
        """Everybody has a device of their own, or all share the first one's. All was chosen yesterday; where secret choices came
        `late`, just now."""
        owners = self.ids[:1] * record.seats if one_screen else self.ids[: record.seats]
        seats = [person_seat(seat, owner, NAMES[seat]) for seat, owner in enumerate(owners)]
        manners = Manners(chat=True, hints=True, absent_after=ABSENT_AFTER)
        table = self.runner.run(self.tables.open(record, seats, self.ids[0], manners))
        told = [step.number for step in Timeline(record.copy()).steps if _told_to_all(step)]
        with closing(sqlite3.connect(self.file, timeout=20)) as database, database:
            database.execute("UPDATE tables SET created = created - ? WHERE id = ?", (DAY, table))
            database.executemany(
                "UPDATE entries SET at = at - ? WHERE table_id = ? AND number = ?",
                [(DAY, table, number) for number in (told if late else range(1, len(record.entries) + 1))],
            )
        return table

    def entries(self, table: str) -> list[StoredEntry]:
        return self.runner.run(self.store.entries(table))

    def visitor(self, viewer: int | None) -> Visitor:
        return self.spectator if viewer is None else self.people[viewer]


def _told_to_all(step: Step) -> bool:
    return any(event.seen_by(None) is not None for event in step.events)


def _id_of(visitor: Visitor) -> str:
    found: tuple[bool, Any] = URLSafeSerializer("any").loads_unsafe(visitor.client.cookies["zashiki"])
    return str(found[1]["id"])


def _tells(message: dict[str, Any]) -> bool:
    """Whether it tells of the game, not of who looks on, which is told when it suits the server."""
    return any(not name.startswith(PRESENCE) for name in message.get("regions", {}))


def _of_the_game(message: dict[str, Any]) -> dict[str, Any]:
    """Without the regions that say who looks on."""
    regions = {name: text for name, text in message["regions"].items() if not name.startswith(PRESENCE)}
    return {**message, "regions": regions}


class Sitting:
    """One of the two tables: the game as the store has it, and all that the viewer is sent.

    `second`: secret choices came later, and the others open their pages after the viewer; at the first table before.
    """

    def __init__(
        self, club: Club, viewer: int | None, record: Record, *, one_screen: bool, second: bool
    ) -> None:
        self.club, self.viewer, self.one_screen = club, viewer, one_screen
        self.table = club.open(record, one_screen=one_screen, late=second)
        self.visitor = club.people[0] if one_screen else club.visitor(viewer)
        self.timeline = Timeline(record.copy(0))
        self.views: list[View] = []  # after every entry that told the viewer something
        self.query = f"?as={viewer}" if one_screen else ""
        self.neighbour = None if record.seats == 1 else int(viewer == 0)
        self.turns: list[str] = []  # by the order in which they were shown
        self.tabs: dict[int | None, Tab] = {}
        others = {self.neighbour, None} - {viewer}
        for looking in (viewer, *others) if second else (*others, viewer):
            self.tabs[looking] = self._open_page(looking)
        self.read()

    def _open_page(self, seat: int | None) -> Tab:
        if seat == self.viewer:
            return self.visitor.tab(self.table, self.query)
        if seat is None:
            return self.club.spectator.tab(self.table)
        return self.player(seat).tab(self.table, self.asking(seat))

    @property
    def tab(self) -> Tab:
        return self.tabs[self.viewer]

    def player(self, seat: int) -> Visitor:
        return self.club.people[0 if self.one_screen else seat]

    def asking(self, seat: int) -> str:
        """What the address of a page of this seat ends with."""
        return f"?as={seat}" if self.one_screen else ""

    def close(self) -> None:
        for tab in self.tabs.values():
            tab.socket.close()

    def read(self) -> None:
        """Catches up with the store, which has what chance brought."""
        record = self.timeline.record
        stored = self.club.entries(self.table)[len(record.entries) :]
        for line in stored:
            step = self.timeline.append(record.entry(line.seat, line.choice))
            if any(event.seen_by(self.viewer) is not None for event in step.events):
                self.views.append(self.timeline.state.view(self.viewer))

    @property
    def known(self) -> tuple[Any, ...]:
        """What the viewer knows by the rules. Chance may lead two tables to the same view by different ones, told in the same
        lines: the story shows them all."""
        told = [(one.moment, one.action, one.lines) for one in self.timeline.told(self.viewer)]
        return (told, self.views, self.timeline.state.view(self.viewer))

    def choose(self, entry: Entry, *, shown: bool) -> None:
        """The player of the seat makes this choice; if it shows the viewer something, that is waited for."""
        player = self.player(entry.seat)
        fields = hidden(player.get(f"/t/{self.table}{self.asking(entry.seat)}").text)
        tab = self.tabs.get(entry.seat)
        if tab is not None:
            told = {"seat": entry.seat, "made": int(fields["made"]), "turn": fields["turn"]}
            answer = tab.send("choose", **told, action=entry.action)
            assert answer.get("status", 200) == 200, answer
        else:
            form = {**fields, "action": str(entry.action)}
            page = player.client.post(f"/t/{self.table}/choose", data=form, headers={"HX-Request": "true"})
            assert page.status_code == 200, page.text
        if shown and entry.seat != self.viewer:
            while not _tells(self.tab.next()):
                pass
        self.read()

    def take_back(self, seat: int) -> None:
        player = self.player(seat)
        page = player.get(f"/t/{self.table}{self.asking(seat)}").text
        player.post(f"/t/{self.table}/undo", **hidden(page))
        self.read()

    def catch_up(self) -> None:
        """Asks for what is refused: what was sent before has come then."""
        assert self.tab.send("undo", seat=len(NAMES))["status"] == 403

    def sent(self) -> list[str]:
        """Everything that came over the socket since this was last asked, without the names of this table."""
        messages = [_of_the_game(one) for one in self.tab.messages if _tells(one)]
        texts = [self.plain(json.dumps(one)) for one in messages]  # the order of regions counts too
        self.tab.messages[:] = [{"regions": self._shown()}]
        return texts

    def _shown(self) -> dict[str, str]:
        """The latest of every region: what the page shows now."""
        shown: dict[str, str] = {}
        for message in self.tab.messages:
            shown |= message.get("regions", {})
        return shown

    def page(self, path: str = "/t/T") -> str:
        address = path.replace("T", self.table)
        if self.query:
            address += self.query if "?" not in address else self.query.replace("?", "&")
        return self._told(self.visitor.get(address))

    def _told(self, answer: httpx.Response) -> str:
        """All answers, up to the one that nothing leads on from."""
        passed = [f"{one.status_code} {_headers(one.headers.multi_items())}" for one in answer.history]
        last = f"{answer.status_code} {answer.url.path} {_headers(answer.headers.multi_items())}"
        return "\n".join([*passed, last, self.plain(answer.text)]).replace(self.table, "TABLE")

    def refused(self, which: int) -> list[str]:
        """What the viewer is told when they try what they may not, by a form with and without scripts and over the socket."""
        shown = self.timeline.state.view(self.viewer)
        own = self.viewer if self.viewer is not None else 0
        page = self.visitor.get(f"/t/{self.table}{self.query}").text
        fields = hidden(page) if 'id="choice"' in page else {"seat": str(own), "made": "0", "turn": "none"}
        illegal = next(action for action in range(len(shown.legal) + 1) if action not in shown.legal)
        tries = [{**fields, "action": illegal}, {**fields, "made": 77, "turn": "none", "action": 0}]
        tries += [{**fields, "action": 99999}, {**fields, "seat": len(NAMES), "action": 0}]
        data = {key: str(value) for key, value in tries[which % len(tries)].items()}
        texts = []
        for headers in ({}, {"HX-Request": "true"}):
            answer = self.visitor.client.post(f"/t/{self.table}/choose", data=data, headers=headers)
            texts.append(self._told(answer))
        numbers = {key: int(fields[key]) for key in ("seat", "made")}
        self.tab.send("choose", **numbers, turn=fields["turn"], action=illegal)
        return [*texts, re.sub(r'"answer":\d+', "ANSWER", self.plain(self.tab.latest))]

    def second_tab(self) -> str:
        with self.visitor.tab(self.table, self.query) as tab:
            return self._begun(tab)

    def _begun(self, tab: Tab) -> str:
        """What a page is sent first, byte for byte."""
        assert tab.socket.response is not None
        return _headers(tab.socket.response.headers.raw_items()) + self.plain(tab.latest)

    def hint(self) -> str:
        """The page with a hint, if the viewer has something to choose."""
        page = self.visitor.get(f"/t/{self.table}{self.query}").text
        if 'id="hint-ask" method' not in page:
            return ""
        answer = self.visitor.post(f"/t/{self.table}/hint", **hidden(page))
        assert 'class="hint"' in answer.text, answer.text
        return self._told(answer)

    def reconnect(self) -> str:
        """The page loses its socket and opens another one."""
        self.tab.socket.close()
        self.tabs[self.viewer] = self.visitor.tab(self.table, self.query)
        return self._begun(self.tab)

    def plain(self, text: str) -> str:
        """Turns have names that can't be guessed: they are called by the order in which they came."""
        for turn in re.findall(r'name=\\?"turn\\?" value=\\?"(\w+)', text):
            if turn not in self.turns:
                self.turns.append(turn)
        text = without_names(text, self.table, self.table)
        for number, turn in enumerate(self.turns):
            text = text.replace(turn, f"TURN-{number}")
        text = re.sub(r"data-state=\\\"\w+", "data-state=", text)
        text = re.sub(r'id=\\?"((?:away|here|mark)-\d|watching)\\?"[^>]*>[^<]*<', "PRESENCE", text)
        return re.sub(r"/join/\w+", "/join/INVITATION", text)


def _headers(headers: Iterable[tuple[str, str]]) -> str:
    """Without what differs from one answer to the next by its nature, such as what a cookie is set to."""
    told = [(name.lower(), value) for name, value in headers if name.lower() not in NOT_COMPARED]
    return str(
        [
            (name, re.sub("=[^;]*", "=", value, count=1) if name == "set-cookie" else value)
            for name, value in told
        ]
    )


def same(what: str, first: list[str], second: list[str]) -> None:
    """Raises Different with the place where two texts part."""
    if len(first) != len(second):
        raise Different(f"{what}: {len(first)} is not {len(second)}")
    for one, other in zip(first, second, strict=True):
        if one != other:
            at = next(at for at in range(len(one) + 1) if one[: at + 1] != other[: at + 1])
            around = slice(max(0, at - 200), at + 100)
            raise Different(f"{what}: ...{one[around]}... is not ...{other[around]}...")


def look_around(first: Sitting, second: Sitting, chance: Random) -> None:
    """Some of all else that can be asked for at a moment. The record of a game that is over is open to all: it is compared while games run."""
    paths = SIDE_PAGES if first.one_screen else SIDE_PAGES + SEATS_ASKED_FOR
    over = not first.timeline.state.actors()
    for path in chance.sample([path for path in paths if not (over and path.startswith("/g/"))], SIDE_LOOKS):
        same(path, [first.page(path)], [second.page(path)])
    same("second tab", [first.second_tab()], [second.second_tab()])
    which = chance.randrange(4)
    same("refused", first.refused(which), second.refused(which))
    same("reconnect", [first.reconnect()], [second.reconnect()])
    if chance.random() < 0.3:
        same("hint", [first.hint()], [second.hint()])


def play_on(first: Sitting, second: Sitting, compared: int, chance: Random) -> int:
    """Makes choices at both tables as long as the viewer is shown the same; gives how many moments were compared. Of all of them,
    with those of earlier tables, one in eight is looked at from all around."""
    viewer, moments = first.viewer, 0
    for _ in range(LONGEST_PLAY):
        if first.known != second.known:
            return moments
        same("socket", first.sent(), second.sent())
        same("page", [first.page()], [second.page()])
        moments += 1
        if (compared + moments) % 8 == 1:
            look_around(first, second, chance)
        pair = paired_entries(first.timeline.state, second.timeline.state, viewer, chance)
        if pair is None:
            return moments
        shown = seen_after(first.timeline.state, pair[0], viewer).anything
        first.choose(pair[0], shown=shown)
        second.choose(pair[1], shown=shown)
        if not shown and pair[0].seat != viewer and chance.random() < 0.3:
            second.take_back(pair[0].seat)
            first.take_back(pair[0].seat)
        if not shown:
            add_secret_choice(second, chance)
            first.catch_up()
            second.catch_up()
    return moments


def add_secret_choice(sitting: Sitting, chance: Random) -> None:
    """Sometimes somebody makes one secret choice more at one of the tables."""
    extra = secret_entry(sitting.timeline.state, sitting.viewer, chance) if chance.random() < MORE else None
    if extra is not None:
        sitting.choose(extra, shown=False)


def compare(clubs: tuple[Club, Club], twins: Twins, compared: int, chance: Random) -> int:
    """How many moments were compared of two tables that are opened from twins, each at its club."""
    one_screen = twins.viewer is not None and chance.random() < 0.25
    with ExitStack() as open_pages:
        sittings = []
        for club, record, second in zip(clubs, (twins.first, twins.second), (False, True), strict=True):
            sittings.append(Sitting(club, twins.viewer, record, one_screen=one_screen, second=second))
            open_pages.callback(sittings[-1].close)
        return play_on(sittings[0], sittings[1], compared, chance)
