"""HTTP as a hostile visitor speaks it: what can't be read, requests without end, answers that nobody reads."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import ClassVar

import httpx
import pytest

from tests.web.test_limits import started, table_of
from tests.web.test_playing import TWO_SEATS
from tests.web.visitor import Server, Visitor
from zashiki.web.requests.protocol import TimedProtocol

PATIENCE = 60.0
SMALL = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LARGE = b"GET /rules/shinobi HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
"""A page of 100 KB, where nothing is said of compression."""

MIDDLING = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
CLOSE = b"\r\nConnection: close\r\n\r\n"
POST_HALF = b"POST /records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nhalf"


def port_of(server: Server) -> int:
    return int(server.address.rpartition(":")[2])


def dial(port: int, network: str = "127.0.0.1") -> socket.socket:
    """A connection of a visitor who takes in as little as the system allows."""
    connection = socket.socket()
    connection.bind((network, 0))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", port))
    return connection


def all_of(connection: socket.socket) -> bytes:
    """What comes until the server ends the connection."""
    came = b""
    with suppress(ConnectionError):
        while some := connection.recv(1_000_000):
            came += some
    return came


def test_what_is_no_request_is_logged_once_however_often_it_comes(data: Path) -> None:
    with Server(data) as server:
        for _ in range(20):
            with dial(port_of(server)) as connection:
                connection.sendall(b"Open, sesame!\r\n\r\n")
                assert connection.recv(100).startswith(b"HTTP/1.1 400")
        assert server.said().count("Invalid HTTP request") == 1
        assert Visitor(server).get("/healthz").json()["ok"]


def test_requests_that_come_together_are_answered_in_their_order(data: Path) -> None:
    last = SMALL.replace(b"\r\n\r\n", CLOSE)
    with Server(data) as server, dial(port_of(server)) as connection:
        for _ in range(2):
            connection.sendall(SMALL * 8)
            came = b""
            while came.count(b'"ok":true') < 8:
                came += connection.recv(10_000)
        connection.sendall(LARGE + SMALL + last)
        answers = all_of(connection)
        assert answers.count(b"HTTP/1.1 200") == 3
        assert answers.index(b"<html") < answers.index(b'"ok":true')


@pytest.mark.parametrize("asked", [SMALL, LARGE])
def test_who_asks_on_and_on_without_reading_is_dropped(data: Path, asked: bytes) -> None:
    """At once: each request that waits would take some kilobytes, and as much time as any other."""
    with Server(data) as server:
        with dial(port_of(server)) as connection:
            with suppress(ConnectionError):
                connection.sendall(asked * 4000)
            assert all_of(connection).count(b"HTTP/1.1 ") < 10
        assert Visitor(server).get("/healthz").json()["ok"]
        assert "Traceback" not in server.interrupt()


class Slim(TimedProtocol):
    """The system keeps little of an answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        super().connection_made(transport)


class Impatient(Slim):
    """Tells of connections that are still held, which nobody sees who reads nothing."""

    unread_seconds = 0.3
    held: ClassVar[set[TimedProtocol]] = set()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.held.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.held.discard(self)


@pytest.mark.parametrize(
    "asked",
    [LARGE * 8, LARGE * 2 + SMALL[:-10], LARGE, LARGE.replace(b"\r\n\r\n", CLOSE), MIDDLING],
    ids=["many", "one and a half", "one", "the last", "less than makes a server wait"],
)
def test_an_answer_that_nobody_reads_is_not_held_for_ever(tmp_path: Path, asked: bytes) -> None:
    with started(tmp_path, Impatient) as ann, dial(ann.port) as connection:
        connection.sendall(asked)
        deadline = time.monotonic() + PATIENCE
        while not connection.recv(1, socket.MSG_PEEK) or Impatient.held:
            assert time.monotonic() < deadline, "it is still held"
            time.sleep(0.05)
        assert b"</html>" not in all_of(connection)


class Patient(Slim):
    unread_seconds = 4.0


def test_who_reads_slowly_is_waited_for(tmp_path: Path) -> None:
    """Far longer than who reads nothing, also while the server itself has nothing to give to the system."""
    with started(tmp_path, Patient) as ann, dial(ann.port) as connection:
        connection.sendall(LARGE * 2 + SMALL)
        came, until = b"", time.monotonic() + 3 * Patient.unread_seconds
        while time.monotonic() < until:
            came += connection.recv(500)
            time.sleep(0.1)
        assert came.count(b"HTTP/1.1 200") < 3, "much was left to read"
        while b'"ok":true' not in came:
            came += connection.recv(100_000)


@pytest.mark.parametrize("at_once", [True, False])
def test_no_socket_is_opened_behind_an_answer_that_nobody_reads(tmp_path: Path, at_once: bool) -> None:
    """It would be written to without end."""
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    with started(tmp_path, Slim) as ann, dial(ann.port) as connection:
        ask = b"GET /t/%b/ws HTTP/1.1\r\nHost: 127.0.0.1\r\n" % table_of(ann).encode() + upgrade + key
        connection.sendall(LARGE + ask if at_once else LARGE)
        if not at_once:
            connection.recv(1, socket.MSG_PEEK)
            assert ann.get("/healthz").json()["ok"]
            connection.sendall(ask)
        came = all_of(connection)
        assert b"HTTP/1.1 101" not in came
        assert b"</html>" not in came


def test_who_goes_before_anything_is_answered_leaves_nothing_in_the_log(data: Path) -> None:
    with Server(data) as server:
        for ask in (LARGE * 8, SMALL * 8, LARGE, SMALL + POST_HALF):
            for _ in range(3):
                connection = dial(port_of(server))
                connection.sendall(ask)
                connection.recv(1)
                connection.close()
        assert Visitor(server).get("/healthz").json()["ok"]
        said = server.interrupt()
    assert "Traceback" not in said
    assert "Exception" not in said


# Many connections


def refused_of(server: Server, many: int, held: ExitStack, network: str = "127.0.0.1") -> list[bytes]:
    """Opens so many connections that say nothing; what those are told that are refused."""
    idle = [held.enter_context(dial(port_of(server), network)) for _ in range(many)]
    with suppress(httpx.HTTPError):
        health(server, "127.0.0.9")  # all that came before it has been looked at
    return list(_words_to(idle))


def _words_to(connections: list[socket.socket]) -> Iterator[bytes]:
    for connection in connections:
        connection.setblocking(False)
        with suppress(BlockingIOError):
            yield connection.recv(1000)


def health(server: Server, network: str) -> int:
    with httpx.Client(transport=httpx.HTTPTransport(local_address=network), timeout=PATIENCE) as client:
        return client.get(f"{server.address}/healthz").status_code


def test_a_server_may_open_as_many_files_as_the_system_allows(data: Path) -> None:
    with Server(data, files="-S -n 256") as server:
        soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    assert soft == hard > 256


def test_one_network_address_leaves_room_for_others(data: Path) -> None:
    with Server(data, files="-n 200", tables_an_hour=60) as server, ExitStack() as held:
        refused = refused_of(server, 150, held)
        assert len(refused) >= 150 - 200 // 2
        assert all(words.startswith(b"HTTP/1.1 429 ") for words in refused)
        assert health(server, "127.0.0.2") == 200
        assert server.said().count("is refused more") == 1
        held.close()
        until_served(server)


def until_served(server: Server) -> None:
    """By the address whose connections have just ended."""
    deadline = time.monotonic() + PATIENCE
    while True:
        with suppress(httpx.HTTPError):
            if health(server, "127.0.0.1") == 200:
                return
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_pages_count_as_connections_until_they_are_closed(data: Path) -> None:
    with Server(data, files="-n 160", tables_an_hour=60) as server:
        ann = Visitor(server)
        table = ann.open_table(**TWO_SEATS, chat="yes")
        for _ in range(6):
            pages = [Visitor(server).tab(table) for _ in range(12)]
            for page in pages:
                page.socket.close()
        assert ann.get("/healthz").status_code == 200
        with ExitStack() as held:
            for _ in range(30):
                held.enter_context(Visitor(server).tab(table))
            assert refused_of(server, 30, held), "pages count too"


def test_a_proxy_speaks_for_many(data: Path) -> None:
    more = ("--trusted-proxy", "127.0.0.0/24")
    with Server(data, files="-n 200", tables_an_hour=60, more=more) as server, ExitStack() as held:
        assert refused_of(server, 100, held) == []


def test_a_server_whose_files_run_out_says_so_in_time(data: Path) -> None:
    """Who comes then is told; the tables and whoever is there go on."""
    with Server(data, files="-n 160") as server, ExitStack() as held:
        ann = Visitor(server)
        table = ann.open_table(**TWO_SEATS, chat="yes")
        with ann.tab(table) as tab:
            refused = [
                words
                for network in ("127.0.0.2", "127.0.0.3")
                for words in refused_of(server, 100, held, network)
            ]
            assert refused
            assert all(words.startswith(b"HTTP/1.1 503 ") for words in refused)
            assert tab.send("chat", text="Still here?").get("status", 200) == 200
        assert server.said().count("connections are open, of 160 files") == 1
