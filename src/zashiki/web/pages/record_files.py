"""Records as files that this program, and its terminal, open again."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from zashiki.store import Table
from zashiki.web.errors import PageError
from zashiki.web.pages.replay import finished
from zashiki.web.requests.addresses import see_other
from zashiki.web.requests.sight import live_or_error
from zashiki.web.services import services_of

FILE_TYPE: Final = ".zashiki"


async def record_file(request: Request) -> Response:
    live = await finished(request)
    return _file(live.table, live.record.write())


async def unplayable_file(request: Request) -> Response:
    """The record of a table that this program can't play."""
    services, table_id = services_of(request), request.path_params["table"]
    visitor = services.visitors.visitor_of(request).id
    try:
        await live_or_error(services, table_id, visitor)
    except PageError as error:
        table = await services.store.table(table_id)
        if table is None or not error.download:
            raise
        return _file(table, await services.tables.stored_record(table, visitor))
    return see_other(f"/g/{table_id}/record")


def _file(table: Table, text: str) -> Response:
    name = f"{table.game}-{table.id}{FILE_TYPE}"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)


ROUTES: Final = [
    Route("/g/{table}/record", record_file),
    Route("/g/{table}/kept", unplayable_file),
]
