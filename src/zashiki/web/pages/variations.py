"""What if: other choices at a moment of a finished game, on the board, against bots; every node of the tree has its address."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.bots import offered
from zashiki.kernel.contract import Game, View
from zashiki.kernel.messages import Refused
from zashiki.kernel.timeline import Timeline
from zashiki.study.variations.tree import (
    ALL_SEATS,
    LONGEST_COMMENT,
    LONGEST_NAME,
    ROOT,
    Node,
    NoNode,
    node_of,
    path_to,
    pruned,
)
from zashiki.tables import LiveTable
from zashiki.tables.description import ending_of
from zashiki.web.drawing.faces import aliases_of_guests
from zashiki.web.drawing.game_pages import board, secrets_of
from zashiki.web.drawing.variation_tree import Telling, TreeRow, rows_of, telling
from zashiki.web.drawing.variation_worth import WorthText, played_text, tried_text
from zashiki.web.drawing.wording import ChoiceRow, ResultText, choice_rows, game_name, result_text, seat_name
from zashiki.web.errors import PageError, page_error
from zashiki.web.pages.replay import ALL, finished
from zashiki.web.requests.addresses import number_of, see_other, tree_address
from zashiki.web.requests.forms import form_of, number_in
from zashiki.web.requests.networks import network_of
from zashiki.web.requests.sight import live_or_error
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import Services, services_of
from zashiki.web.variations import Kept, NoTree
from zashiki.words import Words
from zashiki.words.numbers import share


class Refusal(msgspec.Struct, frozen=True):
    """Why a choice can't be made."""

    text: str
    rule: str


class Draft(msgspec.Struct, frozen=True):
    """A name and a comment that were not kept, since others were kept meanwhile."""

    name: str
    comment: str


class VariationPage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    title: str
    own: bool  # the visitor made the tree
    board: Markup
    faces: Markup
    secrets: list[tuple[str, Markup]] | None
    prompt: str
    prompt_rule: str
    result: ResultText | None
    refusal: Refusal | None
    seat: int
    choices: tuple[ChoiceRow, ...]
    waits: bool  # others are to choose
    told: list[str]
    worths: list[WorthText]
    chance: str
    rows: list[TreeRow]
    root: str
    at_root: bool
    address: str
    query: str
    back: str  # the node from which on something else can be tried; empty at the root
    replay: str
    shared: str  # the address that others are given
    openly: bool
    other_eyes: str
    seats: list[tuple[int, str]]
    mine: int
    levels: list[tuple[str, str]]
    level: str
    node: Node
    draft: Draft | None
    following: int  # nodes that would go with this one
    longest_name: int
    longest_comment: int


class Found(msgspec.Struct, frozen=True):
    """The tree of an address, its finished game, and the node."""

    live: LiveTable
    kept: Kept
    node: int
    own: bool

    @property
    def address(self) -> str:
        return tree_address(self.kept.stored.id, self.node)


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
    services, words = services_of(request), words_of(request)
    query = query_of(request)
    page = _page(services, here, query, request.query_params.get("why", ""), draft, words)
    base = services.settings.address or str(request.base_url).rstrip("/")
    page = msgspec.structs.replace(page, shared=base + page.shared)
    return services.page(request, "variation.html", page, status=status, here=here.address + query)


def _page(
    services: Services, here: Found, query: str, asked: str, draft: Draft | None, words: Words
) -> VariationPage:
    live, kept, tree, openly = here.live, here.kept, here.kept.tree, bool(query)
    stored, path = kept.stored, path_to(kept.tree, here.node)
    timeline = services.variations.timeline(live, kept, here.node)
    happened = services.variations.readings.read(live.id, live.timeline, stored.moment, tree)
    told = telling(live, tree, happened, words, openly=openly)
    seat, viewer = _seats(here, timeline)
    view = timeline.state.view(viewer)
    shown = view if seat is not None and here.own else msgspec.structs.replace(view, legal=[])
    links = f"{here.address}?as={ALL}&why=" if openly else f"{here.address}?why="
    tried = next((node for node in reversed(path) if node.made.tried), None)
    chance = path[-1].made.chance if path else None
    game = live.game
    return VariationPage(
        game=game,
        game_name=game_name(game, words),
        title=words.say("web.variation.of-moment", number=stored.moment),
        own=here.own,
        board=services.drawn(board(game, shown, links if shown.legal else ""), words),
        faces=aliases_of_guests(),
        secrets=_secrets(services, live, timeline, words) if openly and game.facts.secrets else None,
        prompt=words(view.prompt),
        prompt_rule=view.prompt.rule,
        result=result_text(ending_of(live, view), words),
        refusal=_refusal(game, timeline, seat, asked, words),
        seat=viewer,
        choices=choice_rows(game, shown, words),
        waits=seat is None and bool(timeline.state.actors()),
        told=_told(path, told),
        worths=_worths(here, timeline, tried, told, words),
        chance="" if chance is None or not path else share(chance, words.language),
        rows=rows_of(tree, told, here.node, f"/v/{stored.id}", query),
        root=tree_address(stored.id) + query,
        at_root=here.node == ROOT,
        address=here.address,
        query=query,
        back=tree_address(stored.id, tried.parent if tried else ROOT) + query if path else "",
        replay=f"/g/{live.id}/{stored.moment}?as={ALL if openly else viewer}",
        shared=here.address + query,
        openly=openly,
        other_eyes=here.address + ("" if openly else f"?as={ALL}"),
        seats=_seats_to_play(live, words),
        mine=tree.mine,
        levels=[(level, words.say(f"table.level.{level}")) for level in offered(game)],
        level=tree.level,
        node=node_of(tree, here.node),
        draft=draft,
        following=len(tree.nodes) - (1 if here.node == ROOT else len(pruned(tree, here.node)[0].nodes)),
        longest_name=LONGEST_NAME,
        longest_comment=LONGEST_COMMENT,
    )


def _seats(here: Found, timeline: Timeline) -> tuple[int | None, int]:
    """The seat that the person is to choose for, if any, and the one with whose eyes the board is drawn."""
    mine, actors = here.kept.tree.mine, timeline.state.actors()
    if mine != ALL_SEATS:
        return (mine if mine in actors else None), mine
    if actors and actors[0] >= 0:
        return actors[0], actors[0]
    chosen = [step.entry.seat for step in timeline.steps if step.entry.seat >= 0]
    return None, chosen[-1] if chosen else 0


def _refusal(game: Game, timeline: Timeline, seat: int | None, asked: str, words: Words) -> Refusal | None:
    action = number_of(asked)
    if action is None or seat is None or action >= game.facts.actions:
        return None
    reason = timeline.state.why_not(seat, action)
    return None if reason is None else Refusal(words(reason), reason.rule)


def _told(path: list[Node], told: Telling) -> list[str]:
    """What came of the person's last choice."""
    last = max((at for at, node in enumerate(path) if node.made.tried), default=-1)
    return [line for node in path[max(0, last) :] for line in told.told(node)]


def _worths(
    here: Found, timeline: Timeline, tried: Node | None, told: Telling, words: Words
) -> list[WorthText]:
    tree, found = here.kept.tree, list[WorthText]()
    if tried is not None:
        after = len(path_to(tree, here.node)) - len(path_to(tree, tried.id))
        found = [tried_text(timeline.until(timeline.length - after), tried, told.text(tried), words)]
    seat = tried.made.seat if tried is not None and tree.mine == ALL_SEATS else tree.mine
    played = [one for one in tree.played if seat in (ALL_SEATS, one.seat)]
    return found + [played_text(here.live.timeline, one, words) for one in played[:1]]


def _secrets(
    services: Services, live: LiveTable, timeline: Timeline, words: Words
) -> list[tuple[str, Markup]]:
    views: list[View] = [timeline.state.view(seat) for seat in range(live.record.seats)]
    drawn = [(view.seat or 0, secrets_of(live.game, view)) for view in views]
    return [(seat_name(live, seat, words), services.drawn(one, words)) for seat, one in drawn if one]


def _seats_to_play(live: LiveTable, words: Words) -> list[tuple[int, str]]:
    seats = [(seat, seat_name(live, seat, words)) for seat in range(live.record.seats)]
    return [*seats, (ALL_SEATS, words.say("web.variation.all-seats"))] if len(seats) > 1 else seats


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
