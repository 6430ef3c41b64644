"""Non-interference on the wire: whatever may not be seen, a seat or a spectator is sent the same bytes.

Two tables are opened from twin games, which one viewer can't tell apart, and played on by real requests. As long as the rules
show the viewer the same at both, so must everything that the server sends: pages, pushes, stories, errors.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from contextlib import ExitStack
from random import Random
from typing import Any

import httpx
import pytest
from itsdangerous import URLSafeSerializer

from tests.web.twins import Twins, make_twins, paired_entries, random_record, seen_after
from tests.web.visitor import Server, Tab, Visitor, hidden, without_names
from zashiki.kernel.contract import View
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game
from zashiki.kernel.timeline import Entry, Timeline
from zashiki.store import SQLiteStore, StoredEntry
from zashiki.tables import Tables
from zashiki.tables.bus import LocalBus
from zashiki.tables.seats import person_seat
from zashiki.tables.service import Manners
from zashiki.words import LANGUAGES

MOMENTS = int(os.environ.get("ZASHIKI_MOMENTS", "1000"))
"""In all of these tests together; `docs/contributing.md` says how the whole is run."""
PARTS = [
    "seven-ronin 1",
    "seven-ronin 2",
    "seven-ronin 3",
    "shinobi 1",
    "shinobi 2",
    "shinobi 3",
    "samurai-spirit 1",
]
"""Of the moments, as many each; seats and options are drawn anew for every pair of tables."""
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
PRESENCE = ("away-", "here-", "mark-", "watching")
"""What the regions are called that say who looks on."""
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo", "Gus")


class Club:
    """The people at the tables, a spectator, and the store that the server uses too."""

    def __init__(self, server: Server, language: str) -> None:
        self.people = [Visitor(server, language) for _ in NAMES]
        self.spectator = Visitor(server, language)
        for name, person in zip(NAMES, self.people, strict=True):
            person.open_table(**{"seat-0": "me", "seat-1": "open", "name": name})
        self.ids = [_id_of(person) for person in self.people]
        self.runner = asyncio.Runner()
        self.store = SQLiteStore(server.data / "tables.db")
        self.tables = Tables(self.store, "not used", LocalBus())

    def __enter__(self) -> Club:
        return self

    def __exit__(self, *_how: object) -> None:
        for person in (*self.people, self.spectator):
            person.client.close()
        self.runner.run(self.store.close())
        self.runner.close()

    def open(self, record: Record, *, one_screen: bool) -> str:
        """Everybody has a device of their own, or all share the first one's."""
        owners = self.ids[:1] * record.seats if one_screen else self.ids[: record.seats]
        seats = [person_seat(seat, owner, NAMES[seat]) for seat, owner in enumerate(owners)]
        return self.runner.run(self.tables.open(record, seats, self.ids[0], Manners(chat=True, hints=True)))

    def entries(self, table: str) -> list[StoredEntry]:
        return self.runner.run(self.store.entries(table))

    def visitor(self, viewer: int | None) -> Visitor:
        return self.spectator if viewer is None else self.people[viewer]


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
    """One of the two tables: the game as the store has it, and all that the viewer is sent."""

    def __init__(self, club: Club, viewer: int | None, record: Record, *, one_screen: bool) -> None:
        self.club, self.viewer, self.one_screen = club, viewer, one_screen
        self.table = club.open(record, one_screen=one_screen)
        self.visitor = club.people[0] if one_screen else club.visitor(viewer)
        self.timeline = Timeline(record.copy(0))
        self.views: list[View] = []  # after every entry that told the viewer something
        self.query = f"?as={viewer}" if one_screen else ""
        self.neighbour = None if record.seats == 1 else int(viewer == 0)
        self.tabs: dict[int | None, Tab] = {}
        if self.neighbour is not None:  # open first: what it is sent must not be shared
            self.tabs[self.neighbour] = self.player(self.neighbour).tab(
                self.table, self.asking(self.neighbour)
            )
        self.tabs[viewer] = self.visitor.tab(self.table, self.query)
        self.read()

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
        return f"{answer.status_code} {answer.url.path} {self.plain(answer.text)}".replace(
            self.table, "TABLE"
        )

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
        told = self.tab.send("choose", **numbers, turn=fields["turn"], action=illegal)
        return [*texts, self.plain(json.dumps({**told, "answer": 0}, sort_keys=True))]

    def second_tab(self) -> str:
        with self.visitor.tab(self.table, self.query) as tab:
            return self.plain(json.dumps(tab.messages, sort_keys=True))

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
        return self.plain(json.dumps(self.tab.messages, sort_keys=True))

    def plain(self, text: str) -> str:
        turns = set(re.findall(r'name=\\?"turn\\?" value=\\?"(\w+)', text))
        for turn in sorted(turns) or [self.table]:
            text = without_names(text, self.table, turn)
        text = re.sub(r"data-state=\\\"\w+", "data-state=", text)
        text = re.sub(r'id=\\?"((?:away|here|mark)-\d|watching)\\?"[^>]*>[^<]*<', "PRESENCE", text)
        return re.sub(r"/join/\w+", "/join/INVITATION", text)


def same(what: str, first: list[str], second: list[str]) -> None:
    """Fails with the place where two texts part."""
    assert len(first) == len(second), what
    for one, other in zip(first, second, strict=True):
        if one != other:
            at = next(at for at in range(len(one)) if one[: at + 1] != other[: at + 1])
            around = slice(max(0, at - 200), at + 100)
            pytest.fail(f"{what}: ...{one[around]}... is not ...{other[around]}...")


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
    return moments


@pytest.mark.parametrize("part", PARTS)
def test_a_viewer_is_sent_the_same_bytes_whatever_is_hidden_from_them(server: Server, part: str) -> None:
    chance, name = Random(f"{part} {MOMENTS}"), part.partition(" ")[0]
    due = MOMENTS / len(PARTS)
    compared = exchanged = 0
    with Club(server, chance.choice(LANGUAGES)) as club:
        while compared < due:
            record = random_record(game(name), chance)
            viewer = chance.choice([*range(record.seats), None])
            twins = make_twins(record, viewer, chance.randrange(60), chance.randrange(30), chance)
            compared += compare(club, twins, compared, chance)
            exchanged += twins.exchanged
    print(f"{part}: {compared} moments, {exchanged} secrets exchanged")
    assert bool(exchanged) == game(name).facts.secrets


def compare(club: Club, twins: Twins, compared: int, chance: Random) -> int:
    one_screen = twins.viewer is not None and chance.random() < 0.25
    with ExitStack() as open_pages:
        sittings = []
        for record in (twins.first, twins.second):
            sittings.append(Sitting(club, twins.viewer, record, one_screen=one_screen))
            open_pages.callback(sittings[-1].close)
        return play_on(sittings[0], sittings[1], compared, chance)
