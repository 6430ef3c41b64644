"""The links of a table: to invite, to watch, and to take a seat of one's own to another device."""

from __future__ import annotations

from typing import Final

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.store.contract import OPEN
from zashiki.web.addresses import table_address
from zashiki.web.services import services_of
from zashiki.web.sight import Sight, sight
from zashiki.web.visitors import words_of
from zashiki.web.wording import game_name, seat_text
from zashiki.words import Words

THIS_MACHINE: Final = ("127.0.0.1", "localhost", "::1")


class ShareLink(msgspec.Struct, frozen=True):
    kind: str
    address: str
    title: str
    help: str
    code: str  # the QR code as a data address


class SharePage(msgspec.Struct, frozen=True):
    game_name: str
    links: list[ShareLink]
    link: str
    only_here: bool  # other machines can't open these links


async def share(request: Request) -> Response:
    services, words, seen = services_of(request), words_of(request), await sight(request, None)
    only_here = request.url.hostname in THIS_MACHINE
    known = services.settings.address if only_here else ""
    base = known or str(request.base_url).rstrip("/")
    page = SharePage(
        game_name=game_name(seen.live.game, words),
        links=_links(seen, base, words),
        link=table_address(seen.live.id),
        only_here=only_here and not known,
    )
    return services.page(request, "share.html", page)


def _links(seen: Sight, base: str, words: Words) -> list[ShareLink]:
    """Anyone may share the link to watch; the others are for those who sit at the table."""
    table = seen.live.table
    links = [_link("watch", f"{base}{table_address(table.id)}", words)]
    if seen.mine and any(seat.kind == OPEN for seat in seen.live.seats):
        links.insert(0, _link("join", f"{base}/join/{table.invitation}", words))
    for seat in seen.mine:
        title = seat_text(seen.live, seat.seat, words)
        links.append(_link("seat", f"{base}/seat/{seat.secret}", words, title))
    return links


def _link(kind: str, address: str, words: Words, seat: str = "") -> ShareLink:
    code = segno.make(address, micro=False)
    return ShareLink(
        kind=kind,
        address=address,
        title=words.say(f"web.share.{kind}", seat=seat),
        help=words.say(f"web.share.{kind}.help"),
        code=code.svg_data_uri(scale=4, border=3, dark="#211c26", light="#fffdf7"),
    )


ROUTES: Final = [Route("/t/{table}/share", share)]
