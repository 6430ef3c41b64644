"""What if: other choices at a moment of a finished game, on the board, against bots; every node of the tree has its address."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.bots import offered
from zashiki.kernel.messages import Refused
from zashiki.study.variations.tree import ALL_SEATS, ROOT, NoNode, node_of
from zashiki.web.drawing.variation_page import Draft, Found, page_parts, tools_of
from zashiki.web.errors import PageError, page_error
from zashiki.web.pages.replay import ALL, finished
from zashiki.web.requests.addresses import see_other, tree_address
from zashiki.web.requests.forms import form_of, number_in
from zashiki.web.requests.networks import network_of
from zashiki.web.requests.sight import live_or_error
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of
from zashiki.web.variations import NoTree


async def found(request: Request) -> Found:
    """Raises PageError if there is no such tree or node, or if its game runs (again, in a restored backup)."""
    services, tree_id = services_of(request), request.path_params["tree"]
    node = request.path_params.get("node", ROOT)
    try:
        kept = await services.variations.find(tree_id)
        node_of(kept.tree, node)
    except NoTree:
        raise page_error(404, "web.variation.none") from None
    except NoNode:
        raise page_error(404, "web.variation.gone", tree_address(tree_id)) from None
    live = await live_or_error(services, kept.stored.table_id)
    if not live.over:
        raise page_error(403, "web.replay.running", f"/t/{live.id}")
    visitor = services.visitors.visitor_of(request).id
    return Found(live, kept, node, bool(visitor) and visitor == kept.stored.owner)


async def own(request: Request) -> Found:
    """The tree of the address, which the visitor has made; raises PageError for any other."""
    here = await found(request)
    if not here.own:
        raise page_error(403, "web.variation.not-yours", here.address)
    return here


def query_of(request: Request, eyes: str | None = None) -> str:
    """What addresses carry along: everything is seen, where that was asked for."""
    asked = request.query_params.get("as") if eyes is None else eyes
    return f"?as={ALL}" if asked == ALL else ""


async def variation(request: Request) -> Response:
    return draw(request, await found(request))


def draw(request: Request, here: Found, draft: Draft | None = None, status: int = 200) -> Response:
    """The page of a node; `draft` is what could not be kept."""
    services, words, query = services_of(request), words_of(request), query_of(request)
    parts = page_parts(services, here, query, request.query_params.get("why", ""), words)
    base = services.settings.address or str(request.base_url).rstrip("/")
    tools = tools_of(here, base + here.address + query, draft, words)
    return services.page(request, "variation.html", *parts, tools, status=status, here=here.address + query)


async def open_tree(request: Request) -> Response:
    """The visitor's own tree at this moment: the one that is there already, else a new one."""
    live, form = await finished(request), await form_of(request)
    number, eyes = request.path_params["number"], form.get("as", "")
    if number > live.length:
        raise page_error(404, "web.no-moment", f"/g/{live.id}/0")
    services = services_of(request)
    visitor, query = services.visitors.identify(request), query_of(request, eyes)
    known = await services.variations.at_moment(live, number, visitor.id)
    if known is not None:
        return see_other(tree_address(known.id) + query)
    if not await services.limits.allow_variations(visitor.id, network_of(request)):
        raise page_error(429, "web.variation.slow", f"/g/{live.id}/{number}")
    seat = int(eyes) if eyes in map(str, range(live.record.seats)) else None
    try:
        tree_id, node = await services.variations.open(live, number, visitor.id, seat)
    except Refused as refused:
        raise refusal_page(refused, f"/g/{live.id}/{number}") from None
    return services.visitors.with_cookie(see_other(tree_address(tree_id, node) + query), visitor)


def refusal_page(refused: Refused, link: str) -> PageError:
    """A page that says why it can't be done, and what to do."""
    key = refused.message.key
    advice = msgspec.structs.replace(refused.message, key=f"{key}.advice")
    return PageError(409, refused.message, advice, link)


async def choose(request: Request) -> Response:
    here, form = await own(request), await form_of(request)
    seat, action, query = (
        number_in(form, "seat"),
        number_in(form, "action"),
        query_of(request, form.get("as", "")),
    )
    if action >= here.live.game.facts.actions:
        raise page_error(400, "web.bad-form", here.address)
    await count_try(request, here)
    variations = services_of(request).variations
    try:
        node = await variations.choose(here.live, here.kept, here.node, seat, action)
    except (NoTree, NoNode):
        raise page_error(404, "web.variation.gone", tree_address(here.kept.stored.id)) from None
    except Refused as refused:
        if refused.message.rule:
            return see_other(f"{here.address}?{query[1:] + '&' if query else ''}why={action}")
        raise refusal_page(refused, here.address) from None
    return see_other(tree_address(here.kept.stored.id, node) + query)


async def play_on(request: Request) -> Response:
    """The person plays another seat, or against another level; others who are to choose first do so."""
    here, form = await own(request), await form_of(request)
    seats = {str(seat): seat for seat in (ALL_SEATS, *range(here.live.record.seats))}
    mine, level = form.get("mine", ""), form.get("level", "")
    if mine not in seats or level not in offered(here.live.game):
        raise page_error(400, "web.bad-form", here.address)
    await count_try(request, here)
    try:
        node = await services_of(request).variations.play_on(
            here.live, here.kept, here.node, seats[mine], level
        )
    except (NoTree, NoNode):
        raise page_error(404, "web.variation.gone", tree_address(here.kept.stored.id)) from None
    except Refused as refused:
        raise refusal_page(refused, here.address) from None
    return see_other(tree_address(here.kept.stored.id, node) + query_of(request, form.get("as", "")))


async def count_try(request: Request, here: Found) -> None:
    """Raises PageError for who asks bots too often."""
    if not await services_of(request).limits.allow_try(here.kept.stored.owner, network_of(request)):
        raise page_error(429, "web.variation.slow", here.address)


async def root(request: Request) -> Response:
    here = await found(request)
    return see_other(here.address + query_of(request))


ROUTES: Final = [
    Route("/g/{table}/{number:number}/try", open_tree, methods=["POST"]),
    Route("/v/{tree}", root),
    Route("/v/{tree}/{node:number}", variation),
    Route("/v/{tree}/{node:number}/choose", choose, methods=["POST"]),
    Route("/v/{tree}/{node:number}/play", play_on, methods=["POST"]),
]
