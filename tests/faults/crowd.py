"""People who play one game after the other while what they play on is broken again and again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TypeVar

import httpx

from tests.toys.lanterns.labels import NAMES
from tests.web.fleet import PATIENCE, THREE_SEATS, Page, check_answers, until_ended
from tests.web.visitor import Server, Visitor, hidden
from zashiki.store import Store

_Answer = TypeVar("_Answer")


class Crowd:
    """`slots` tables at a time, each with two people and a bot; as one ends another is opened. `servers` are those of this moment."""

    def __init__(
        self, store: Store, servers: Callable[[], Sequence[Server]], slots: int, chance: Random
    ) -> None:
        self._store = store
        self._servers = servers
        self._chance = chance
        self._stopping = False
        asyncio.get_running_loop().set_default_executor(
            ThreadPoolExecutor(4 * slots)
        )  # who insists keeps nobody waiting
        self._tasks = [asyncio.create_task(self._play_on()) for _ in range(slots)]
        self.tables = 0
        self.answered = 0

    async def stop(self) -> None:
        """Lets every table come to its end; raises if one does not, or if a choice was lost or doubled."""
        self._stopping = True
        await asyncio.gather(*self._tasks)

    def check(self) -> None:
        """Raises what has gone wrong so far."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def _play_on(self) -> None:
        while not self._stopping:
            table, visitors = await asyncio.to_thread(self._sit_down)
            addresses = [server.address for server in self._servers()]
            first = self._chance.randrange(len(addresses))
            pages = [
                Page(addresses, first + seat, table, one, self._chance) for seat, one in enumerate(visitors)
            ]
            playing = [asyncio.create_task(page.play()) for page in pages]
            try:
                await until_ended(self._store, [table])
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
            for seat, page in enumerate(pages):
                self.answered += await check_answers(self._store, page, seat, list(NAMES))
            self.tables += 1

    def _sit_down(self) -> tuple[str, list[Visitor]]:
        """Opens a table and joins it, at whatever servers answer."""
        ann, bob = self._visitor(), self._visitor()
        table = _insisting(lambda: self._moved(ann).open_table(**THREE_SEATS))
        share = _insisting(lambda: _text(self._moved(ann).get(f"/t/{table}/share")))
        invitation = share.split("/join/")[1].split('"')[0]
        _insisting(lambda: self._join(self._moved(bob), table, invitation))
        return table, [ann, bob]

    def _join(self, bob: Visitor, table: str, invitation: str) -> None:
        """One who does not know whether he has joined looks whether he may choose."""
        if "turn" not in hidden_fields(bob.get(f"/t/{table}").text):
            bob.post(f"/join/{invitation}", seat=1, name="Bob")
        assert "turn" in hidden_fields(bob.get(f"/t/{table}").text)

    def _visitor(self) -> Visitor:
        return Visitor(self._chance.choice(self._servers()))

    def _moved(self, visitor: Visitor) -> Visitor:
        visitor.move_to(self._chance.choice(self._servers()))
        return visitor


def hidden_fields(page: str) -> dict[str, str]:
    return hidden(page) if 'id="choice"' in page else {}


def _text(response: httpx.Response) -> str:
    assert response.status_code == 200
    return response.text


def _insisting(ask: Callable[[], _Answer]) -> _Answer:
    """Asks until it is answered."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except (httpx.HTTPError, AssertionError, IndexError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
