"""Limits: new tables, sockets, uploads, half requests, who is believed about where a request comes from, and which names are ours."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import ClientConnection, connect

import zashiki
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import UNDO
from zashiki.tables.limits import RateLimiter
from zashiki.web import live
from zashiki.web.app import create_app
from zashiki.web.requests import push, rate_limits
from zashiki.web.requests.networks import network_of
from zashiki.web.requests.protocol import TimedProtocol
from zashiki.web.server import server_config
from zashiki.web.settings import Settings

HERE = "http://127.0.0.1"
PATIENCE = 60.0
OPEN_SEAT = {"seat-0": "me", "seat-1": "open", "name": "Ann"}


class Browser(httpx.Client):
    """A browser at a server of this process; all of them have the same network address."""

    def __init__(self, port: int, **headers: str) -> None:
        address = f"http://127.0.0.1:{port}"
        super().__init__(base_url=address, headers=headers, follow_redirects=True, timeout=20)
        self.port = port

    def __del__(self) -> None:
        self.close()

    def page(self, table: str, host: str = "127.0.0.1") -> ClientConnection:
        """An open page of a table; InvalidStatus is raised where it is refused."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies.jar)
        return connect(
            f"ws://{host}/t/{table}/ws",
            sock=socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE),
            additional_headers={"Cookie": cookies},
        )


@contextmanager
def started(
    folder: Path, protocol: type[TimedProtocol] = TimedProtocol, ping: float = 20.0, **more: Any
) -> Iterator[Browser]:
    """A server in a thread of this process, which asks sockets every `ping` seconds whether they are there, and the first browser at
    it."""
    settings = Settings(data=folder, bot_processes=0, **more)
    config = server_config(create_app(settings), settings)
    config.http = protocol
    config.ws_ping_interval = config.ws_ping_timeout = ping
    server = uvicorn.Server(config)
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([bound])), daemon=True)
        thread.start()
        deadline = time.monotonic() + PATIENCE
        while not server.started and time.monotonic() < deadline:
            time.sleep(0.01)
        yield Browser(bound.getsockname()[1])
        server.should_exit = True
        thread.join(PATIENCE)


def table_of(client: Browser) -> str:
    """Opens a table with a free seat."""
    answer = client.post("/new/seven-ronin", data=OPEN_SEAT)
    assert answer.status_code == 200, answer.text
    return str(answer.url.path).split("/")[2]


# New tables


def test_new_names_do_not_open_more_tables(tmp_path: Path) -> None:
    """Whoever joins a table or is handed a seat has a name of their own, and yet opens no more tables from one address."""
    with started(tmp_path, tables_an_hour=1) as ann:
        opened, asking = 0, ann
        for _ in range(20):
            answer = asking.post("/new/seven-ronin", data=OPEN_SEAT)
            if answer.status_code == 200:
                opened += 1
                table = str(answer.url.path).split("/")[2]
                invitation = asking.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
            else:
                assert answer.status_code == 429
                break
            asking = Browser(ann.port)
            asking.post(f"/join/{invitation}", data={"seat": "1", "name": "B"})
        assert opened == 5
        assert Browser(ann.port).post("/play/shinobi").status_code == 429


async def test_a_limit_is_not_forgotten_because_of_many_other_names() -> None:
    limiter = RateLimiter(1, 3600)
    assert await limiter.allows("ann")
    for number in range(20_000):
        await limiter.allows(str(number))
    assert not await limiter.allows("ann")


async def test_names_whose_time_is_over_are_forgotten() -> None:
    limiter = RateLimiter(2, 0.01)
    for number in range(100):
        await limiter.allows(str(number))
    await asyncio.sleep(0.02)
    assert await limiter.allows("ann")
    assert len(limiter._due) == 1


async def test_a_limit_is_used_up_at_once_and_comes_back_evenly() -> None:
    limiter = RateLimiter(5, 0.5)
    assert [await limiter.allows("ann") for _ in range(7)] == [True] * 5 + [False] * 2
    began, allowed = time.monotonic(), 0
    while time.monotonic() - began < 0.5:
        allowed += await limiter.allows("ann")
        await asyncio.sleep(0.01)
    assert 1 <= allowed <= 5 + (time.monotonic() - began) * 10
    assert await limiter.allows("bob")


# Seats


def test_seats_are_changed_only_so_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links, stand-ins, joining and leaving count together; who did nothing of that goes on."""
    monkeypatch.setattr(rate_limits, "SEATS", 2)
    monkeypatch.setattr(rate_limits, "SEATS_SECONDS", 3600.0)
    with started(tmp_path) as ann:
        bob = Browser(ann.port)
        table, other = table_of(ann), table_of(bob)
        invitation = "/join/" + bob.get(f"/t/{other}/share").text.split("/join/")[1].split('"')[0]
        link = re.findall("/seat/[a-z0-9]+", bob.post(f"/t/{other}/seat-link", data={"seat": 0}).text)[0]
        for _ in range(2):
            assert ann.post(f"/t/{table}/seat-link", data={"seat": 0}).status_code == 200
        names = ("take-back", "stand-in", "seat-link", "fill", "leave")
        for path in (*(f"/t/{table}/{name}" for name in names), invitation, link):
            seat = 1 if path == invitation or path.endswith("fill") else 0
            refused = ann.post(path, data={"seat": seat, "name": "Ann"})
            assert refused.status_code == 429, path
            assert "changed seats often" in refused.text
        assert bob.post(f"/t/{other}/take-back", data={"seat": 0}).status_code == 200


# Proxies and names


def who_asks(folder: Path, proxies: tuple[str, ...], headers: dict[str, str]) -> tuple[str, str]:
    """The address and the scheme that pages see when a request with these headers comes from 127.0.0.1."""
    settings = Settings(data=folder, bot_processes=0, trusted_proxies=proxies)
    seen: list[tuple[str, str]] = []

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        seen.append((scope["client"][0], scope["scheme"]))
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    config = server_config(app, settings)
    config.load()

    async def ask() -> None:
        transport = httpx.ASGITransport(config.loaded_app, client=("127.0.0.1", 4711))
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
            await client.get("/", headers=headers)

    asyncio.run(ask())
    return seen[0]


def test_nobody_is_believed_about_where_a_request_comes_from_but_a_trusted_proxy(tmp_path: Path) -> None:
    told = {"x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https"}
    assert who_asks(tmp_path, (), told) == ("127.0.0.1", "http")
    assert who_asks(tmp_path, ("192.0.2.1",), told) == ("127.0.0.1", "http")
    assert who_asks(tmp_path, ("127.0.0.1",), told) == ("198.51.100.7", "https")


def test_of_a_chain_of_addresses_the_last_that_is_no_trusted_proxy_is_believed(tmp_path: Path) -> None:
    """Each proxy adds whom it heard from. Where all are trusted, the first is: what the visitor said, unless the proxy puts its own
    word in the place of that."""
    chain = {"x-forwarded-for": "203.0.113.9, 198.51.100.7, 192.0.2.1"}
    for proxies, believed in (
        (("127.0.0.1",), "192.0.2.1"),
        (("127.0.0.1", "192.0.2.0/24"), "198.51.100.7"),
        (("*",), "203.0.113.9"),
        (("*", "127.0.0.1"), "192.0.2.1"),
    ):
        assert who_asks(tmp_path, proxies, chain)[0] == believed, proxies


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_is_one_network(address: str, network: str) -> None:
    assert network_of(HTTPConnection({"type": "http", "client": (address, 1), "headers": []})) == network


def test_a_foreign_host_is_refused_unless_it_is_allowed(tmp_path: Path) -> None:
    with started(tmp_path, allowed_hosts=("play.example",)) as ann:
        table = table_of(ann)
        for host in (
            "127.0.0.1:8080",
            "[::1]:80",
            "localhost",
            "192.0.2.7",
            "play.example",
            "PLAY.example:443",
        ):
            assert ann.get("/", headers={"host": host}).status_code == 200, host
        for host in (
            "elsewhere.example",
            "play.example.elsewhere.example",
            "",
            "127.0.0.1.elsewhere.example",
        ):
            refused = ann.get("/", headers={"host": host})
            assert refused.status_code == 421, host
            assert "--allowed-host" in refused.text
        with pytest.raises(InvalidStatus), ann.page(table, host="elsewhere.example"):
            pass


def test_cookies_are_for_https_alone_once_it_is_used_or_asked_for(tmp_path: Path) -> None:
    with started(tmp_path, trusted_proxies=("127.0.0.1",)) as ann:
        assert "secure" not in ann.post("/lang", data={"lang": "pl"}).history[0].headers["set-cookie"].lower()
        by_https = {"x-forwarded-proto": "https"}
        for path, form in (("/lang", {"lang": "pl"}), ("/play/shinobi", {})):
            answer = ann.post(path, data=form, headers=by_https, follow_redirects=False)
            cookie = answer.headers["set-cookie"].lower()
            assert cookie.count("secure") == 1
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
    with started(tmp_path, secure=True) as ann:
        assert "secure" in ann.post("/lang", data={"lang": "pl"}).history[0].headers["set-cookie"].lower()


# Sockets


def test_one_person_opens_only_so_many_pages_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_PAGES_OF_ONE", 2)
    monkeypatch.setattr(live, "MOST_PAGES_OF_A_NETWORK", 3)
    monkeypatch.setattr(live, "MOST_PAGES", 5)
    with started(tmp_path) as ann, ExitStack() as pages:
        table = table_of(ann)

        def fits(visitor: Browser) -> bool:
            try:
                page = pages.enter_context(visitor.page(table))
            except InvalidStatus:
                return False
            page.recv(timeout=PATIENCE)
            return True

        spectator = Browser(ann.port)
        assert [fits(ann) for _ in range(3)] == [True, True, False]
        assert [fits(spectator) for _ in range(4)] == [True, True, True, False]
        named = Browser(ann.port)
        named.post("/play/shinobi")
        assert not fits(named), "the table is full"


class SlowServer:
    """Opens pages of a table for an application, and others have their turn before it says that a page is open."""

    def __init__(self, app: ASGIApp, table: str) -> None:
        self._app = app
        self._scope = {"type": "websocket", "path": f"/t/{table}/ws", "query_string": b"", "scheme": "ws"}
        self._gone = asyncio.Event()

    async def open(self, pages: int) -> int:
        """Opens so many at once, and closes them all; how many there were."""
        answers: asyncio.Queue[str] = asyncio.Queue()
        tasks = [asyncio.create_task(self._page(answers)) for _ in range(pages)]
        told = [await asyncio.wait_for(answers.get(), PATIENCE) for _ in tasks]
        self._gone.set()
        await asyncio.gather(*tasks)
        self._gone.clear()
        return told.count("websocket.accept")

    async def _page(self, answers: asyncio.Queue[str]) -> None:
        coming = ["websocket.connect"]

        async def receive() -> Message:
            if not coming:
                await self._gone.wait()
            return {"type": coming.pop() if coming else "websocket.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] in ("websocket.accept", "websocket.close"):
                await asyncio.sleep(0.01)
                await answers.put(message["type"])

        headers = [(b"host", b"127.0.0.1")]
        await self._app(
            {**self._scope, "headers": headers, "client": ("127.0.0.1", 1), "extensions": {}}, receive, send
        )


async def test_pages_that_are_opened_at_once_count_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_PAGES_OF_A_NETWORK", 3)
    app = create_app(Settings(data=tmp_path, bot_processes=0))
    transport = httpx.ASGITransport(app)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url=HERE) as ann:
        opened = await ann.post("/new/seven-ronin", data=OPEN_SEAT)
        server = SlowServer(app, opened.headers["location"].split("/")[2])
        assert [await server.open(12) for _ in range(2)] == [3, 3], "the room of those that are gone is free"


def test_a_page_that_connects_again_and_again_is_refused_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "CONNECTIONS_SECONDS", 3600.0)
    with started(tmp_path) as ann:
        table = table_of(ann)
        for _ in range(rate_limits.CONNECTIONS):
            with ann.page(table):
                pass
        with pytest.raises(InvalidStatus), ann.page(table):
            pass
        with Browser(ann.port).page(table) as spectator:
            spectator.recv(timeout=PATIENCE)


def flood(page: socket.socket) -> None:
    """Says on and on what nobody can say by playing, until it is closed: the system takes much before anybody reads it."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        page.sendall(PING)


def test_a_page_that_says_more_than_anybody_plays_is_closed(tmp_path: Path) -> None:
    """However little each frame says: it would hold up all others."""
    with started(tmp_path) as ann:
        table = table_of(ann)
        with deaf_page(ann.port, table) as flooding, pytest.raises(ConnectionError):
            flood(flooding)
        with ann.page(table) as page:
            page.recv(timeout=PATIENCE)
            for number in range(100):
                page.send(json.dumps({"number": number, "do": "undo", "seat": 0, "made": 0}))
            answers = [json.loads(page.recv(timeout=PATIENCE))["answer"] for _ in range(100)]
        assert answers == list(range(100)), "as many as a person can press keys"


def test_commands_that_are_refused_count_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "CHOICES", 3)
    with started(tmp_path) as ann:
        table = table_of(ann)
        with Browser(ann.port).page(table) as page:
            page.recv(timeout=PATIENCE)
            statuses = []
            for number in range(5):
                page.send(json.dumps({"number": number, "do": "choose", "seat": 0, "action": 0}))
                statuses.append(json.loads(page.recv(timeout=PATIENCE))["status"])
        assert statuses == [403, 403, 403, 429, 429]


def test_what_is_no_text_ends_a_connection_and_is_not_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with started(tmp_path) as ann, ann.page(table_of(ann)) as page:
        page.recv(timeout=PATIENCE)
        page.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosedError) as closed:
            page.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007
    assert "UTF-8" not in caplog.text


# Analyses


def test_one_visitor_has_only_so_many_games_analysed(tmp_path: Path) -> None:
    """What was asked for before may be asked for again."""
    record = Record(zashiki.game("seven-ronin")).write()
    with started(tmp_path, tables_an_hour=2) as ann:
        games = [
            browser.post("/records", data={"record": record}).url.path.split("/")[2]
            for browser in (ann, ann, Browser(ann.port))
        ]
        asked = [ann.post(f"/g/{game}/analysis").status_code for game in (*games, games[0])]
        assert asked == [200, 200, 429, 200]


# Requests


class Impatient(TimedProtocol):
    seconds = 0.3


def test_half_a_request_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    with started(tmp_path, Impatient) as ann:
        halves = (
            b"",
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
            b"POST /records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nhalf",
            b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HTTP/1.1\r\nHo",
        )
        for half in halves:
            with socket.create_connection(("127.0.0.1", ann.port), timeout=20) as connection:
                connection.sendall(half)
                while connection.recv(65536):
                    pass  # until the server closes
        assert ann.get("/healthz").json()["ok"] is True


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"Cookie: theme=dark\r\n" * 50_000,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + b"a=b; " * 200_000,
        b"GET /" + b"a" * 1_000_000,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + b"a=b; " * 20_000 + b"\r\n\r\n",
        b"POST /lang HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: "
        + b"a" * 1_000_000,
    ],
    ids=["many", "endless", "address", "whole", "trailer"],
)
def test_a_head_that_is_too_long_is_refused_before_it_has_come_to_its_end(
    tmp_path: Path, head: bytes
) -> None:
    with started(tmp_path) as ann:
        with socket.create_connection(("127.0.0.1", ann.port), timeout=10) as connection:
            answer = b""
            with suppress(ConnectionError):  # the server may close while it is still sent to
                connection.sendall(head)
                answer = connection.recv(65536)
            assert b"200 OK" not in answer
            with suppress(ConnectionError):
                while connection.recv(65536):
                    pass  # until the server closes, long before a request has to be whole
        assert ann.get("/healthz").json()["ok"] is True


@pytest.mark.parametrize(
    "request_line", ["POST /t/x/choose", "GET /t/x/ws"], ids=["another method", "with a body"]
)
def test_a_handshake_that_is_none_is_refused_at_once(tmp_path: Path, request_line: str) -> None:
    upgrade = "Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 3\r\n\r\n"
    with (
        started(tmp_path) as ann,
        socket.create_connection(("127.0.0.1", ann.port), timeout=10) as connection,
    ):
        connection.sendall(f"{request_line} HTTP/1.1\r\n{upgrade}".encode())
        assert connection.recv(65536).startswith(b"HTTP/1.1 400")
        assert connection.recv(65536) == b""


PING = b"\x89\xfd" + bytes(4) + b"x" * 125


def deaf_page(port: int, table: str) -> socket.socket:
    """A spectator's socket that reads nothing more once it is accepted."""
    page = socket.socket()
    page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    page.settimeout(PATIENCE)
    page.connect(("127.0.0.1", port))
    handshake = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    page.sendall(f"GET /t/{table}/ws HTTP/1.1\r\nHost: 127.0.0.1\r\n{handshake}{key}\r\n".encode())
    assert page.recv(12) == b"HTTP/1.1 101"
    return page


def test_answers_that_nobody_reads_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system keeps some megabytes; the server would keep whatever else is answered, however slowly it is asked for."""
    monkeypatch.setattr(push, "BURST", 10**9)
    with started(tmp_path) as ann, deaf_page(ann.port, table_of(ann)) as page:
        for _ in range(160):
            page.sendall(PING * 1000)
        page.shutdown(socket.SHUT_WR)
        answered = 0
        with suppress(ConnectionError):
            while got := page.recv(1_000_000):
                answered += len(got)
    assert answered < 10_000_000, "half of what was asked for"


def test_who_neither_reads_nor_answers_is_soon_gone(tmp_path: Path) -> None:
    """Even if much was written to them that they have not read."""
    with started(tmp_path, ping=1.0) as ann:
        table = table_of(ann)
        with deaf_page(ann.port, table) as page:
            with suppress(OSError):
                for _ in range(60):
                    page.sendall(PING * 1000)
            deadline = time.monotonic() + 20
            while "is watching" in ann.get(f"/t/{table}").text:
                assert time.monotonic() < deadline, "the page still counts as open"
                time.sleep(0.2)


def long_record(undone: int = 0) -> str:
    """A record of 7 Ronin whose Attacker takes back what was chosen, again and again."""
    record = Record(zashiki.game("seven-ronin"))
    action = record.game.action("ninja>well")
    for _ in range(undone):
        record.add(0, action)
        record.add(0, UNDO)
    return record.write()


def test_a_record_that_is_too_long_is_refused_before_it_is_played_through(tmp_path: Path) -> None:
    """No line of it is legal: who plays it through finds that first."""
    with started(tmp_path) as ann:
        for lines in (["0 nonsense"] * 3000, ["0 undo"] * 1001):
            text = long_record() + "\n".join(lines)
            refused = ann.post("/records", files={"record": ("x", text.encode())})
            assert refused.status_code == 422
            assert "3000" in refused.text.replace(",", "").replace(" ", "")


async def test_others_are_served_while_a_long_record_is_read(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, bot_processes=0))
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    transport = httpx.ASGITransport(app)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url=HERE) as ann:
        await ann.get("/healthz")
        counting = asyncio.create_task(count())
        text = long_record(900)
        answer = await ann.post("/records", files={"record": ("x", text.encode())})
        counting.cancel()
        assert answer.status_code == 303
        assert turns > 100
        replay = await ann.get(answer.headers["location"])
        assert "of 1800" in replay.text.replace(",", "")


def test_an_upload_is_counted_before_it_is_read(tmp_path: Path) -> None:
    with started(tmp_path, tables_an_hour=1) as ann:
        for status in (422, 429):
            assert ann.post("/records", files={"record": ("x", b"nonsense")}).status_code == status
