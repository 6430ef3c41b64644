"""Tables at the floor: the same number of pages, and messages as long as ours, passed on by a bare relay."""

from __future__ import annotations

import asyncio
from itertools import count
from random import Random
from typing import Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load.players import SEATS, Sizes

_numbers: Final = count()


class RelayTable:
    """`sizes` are those of moves at our server; one of them is drawn for each move."""

    def __init__(self, address: str, chance: Random, spectators: int, sizes: list[Sizes]) -> None:
        self._address = f"{address.replace('http', 'ws')}/relay/{next(_numbers)}"
        self._chance = chance
        self._pages = SEATS + spectators
        self._sizes = sizes
        self._sockets: list[ClientConnection] = []
        self.moves = 0

    async def sit_down(self) -> None:
        self.moves = 0
        for _ in range(self._pages):
            self._sockets.append(await connect(self._address, compression=None, ping_interval=None))

    async def move(self) -> bool:
        sizes, chooser = self._chance.choice(self._sizes), self._sockets[self.moves % SEATS]
        command = msgspec.json.encode({"answered": sizes.answered, "sent": sizes.told}).decode()
        await chooser.send(command.ljust(sizes.asked))
        await asyncio.gather(*(socket.recv() for socket in self._sockets))
        self.moves += 1
        return True

    async def leave(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self._sockets))
        self._sockets.clear()
