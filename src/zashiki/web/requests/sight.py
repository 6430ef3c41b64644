"""Which seat a table is seen from: by the visitor's cookie and by what the address asks for."""

from __future__ import annotations

import time

import msgspec
from starlette.requests import HTTPConnection

from zashiki.kernel.messages import Message, say
from zashiki.kernel.record import RecordError
from zashiki.store import Seat
from zashiki.tables import LiveTable, NoTable
from zashiki.tables.description import Description, Viewer, describe
from zashiki.tables.seats import owned_by
from zashiki.web.errors import PageError, page_error
from zashiki.web.requests.addresses import table_address
from zashiki.web.requests.visitors import Visitor
from zashiki.web.services import Services, services_of

WATCH = "watch"
"""Asks to see a table as a spectator does."""


class Sight(msgspec.Struct, frozen=True):
    """A table, the visitor who looks, and the seats that are theirs."""

    live: LiveTable
    visitor: Visitor
    viewer: Viewer

    @property
    def seat(self) -> int | None:
        return self.viewer.seat

    @property
    def mine(self) -> list[Seat]:
        return [self.live.seats[seat] for seat in self.viewer.mine]

    @property
    def query(self) -> str:
        return f"?as={self.viewer.asked}" if self.viewer.asked else ""

    @property
    def address(self) -> str:
        """The page of the table as it is seen from here."""
        return table_address(self.live.id) + self.query


async def live_or_error(services: Services, table_id: str, visitor: str = "") -> LiveTable:
    """The table as it is played; raises PageError if there is none, or one that this program can't play: with its record, where that
    tells this visitor no secrets."""
    try:
        return await services.tables.live(table_id)
    except NoTable:
        raise page_error(404, "web.no-table") from None
    except RecordError as error:
        table = await services.store.table(table_id)
        told = table is not None and await services.tables.stored_record(table, visitor)
        record = f"/g/{table_id}/kept" if told else ""
        advice = say("web.other-rules.advice", reason=error.reason)
        raise PageError(410, say("web.other-rules"), advice, download=record) from None


async def sight(connection: HTTPConnection, seen_as: str | None) -> Sight:
    """The table of the address as this visitor sees it; raises PageError for a seat that is not theirs."""
    services = services_of(connection)
    visitor = services.visitors.visitor_of(connection)
    live = await live_or_error(services, connection.path_params["table"], visitor.id)
    return Sight(live, visitor, viewer_of(live, visitor.id, seen_as or ""))


def viewer_of(live: LiveTable, visitor: str, asked: str) -> Viewer:
    """Who looks at a table; raises PageError for a seat that is not theirs."""
    mine = tuple(seat.seat for seat in owned_by(live.seats, visitor))
    if not asked:
        return Viewer(_own_seat(live, mine), mine)
    if asked == WATCH:
        return Viewer(None, mine, asked)
    if asked not in map(str, mine):
        raise page_error(403, "web.not-your-seat", table_address(live.id))
    return Viewer(int(asked), mine, asked)


def _own_seat(live: LiveTable, mine: tuple[int, ...]) -> int | None:
    """The own seat that is to choose, else the first one."""
    actors = live.state.actors()
    return next((seat for seat in mine if seat in actors), mine[0] if mine else None)


def described(services: Services, live: LiveTable, viewer: Viewer) -> Description:
    """The table as the viewer sees it now."""
    turn = services.tables.turn(live, viewer.seat) if viewer.seat is not None else ""
    return describe(live, viewer, turn, time.time())


def needs_cover(seen: Sight) -> bool:
    """Whether the device must be passed first: several own seats, with secrets, and none was asked for."""
    several = len(seen.viewer.mine) > 1 and not seen.viewer.asked
    return several and seen.live.game.facts.secrets and not seen.live.over


def why_not(seen: Sight, action: int) -> Message | None:
    """Why the viewer can't make this choice now."""
    if seen.seat is None:
        return say("web.why.spectator")
    if not 0 <= action < seen.live.game.facts.actions:
        raise PageError(404, say("web.no-choice"), say("web.stale.advice"), seen.address)
    return seen.live.state.why_not(seen.seat, action)
