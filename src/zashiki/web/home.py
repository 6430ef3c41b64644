"""The home page, and the switches that every page has."""

from __future__ import annotations

import time
from typing import Any, Final

from babel.dates import format_timedelta
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from zashiki import __version__
from zashiki.kernel.record import RecordError
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.store import Table
from zashiki.web.house import House, form_of, house_of, see_other, words_of
from zashiki.web.people import THEMES
from zashiki.web.seeing import seat_title, table_address
from zashiki.web.tables import owned_by
from zashiki.words import LANGUAGES, Words

SHOWN: Final = 12


async def home(request: Request) -> Response:
    """The games, those that need the fewest people first; my tables, those to watch, those to see again."""
    house, words = house_of(request), words_of(request)
    person = house.people.who(request)
    mine = house.store.tables_of(person.id, 60)
    running = [row(house, table, words, person.id) for table in mine if not table.ended]
    own = {table.id for table in mine}
    return house.page(
        request,
        "home.html",
        games=sorted(map(find_game, names()), key=lambda game: (game.facts.default_seats, game.id)),
        running=sorted((shown for shown in running if shown), key=lambda shown: not shown["mine"])[:SHOWN],
        watchable=[
            shown
            for table in house.store.listed_tables(SHOWN)
            if table.id not in own and (shown := row(house, table, words, ""))
        ],
        replays=[shown for table in mine if table.ended and (shown := row(house, table, words, person.id))][
            :SHOWN
        ],
    )


def row(house: House, table: Table, words: Words, owner: str) -> dict[str, Any] | None:
    """A table in a list: the game, who plays, whose turn it is; None for a stranger's that can't be played here."""
    try:
        play = house.tables.play(table.id)
    except RecordError:
        return _kept_row(table, words) if owner else None
    seats = house.tables.seats(table.id)
    ago = format_timedelta(int(table.touched - time.time()), add_direction=True, locale=words.language)
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


def own_path(address: str) -> str:
    """An address of ours to go back to, whatever was asked for."""
    own = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if own else "/"


async def choose_language(request: Request) -> Response:
    form = await form_of(request)
    response = see_other(own_path(form.get("next", "/")))
    if form.get("lang") in LANGUAGES:
        house_of(request).people.keep(response, "language", form["lang"])
    return response


async def choose_theme(request: Request) -> Response:
    form = await form_of(request)
    response = see_other(own_path(form.get("next", "/")))
    if form.get("theme") in THEMES:
        house_of(request).people.keep(response, "theme", form["theme"])
    return response


async def choose_shortcuts(request: Request) -> Response:
    """Whether single keys choose at a table."""
    form = await form_of(request)
    response = see_other(own_path(form.get("next", "/")))
    if form.get("shortcuts") in ("on", "off"):
        house_of(request).people.keep(response, "shortcuts", form["shortcuts"])
    return response


async def health(request: Request) -> Response:
    """Answers when pages can be served and the store can be read."""
    house_of(request).store.listed_tables(1)
    return JSONResponse({"ok": True, "version": __version__})


ROUTES: Final = [
    Route("/", home),
    Route("/lang", choose_language, methods=["POST"]),
    Route("/theme", choose_theme, methods=["POST"]),
    Route("/shortcuts", choose_shortcuts, methods=["POST"]),
    Route("/healthz", health),
]
