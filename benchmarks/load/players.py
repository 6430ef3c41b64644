"""People at tables of our server, each with an open page, who choose at random over their sockets."""

from __future__ import annotations

import asyncio
import re
import ssl
from html import unescape
from random import Random
from typing import Any, Final, NamedTuple, Protocol

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load.servers import Server

GAME: Final = "shinobi"
SEATS: Final = 3
_BUTTON: Final = re.compile(r'name="action" value="(\d+)"')
_FIELD: Final = re.compile(r'<input type="hidden" name="([a-z]+)" value="([^"]*)"')
_TLS: Final = ssl.create_default_context()
"""Made once: it is not used, but each client would make its own, at a cost."""
_CHANGE: Final = '{"version":'
"""How a message begins that tells of a change; who comes and goes is told without a version."""


class Table(Protocol):
    """A table at one of the servers that are measured."""

    moves: int

    async def sit_down(self) -> None: ...

    async def move(self) -> bool:
        """One move of whoever is to choose, until all pages have been told; False: the game is over."""

    async def leave(self) -> None: ...


class Sizes(NamedTuple):
    """How long the messages of one move are: the choice, the answer, and what each of the others is told."""

    asked: int
    answered: int
    told: int


class _Message(msgspec.Struct):
    version: int = 0
    regions: dict[str, str] = {}
    answer: int | None = None
    status: int = 200


_decoder: Final = msgspec.json.Decoder(_Message)


class Page:
    """An open page of one person."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self._choice = ""  # the form of the choices as it was last sent
        self.heard = 0  # how long the last message was

    async def receive(self) -> _Message:
        text = await self._socket.recv(decode=False)
        self.heard = len(text)
        message = _decoder.decode(text)
        for region in message.regions.values():
            if 'id="choice"' in region:
                self._choice = region.split('id="choice"')[1].split("</form>")[0]
        return message

    async def change(self) -> None:
        while not (await self.receive()).version:
            pass

    def may_choose(self) -> bool:
        return _BUTTON.search(self._choice) is not None

    async def choose(self, chance: Random) -> int:
        """Sends a random choice and waits for the answer; gives how long the choice was."""
        fields = dict(_FIELD.findall(self._choice))
        self._number += 1
        command = {
            "number": self._number,
            "do": "choose",
            "seat": int(fields["seat"]),
            "made": int(fields["made"]),
            "turn": unescape(fields["turn"]),
            "action": int(chance.choice(_BUTTON.findall(self._choice))),
        }
        text = msgspec.json.encode(command).decode()
        await self._socket.send(text)
        while (message := await self.receive()).answer != self._number:
            pass
        assert message.status == 200, message
        return len(text)


async def _look(socket: ClientConnection) -> None:
    """A spectator waits for a change, and does not read what it is."""
    while not str(await socket.recv()).startswith(_CHANGE):
        pass


class OurTable:
    """A game at our server; `sitting` of its people have a page open, and so have the spectators."""

    def __init__(self, server: Server, chance: Random, spectators: int = 0, sitting: int = SEATS) -> None:
        self._server = server
        self._chance = chance
        self._spectators = spectators
        self._sitting = sitting
        self._id = ""
        self._cookies: list[str] = []
        self._pages: list[Page] = []
        self._onlookers: list[ClientConnection] = []
        self._sockets: list[ClientConnection] = []
        self.moves = 0
        self.sizes: list[Sizes] = []

    async def sit_down(self) -> None:
        """Opens and joins a table, and its pages."""
        await self.open()
        await self.look()

    async def open(self) -> None:
        """Only opens and joins it."""
        people = [self._visitor() for _ in range(SEATS)]
        seats = {"seat-0": "me", **{f"seat-{seat}": "open" for seat in range(1, SEATS)}}
        opened = await people[0].post(f"/new/{GAME}", data=seats)
        self._id, self.moves = opened.headers["location"].split("/")[2], 0
        shared = await people[0].get(f"/t/{self._id}/share")
        invitation = shared.text.split("/join/")[1].split('"')[0]
        for seat, person in enumerate(people[1:], 1):
            await person.post(f"/join/{invitation}", data={"seat": seat, "name": f"p{seat}"})
        cookies = ["; ".join(f"{one.name}={one.value}" for one in person.cookies.jar) for person in people]
        self._cookies = cookies[: self._sitting]
        for person in people:
            await person.aclose()

    def _visitor(self) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(verify=_TLS, uds=self._server.file or None)
        return httpx.AsyncClient(base_url=self._server.address, timeout=60, transport=transport)

    async def look(self) -> None:
        """Opens the pages."""
        self._pages = [Page(await self._connect({"Cookie": cookie})) for cookie in self._cookies]
        self._onlookers = [await self._connect({}) for _ in range(self._spectators)]
        await asyncio.gather(*(page.change() for page in self._pages), *map(_look, self._onlookers))

    async def _connect(self, headers: dict[str, str]) -> ClientConnection:
        address = self._server.address.replace("http", "ws") + f"/t/{self._id}/ws"
        how: dict[str, Any] = {"unix": True, "path": self._server.file} if self._server.file else {}
        socket = await connect(
            address, additional_headers=headers, compression=None, ping_interval=None, open_timeout=60, **how
        )
        self._sockets.append(socket)
        return socket

    async def leave(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self._sockets))
        self._sockets.clear()

    async def move(self) -> bool:
        chooser = next((page for page in self._pages if page.may_choose()), None)
        if chooser is None:
            return False
        others = [page for page in self._pages if page is not chooser]
        told = asyncio.gather(*(page.change() for page in others), *map(_look, self._onlookers))
        asked = await chooser.choose(self._chance)
        await told
        self.moves += 1
        self.sizes.append(Sizes(asked, chooser.heard, others[0].heard))
        return True
