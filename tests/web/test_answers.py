"""What goes to which page: moved seats, foreign seats, other languages, names that are none, sockets that die."""

from __future__ import annotations

import json
import re
import socket
import struct
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message, Scope

from tests.terminal.desk import run
from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.test_seats import seat_link
from tests.web.visitor import Server, Visitor, buttons, hidden, log_of
from zashiki.web.app import create_app
from zashiki.web.settings import Settings


def test_a_seat_that_moved_is_not_here_because_of_an_old_tab(
    ann: Visitor, bob: Visitor, server: Server
) -> None:
    table = two_at_a_table(ann, bob)
    link, phone = seat_link(ann, table), Visitor(server)
    with ann.tab(table) as old, bob.tab(table) as other:
        assert ">away<" not in bob.get(f"/t/{table}").text
        assert phone.post(link).status_code == 200
        old.until("You are watching")
        other.until(">away<")
        assert 'id="away-0">away<' in bob.get(f"/t/{table}").text
        with phone.watch(table) as there:
            there.recv(timeout=20)
            assert ">away<" not in bob.get(f"/t/{table}").text


def test_a_choice_for_a_page_of_somebody_else_is_not_made(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    page = ann.get(f"/t/{table}").text
    for foreign in ("1", "7", "nobody"):
        form = {**hidden(page), "as": foreign, "action": buttons(page)["left"]}
        assert ann.post(f"/t/{table}/choose", **form).status_code == 403
    assert log_of(ann.get(f"/t/{table}").text) == []


def test_a_page_is_answered_in_its_own_language_whatever_another_tab_has_chosen(
    ann: Visitor, bob: Visitor
) -> None:
    table = two_at_a_table(ann, bob)
    address = ann.get(f"/t/{table}").text.split('data-socket="')[1].split('"')[0]
    query = "?" + address.split("?")[1].replace("&amp;", "&")
    ann.post("/lang", lang="fr")
    with ann.tab(table, query) as tab:
        assert "people are watching" in tab.shown("watching")
    note = ann.client.get(f"/t/{table}/why/3{query}", headers={"hx-request": "true"}).text
    assert note != ann.client.get(f"/t/{table}/why/3", headers={"hx-request": "true"}).text
    assert 'lang="fr"' in ann.get(f"/t/{table}").text


def test_names_and_chat_are_text_whatever_they_look_like(ann: Visitor, bob: Visitor, server: Server) -> None:
    name, line = "<b onclick=x>&\"'", "</ul><script>alert(1)</script><img src=x onerror=y>"
    ann.client.headers["accept-language"] = "en"
    table = ann.open_table(**TWO_SEATS | {"name": name, "listed": "yes", "chat": "yes"})
    invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
    pages = [bob.get(f"/join/{invitation}").text]
    bob.post(f"/join/{invitation}", seat=1, name=name)
    with bob.watch(table) as socket:
        socket.recv(timeout=20)
        ann.post(f"/t/{table}/chat", text=line)
        while "alert(1)" not in (
            told := json.loads(socket.recv(timeout=20)).get("regions", {}).get("chat-lines", "")
        ):
            pass
    link = seat_link(ann, table)
    pages += [told, Visitor(server).get(link).text]
    for visitor in (ann, bob, Visitor(server)):
        pages += [visitor.get(path).text for path in (f"/t/{table}", "/", f"/t/{table}/share")]
    assert sum("&lt;b onclick" in page for page in pages) > 5
    assert sum("&lt;script&gt;alert(1)" in page for page in pages) > 2
    for page in pages:
        assert not re.search(r"<b onclick|<script>|onerror=y>", page)


def abort(connection: socket.socket) -> None:
    """The network is gone: nothing is said any more."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def test_a_socket_that_dies_while_it_is_sent_to_is_no_fault(data: Path) -> None:
    with Server(data) as server:
        ann, bob = Visitor(server), Visitor(server)
        table = two_at_a_table(ann, bob)
        for _ in range(10):
            with bob.tab(table) as dying:
                ann.choose(table, "left")
                abort(dying.socket.socket)
                ann.undo(table)
        said = server.interrupt()
    assert "Traceback" not in said


@pytest.mark.parametrize("failing", ["websocket.accept", "websocket.send", "websocket.close"])
async def test_a_page_that_goes_away_at_any_moment_is_no_fault(tmp_path: Path, failing: str) -> None:
    """Whatever the server is about to say: it takes note, and the page counts no longer."""
    app = create_app(Settings(data=tmp_path, bot_processes=0))
    gone = False

    async def receive() -> Message:
        return {"type": "websocket.disconnect", "code": 1006} if gone else {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        nonlocal gone
        if gone or message["type"] == failing:
            gone = True
            raise OSError("the network is gone")

    scope: Scope = {
        "type": "websocket", "path": "/t/nowhere/ws", "query_string": b"", "scheme": "ws", "client": ("127.0.0.1", 1),
        "headers": [(b"host", b"127.0.0.1")], "asgi": {"version": "3.0", "spec_version": "2.4"},
    }  # fmt: skip
    async with app.router.lifespan_context(app):
        await app(scope, receive, send)


def command_line(*arguments: str) -> dict[str, Any]:
    """What `serve` makes of its options."""
    from zashiki.cli.options import Speaker
    from zashiki.cli.serve import serve_command
    from zashiki.words import Words

    return serve_command(Speaker(Words("en"))).make_context("serve", list(arguments)).params


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--allowed-host", "https://play.example/"), "is not a name for --allowed-host"),
        (("--trusted-proxy", "proxy.example"), "is not an address for --trusted-proxy"),
        (("--trusted-proxy", "192.0.2.1/24"), "is not an address for --trusted-proxy"),
        (("--drain", "nan"), "--drain"),
        (("--bot-pause", "nan"), "--bot-pause"),
    ],
)
def test_what_a_host_sets_wrong_is_told_in_a_sentence(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    ended = run(tmp_path, "serve", "--no-open", "--data", str(tmp_path / "data"), *options)
    assert (ended.returncode, said in ended.stderr) == (2, True), ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_command_line_has_switches_for_what_a_host_must_set() -> None:
    given = command_line(
        "--secure-cookies", "--allowed-host", "a.example", "--allowed-host", "b.example",
        "--trusted-proxy", "10.0.0.1", "--sleep-after", "7",
    )  # fmt: skip
    assert given["secure"] is True
    assert given["allowed_hosts"] == ("a.example", "b.example")
    assert given["trusted_proxies"] == ("10.0.0.1",)
    assert given["sleep_after"] == 7
    assert command_line()["secure"] is False
