"""Live tables: pushes, two tabs, two writers, a server that stops in the middle."""

from __future__ import annotations

import json
import resource
import threading
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.databases import Postgres
from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.visitor import Server, Visitor, buttons, hidden, is_running, log_of
from zashiki.store import SQLiteStore
from zashiki.tables import Tables
from zashiki.tables.bus import LocalBus

PATIENCE = 60.0


def test_a_page_is_sent_the_table_as_it_is_when_it_connects(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    ann.choose(table, "left")
    with ann.tab(table) as tab:
        assert list(tab.messages[0]["regions"]) == ["table", "company", "company-list"]
        assert set(buttons(tab.shown("choice"))) == {"ready"}


def test_a_page_that_has_the_table_as_it_is_is_sent_nothing(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    with ann.watch(table, f"?state={state_of(ann, table)}") as socket:
        ann.choose(table, "left")
        first = json.loads(socket.recv(timeout=20))
    assert "choice" in first["regions"]
    assert "table" not in first["regions"]


def state_of(visitor: Visitor, table: str) -> str:
    """What a page that is loaded now says that it has."""
    return visitor.get(f"/t/{table}").text.split('data-state="')[1].split('"')[0]


def test_a_page_counts_its_own_reader_and_so_has_the_table_as_it_is(
    ann: Visitor, bob: Visitor, server: Server
) -> None:
    """Who looks on, and who sits at several seats of one screen."""
    for table, reader in (
        (two_at_a_table(ann, bob, chat="yes"), Visitor(server)),
        (ann.open_table(**{"seat-0": "me", "seat-1": "screen", "seat-2": "open", "chat": "yes"}), ann),
    ):
        query = "" if reader is not ann else "?as=0"
        state = reader.get(f"/t/{table}{query}").text.split('data-state="')[1].split('"')[0]
        with reader.watch(table, f"{query or '?'}&state={state}") as socket:
            ann.post(f"/t/{table}/chat", text="good evening")
            assert list(json.loads(socket.recv(timeout=20))["regions"]) == ["chat-lines"]


def test_what_is_said_while_a_page_loads_is_told_when_it_connects(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob, chat="yes")
    state = state_of(ann, table)
    bob.post(f"/t/{table}/chat", text="good evening")
    with ann.tab(table, f"?state={state}") as tab:
        assert "good evening" in tab.shown("chat-lines")


async def choose_elsewhere(folder: Path, table: str, seat: int) -> None:
    """Another process makes a choice, and the server is not told."""
    store = SQLiteStore(folder / "tables.db")
    tables = Tables(store, "not used", LocalBus())
    live = await tables.live(table)
    action = live.state.legal(seat)[0]
    await tables.choose(table, seat, action, tables.turn(live, seat), live.timeline.made_by(seat))
    await store.close()


async def test_what_a_page_finds_out_by_coming_is_told_to_those_that_were_there(
    server: Server, ann: Visitor, bob: Visitor
) -> None:
    """The server knows the table as it is then, and would not look at it again."""
    table = two_at_a_table(ann, bob, game="seven-ronin")
    with ann.tab(table) as tab:
        before = hidden(tab.shown("choice"))["made"]
        await choose_elsewhere(server.data, table, 0)
        with bob.tab(table):
            tab.until('id="choice"')
        assert hidden(tab.shown("choice"))["made"] != before


def test_a_choice_over_the_socket_sends_only_what_changed_and_its_answer(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    with ann.tab(table) as tab:
        tab.choose("left")
        changed = {name for message in tab.messages[1:] for name in message.get("regions", {})}
        assert "choice" in changed
        assert not {"table", "log", "seats"} & changed
    assert len(log_of(ann.get(f"/t/{table}").text)) == 1


def test_a_choice_sent_again_over_another_socket_is_made_once(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    with ann.tab(table) as one, ann.tab(table) as two:
        fields = hidden(one.shown("choice"))
        choice = {
            "seat": 0,
            "made": 0,
            "turn": fields["turn"],
            "action": buttons(one.shown("choice"))["left"],
        }
        assert one.send("choose", **choice).get("status", 200) == 200
        assert two.send("choose", **choice).get("status", 200) == 200
    assert len(log_of(ann.get(f"/t/{table}").text)) == 1


def test_a_refused_choice_is_told_to_its_page_alone_and_the_note_goes_with_the_next_change(
    ann: Visitor, bob: Visitor
) -> None:
    table = two_at_a_table(ann, bob)
    with ann.tab(table) as tab, bob.tab(table) as other:
        refused = tab.decide("choose", 3)
        assert refused["status"] == 422
        assert "LAN-1" in refused["regions"]["notice"]
        tab.choose("left")
        for page in (tab, other):
            note = page.shown("notice").split('id="notice"')[1].split("</p>")[0]
            assert "LAN-1" not in note


def test_two_tabs_of_one_seat_agree(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    with ann.tab(table) as one, ann.tab(table) as two:
        one.choose("right")
        for tab in (one, two):
            while set(buttons(tab.shown("choice"))) != {"ready"}:
                tab.next()


def test_of_two_tabs_that_choose_at_once_only_one_wins(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    page = ann.get(f"/t/{table}").text
    statuses: list[int] = []

    def click(label: str) -> None:
        tab = Visitor(ann.server)
        tab.client.cookies = ann.client.cookies
        statuses.append(
            tab.post(f"/t/{table}/choose", action=buttons(page)[label], **hidden(page)).status_code
        )

    threads = [threading.Thread(target=click, args=(label,)) for label in ("left", "right") * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(statuses) == [200] * 4 + [409] * 4
    assert len(log_of(ann.get(f"/t/{table}").text)) == 1


def test_two_servers_over_one_database_let_one_writer_win(data: Path, postgres: Postgres) -> None:
    """Any process can serve any table."""
    more = ("--database", postgres.new_database())
    with Server(data / "left", more=more) as left, Server(data / "right", more=more) as right:
        ann, elsewhere = Visitor(left), Visitor(right)
        table = ann.open_table(**TWO_SEATS)
        page = ann.get(f"/t/{table}").text
        elsewhere.client.cookies = ann.client.cookies
        first = ann.post(f"/t/{table}/choose", action=buttons(page)["left"], **hidden(page))
        second = elsewhere.post(f"/t/{table}/choose", action=buttons(page)["right"], **hidden(page))
        assert (first.status_code, second.status_code) == (200, 409)
        assert elsewhere.choose(table, "ready").status_code == 200
        assert len(log_of(ann.get(f"/t/{table}").text)) == 2


def test_a_table_goes_on_after_a_power_cut(data: Path) -> None:
    with Server(data) as server:
        ann = Visitor(server)
        table = ann.open_table(**{"seat-0": "me", "seat-1": "bot-random", "option-rounds": "1"})
        page = ann.get(f"/t/{table}").text
        form = {"action": buttons(page)["right"], **hidden(page)}
        assert ann.post(f"/t/{table}/choose", **form).status_code == 200
        server.kill()
    with Server(data) as again:
        ann.move_to(again)
        assert ann.post(f"/t/{table}/choose", **form).status_code == 200
        with ann.watch(table) as socket:
            ann.choose(table, "ready")
            while not {"bow", "boast"} & set(buttons(ann.get(f"/t/{table}").text)):
                socket.recv(timeout=20)
        ann.choose(table, "bow")
        assert f"/g/{table}/0" in ann.get(f"/t/{table}").text


def test_a_full_disk_loses_nothing_and_is_said(data: Path) -> None:
    with Server(data) as server:
        ann = Visitor(server)
        table = ann.open_table(**TWO_SEATS, chat="yes")
        tab = ann.tab(table)
        unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        with tab:
            assert tab.send("chat", text="Hello?")["status"] == 507
            assert tab.send("chat", text="Hello again?")["status"] == 507, "the page stays connected"
        refused = ann.choose(table, "right")
        assert refused.status_code == 507
        assert "could not be saved" in refused.text
        health = ann.get("/healthz")
        assert (health.status_code, health.json()["ok"]) == (503, False)
        assert ann.post("/new/lanterns", **TWO_SEATS).status_code == 507
        assert log_of(ann.get(f"/t/{table}").text) == []
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        assert ann.choose(table, "right").status_code == 200
        assert len(log_of(ann.get(f"/t/{table}").text)) == 1
        deadline = time.monotonic() + 60
        while ann.get("/healthz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_bots_play_on_when_the_disk_has_room_again(data: Path) -> None:
    with Server(data, bot_pause=0.5) as server:
        ann = Visitor(server)
        table = ann.open_table(**{"seat-0": "bot-random", "seat-1": "bot-random", "option-rounds": "3"})
        too_little = (4096, resource.RLIM_INFINITY)  # for a choice, not for what the server says about it
        unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, too_little)
        deadline = time.monotonic() + 20
        while "could not be kept" not in server.said() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert "a bot's choice could not be kept" in server.said()
        with ann.watch(table) as socket:
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
            while f"/g/{table}/0" not in str(socket.recv(timeout=20)):
                pass


def test_pending_turns_of_bots_are_found_again(data: Path) -> None:
    with Server(data, bot_pause=10) as server:
        ann = Visitor(server)
        bots = {"seat-0": "bot-random", "seat-1": "bot-random", "option-rounds": "3"}
        table = ann.open_table(**bots)
        server.kill()
    with Server(data) as again:
        ann.move_to(again)
        with ann.watch(table) as socket:
            while f"/g/{table}/0" not in str(socket.recv(timeout=20)):
                pass


def test_the_bots_workers_end_with_the_server_even_when_it_is_killed(data: Path) -> None:
    with Server(data) as server:
        ann = Visitor(server)
        bots = {"seat-0": "bot-sensible", "seat-1": "bot-sensible", "option-rounds": "1"}
        table = ann.open_table(**bots)
        with ann.watch(table) as socket:
            while f"/g/{table}/0" not in str(socket.recv(timeout=20)):
                pass
        workers = server.workers()
        server.kill()
    assert workers
    deadline = time.monotonic() + 20
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, workers))


def test_ctrl_c_stops_the_server_with_a_word_even_while_pages_are_open(data: Path) -> None:
    with Server(data) as server:
        ann = Visitor(server)
        table = ann.open_table(**TWO_SEATS)
        with ann.watch(table) as socket:
            socket.recv(timeout=10)
            said = server.interrupt()
    assert server.process.returncode == 0
    assert "Stopped." in said
    assert "Traceback" not in said


def test_a_live_connection_from_a_foreign_page_is_refused(ann: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS)
    address = ann.server.address.replace("http", "ws")
    with pytest.raises(InvalidStatus):
        connect(f"{address}/t/{table}/ws", origin=Origin("http://elsewhere.example"))


def test_a_live_connection_to_nothing_is_closed_with_its_own_code(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    for wrong, query in (("nowhere", ""), (table, "?as=1")):
        with ann.watch(wrong, query) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
