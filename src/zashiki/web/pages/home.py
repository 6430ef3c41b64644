"""The home page: the games, the visitor's tables, tables to watch, finished games."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.web.drawing.table_list import TableRow, my_turn_first, table_rows
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of

ROWS: Final = 12
MAX_RUNNING: Final = 60
"""So many running games are searched for those that wait for the visitor."""


class HomePage(msgspec.Struct, frozen=True):
    games: list[Game]
    running: list[TableRow]
    all_running: int
    watchable: list[TableRow]
    replays: list[TableRow]
    all_ended: int


async def home(request: Request) -> Response:
    """Games that need the fewest people come first, and so do tables that wait for the visitor."""
    services, words = services_of(request), words_of(request)
    visitor = services.visitors.visitor_of(request)
    running = await services.store.tables_of(visitor.id, ended=False, limit=MAX_RUNNING)
    ended = await services.store.tables_of(visitor.id, ended=True, limit=ROWS)
    own = {table.id for table in running}
    watchable = [
        table
        for table in await services.store.listed_tables(ROWS, services.awake_since())
        if table.id not in own
    ]
    page = HomePage(
        games=sorted(map(find_game, names()), key=lambda game: (game.facts.default_seats, game.id)),
        running=my_turn_first(await table_rows(services, running, words, visitor.id))[:ROWS],
        all_running=await services.store.count_tables_of(visitor.id, ended=False),
        watchable=await table_rows(services, watchable, words, ""),
        replays=await table_rows(services, ended, words, visitor.id),
        all_ended=await services.store.count_tables_of(visitor.id, ended=True),
    )
    return services.page(request, "home.html", page)


ROUTES: Final = [Route("/", home)]
