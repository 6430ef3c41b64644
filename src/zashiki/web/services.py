"""The parts of one server: store, tables, open pages, bots, visitors, limits and templates."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import msgspec
from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from zashiki.brush.regions import Drawings
from zashiki.kernel.parts import Region
from zashiki.store import Store
from zashiki.store.databases import Database
from zashiki.tables import Bus, LiveTable, LocalBus, Tables
from zashiki.tables.bot_turns import BotTurns
from zashiki.tables.bot_workers import BotWorkers
from zashiki.tables.claims import OWN_CLAIMS, Claims
from zashiki.tables.health import Probe
from zashiki.tables.presence import Presence
from zashiki.web.analyses import Analyses
from zashiki.web.drawing.rendering import Frame, Renderer
from zashiki.web.drawing.table_regions import Present
from zashiki.web.errors import page_error
from zashiki.web.garbage import Garbage
from zashiki.web.hints import Adviser
from zashiki.web.indexing import Indexing
from zashiki.web.requests.addresses import current_address
from zashiki.web.requests.networks import network_of
from zashiki.web.requests.rate_limits import RateLimits, count_here
from zashiki.web.requests.visitors import Visitors, shortcuts_of, stories_of, theme_of, words_of
from zashiki.web.settings import Settings
from zashiki.web.variations import Variations
from zashiki.words import Words

if TYPE_CHECKING:
    from zashiki.tables.cluster import Cluster

DAY: Final = 24 * 3600.0


class Services:
    """Made once a server; pages reach it by `services_of(request)`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.stopping = False  # no new requests should come, those that come are served
        database = Database(settings.data, settings.database)
        self.store: Store = database.open()
        self.probe = Probe(self.store)
        keys = database.signing_keys()
        self.visitors = Visitors(keys, settings.secure)
        self.cluster = _cluster(self.store, settings)
        self.bus: Bus = self.cluster.bus if self.cluster else LocalBus()
        self.tables = Tables(self.store, keys[0], self.bus)
        self.bots = self._bot_turns() if settings.bots else None
        self._workers = self.bots.workers if self.bots else BotWorkers(settings.bot_processes)
        self.adviser = Adviser(self.tables, self._workers)
        self.variations = Variations(self.store.trees, self._workers)
        self.analyses = Analyses(self.tables, settings.bot_processes, self._claims())
        self.indexing = Indexing(self.store)
        self.presence: Presence = self.cluster.presence if self.cluster else Presence()
        self.limits = RateLimits(
            settings.tables_an_hour, self.cluster.limiter if self.cluster else count_here
        )
        self.garbage = Garbage(self.tables.measures.events.total)
        self.drawings = Drawings()
        self.renderer = Renderer()

    def _claims(self) -> Claims:
        return self.cluster.claims if self.cluster else OWN_CLAIMS

    def _bot_turns(self) -> BotTurns:
        settings = self.settings
        bots = BotTurns(self.tables, settings.bot_processes, settings.bot_pause, claims=self._claims())
        if self.cluster:
            self.cluster.on_beat.append(lambda: bots.take_up(self.awake_since()))
        return bots

    async def start(self) -> None:
        if self.cluster:
            self.cluster.on_beat.append(self.analyses.take_up)
            self.cluster.start()
        if self.bots:
            await self.bots.start(self.awake_since())
        await self.analyses.take_up()
        self.indexing.start()
        self.garbage.start()

    async def stop(self) -> None:
        self.garbage.stop()
        await self.indexing.stop()
        await self.analyses.stop()
        if self.bots:
            await self.bots.stop()
        self._workers.stop()
        if self.cluster:
            await self.cluster.stop()
        await self.store.close()

    def awake_since(self) -> float:
        """Tables that nobody has touched since then sleep."""
        return time.time() - self.settings.sleep_after * DAY if self.settings.sleep_after else 0.0

    def wake(self, live: LiveTable) -> None:
        """Somebody looks at a table: bots that are to choose there play on."""
        if any(seat.bot and seat.seat in live.state.actors() for seat in live.seats):
            if self.bots:
                self.bots.look(live.id)
            else:
                self.bus.publish(live.id, live.version)  # a worker hears of it

    def present(self, live: LiveTable, coming: str = "") -> Present:
        """Who has a page of the table open, and who opens one now, if that is said."""
        here = self.presence.here(live.id, live.seats, coming)
        return Present(here, self.presence.watching(live.id, live.seats, coming))

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
        response = HTMLResponse(text, status, headers=headers)
        self.visitors.renew(request, response)
        return response


def _cluster(store: Store, settings: Settings) -> Cluster | None:
    """None for a server that is alone; what several need is loaded only for them."""
    if not settings.database:
        return None
    from zashiki.tables.cluster import Cluster

    return Cluster(store, settings.database, settings.redis)


def services_of(connection: HTTPConnection) -> Services:
    services = connection.app.state.services
    assert isinstance(services, Services)
    return services


async def count_new_table(request: Request) -> None:
    """Counts a table that this visitor opens; raises PageError when they are too many, or too many from the visitor's network."""
    services = services_of(request)
    if not await services.limits.allow_table(services.visitors.visitor_of(request).id, network_of(request)):
        raise page_error(429, "web.too-many-tables")


async def count_seat_change(request: Request, link: str) -> None:
    """Counts a change of a seat; raises PageError when they are too many."""
    services = services_of(request)
    visitor = services.visitors.visitor_of(request).id
    if not await services.limits.allow_seat_change(visitor, network_of(request)):
        raise page_error(429, "web.too-many-seats", link)


async def count_search(request: Request) -> None:
    """Counts a search; raises PageError when they are too many."""
    services = services_of(request)
    if not await services.limits.allow_search(services.visitors.visitor_of(request).id, network_of(request)):
        raise page_error(429, "web.too-many-searches", "/explore")
