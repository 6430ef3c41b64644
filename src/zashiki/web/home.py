"""The home page, and the switches that every page has."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from zashiki import __version__
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.web.house import form_of, house_of, see_other, words_of
from zashiki.web.lists import MOST_RUNNING, own_first, rows
from zashiki.web.people import THEMES
from zashiki.words import LANGUAGES

SHOWN: Final = 12


async def home(request: Request) -> Response:
    """The games, those that need the fewest people first; my tables, those to watch, those to see again."""
    house, words = house_of(request), words_of(request)
    person = house.people.who(request)
    running = house.store.tables_of(person.id, ended=False, limit=MOST_RUNNING)
    ended = house.store.tables_of(person.id, ended=True, limit=SHOWN)
    own = {table.id for table in running}
    watchable = house.store.listed_tables(SHOWN)
    return house.page(
        request,
        "home.html",
        games=sorted(map(find_game, names()), key=lambda game: (game.facts.default_seats, game.id)),
        running=own_first(rows(house, running, words, person.id))[:SHOWN],
        all_running=house.store.count_tables_of(person.id, ended=False),
        watchable=rows(house, [table for table in watchable if table.id not in own], words, ""),
        replays=rows(house, ended, words, person.id),
        all_ended=house.store.count_tables_of(person.id, ended=True),
    )


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
