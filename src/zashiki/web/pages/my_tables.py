"""All running or all finished games of a visitor, page by page."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.web.drawing.table_list import TableRow, my_turn_first, table_rows
from zashiki.web.requests.addresses import number_of
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of

ROWS: Final = 30


class MyTablesPage(msgspec.Struct, frozen=True):
    ended: bool
    tables: list[TableRow]
    page: int
    pages: int


async def my_tables(request: Request) -> Response:
    services, words = services_of(request), words_of(request)
    visitor, ended = services.visitors.visitor_of(request), request.url.path == "/mine/ended"
    count = await services.store.count_tables_of(visitor.id, ended=ended)
    pages = max(1, -(-count // ROWS))
    number = min(pages, max(1, number_of(request.query_params.get("page", "")) or 1))
    tables = await services.store.tables_of(visitor.id, ended=ended, limit=ROWS, after=ROWS * (number - 1))
    rows = await table_rows(services, tables, words, visitor.id)
    shown = MyTablesPage(ended=ended, tables=rows if ended else my_turn_first(rows), page=number, pages=pages)
    return services.page(request, "my_tables.html", shown)


ROUTES: Final = [
    Route("/mine/running", my_tables),
    Route("/mine/ended", my_tables),
]
