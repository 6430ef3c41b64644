"""Non-interference on the wire: whatever may not be seen, a seat or a spectator is sent the same bytes.

Two tables are opened from twin games, which one viewer can't tell apart, and played on by real requests. As long as the rules
show the viewer the same at both, so must everything that the server sends: pages, pushes, stories, errors.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from random import Random
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer

from tests.web.twins import Twins, make_twins, paired_entries, seen_after
from tests.web.visitor import Server, Visitor, hidden, without_names
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game
from zashiki.kernel.timeline import Entry, Timeline
from zashiki.store import SQLiteStore, StoredEntry
from zashiki.tables import Tables
from zashiki.tables.bus import LocalBus
from zashiki.tables.seats import person_seat
from zashiki.tables.service import Manners

MOMENTS = int(os.environ.get("ZASHIKI_MOMENTS", "1000"))
"""In all of these tests together; `docs/contributing.md` says how the whole is run."""
SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("seven-ronin", 2, {"edition": "pl-2013"}),
    ("seven-ronin", 2, {"edition": "en-2015"}),
    ("seven-ronin", 2, {"edition": "fr-2014"}),
    ("shinobi", 3, {}),
    ("shinobi", 4, {}),
    ("shinobi", 5, {}),
    ("samurai-spirit", 4, {"level": "normal"}),
]
LONGEST_PLAY = 25
"""So many choices are made at a pair of tables at most."""
SIDE_PAGES = ("why", "moment/1", "story?after=0&until=999", "?as=0", "?as=1", "?as=watch", "choose")
PRESENCE = ("away-", "here-", "mark-", "watching")
"""What the regions are called that say who looks on."""
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


class Club:
    """The people at the tables, a spectator, and the store that the server uses too."""

    def __init__(self, server: Server, seats: int) -> None:
        self.people = [Visitor(server) for _ in range(seats)]
        self.spectator = Visitor(server)
        for name, person in zip(NAMES, self.people, strict=False):
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

    def open(self, record: Record) -> str:
        seats = [person_seat(seat, owner, NAMES[seat]) for seat, owner in enumerate(self.ids)]
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

    def __init__(self, club: Club, viewer: int | None, record: Record, table: str) -> None:
        self.club, self.viewer, self.table = club, viewer, table
        self.visitor = club.visitor(viewer)
        self.timeline = Timeline(record.copy(0))
        self.neighbour = 1 if viewer == 0 else 0
        self.neighbours_tab = club.people[self.neighbour].tab(
            table
        )  # open first: what it is sent must not be shared
        self.tab = self.visitor.tab(table)
        self.read()

    def close(self) -> None:
        self.tab.socket.close()
        self.neighbours_tab.socket.close()

    def read(self) -> None:
        """Catches up with the store, which has what chance brought."""
        record = self.timeline.record
        stored = self.club.entries(self.table)[len(record.entries) :]
        self.timeline.extend([record.entry(line.seat, line.choice) for line in stored])

    @property
    def known(self) -> tuple[Any, ...]:
        """What the viewer knows by the rules."""
        told = self.timeline.told(self.viewer)
        return ([(one.moment, one.action, one.lines) for one in told], self.timeline.state.view(self.viewer))

    def choose(self, entry: Entry, *, shown: bool) -> None:
        """The player of the seat makes this choice; if it shows the viewer something, that is waited for."""
        player = self.club.people[entry.seat]
        fields = hidden(player.get(f"/t/{self.table}").text)
        tab = {self.viewer: self.tab, self.neighbour: self.neighbours_tab}.get(entry.seat)
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
        player = self.club.people[seat]
        player.post(f"/t/{self.table}/undo", **hidden(player.get(f"/t/{self.table}").text))
        self.read()

    def sent(self) -> list[str]:
        """Everything that came over the socket since this was last asked, without the names of this table."""
        messages = [_of_the_game(one) for one in self.tab.messages if _tells(one)]
        texts = [self.plain(json.dumps(one, sort_keys=True)) for one in messages]
        self.tab.messages[:] = [{"regions": self._shown()}]
        return texts

    def _shown(self) -> dict[str, str]:
        """The latest of every region: what the page shows now."""
        shown: dict[str, str] = {}
        for message in self.tab.messages:
            shown |= message.get("regions", {})
        return shown

    def page(self, path: str = "") -> str:
        address = f"/t/{self.table}{path if path.startswith('?') or not path else '/' + path}"
        answer = self.visitor.get(address)
        return f"{answer.status_code} {self.plain(answer.text)}"

    def second_tab(self) -> str:
        with self.visitor.tab(self.table) as tab:
            return self.plain(json.dumps(tab.messages, sort_keys=True))

    def hint(self) -> str:
        """The page with a hint, if the viewer has something to choose."""
        page = self.visitor.get(f"/t/{self.table}").text
        if 'id="hint-ask" method' not in page:
            return ""
        answer = self.visitor.post(f"/t/{self.table}/hint", **hidden(page))
        assert 'class="hint"' in answer.text, answer.text
        return f"{answer.status_code} {self.plain(answer.text)}"

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


def play_on(first: Sitting, second: Sitting, chance: Random) -> int:
    """Makes choices at both tables as long as the viewer is shown the same; gives how many moments were compared."""
    viewer, moments = first.viewer, 0
    for _ in range(LONGEST_PLAY):
        if first.known != second.known:
            return moments
        same("socket", first.sent(), second.sent())
        same("page", [first.page()], [second.page()])
        moments += 1
        if moments % 8 == 1:
            for path in SIDE_PAGES:
                same(path, [first.page(path)], [second.page(path)])
            same("second tab", [first.second_tab()], [second.second_tab()])
            if chance.random() < 0.3:
                same("hint", [first.hint()], [second.hint()])
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


@pytest.mark.parametrize(("name", "seats", "options"), SETTINGS, ids=lambda value: str(value))
def test_a_viewer_is_sent_the_same_bytes_whatever_is_hidden_from_them(
    server: Server, name: str, seats: int, options: dict[str, Any]
) -> None:
    chance = Random(f"{name} {seats} {options}")
    compared = exchanged = 0
    with Club(server, seats) as club:
        for number in range(MOMENTS):
            viewer = [*range(seats), None][number % (seats + 1)]
            record = Record(game(name), seats, options)
            twins = make_twins(record, viewer, chance.randrange(60), chance.randrange(30), chance)
            compared += compare(club, twins, chance)
            exchanged += twins.exchanged
            if compared >= MOMENTS / len(SETTINGS):
                break
    assert compared >= MOMENTS / len(SETTINGS)
    assert bool(exchanged) == game(name).facts.secrets


def compare(club: Club, twins: Twins, chance: Random) -> int:
    records = (twins.first, twins.second)
    sittings = [Sitting(club, twins.viewer, record, club.open(record)) for record in records]
    try:
        return play_on(sittings[0], sittings[1], chance)
    finally:
        for sitting in sittings:
            sitting.close()
