"""A record file that a visitor uploads becomes a replay with an address of its own."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.messages import Message, say
from zashiki.kernel.record import UNDO_NAME, Record, RecordError, read
from zashiki.kernel.timeline import Timeline
from zashiki.store import Seat
from zashiki.store.exploring import Moment, Search, TooSlow
from zashiki.study.moments import explored_timeline
from zashiki.tables.seats import open_seat
from zashiki.web.errors import PageError
from zashiki.web.requests.addresses import see_other
from zashiki.web.requests.forms import form_data
from zashiki.web.services import Services, count_new_table, services_of

MAX_ENTRIES: Final = 3000
"""Many times the longest game, its head included, and few enough to be played through in one request."""
MOST_COMPARED: Final = 20
"""Games that ended alike are compared with an uploaded record entry by entry, the latest so many."""
MAX_UNDONE: Final = 1000
"""An undo costs more than a choice: what came after is played again."""


async def upload(request: Request) -> Response:
    services = services_of(request)
    await count_new_table(request)
    record = await _uploaded_record(request)
    visitor = services.visitors.identify(request)
    if known := await _replay_of(services, record, visitor.id):
        return services.visitors.with_cookie(see_other(f"/g/{known}/0"), visitor)
    seats = _unplayed_seats(record, visitor.id)
    table_id = await services.tables.open(record, seats, visitor.id, ended=True)
    return services.visitors.with_cookie(see_other(f"/g/{table_id}/0"), visitor)


async def _replay_of(services: Services, record: Record, visitor: str) -> str:
    """The game whose record this is, among those that the visitor finds in the explorer: it would be found, and counted, twice.

    The explorer's index leads to the games that ended with the same decision in the same position.
    """
    ended = await asyncio.to_thread(_last_moment, record)
    if ended is None:
        return ""
    search = Search(viewer=visitor, game=record.game.id, position=ended.position, choice=ended.choice)
    try:
        hits = await services.store.moments.hits(search, MOST_COMPARED)
    except TooSlow:
        return ""
    for hit in hits:
        table = await services.store.table(hit.table_id)
        if table is not None and table.header == record.header():
            entries = await services.store.entries(table.id)
            if [(entry.seat, entry.choice) for entry in entries] == record.lines():
                return table.id
    return ""


def _last_moment(record: Record) -> Moment | None:
    """The decision that ended the game; None if it has not ended, or nobody has decided anything."""
    explored = explored_timeline("", Timeline(record.copy()))
    return explored.moments[-1] if explored is not None and explored.moments else None


async def _uploaded_record(request: Request) -> Record:
    """The record of the form; raises PageError if it can't be read."""
    async with form_data(request) as form:
        given = form.get("record")
        content = await given.read() if isinstance(given, UploadFile) else (given or "").encode()
    try:
        text = content.decode("utf-8")
        _count_entries(text)
        return await asyncio.to_thread(read, text)
    except UnicodeDecodeError:
        raise _refused(say("web.upload.not-text")) from None
    except RecordError as error:
        raise _refused(error.message) from None


def _count_entries(text: str) -> None:
    """Before anything is played through; raises PageError for a record with too many entries."""
    lines = text.splitlines()
    undone = sum(line.endswith(f" {UNDO_NAME}") for line in lines)
    if len(lines) > MAX_ENTRIES or undone > MAX_UNDONE:
        raise _refused(say("web.upload.too-long", n=MAX_ENTRIES))


def _refused(reason: Message) -> PageError:
    return PageError(422, reason, say("web.upload.advice"))


def _unplayed_seats(record: Record, owner: str) -> list[Seat]:
    """Nobody plays these seats; the first has an owner, so that the replay is in the visitor's list."""
    return [
        msgspec.structs.replace(open_seat(seat), owner=owner if seat == 0 else "")
        for seat in range(record.seats)
    ]


ROUTES: Final = [Route("/records", upload, methods=["POST"])]
