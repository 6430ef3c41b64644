"""Many spectators: who comes and goes costs a small message, and pages that show the same share what they are sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import zashiki
from tests.tables.club import people
from tests.web.connections import ReadyConnection
from zashiki.kernel.record import Record
from zashiki.tables.presence import person_of
from zashiki.tables.service import PLAIN, Manners
from zashiki.web.app import create_app
from zashiki.web.clients import Client
from zashiki.web.live import PRESENCE_DELAY, Channel, Channels
from zashiki.web.requests.push import text_of
from zashiki.web.requests.visitors import Visitor, words_in
from zashiki.web.services import Services
from zashiki.web.settings import Settings

LIMIT = 60


@asynccontextmanager
async def a_table(folder: Path, manners: Manners = PLAIN) -> AsyncIterator[tuple[Services, Channels, str]]:
    app = create_app(Settings(data=folder, bot_processes=0))
    async with app.router.lifespan_context(app):
        services: Services = app.state.services
        record = Record(zashiki.game("seven-ronin"))
        opened = await services.tables.open(record, people(2), "ann", manners)
        yield services, app.state.channels, opened


async def look(
    services: Services, channels: Channels, table_id: str, name: str = ""
) -> tuple[Channel, Client]:
    """One more page."""
    client = Client(Visitor(name), "", words_in("en"), person_of(name, "192.0.2.1"), ReadyConnection())
    assert channels.reserve(table_id, client.person, named=bool(name))
    channel = channels.join(table_id, client)
    channel.begin(await services.tables.live(table_id), client, "")
    return channel, client


def heard(client: Client) -> list[bytes]:
    assert isinstance(client._connection, ReadyConnection)
    return client._connection.frames


def sent_to(client: Client) -> list[str]:
    """What a page was sent since this was last asked."""
    texts = [text_of(frame) for frame in heard(client)]
    heard(client).clear()
    return texts


async def until_told(client: Client, count: int) -> None:
    async with asyncio.timeout(LIMIT):
        while not any(f">{count} people are watching" in text_of(frame) for frame in heard(client)):
            await asyncio.sleep(PRESENCE_DELAY / 5)


async def test_who_comes_is_told_by_one_small_message_that_all_share(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (services, channels, name):
        _, ann = await look(services, channels, name, "ann")
        sent_to(ann)
        pages = [(await look(services, channels, name, f"guest-{number}"))[1] for number in range(40)]
        whole = len(sent_to(pages[0])[0])
        await until_told(ann, 40)
        told = sent_to(ann)
        assert len(told) < 5, "comings are told together"
        marks = {f"{mark}-{seat}" for mark in ("away", "mark", "here") for seat in (0, 1)}
        assert all(set(json.loads(text)["regions"]) <= {"watching", *marks} for text in told)
        assert max(map(len, told)) < whole / 20
        assert len({id(page.sent) for page in pages}) == 1, "all have the same, so they are sent the same"


async def test_a_choice_is_drawn_once_for_all_who_see_the_same_however_they_came(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (services, channels, name):
        channel, ann = await look(services, channels, name, "ann")
        pages = []
        for number in range(10):
            pages.append((await look(services, channels, name, f"guest-{number}"))[1])
            if number:
                await until_told(pages[0], number + 1)
        for page in pages:
            sent_to(page)
        live = await services.tables.live(name)
        turn = services.tables.turn(live, 1)
        for choice in range(8):
            await services.tables.choose(name, 1, live.state.legal(1)[0], turn, choice)
        await channel.settle()
        messages = [heard(page) for page in pages]
        assert messages[0], "the seal is told"
        for got in messages:
            assert [id(frame) for frame in got] == [id(frame) for frame in messages[0]], (
                "the same, not only equal"
            )
        assert ann.sent is not pages[0].sent
