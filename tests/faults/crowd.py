"""People who play one game after the other while what they play on is broken again and again."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import TypeVar

import httpx

from tests.toys.lanterns.labels import NAMES
from tests.web.fleet import PATIENCE, THREE_SEATS, Kept, Page, check_answers, until_ended
from tests.web.visitor import Server, Visitor, hidden, table_of

RETURNS = 0.4
"""How often a game is followed by a return match."""
MOVES = 0.3
"""How often somebody takes the seat to another device."""
HASTY_TABLES = 8
"""More than so many at a time think before they choose, as people do, so that a machine of two cores carries them."""
LONG_PATIENCE = 600.0
"""Seconds that many tables may wait for each other while what they play on is broken."""

_Answer = TypeVar("_Answer")


class Crowd:
    """`slots` tables at a time, each with two people and a bot; as one ends another is opened. `servers` are those of this moment."""

    def __init__(
        self,
        store: Kept,
        servers: Callable[[], Sequence[Server]],
        slots: int,
        chance: Random,
        gives_up: float = 20.0,
    ) -> None:
        self._store = store
        self._servers = servers
        self._chance = chance
        hasty = slots <= HASTY_TABLES
        self._thinks, self._looks_every = (0.05, 0.1) if hasty else (8.0, 1.0)
        self._patience = PATIENCE if hasty else LONG_PATIENCE
        self._gives_up = gives_up
        self._stopping = False
        asyncio.get_running_loop().set_default_executor(
            ThreadPoolExecutor(4 * slots)
        )  # who insists keeps nobody waiting
        self._tasks = [asyncio.create_task(self._play_on()) for _ in range(slots)]
        self.tables = 0
        self.answered = 0
        self.returns = 0
        self.moved = 0
        self._pages: set[Page] = set()
        self._lost = 0

    def __str__(self) -> str:
        return (
            f"{self.tables} tables, {self.returns} of them return matches, {self.moved} moved seats,"
            f" {self.answered} answered choices, {self.lost} lost connections"
        )

    @property
    def playing(self) -> int:
        """Pages at which a game goes on."""
        return len(self._pages)

    @property
    def lost(self) -> int:
        """Connections that pages lost, or could not open."""
        return self._lost + sum(page.lost for page in self._pages)

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
            await self._play(table, visitors)
            while self._goes_on():
                table = await asyncio.to_thread(self._return, table, visitors)
                await self._play(table, visitors)

    def _goes_on(self) -> bool:
        """Whether a game is followed by a return match."""
        return not self._stopping and self._chance.random() < RETURNS

    async def _play(self, table: str, visitors: list[Visitor]) -> None:
        """One game to its end; nothing that was answered is missing from it."""
        addresses = [server.address for server in self._servers()]
        first = self._chance.randrange(len(addresses))
        pages = [
            Page(addresses, first + seat, table, one, self._chance, self._thinks, self._gives_up)
            for seat, one in enumerate(visitors)
        ]
        playing = [asyncio.create_task(page.play()) for page in pages]
        self._pages.update(pages)
        try:
            await until_ended(self._store, [table], self._looks_every, self._patience)
        except AssertionError as error:
            error.add_note("\n".join(map(str, pages)))
            raise
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            self._pages.difference_update(pages)
            self._lost += sum(page.lost for page in pages)
        for seat, page in enumerate(pages):
            self.answered += await check_answers(self._store, page, seat, list(NAMES))
        self.tables += 1

    def _return(self, table: str, visitors: list[Visitor]) -> str:
        """Both ask for a return match, and come to the same one."""
        asked = [self._insist(partial(self._again, one, table)) for one in visitors]
        assert asked[0] == asked[1] != table, asked
        self.returns += 1
        return asked[0]

    def _again(self, visitor: Visitor, table: str) -> str:
        answer = self._moved(visitor).post(f"/t/{table}/again")
        assert answer.status_code == 200
        return table_of(answer)

    def _sit_down(self) -> tuple[str, list[Visitor]]:
        """Opens a table and joins it, at whatever servers answer."""
        ann, bob = self._visitor(), self._visitor()
        table = self._insist(lambda: self._moved(ann).open_table(**THREE_SEATS))
        share = self._insist(lambda: _text(self._moved(ann).get(f"/t/{table}/share")))
        invitation = share.split("/join/")[1].split('"')[0]
        self._insist(lambda: _text(self._moved(bob).get(f"/join/{invitation}")))
        self._insist(lambda: self._join(self._moved(bob), table, invitation))
        if self._chance.random() < MOVES:
            bob = self._move_seat(table, bob)
        return table, [ann, bob]

    def _move_seat(self, table: str, bob: Visitor) -> Visitor:
        """Bob takes his seat to another device."""
        other = self._visitor()
        link = self._insist(lambda: _link(self._moved(bob).post(f"/t/{table}/seat-link", seat=1)))
        self._insist(lambda: _text(self._moved(other).get(link)))
        self._insist(lambda: self._take(self._moved(other), table, link))
        self.moved += 1
        bob.client.close()
        return other

    def _take(self, other: Visitor, table: str, link: str) -> None:
        """One who does not know whether the seat is theirs looks whether they may choose."""
        if "turn" not in hidden_fields(other.get(f"/t/{table}").text):
            other.post(link)
        assert "turn" in hidden_fields(other.get(f"/t/{table}").text)

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

    def _insist(self, ask: Callable[[], _Answer]) -> _Answer:
        """Asks until it is answered."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                return ask()
            except (httpx.HTTPError, AssertionError, IndexError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.3)


def hidden_fields(page: str) -> dict[str, str]:
    return hidden(page) if 'id="choice"' in page else {}


def _link(response: httpx.Response) -> str:
    found = re.search(r"/seat/[a-z0-9]+", _text(response))
    assert found is not None
    return found[0]


def _text(response: httpx.Response) -> str:
    assert response.status_code == 200
    return response.text
