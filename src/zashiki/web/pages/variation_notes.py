"""What is done with a tree of variations beside playing: names, comments, copies, deleting, and the list of one's own."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.messages import Refused
from zashiki.kernel.record import RecordError
from zashiki.store import StoredTree
from zashiki.study.variations.tree import LONGEST_COMMENT, LONGEST_NAME, ROOT, Changed, NoNode, read_tree
from zashiki.tables import NoTable
from zashiki.web.drawing.table_list import TableRow
from zashiki.web.drawing.variation_page import Draft
from zashiki.web.drawing.wording import game_name
from zashiki.web.errors import page_error
from zashiki.web.pages.variations import draw, found, own, query_of, refusal_page
from zashiki.web.requests.addresses import number_of, see_other, tree_address
from zashiki.web.requests.forms import form_of, number_in
from zashiki.web.requests.networks import network_of
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import Services, services_of
from zashiki.web.variations import NoTree
from zashiki.words import Words

ROWS: Final = 30


class MyVariationsPage(msgspec.Struct, frozen=True):
    trees: list[TableRow]
    page: int
    pages: int


def clean_name(text: str) -> str:
    """One line of visible characters, not too long."""
    line = " ".join(text.split())
    return "".join(letter for letter in line if letter.isprintable())[:LONGEST_NAME].strip()


def clean_comment(text: str) -> str:
    """Lines of visible characters, not too long; no more than one empty line between two others."""
    lines: list[str] = []
    for line in text.splitlines():
        clean = "".join(letter for letter in line.replace("\t", " ") if letter.isprintable()).rstrip()
        if clean or (lines and lines[-1]):
            lines.append(clean)
    return "\n".join(lines).strip()[:LONGEST_COMMENT].rstrip()


async def note(request: Request) -> Response:
    """Names and comments a node. What was written is not lost when another tab was faster."""
    here, form = await own(request), await form_of(request)
    name, comment = clean_name(form.get("name", "")), clean_comment(form.get("comment", ""))
    services, query = services_of(request), query_of(request, form.get("as", ""))
    if not await services.limits.chat.allows(here.kept.stored.owner):
        raise page_error(429, "web.variation.slow", here.address)
    tree_id = here.kept.stored.id
    try:
        await services.variations.note(tree_id, here.node, name, comment, number_in(form, "edits"))
    except Changed:
        return draw(request, await found(request), Draft(name, comment), 409)
    except (NoTree, NoNode):
        raise page_error(404, "web.variation.gone", tree_address(tree_id)) from None
    except Refused as refused:
        raise refusal_page(refused, here.address) from None
    return see_other(here.address + query)


async def delete(request: Request) -> Response:
    """A node with all that follows it; at the root the whole tree."""
    here, form = await own(request), await form_of(request)
    variations, stored = services_of(request).variations, here.kept.stored
    try:
        if here.node == ROOT:
            await variations.drop(stored.id)
            return see_other(f"/g/{here.live.id}/{stored.moment}")
        parent = await variations.prune(stored.id, here.node)
    except (NoTree, NoNode):
        raise page_error(404, "web.variation.gone", tree_address(stored.id)) from None
    return see_other(tree_address(stored.id, parent) + query_of(request, form.get("as", "")))


async def copy(request: Request) -> Response:
    """The same tree as the visitor's own."""
    here, form = await found(request), await form_of(request)
    services = services_of(request)
    visitor = services.visitors.identify(request)
    if not await services.limits.allow_variations(visitor.id, network_of(request)):
        raise page_error(429, "web.variation.slow", here.address)
    try:
        tree_id = await services.variations.copy(here.kept, visitor.id)
    except Refused as refused:
        raise refusal_page(refused, here.address) from None
    address = tree_address(tree_id, here.node) + query_of(request, form.get("as", ""))
    return services.visitors.with_cookie(see_other(address), visitor)


async def my_variations(request: Request) -> Response:
    services, words = services_of(request), words_of(request)
    owner = services.visitors.visitor_of(request).id
    pages = max(1, -(-await services.store.trees.count_of(owner) // ROWS))
    number = min(pages, max(1, number_of(request.query_params.get("page", "")) or 1))
    trees = await services.store.trees.of_owner(owner, ROWS, ROWS * (number - 1))
    rows = [await _row(services, tree, words) for tree in trees]
    shown = MyVariationsPage([row for row in rows if row is not None], number, pages)
    return services.page(request, "my_variations.html", shown)


async def _row(services: Services, stored: StoredTree, words: Words) -> TableRow | None:
    """None for a tree whose game this program can't play."""
    try:
        live = await services.tables.live(stored.table_id)
    except (NoTable, RecordError):
        return None
    tree = read_tree(stored.content)
    title = words.say("web.variation.in-list", game=game_name(live.game, words), number=stored.moment)
    name = next((node.name for node in tree.nodes if node.name), "")
    size = words.say("web.variation.size", n=len(tree.nodes) - 1)
    note = f"{name} · {size}" if name else size
    return TableRow(tree_address(stored.id), live.game.id, title, note, my_turn=False)


ROUTES: Final = [
    Route("/mine/variations", my_variations),
    Route("/v/{tree}/{node:number}/note", note, methods=["POST"]),
    Route("/v/{tree}/{node:number}/delete", delete, methods=["POST"]),
    Route("/v/{tree}/{node:number}/copy", copy, methods=["POST"]),
]
