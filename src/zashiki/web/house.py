"""What every page works with: the tables, the people, the open pages, the bots and the templates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.convertors import Convertor, register_url_convertor
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Message, say
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.store import SQLiteStore, Store
from zashiki.web import art
from zashiki.web.bots import BotRunner
from zashiki.web.hub import Hub
from zashiki.web.kept import STATIC, version
from zashiki.web.pace import Pace
from zashiki.web.people import People, Person, language_of, shortcuts_of, theme_of
from zashiki.web.settings import Settings, secret_of
from zashiki.web.tables import Tables
from zashiki.words import Words

HTMX: Final = '{"includeIndicatorCSS": false, "ws": {"pauseOnBackground": false, "reconnectDelay": 300, "reconnectMaxDelay": 5000}}'

HOUR: Final = 3600.0
LONGEST_NUMBER: Final = 9


class Turned(Exception):
    """A request that can't be answered as asked: the status, what happened and what to do instead."""

    def __init__(
        self, status: int, title: Message, advice: Message, link: str = "/", download: str = ""
    ) -> None:
        super().__init__(f"{status} {title.key}")
        self.status = status
        self.title = title
        self.advice = advice
        self.link = link
        self.download = download  # the address of a file that is all that can be given


class House:
    """One server's parts, made once and reached by every page as `request.app.state.house`."""

    def __init__(self, settings: Settings) -> None:
        settings.data.mkdir(parents=True, exist_ok=True)
        self.settings = settings
        self.store: Store = SQLiteStore(settings.data / "tables.db")
        secret = secret_of(settings.data)
        self.people = People(secret, settings.secure)
        self.hub = Hub()
        self.tables = Tables(self.store, secret, self.tell)
        self.bots = BotRunner(self.tables, settings.bot_processes, settings.bot_pause)
        self.pace_of_opening = Pace(settings.tables_an_hour, HOUR)
        self.templates = Environment(
            loader=PackageLoader("zashiki.web"),
            autoescape=True,
            undefined=StrictUndefined,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.globals.update(
            art=art, htmx_config=HTMX, has_style=has_style, static=f"/static/{version()}"
        )

    def tell(self, table_id: str) -> None:
        """Something at this table is new: pages look again, bots see whether it is their turn."""
        self.hub.tell(table_id)
        self.bots.look(table_id)

    def render(self, template: str, words: Words, **context: Any) -> str:
        return self.templates.get_template(template).render(
            words=words, t=words.say, say=words, language=words.language, **context
        )

    def page(self, request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
        """A whole page in the reader's language and theme."""
        context.setdefault("person", self.people.who(request))
        context.setdefault("here", here(request))
        settings = {"theme": theme_of(request), "shortcuts": shortcuts_of(request)}
        text = self.render(template, words_of(request), **settings, **context)
        return HTMLResponse(
            text, status, headers={"cache-control": "no-store", "vary": "cookie, accept-language, hx-request"}
        )


def has_style(game: str) -> bool:
    """Whether there is a style sheet for the game's own drawing."""
    return (STATIC / f"{game}.css").is_file()


def house_of(connection: HTTPConnection) -> House:
    house = connection.app.state.house
    assert isinstance(house, House)
    return house


@cache
def words_in(language: str) -> Words:
    return Words(language)


def words_of(connection: HTTPConnection) -> Words:
    return words_in(language_of(connection))


def here(request: Request) -> str:
    """The address of this page, to come back to; that of a form's page where a form was refused."""
    if request.method != "GET":
        return "/"
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def see_other(address: str) -> RedirectResponse:
    return RedirectResponse(address, 303)


def count_opening(request: Request) -> None:
    """One more table of this visitor, known by cookie, else by address; raises Turned when they are too many."""
    house = house_of(request)
    known = house.people.who(request).id or (request.client.host if request.client else "")
    if not house.pace_of_opening.allows(known):
        raise Turned(429, say("web.too-many-tables"), say("web.too-many-tables.advice"))


def remembered(house: House, response: Response, person: Person) -> Response:
    house.people.remember(response, person)
    return response


def game_or_turned(name: str) -> Game:
    if name not in names():
        raise Turned(404, say("web.no-game"), say("web.no-game.advice"))
    return find_game(name)


async def form_data(request: Request) -> FormData:
    """A form as it was sent; raises Turned when it can't be read."""
    try:
        return await request.form(max_files=1, max_fields=200)
    except UnicodeError:
        raise _unreadable() from None


async def form_of(request: Request) -> dict[str, str]:
    """The texts of a form; of a field sent twice the last one counts."""
    form = await form_data(request)
    return {key: writable(value) for key, value in form.multi_items() if isinstance(value, str)}


def writable(text: str) -> str:
    """The text without what can be neither kept nor sent: half characters, which odd encodings of a form bring."""
    return text.encode("utf-8", "replace").decode("utf-8")


def number_in(form: Mapping[str, str], field: str) -> int:
    """A whole number of a form; raises Turned when it is not one."""
    number = number_of(form.get(field, ""))
    if number is None:
        raise _unreadable()
    return number


def number_of(text: str) -> int | None:
    """A whole number that someone wrote, not too long; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def _unreadable() -> Turned:
    return Turned(400, say("web.bad-form"), say("web.bad-form.advice"))


class Number(Convertor[int]):
    """A number in an address, as `{name:number}`; a longer one is no address of ours."""

    regex = f"[0-9]{{1,{LONGEST_NUMBER}}}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", Number())
