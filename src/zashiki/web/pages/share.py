"""The links of a table: to invite, to watch, and to take a seat of one's own to another device."""

from __future__ import annotations

from typing import Final

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.store.contract import OPEN
from zashiki.tables import NotYours
from zashiki.tables.seats import new_link
from zashiki.web.drawing.wording import game_name, seat_text
from zashiki.web.requests.addresses import table_address
from zashiki.web.requests.forms import form_of, number_in
from zashiki.web.requests.sight import Sight, sight
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import count_seat_change, services_of
from zashiki.words import Words

THIS_MACHINE: Final = ("127.0.0.1", "localhost", "::1")


class ShareLink(msgspec.Struct, frozen=True):
    kind: str
    address: str
    title: str
    help: str
    code: str  # the QR code as a data address


class SeatToMove(msgspec.Struct, frozen=True):
    """A seat of the visitor's own, which a secret link takes to another device."""

    seat: int
    title: str
    link: ShareLink | None  # the one that was just made


class SeatTaken(msgspec.Struct, frozen=True):
    """Who sits where, for those who wait until everybody has come."""

    seat: int
    title: str
    free: bool
    me: bool


class SharePage(msgspec.Struct, frozen=True):
    table_id: str
    game_name: str
    links: list[ShareLink]
    own: list[SeatToMove]
    link: str
    seats: list[SeatTaken]
    missing: int  # free seats
    seated: bool
    only_here: bool  # other machines can't open these links


async def share(request: Request) -> Response:
    return _page(request, await sight(request, None), {})


async def make_seat_link(request: Request) -> Response:
    """A new secret link for a seat of one's own. It is shown once; the store keeps its hash alone."""
    form, seen = await form_of(request), await sight(request, None)
    number = number_in(form, "seat")
    if number not in seen.viewer.mine:
        raise NotYours
    await count_seat_change(request, f"/t/{seen.live.id}/share")
    before = seen.live.seats[number]
    after, secret = new_link(before)
    await services_of(request).tables.change_seat(seen.live.id, before, after)
    return _page(request, seen, {number: secret})


def _page(request: Request, seen: Sight, made: dict[int, str]) -> Response:
    """`made` are the secrets of links that were just made, by seat."""
    services, words = services_of(request), words_of(request)
    only_here = request.url.hostname in THIS_MACHINE
    known = services.settings.address if only_here else ""
    base = known or str(request.base_url).rstrip("/")
    page = SharePage(
        table_id=seen.live.id,
        game_name=game_name(seen.live.game, words),
        links=_links(seen, base, words),
        own=[_seat_to_move(seen, seat.seat, made.get(seat.seat, ""), base, words) for seat in seen.mine],
        link=table_address(seen.live.id),
        seats=[
            SeatTaken(
                seat.seat,
                seat_text(seen.live, seat.seat, words),
                seat.kind == OPEN,
                seat.seat in seen.viewer.mine,
            )
            for seat in seen.live.seats
        ],
        missing=sum(seat.kind == OPEN for seat in seen.live.seats),
        seated=bool(seen.viewer.mine),
        only_here=only_here and not known,
    )
    return services.page(request, "share.html", page, here=f"/t/{seen.live.id}/share")


def _links(seen: Sight, base: str, words: Words) -> list[ShareLink]:
    """Anyone may share the link to watch; the others are for those who sit at the table."""
    table = seen.live.table
    links = [_link("watch", f"{base}{table_address(table.id)}", words)]
    if seen.mine and any(seat.kind == OPEN for seat in seen.live.seats):
        links.insert(0, _link("join", f"{base}/join/{table.invitation}", words))
    return links


def _seat_to_move(seen: Sight, seat: int, secret: str, base: str, words: Words) -> SeatToMove:
    called = seat_text(seen.live, seat, words)
    link = _link("seat", f"{base}/seat/{secret}", words, called) if secret else None
    return SeatToMove(seat, words.say("web.share.seat", seat=called), link)


def _link(kind: str, address: str, words: Words, seat: str = "") -> ShareLink:
    code = segno.make(address, micro=False)
    return ShareLink(
        kind=kind,
        address=address,
        title=words.say(f"web.share.{kind}", seat=seat),
        help=words.say(f"web.share.{kind}.help"),
        code=code.svg_data_uri(scale=4, border=3, dark="#211c26", light="#fffdf7"),
    )


ROUTES: Final = [
    Route("/t/{table}/share", share),
    Route("/t/{table}/seat-link", make_seat_link, methods=["POST"]),
]
