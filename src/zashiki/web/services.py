"""The parts of one server: store, tables, open pages, bots, visitors, limits and templates."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from zashiki.brush.regions import Drawings
from zashiki.kernel.parts import Region
from zashiki.store import SQLiteStore, Store
from zashiki.tables import Bus, LiveTable, LocalBus, Tables
from zashiki.tables.bot_turns import BotTurns
from zashiki.tables.limits import RateLimiter
from zashiki.tables.presence import Presence
from zashiki.web.addresses import current_address
from zashiki.web.errors import page_error
from zashiki.web.rendering import Frame, Renderer
from zashiki.web.settings import Settings, secret_of
from zashiki.web.table_regions import Present
from zashiki.web.visitors import Visitors, shortcuts_of, stories_of, theme_of, words_of
from zashiki.words import Words

HOUR: Final = 3600.0
CHAT_LINES: Final = 5
CHAT_SECONDS: Final = 10.0


class Services:
    """Made once a server; pages reach it by `services_of(request)`."""

    def __init__(self, settings: Settings) -> None:
        settings.data.mkdir(parents=True, exist_ok=True)
        self.settings = settings
        self.store: Store = SQLiteStore(settings.data / "tables.db")
        secret = secret_of(settings.data)
        self.visitors = Visitors(secret, settings.secure)
        self.bus: Bus = LocalBus()
        self.tables = Tables(self.store, secret, self.bus)
        self.bots = BotTurns(self.tables, settings.bot_processes, settings.bot_pause)
        self.presence = Presence()
        self.new_table_limit = RateLimiter(settings.tables_an_hour, HOUR)
        self.chat_limit = RateLimiter(CHAT_LINES, CHAT_SECONDS)
        self.drawings = Drawings()
        self.renderer = Renderer()

    async def start(self) -> None:
        await self.bots.start()

    async def stop(self) -> None:
        await self.bots.stop()
        await self.store.close()

    def present(self, live: LiveTable) -> Present:
        """Who has a page of the table open."""
        here = self.presence.here(live.id, live.seats)
        return Present(here, self.presence.watching(live.id, live.seats))

    def drawn(self, region: Region, words: Words) -> Markup:
        """A region with everything inside, drawn once for equal inputs."""
        return Markup(self.drawings.whole(region, words))

    def page(
        self,
        request: Request,
        template: str,
        *content: msgspec.Struct,
        status: int = 200,
        here: str | None = None,
    ) -> HTMLResponse:
        """A page in the visitor's language and theme; `here` is its address if it is not that of the request."""
        frame = Frame(
            here=current_address(request) if here is None else here,
            theme=theme_of(request),
            shortcuts=shortcuts_of(request),
            stories=stories_of(request),
        )
        text = self.renderer.render(template, words_of(request), frame, *content)
        headers = {"cache-control": "no-store", "vary": "cookie, accept-language, hx-request"}
        return HTMLResponse(text, status, headers=headers)


def services_of(connection: HTTPConnection) -> Services:
    services = connection.app.state.services
    assert isinstance(services, Services)
    return services


def count_new_table(request: Request) -> None:
    """Counts a table that this visitor opens; raises PageError when they are too many.

    A visitor without a cookie is known by the network address.
    """
    services = services_of(request)
    key = services.visitors.visitor_of(request).id or (request.client.host if request.client else "")
    if not services.new_table_limit.allows(key):
        raise page_error(429, "web.too-many-tables")
