"""The chat of a table."""

from __future__ import annotations

import time
from pathlib import Path

from tests.store.places import SQLitePlace
from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.visitor import Server, Visitor, buttons


def test_people_at_the_table_talk_and_others_listen(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS, chat="yes")
    with bob.watch(table) as socket:
        ann.post(f"/t/{table}/chat", text="good <b>evening</b>")
        while "good &lt;b&gt;evening&lt;/b&gt;" not in str(socket.recv(timeout=10)):
            pass
    assert bob.post(f"/t/{table}/chat", text="me too").status_code == 403
    long = ann.post(f"/t/{table}/chat", text="x" * 5000)
    assert "x" * 300 in long.text
    assert "x" * 301 not in long.text


def test_talk_has_a_pace(ann: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS, chat="yes")
    answers = [ann.post(f"/t/{table}/chat", text=f"line {number}").status_code for number in range(6)]
    assert answers == [200] * 5 + [429]


def test_a_line_that_is_sent_again_after_a_lost_connection_is_said_once(ann: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS, chat="yes")
    for _ in range(2):
        with ann.tab(table) as tab:
            assert tab.send("chat", text="said once", said="its own name").get("status", 200) == 200
    with ann.tab(table) as tab:
        assert tab.send("chat", text="said once more", said="another name").get("status", 200) == 200
    page = ann.get(f"/t/{table}").text
    assert (page.count("said once<"), page.count("said once more<")) == (1, 1)


def test_a_table_of_bots_is_silent(ann: Visitor) -> None:
    table = ann.open_table(**{"seat-0": "me", "seat-1": "bot-random", "chat": "yes"})
    assert ann.post(f"/t/{table}/chat", text="hello").status_code == 403


def test_who_leaves_is_told_of_in_the_chat_and_by_the_seat_in_every_language(
    ann: Visitor, bob: Visitor, server: Server
) -> None:
    table = two_at_a_table(ann, bob, chat="yes")
    with ann.watch(table) as socket:
        bob.post(f"/t/{table}/leave")
        while "Bob has left the table; a bot (Osato) plays on." not in str(socket.recv(timeout=10)):
            pass
    assert "Took over from Bob." in ann.get(f"/t/{table}").text
    watching = Visitor(server, language="fr").get(f"/t/{table}").text
    assert "Bob a quitté la table\u00a0; un bot (Osato) continue." in watching


def test_nobody_leaves_without_being_told_of(data: Path) -> None:
    """What fails between the seat and the chat leaves both as they were."""
    with Server(data) as server:
        ann, bob = Visitor(server), Visitor(server)
        table = two_at_a_table(ann, bob, chat="yes")
        SQLitePlace(data).break_inserts("chat")
        assert bob.post(f"/t/{table}/leave").status_code == 507
        assert f"/t/{table}" in bob.get("/").text
        assert "Took over from Bob." not in ann.get(f"/t/{table}").text


def test_at_a_table_without_chat_the_seat_alone_tells_who_left(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    bob.post(f"/t/{table}/leave")
    page = ann.get(f"/t/{table}").text
    assert "Took over from Bob." in page
    assert "has left the table" not in page


def test_nobody_can_write_what_the_table_tells(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob, chat="yes")
    page = ann.post(f"/t/{table}/chat", text="\x1fleft Osato").text
    assert "left Osato" in page
    assert "has left the table" not in page


def test_the_bot_of_a_return_match_takes_over_from_nobody(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    bob.post(f"/t/{table}/leave")
    for choice in ("right", "ready", "bow"):
        deadline = time.monotonic() + 20
        while choice not in buttons(ann.get(f"/t/{table}").text):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        ann.choose(table, choice)
    again = ann.post(f"/t/{table}/again")
    assert "bot, " in again.text
    assert "Took over" not in again.text
