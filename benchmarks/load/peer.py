"""Tables at boardgame.io: a server of its own with a game of the same size, spoken to over socket.io as its client does."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load.players import SEATS
from benchmarks.load.servers import Server, run_server

_FILES: Final = Path(__file__).parent / "peer"
_EVENT: Final = "42/clans,"
_PING, _PONG = "2", "3"


class NoPeer(Exception):
    """node or npm is not here, or the packages can't be had."""


@contextmanager
def peer_server() -> Iterator[Server]:
    """Installs the packages beside its source the first time; raises NoPeer."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise NoPeer
    install = ["npm", "install", "--silent", "--no-audit", "--no-fund"]
    installed = Path(_FILES, "node_modules", "boardgame.io").is_dir()
    if (
        not installed
        and subprocess.run(install, cwd=_FILES, check=False, stdout=subprocess.DEVNULL).returncode
    ):
        raise NoPeer
    with TemporaryDirectory() as data, run_server(["node", str(_FILES / "server.js"), data]) as server:
        yield server


class PeerTable:
    def __init__(self, address: str, chance: Random, spectators: int) -> None:
        self._address = address
        self._chance = chance
        self._spectators = spectators
        self._match = ""
        self._keys: list[str] = []
        self._sockets: list[ClientConnection] = []
        self._state: dict[str, Any] = {}
        self.moves = 0

    async def sit_down(self) -> None:
        self.moves = 0
        async with httpx.AsyncClient(base_url=f"{self._address}/games/clans", timeout=60) as visitor:
            created = await visitor.post("/create", json={"numPlayers": SEATS})
            self._match = created.json()["matchID"]
            joins = [{"playerID": str(seat), "playerName": f"p{seat}"} for seat in range(SEATS)]
            answers = [await visitor.post(f"/{self._match}/join", json=join) for join in joins]
        self._keys = [answer.json()["playerCredentials"] for answer in answers]
        for seat in range(SEATS + self._spectators):
            await self._look(str(seat) if seat < SEATS else None)
        self._state = await self._until(self._sockets[0], "sync")
        await asyncio.gather(*(self._until(socket, "sync") for socket in self._sockets[1:]))

    async def _look(self, seat: str | None) -> None:
        address = f"{self._address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket"
        socket = await connect(address, compression=None, ping_interval=None, max_size=None)
        self._sockets.append(socket)
        await socket.send("40/clans,")
        while not str(await socket.recv()).startswith("40/clans,"):
            pass
        await self._send(
            socket, "sync", self._match, seat, self._keys[int(seat)] if seat is not None else None, SEATS
        )

    async def _send(self, socket: ClientConnection, *event: object) -> None:
        await socket.send(_EVENT + msgspec.json.encode(event).decode())

    async def _until(self, socket: ClientConnection, name: str) -> dict[str, Any]:
        """Waits for an event of this name and gives the state in it; only the first page reads what the others skip."""
        start = f'{_EVENT}["{name}"'
        while not (text := str(await socket.recv())).startswith(start):
            if text == _PING:
                await socket.send(_PONG)
        if socket is not self._sockets[0]:
            return {}
        told = msgspec.json.decode(text.removeprefix(_EVENT))[2]
        state: dict[str, Any] = told["state"] if name == "sync" else told
        return state

    async def move(self) -> bool:
        context = self._state["ctx"]
        if "gameover" in context:
            return False
        seat = context["currentPlayer"]
        choice = [self._chance.randrange(4), self._chance.randrange(SEATS)]
        payload = {
            "type": "play", "args": choice, "playerID": seat, "credentials": self._keys[int(seat)],
        }  # fmt: skip
        action = {"type": "MAKE_MOVE", "payload": payload}
        await self._send(
            self._sockets[int(seat)], "update", action, self._state["_stateID"], self._match, seat
        )
        self._state, *_ = await asyncio.gather(*(self._until(socket, "update") for socket in self._sockets))
        self.moves += 1
        return True

    async def leave(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self._sockets))
        self._sockets.clear()
