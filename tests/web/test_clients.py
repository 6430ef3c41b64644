"""How an open page is sent its messages: at once, or by a task while it reads too slowly."""

from __future__ import annotations

import asyncio

import pytest
from websockets.frames import Frame, Opcode

from zashiki.web.clients import MOST_WAITING, Client
from zashiki.web.requests.push import frame_of, text_of
from zashiki.web.requests.visitors import Visitor, words_in

LIMIT = 30


class SlowConnection:
    """Takes nothing at once, and the next message only when it is told to read on."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.closed = False
        self.renewed = False
        self.reads = asyncio.Semaphore(0)

    def push(self, _frame: bytes) -> bool:
        return False

    async def send(self, text: str) -> None:
        await self.reads.acquire()
        self.heard.append(text)

    async def close(self) -> None:
        self.closed = True

    async def renew(self) -> None:
        self.renewed = True


def page(connection: SlowConnection) -> Client:
    return Client(Visitor("ann"), "", words_in("en"), "ann", connection)


async def until_heard(connection: SlowConnection, count: int) -> None:
    async with asyncio.timeout(LIMIT):
        while len(connection.heard) < count:
            await asyncio.sleep(0)


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536, 200_000])
def test_a_frame_is_what_the_library_would_send(size: int) -> None:
    payload = b"x" * size
    frame = frame_of(payload)
    assert frame == Frame(Opcode.TEXT, payload).serialize(mask=False)
    assert text_of(frame) == payload.decode()


async def test_a_page_that_reads_slowly_is_sent_everything_in_order_and_then_closed() -> None:
    connection = SlowConnection()
    client = page(connection)
    for number in range(5):
        client.send(frame_of(str(number).encode()))
    client.close()
    for _ in range(5):
        connection.reads.release()
    await until_heard(connection, 5)
    assert connection.heard == ["0", "1", "2", "3", "4"]
    async with asyncio.timeout(LIMIT):
        while not connection.closed:
            await asyncio.sleep(0)


async def test_a_page_that_is_far_behind_is_told_to_connect_again() -> None:
    """What waited is left out, an answer perhaps: the page asks for it again, and is sent everything."""
    connection = SlowConnection()
    client = page(connection)
    client.send(frame_of(b"on its way"))
    await asyncio.sleep(0)
    for _ in range(MOST_WAITING + 2):
        client.send(frame_of(b"a change"))
    connection.reads.release()
    async with asyncio.timeout(LIMIT):
        while not connection.renewed:
            await asyncio.sleep(0)
    client.send(frame_of(b"too late"))
    for _ in range(9):
        connection.reads.release()
        await asyncio.sleep(0)
    assert connection.heard == ["on its way"]
    assert not connection.closed
    await client.stop()
