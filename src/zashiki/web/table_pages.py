"""The table: its page, its choices, take-back, "why not?", its chat and what is done about an absent player."""

from __future__ import annotations

import time
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from zashiki.kernel.contract import Game, View
from zashiki.kernel.messages import Message, Refused, say
from zashiki.store.contract import OPEN, CannotKeep
from zashiki.web.house import House, Turned, form_of, house_of, number_in, see_other, words_of
from zashiki.web.pace import Pace
from zashiki.web.seeing import (
    Sight,
    board,
    calling,
    log_lines,
    needs_cover,
    result_of,
    rule_link,
    seat_title,
    sight,
    table_address,
    table_facts,
    why_not,
)
from zashiki.web.tables import NotYours, Stale, bot_seat, refusal_of_stand_in, with_stand_in
from zashiki.words import Words

LONGEST_LINE: Final = 300
CHAT_LINES: Final = 100
STAND_IN_LEVEL: Final = "sensible"
_pace_of_talk: Final = Pace(times=5, seconds=10.0)


def drawn_at() -> int:
    """When a picture of a table is drawn, in microseconds: answers and pushes may overtake each other on their way."""
    return time.monotonic_ns() // 1000


def live_part(house: House, request: Request, seen: Sight, notice: Message | None = None) -> str:
    return house.render(
        "table_live.html", words_of(request), **table_facts(house, seen, words_of(request), notice)
    )


def whole_page(
    house: House, request: Request, seen: Sight, status: int = 200, notice: Message | None = None
) -> Response:
    facts = table_facts(house, seen, words_of(request), notice)
    chat = house.store.chat(seen.play.table.id, CHAT_LINES) if seen.play.table.chat else []
    return house.page(request, "table.html", status, here=seen.address, mine=seen.mine, chat=chat, **facts)


async def table_page(request: Request) -> Response:
    house = house_of(request)
    seen_as = request.query_params.get("as")
    seen = sight(request, seen_as)
    if needs_cover(seen, seen_as):
        return see_other(f"/t/{seen.play.table.id}/pass?to={seen.seat}")
    if "hx-request" in request.headers:
        return await answer(request, seen_as)
    return whole_page(house, request, seen)


async def cover(request: Request) -> Response:
    """The screen between two players of one device."""
    house, words = house_of(request), words_of(request)
    seen = sight(request, request.query_params.get("to"))
    if seen.seat is None:
        return see_other(table_address(seen.play.table.id))
    return house.page(
        request,
        "pass.html",
        game=seen.play.game,
        title=seat_title(seen.play, seen.seats, seen.seat, words),
        link=table_address(seen.play.table.id, seen.seat),
    )


async def answer(
    request: Request, seen_as: str | None, status: int = 200, notice: Message | None = None
) -> Response:
    """After a form: the live part for our script, the page itself (or a way back to it) for everyone else."""
    house, drawn = house_of(request), drawn_at()
    seen = sight(request, seen_as)
    if "hx-request" in request.headers:
        headers = {"cache-control": "no-store", "x-drawn": str(drawn)}
        picture = live_part(house, request, seen, notice)
        if notice is None:
            language = words_of(request).language
            house.hub.show(seen.play.table.id, seen.person.id, seen.asked, language, picture)
        return HTMLResponse(picture, status, headers=headers)
    return see_other(seen.address) if notice is None else whole_page(house, request, seen, status, notice)


async def choose(request: Request) -> Response:
    return await _decide(request, undo=False)


async def undo(request: Request) -> Response:
    """Takes back the last choice, or the one that the form names: any marker of a plan."""
    return await _decide(request, undo=True)


async def _decide(request: Request, *, undo: bool) -> Response:
    form = await form_of(request)
    seen = sight(request, form.get("seat"))
    if seen.seat is None:
        raise Turned(403, say("web.not-your-seat"), say("web.not-your-seat.advice"), seen.address)
    tables, table_id, made = house_of(request).tables, seen.play.table.id, number_in(form, "made")
    try:
        if undo:
            marker = number_in(form, "action") if "action" in form else None
            await tables.undo(table_id, seen.seat, made, marker)
        else:
            action = number_in(form, "action")
            if not 0 <= action < seen.play.game.facts.actions:
                return await answer(request, form.get("as"), 422, say("web.no-choice"))
            await tables.choose(table_id, seen.seat, action, form.get("turn", ""), made)
    except Stale:
        return await answer(request, form.get("as"), 409, say("web.stale"))
    except Refused as refused:
        return await answer(request, form.get("as"), 422, refused.message)
    except CannotKeep:
        return await answer(request, form.get("as"), 507, say("web.cannot-keep"))
    return await answer(request, form.get("as"))


async def why(request: Request) -> Response:
    """Why a choice can't be made now, as a note for the board or as a page."""
    house, seen = house_of(request), sight(request, request.query_params.get("as"))
    words = calling(seen.play, seen.seats, words_of(request))
    action = request.path_params["action"]
    refusal = why_not(seen, action)
    view = seen.play.state.view(seen.seat)
    reason = refusal or seen.play.game.help(view, action)
    return house.page(
        request,
        "why_note.html" if "hx-request" in request.headers else "why.html",
        game=seen.play.game,
        groups=[{"reason": words(reason), "rule": rule_link(seen.play.game, reason.rule), "labels": []}],
        link=seen.address,
    )


async def why_all(request: Request) -> Response:
    """Every choice of the game that can't be made now, by reason."""
    house, seen = house_of(request), sight(request, request.query_params.get("as"))
    words = calling(seen.play, seen.seats, words_of(request))
    if seen.seat is None:
        return see_other(seen.address)
    return house.page(
        request, "why.html", game=seen.play.game, groups=_refusals(seen, words), link=seen.address
    )


def _refusals(seen: Sight, words: Words) -> list[dict[str, Any]]:
    game, state = seen.play.game, seen.play.state
    view = state.view(seen.seat)
    groups: dict[tuple[str, str], list[str]] = {}
    for action in range(game.facts.actions):
        refusal = why_not(seen, action)
        if refusal is not None and words.has(game.label(view, action).key):
            groups.setdefault((words(refusal), refusal.rule), []).append(_label(game, view, action, words))
    ordered = sorted(groups.items(), key=lambda group: len(group[1]))
    return [{"reason": key[0], "rule": rule_link(game, key[1]), "labels": labels} for key, labels in ordered]


def _label(game: Game, view: View, action: int, words: Words) -> str:
    """A choice in words; its name where the label has figures that exist only when the choice does."""
    try:
        return words(game.label(view, action))
    except KeyError:
        return game.name(action)


async def moment(request: Request) -> Response:
    """A past moment of a running table, as this viewer saw it."""
    house, seen = house_of(request), sight(request, request.query_params.get("as"))
    words = calling(seen.play, seen.seats, words_of(request))
    number, last = request.path_params["number"], len(seen.play.moments(seen.seat))
    if number > last:
        raise Turned(404, say("web.no-moment"), say("web.no-moment.advice"), seen.address)
    state, lines = seen.play.at_moment(seen.seat, number)
    view = msgspec.structs.replace(state.view(seen.seat), legal=[])
    return house.page(
        request,
        "moment.html",
        game=seen.play.game,
        game_name=words.say(f"{seen.play.game.prefix}.name"),
        board=board(seen.play.game, view, words, lambda _action: None),
        log=log_lines(lines, seen.play.game, words),
        whole_log=log_lines(seen.play.log(seen.seat), seen.play.game, words),
        prompt=words(view.prompt),
        result=result_of(view, seen.play, seen.seats, words),
        number=number,
        last=last,
        base=f"/t/{seen.play.table.id}/moment",
        query=f"?as={seen.asked}" if seen.asked else "",
        link=seen.address,
    )


async def chat(request: Request) -> Response:
    """One more line of the table's talk, by somebody who sits there."""
    form = await form_of(request)
    seen = sight(request, form.get("as"))
    text = " ".join(form.get("text", "").split())[:LONGEST_LINE]
    if not seen.play.table.chat or not seen.mine:
        raise Turned(403, say("web.chat.closed"), say("web.chat.closed.advice"), seen.address)
    if not _pace_of_talk.allows(seen.person.id):
        raise Turned(429, say("web.chat.slow"), say("web.chat.slow.advice"), seen.address)
    if text:
        await house_of(request).tables.say(seen.play.table.id, seen.person.name or seen.mine[0].name, text)
    if "hx-request" in request.headers:
        return Response(status_code=204)
    return see_other(seen.address)


async def stand_in(request: Request) -> Response:
    """A bot plays on for an absent player, by the wish of anyone seated."""
    seen, seat = await _seat_of_form(request)
    refusal = refusal_of_stand_in(seen.play, seat, time.time())
    if not seen.mine:
        raise NotYours
    if refusal is not None:
        return await answer(request, None, 409, refusal)
    await house_of(request).tables.change_seat(seen.play.table.id, seat, with_stand_in(seat, STAND_IN_LEVEL))
    return await answer(request, None)


async def take_back(request: Request) -> Response:
    """The person is back and plays on."""
    seen, seat = await _seat_of_form(request)
    if seat not in seen.mine:
        raise NotYours
    await house_of(request).tables.change_seat(seen.play.table.id, seat, with_stand_in(seat, ""))
    return await answer(request, None)


async def fill(request: Request) -> Response:
    """A bot takes a seat that nobody has taken."""
    seen, seat = await _seat_of_form(request)
    if not seen.mine or seat.kind != OPEN:
        raise NotYours
    await house_of(request).tables.change_seat(seen.play.table.id, seat, bot_seat(seat.seat, STAND_IN_LEVEL))
    return await answer(request, None)


async def _seat_of_form(request: Request) -> tuple[Sight, Any]:
    form = await form_of(request)
    seen = sight(request, None)
    number = number_in(form, "seat")
    if not 0 <= number < len(seen.seats):
        raise Turned(400, say("web.bad-form"), say("web.bad-form.advice"), seen.address)
    return seen, seen.seats[number]


ROUTES: Final = [
    Route("/t/{table}", table_page),
    Route("/t/{table}/pass", cover),
    Route("/t/{table}/choose", choose, methods=["POST"]),
    Route("/t/{table}/undo", undo, methods=["POST"]),
    Route("/t/{table}/why", why_all),
    Route("/t/{table}/why/{action:number}", why),
    Route("/t/{table}/moment/{number:number}", moment),
    Route("/t/{table}/chat", chat, methods=["POST"]),
    Route("/t/{table}/stand-in", stand_in, methods=["POST"]),
    Route("/t/{table}/take-back", take_back, methods=["POST"]),
    Route("/t/{table}/fill", fill, methods=["POST"]),
]
