"""The chat of a table."""

from __future__ import annotations

from tests.web.test_playing import TWO_SEATS
from tests.web.visitor import Visitor


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


def test_a_table_of_bots_is_silent(ann: Visitor) -> None:
    table = ann.open_table(**{"seat-0": "me", "seat-1": "bot-random", "chat": "yes"})
    assert ann.post(f"/t/{table}/chat", text="hello").status_code == 403
