"""The explorer: finished games searched by position, plan, result and player, by a plain form whose address can be shared."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import View
from zashiki.kernel.messages import Message, say
from zashiki.kernel.options import BadOption
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.store.exploring import Hit, TooSlow
from zashiki.study.explorer import Asked, BadSearch, Found, Row, asked_for, find
from zashiki.study.explorer_words import (
    RateText,
    choice_label,
    day_text,
    game_text,
    rate_text,
    row_label,
    searched,
    usual,
    view_of,
)
from zashiki.study.moments import position_at
from zashiki.tables.description import title_of
from zashiki.web.drawing.explorer_form import Field, form_fields
from zashiki.web.drawing.wording import title_text
from zashiki.web.errors import page_error
from zashiki.web.requests.addresses import number_of, see_other
from zashiki.web.requests.sight import live_or_error
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import Services, count_search, services_of
from zashiki.words import Words
from zashiki.words.numbers import spoken

PATH: Final = "/explore"


class RowLink(msgspec.Struct, frozen=True):
    """A row of figures; its label leads to the games that it counts."""

    figures: RateText
    href: str


class HitRow(msgspec.Struct, frozen=True):
    href: str
    game: str
    title: str
    note: str


class ExplorerPage(msgspec.Struct, frozen=True, kw_only=True):
    fields: list[Field]
    kept: list[tuple[str, str]]  # fields that the form carries along
    is_open: bool  # the form is shown at once
    trouble: str = ""
    searched: str = ""
    total: str = ""
    found: bool = False
    column: str = ""
    rows: list[RowLink] = []
    more: str = ""  # that there are more rows
    parts: list[RowLink] = []
    hits: list[HitRow] = []
    next: str = ""
    first: str = ""  # the first page of the list, if this is another one
    moment: str = ""  # the moment of the replay whose position is searched for
    without_position: str = ""
    waiting: str = ""


class Position(msgspec.Struct, frozen=True):
    """A position that is searched for: its number, its game, and what the seats saw then."""

    number: int
    game: str
    views: dict[int, View]
    href: str


async def explore(request: Request) -> Response:
    given = {name: _printable(text) for name, text in request.query_params.items()}
    if any(not text.strip() for text in given.values()):
        return see_other(_address({name: text for name, text in given.items() if text.strip()}))
    await count_search(request)
    services, words = services_of(request), words_of(request)
    position = None
    try:
        position = await _position(services, given.get("at", ""))
        if position is not None:
            given["game"] = position.game
        viewer = services.visitors.visitor_of(request).id
        asked = asked_for(given, viewer, position.number if position else None)
        found = await find(services.store, asked)
    except (BadOption, TooSlow) as error:
        slow = isinstance(error, TooSlow)
        trouble = words.say("study.explore.too-slow") if slow else words(_message(error))
        return _refusal(request, given, trouble, 503 if slow else 400)
    page = _filled(asked, found, position, words)
    waiting = await services.store.moments.waiting()
    if waiting:
        said = words.say("study.explore.waiting", n=waiting, count=spoken(waiting, words.language))
        page = msgspec.structs.replace(page, waiting=said)
    return services.page(request, "explorer.html", page)


def _printable(text: str) -> str:
    """Signs that nobody sees, and that no database keeps, are left out."""
    return "".join(letter for letter in text if letter.isprintable())


def _message(error: Exception) -> Message:
    assert isinstance(error, BadOption)
    return error.message


def _refusal(request: Request, given: Mapping[str, str], trouble: str, status: int) -> Response:
    """The form as it was filled in, and what is wrong with it."""
    page = ExplorerPage(
        fields=form_fields(given, words_of(request)), kept=_kept(given), is_open=True, trouble=trouble
    )
    return services_of(request).page(request, "explorer.html", page, status=status)


def _kept(given: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(name, given[name]) for name in ("at",) if name in given]


async def _position(services: Services, text: str) -> Position | None:
    """The position of the field "at"; raises BadSearch, or PageError for a game that runs."""
    if not text:
        return None
    table, _, moment = text.rpartition(".")
    number = number_of(moment)
    if not table or number is None:
        raise BadSearch(say("study.explore.no-moment"))
    live = await live_or_error(services, table)
    if not live.over:
        raise page_error(403, "web.replay.running", f"/t/{live.id}")
    found = await asyncio.to_thread(position_at, live.timeline, number)
    if found is None:
        raise BadSearch(say("study.explore.no-decision"))
    state = live.timeline.until(found[1].start).state
    views = {seat: state.view(seat) for seat in range(live.record.seats)}
    return Position(found[0], live.game.id, views, f"/g/{live.id}/{number}")


def _filled(asked: Asked, found: Found, position: Position | None, words: Words) -> ExplorerPage:
    fields, views = asked.fields, position.views if position else {}
    times = found.total.times
    total_key = "study.explore.times" if asked.finds_moments else "study.explore.games"
    if asked.counts_seats:
        total_key = "study.explore.seats-found"
    rows = [RowLink(_row_text(asked, row, views, words), _narrowed(asked, row)) for row in found.rows]
    if _are_of_one_side(asked, found):
        total = rate_text(words.say("study.explore.all"), found.total, words)
        rows.insert(0, RowLink(total, ""))
    return ExplorerPage(
        fields=form_fields(fields, words),
        kept=_kept(fields),
        is_open=not fields,
        searched=" · ".join(searched(asked, words)),
        total=words.say(total_key, n=times, count=spoken(times, words.language)),
        found=bool(times),
        column=words.say(f"study.explore.column.{'choice' if asked.finds_moments else 'seat'}"),
        rows=rows if times else [],
        more=words.say("study.explore.most", n=len(found.rows)) if _is_cut(asked, found) else "",
        parts=[RowLink(_row_text(asked, row, views, words), _with_part(asked, row)) for row in found.parts]
        if any(" " in row.text for row in found.rows)
        else [],
        hits=[_hit_row(hit, views, words) for hit in found.hits],
        next=_address({**fields, "after": f"{found.after[0]}.{found.after[1]}"}) if found.after else "",
        first=_address(_without(fields, "after")) if asked.after else "",
        moment=position.href if position else "",
        without_position=_address(_without(fields, "at", "choice", "after")) if position else "",
    )


def _are_of_one_side(asked: Asked, found: Found) -> bool:
    """Whether a rate of all rows together says something: what one side wins the others lose."""
    if not asked.finds_moments:
        return asked.search.counted and len(found.rows) > 1
    assert asked.game is not None
    return asked.game.facts.cooperative or len({row.seat for row in found.rows}) == 1


def _is_cut(asked: Asked, found: Found) -> bool:
    return asked.finds_moments and found.kinds > len(found.rows)


def _row_text(asked: Asked, row: Row, views: Mapping[int, View], words: Words) -> RateText:
    return rate_text(row_label(asked, row, views, words), row.found, words)


def _narrowed(asked: Asked, row: Row) -> str:
    """The same search for those alone who made this choice, or for the games of this row."""
    fields = _without(asked.fields, "after")
    if asked.finds_moments:
        return _address({**fields, "choice": row.text, "side": str(row.seat)})
    if row.text not in names() or asked.game is not None:
        return ""
    return _address({**fields, "game": row.text})


def _with_part(asked: Asked, row: Row) -> str:
    """The same search for plans that have this choice too."""
    if row.text in asked.plan:
        return ""
    plan = " ".join([*asked.plan, row.text])
    return _address({**_without(asked.fields, "after", "choice"), "plan": plan, "side": str(row.seat)})


def _hit_row(hit: Hit, views: Mapping[int, View], words: Words) -> HitRow:
    if hit.game not in names():
        return HitRow(f"/g/{hit.table_id}/{hit.start}", hit.game, hit.game, "")
    game = find_game(hit.game)
    titles = [title_text(title_of(game, usual(game), seat), words, "brief") for seat in hit.players]
    day = day_text(datetime.fromtimestamp(hit.ended, UTC).date(), words)
    won = [title for seat, title in enumerate(titles) if hit.winners >> seat & 1]
    notes = [day]
    if game.facts.cooperative:
        notes.append(words.say(f"study.explore.{'victory' if won else 'defeat'}-together"))
    elif won:
        notes.append(words.say("study.explore.won-by", who=", ".join(won)))
    if hit.seat is not None:
        view = views.get(hit.seat) or view_of(game, hit.seat)
        who = words(game.seat_name(hit.seat, usual(game)))
        chosen = choice_label(game, hit.text, view, words)
        notes.append(words.say("study.explore.by-seat", who=who, choice=chosen))
    title = words.say("web.list.title", game=game_text(hit.game, words), who=", ".join(titles))
    return HitRow(f"/g/{hit.table_id}/{hit.start}", hit.game, title, " · ".join(notes))


def _without(fields: Mapping[str, str], *left_out: str) -> dict[str, str]:
    return {name: text for name, text in fields.items() if name not in left_out}


def _address(fields: Mapping[str, str]) -> str:
    return PATH + ("?" + urlencode(fields) if fields else "")


ROUTES: Final = [Route(PATH, explore)]
