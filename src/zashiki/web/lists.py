"""Tables in lists: on the home page, and all of one's own, page by page."""

from __future__ import annotations

import time
from typing import Any, Final

from babel.dates import format_timedelta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.record import RecordError
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.store import Table
from zashiki.web.house import House, house_of, number_of, words_of
from zashiki.web.seeing import seat_title, table_address
from zashiki.web.tables import owned_by
from zashiki.words import Words

A_PAGE: Final = 30
MOST_RUNNING: Final = 60
"""So many running games are looked through for those that wait for their owner."""


async def mine(request: Request) -> Response:
    """All running or all finished games of this person."""
    house, words = house_of(request), words_of(request)
    person, ended = house.people.who(request), request.url.path == "/mine/ended"
    count = house.store.count_tables_of(person.id, ended=ended)
    pages = max(1, -(-count // A_PAGE))
    page = min(pages, max(1, number_of(request.query_params.get("page", "")) or 1))
    tables = house.store.tables_of(person.id, ended=ended, limit=A_PAGE, after=A_PAGE * (page - 1))
    listed = rows(house, tables, words, person.id)
    return house.page(
        request,
        "mine.html",
        ended=ended,
        tables=listed if ended else own_first(listed),
        page=page,
        pages=pages,
    )


def own_first(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those that wait for their owner before the others."""
    return sorted(listed, key=lambda shown: not shown["mine"])


def rows(house: House, tables: list[Table], words: Words, owner: str) -> list[dict[str, Any]]:
    """The tables as a list shows them to their owner, or to anyone ("")."""
    return [shown for table in tables if (shown := _row(house, table, words, owner))]


def _row(house: House, table: Table, words: Words, owner: str) -> dict[str, Any] | None:
    """A table in a list: the game, who plays, whose turn it is; None for a stranger's that can't be played here."""
    try:
        play = house.tables.play(table.id)
    except RecordError:
        return _kept_row(table, words) if owner else None
    seats = house.tables.seats(table.id)
    passed = max(1, int(time.time() - table.touched))
    ago = format_timedelta(-passed, add_direction=True, locale=words.language)
    actors = play.state.actors()
    my_turn = any(seat.seat in actors and not seat.stand_in for seat in owned_by(seats, owner))
    if table.ended:
        note = words.say("web.list.ended", ago=ago)
    elif my_turn:
        note = words.say("web.list.your-turn", ago=ago)
    elif owner:
        note = words.say("web.list.waiting", ago=ago)
    else:
        note = words.say("web.list.watching", n=house.hub.watching(table.id), ago=ago)
    return {
        "href": f"/g/{table.id}/0" if table.ended else table_address(table.id),
        "game": table.game,
        "title": words.say(
            "web.list.title",
            game=words.say(f"{play.game.prefix}.name"),
            who=", ".join(seat_title(play, seats, seat.seat, words) for seat in seats),
        ),
        "note": note,
        "mine": my_turn,
    }


def _kept_row(table: Table, words: Words) -> dict[str, Any]:
    """A table that this program can't play; its page says why, and what can be done."""
    title = words.say(f"{find_game(table.game).prefix}.name") if table.game in names() else table.game
    note = words.say("web.list.other-rules")
    return {"href": table_address(table.id), "game": table.game, "title": title, "note": note, "mine": False}


ROUTES: Final = [
    Route("/mine/running", mine),
    Route("/mine/ended", mine),
]
