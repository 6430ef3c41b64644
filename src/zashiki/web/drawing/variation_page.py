"""The page of a node of a tree of variations: the position, what led to it, the tree, and what can be done with it."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from zashiki.bots import offered
from zashiki.kernel.contract import Game, View
from zashiki.kernel.timeline import Timeline
from zashiki.study.variations.tree import (
    ALL_SEATS,
    LONGEST_COMMENT,
    LONGEST_NAME,
    ROOT,
    Node,
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
from zashiki.web.requests.addresses import number_of, tree_address
from zashiki.web.services import Services
from zashiki.web.variations import Kept
from zashiki.words import Words
from zashiki.words.numbers import share


class Found(msgspec.Struct, frozen=True):
    """The tree of an address, its finished game, and the node."""

    live: LiveTable
    kept: Kept
    node: int
    own: bool

    @property
    def address(self) -> str:
        return tree_address(self.kept.stored.id, self.node)


class Heading(msgspec.Struct, frozen=True):
    """Where the reader is."""

    game: Game
    game_name: str
    title: str
    own: bool  # the visitor made the tree
    node: Node
    at_root: bool
    address: str
    query: str
    replay: str
    openly: bool
    other_eyes: str


class Refusal(msgspec.Struct, frozen=True):
    """Why a choice can't be made."""

    text: str
    rule: str


class Position(msgspec.Struct, frozen=True):
    """The board, and what can be chosen there."""

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


class Line(msgspec.Struct, frozen=True):
    """How it came to this position, and the whole tree."""

    told: list[str]
    worths: list[WorthText]
    chance: str
    back: str  # the node from which on something else can be tried; empty at the root
    root: str
    rows: list[TreeRow]


class Draft(msgspec.Struct, frozen=True):
    """A name and a comment that were not kept, since others were kept meanwhile."""

    name: str
    comment: str


class Tools(msgspec.Struct, frozen=True):
    """What the person can do with the tree and its node."""

    shared: str  # the address that others are given
    seats: list[tuple[int, str]]
    mine: int
    levels: list[tuple[str, str]]
    level: str
    draft: Draft | None
    following: int  # nodes that would go with this one
    longest_name: int
    longest_comment: int


def page_parts(
    services: Services, here: Found, query: str, asked: str, words: Words
) -> tuple[Heading, Position, Line]:
    """`query` is that of all addresses: with one all secrets are shown. `asked` is a choice whose refusal is to be explained."""
    timeline = services.variations.timeline(here.live, here.kept, here.node)
    return (
        _heading(here, timeline, query, words),
        _position(services, here, timeline, query, asked, words),
        _line(services, here, timeline, query, words),
    )


def _heading(here: Found, timeline: Timeline, query: str, words: Words) -> Heading:
    stored, game = here.kept.stored, here.live.game
    return Heading(
        game=game,
        game_name=game_name(game, words),
        title=words.say("web.variation.of-moment", number=stored.moment),
        own=here.own,
        node=node_of(here.kept.tree, here.node),
        at_root=here.node == ROOT,
        address=here.address,
        query=query,
        replay=f"/g/{stored.table_id}/{stored.moment}" + (query or f"?as={_seats(here, timeline)[1]}"),
        openly=bool(query),
        other_eyes=here.address + ("" if query else "?as=all"),
    )


def _position(
    services: Services, here: Found, timeline: Timeline, query: str, asked: str, words: Words
) -> Position:
    live, game = here.live, here.live.game
    seat, viewer = _seats(here, timeline)
    view = timeline.state.view(viewer)
    shown = view if seat is not None and here.own else msgspec.structs.replace(view, legal=[])
    links = f"{here.address}{query}{'&' if query else '?'}why=" if shown.legal else ""
    return Position(
        board=services.drawn(board(game, shown, links), words),
        faces=aliases_of_guests(),
        secrets=_secrets(services, live, timeline, words) if query and game.facts.secrets else None,
        prompt=words(view.prompt),
        prompt_rule=view.prompt.rule,
        result=result_text(ending_of(live, view), words),
        refusal=_refusal(game, timeline, seat, asked, words),
        seat=viewer,
        choices=choice_rows(game, shown, words),
        waits=seat is None and bool(timeline.state.actors()),
    )


def _line(services: Services, here: Found, timeline: Timeline, query: str, words: Words) -> Line:
    live, tree, stored = here.live, here.kept.tree, here.kept.stored
    path = path_to(tree, here.node)
    happened = services.variations.readings.read(live.id, live.timeline, stored.moment, tree)
    told = telling(live, tree, happened, words, openly=bool(query))
    tried = next((node for node in reversed(path) if node.made.tried), None)
    chance = path[-1].made.chance if path else None
    return Line(
        told=_told(path, told),
        worths=_worths(here, timeline, tried, told, words),
        chance="" if chance is None else share(chance, words.language),
        back=tree_address(stored.id, tried.parent if tried else ROOT) + query if path else "",
        root=tree_address(stored.id) + query,
        rows=rows_of(tree, told, here.node, f"/v/{stored.id}", query),
    )


def tools_of(here: Found, shared: str, draft: Draft | None, words: Words) -> Tools:
    tree, live = here.kept.tree, here.live
    rest = 1 if here.node == ROOT else len(pruned(tree, here.node)[0].nodes)
    return Tools(
        shared=shared,
        seats=_seats_to_play(live, words),
        mine=tree.mine,
        levels=[(level, words.say(f"table.level.{level}")) for level in offered(live.game)],
        level=tree.level,
        draft=draft,
        following=len(tree.nodes) - rest,
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
