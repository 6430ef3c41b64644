"""A finished game, moment by moment, from any seat; each moment has an address and can be played on from."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.timeline import UNDO, Glimpse, Timeline
from zashiki.store import Table
from zashiki.tables import LiveTable
from zashiki.tables.description import MOST_NEWS, ending_of
from zashiki.tables.seats import owned_by
from zashiki.web.analyses import Whole
from zashiki.web.drawing.analysis_words import MomentText, moment_text
from zashiki.web.drawing.faces import aliases_at
from zashiki.web.drawing.game_pages import board, secrets_of
from zashiki.web.drawing.hint_regions import hint_lines
from zashiki.web.drawing.replay_steps import Steps, steps_of
from zashiki.web.drawing.stories import story
from zashiki.web.drawing.wording import (
    Lines,
    LogRow,
    ResultText,
    game_name,
    log_rows,
    result_text,
    seat_name,
    seat_text,
    with_nicknames,
)
from zashiki.web.errors import page_error
from zashiki.web.new_tables import open_against_bots
from zashiki.web.pages.story import answer, asked
from zashiki.web.requests.addresses import number_of, see_other, table_address
from zashiki.web.requests.forms import form_of
from zashiki.web.requests.sight import live_or_error
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import Services, services_of
from zashiki.words import Words

ALL: Final = "all"
"""Eyes that see what every seat sees."""
PUBLIC: Final = "public"
"""Eyes of one who watched."""


class Looking(msgspec.Struct, frozen=True):
    """How a replay is looked at, as its addresses say it."""

    asked: str  # the eyes that the address names; empty: none
    eyes: str  # a seat, PUBLIC or ALL
    hidden: bool  # how it ends is not shown
    each: bool  # every choice is a step

    @property
    def seat(self) -> int | None:
        return int(self.eyes) if self.eyes.isdecimal() else None

    @property
    def query(self) -> str:
        parts = (self.asked and f"as={self.asked}", "end=hidden" * self.hidden, "each=1" * self.each)
        return "?" + "&".join(filter(None, parts)) if any(parts) else ""


class MarkText(msgspec.Struct, frozen=True):
    """A mark on the bar of the whole game."""

    at: int  # in thousandths of the game
    kind: str
    text: str


class ReplayPage(msgspec.Struct, frozen=True):
    table: Table
    game: Game
    game_name: str
    names: list[str]
    board: Markup
    faces: Markup
    secrets: list[tuple[str, Markup]] | None
    prompt: str
    prompt_rule: str
    now: list[LogRow]  # of this moment
    log: list[LogRow]
    result: ResultText | None
    number: int
    last: int
    back: int | None
    forward: int | None
    story: str  # the address of the story of the step to come; empty: it is not staged
    here: int  # where it is on the bar, in thousandths
    marks: list[MarkText]
    rounds: list[tuple[int, int, bool]]  # the moment, the round, and whether it is being looked at
    hidden: bool  # how it ends is not shown
    each: bool
    other_steps: str  # the query with the other kind of steps
    eyes: str
    all_eyes: list[tuple[str, str]]
    query: str
    seats_to_take: list[tuple[int, str]]
    can_continue: bool
    analysis: MomentText | None
    hints: tuple[str, ...]  # who took some, and who took one at this moment


async def finished(request: Request) -> LiveTable:
    """The game of the address, if it is over; before that its record would tell secrets."""
    live = await live_or_error(services_of(request), request.path_params["table"])
    if not live.over:
        raise page_error(403, "web.replay.running", table_address(live.id))
    return live


async def replay(request: Request) -> Response:
    services, live = services_of(request), await finished(request)
    number = request.path_params["number"]
    if number > live.length:
        raise page_error(404, "web.no-moment", f"/g/{live.id}/0")
    looking = _looking(request, live)
    words = with_nicknames(live, words_of(request))
    whole = await services.analyses.complete(live)
    page = _replay_page(services, live, number, looking, whole, words)
    return services.page(request, "replay.html", page)


def _looking(request: Request, live: LiveTable) -> Looking:
    """Who played looks with their own eyes, unless the address names others; raises PageError for eyes there are not."""
    asked = request.query_params.get("as", "")
    if asked not in ("", PUBLIC, ALL) and asked not in map(str, range(live.record.seats)):
        raise page_error(404, "web.no-seat", f"/g/{live.id}/0")
    mine = owned_by(live.seats, services_of(request).visitors.visitor_of(request).id)
    eyes = asked or (str(mine[0].seat) if mine else PUBLIC)
    return Looking(
        asked, eyes, request.query_params.get("end") == "hidden", request.query_params.get("each") == "1"
    )


def _replay_page(
    services: Services, live: LiveTable, number: int, looking: Looking, whole: Whole | None, words: Words
) -> ReplayPage:
    then, eyes = live.timeline.until(number), looking.eyes
    view = msgspec.structs.replace(then.state.view(_seat_of(eyes, then)), legal=[])
    told = then.told_openly() if eyes == ALL else then.told(looking.seat)
    steps = steps_of(live.timeline, each=looking.each)
    forward = steps.forward(number)
    lines = Lines(live.game, words)
    rows = [row for one in told for row in log_rows(one, lines, one.number)]
    return ReplayPage(
        table=live.table,
        game=live.game,
        game_name=game_name(live.game, words),
        names=[seat_text(live, seat.seat, words, "brief") for seat in live.seats],
        board=services.drawn(board(live.game, view, ""), words),
        faces=aliases_at(live),
        secrets=_secrets(services, live, then, words) if eyes == ALL else None,
        prompt=words(view.prompt),
        prompt_rule=view.prompt.rule,
        now=[row for row in rows if row.moment == number],
        log=rows,
        result=result_text(ending_of(live, view), words),
        number=number,
        last=live.length,
        back=steps.back(number),
        forward=forward,
        story=_story_address(live, number, forward, steps, looking),
        here=_thousandths(number, live.length),
        marks=[
            MarkText(_thousandths(mark.number, live.length), mark.kind, words(mark.message))
            for mark in steps.marks
        ],
        rounds=_rounds(steps, number),
        hidden=looking.hidden,
        each=looking.each,
        other_steps=msgspec.structs.replace(looking, each=not looking.each).query,
        eyes=eyes,
        all_eyes=_all_eyes(live, words),
        query=looking.query,
        seats_to_take=[(seat, seat_name(live, seat, words)) for seat in range(live.record.seats)],
        can_continue=bool(then.state.actors()),
        analysis=moment_text(live, whole, number, steps, words) if whole else None,
        hints=() if looking.hidden else hint_lines(live, number, words),
    )


def _story_address(live: LiveTable, number: int, forward: int | None, steps: Steps, looking: Looking) -> str:
    if forward is None or not steps.is_staged(number, forward):
        return ""
    return f"/g/{live.id}/story?after={number}&until={forward}&as={looking.eyes}"


def _thousandths(number: int, last: int) -> int:
    return round(1000 * number / max(1, last))


def _rounds(steps: Steps, number: int) -> list[tuple[int, int, bool]]:
    """Where each round begins; the one that is looked at is the last that has begun."""
    begun = max((one.number for one in steps.rounds if one.number <= number), default=-1)
    return [(one.number, one.round, one.number == begun) for one in steps.rounds]


def _seat_of(eyes: str, then: Timeline) -> int | None:
    """The seat whose view is drawn; with all open it is whoever chose last."""
    if eyes.isdecimal():
        return int(eyes)
    if eyes != ALL:
        return None
    last = then.record.entries[-1:]
    if last and last[0].action == UNDO:
        return last[0].seat
    chosen = [step.entry.seat for step in then.steps if step.entry.seat >= 0]
    return chosen[-1] if chosen else 0


def _secrets(
    services: Services, live: LiveTable, then: Timeline, words: Words
) -> list[tuple[str, Markup]] | None:
    """What each seat alone knew at this moment; None for a game without secrets."""
    if not live.game.facts.secrets:
        return None
    known = [(seat, secrets_of(live.game, then.state.view(seat))) for seat in range(live.record.seats)]
    return [(seat_text(live, seat, words), services.drawn(one, words)) for seat, one in known if one]


def _all_eyes(live: LiveTable, words: Words) -> list[tuple[str, str]]:
    seats = [(str(seat), seat_name(live, seat, words)) for seat in range(live.record.seats)]
    return [(PUBLIC, words.say("web.replay.eyes.public")), *seats, (ALL, words.say("web.replay.eyes.all"))]


async def scrub(request: Request) -> Response:
    """The form of the slider: goes to the moment's own address."""
    live = await finished(request)
    number = number_of(request.query_params.get("n", "0"))
    if number is None or number > live.length:
        raise page_error(404, "web.no-moment", f"/g/{live.id}/0")
    return see_other(f"/g/{live.id}/{number}{_looking(request, live).query}")


async def replay_story(request: Request) -> Response:
    """What the entries after one and up to another told, step by step, as these eyes saw it."""
    live = await finished(request)
    looking, (after, until) = _looking(request, live), asked(request, live.length)
    after = max(after, until - MOST_NEWS)
    glimpses = live.timeline.glimpses(_seat_of(looking.eyes, live.timeline.until(until)), after, until)
    words = with_nicknames(live, words_of(request))
    return answer(
        story(services_of(request), live.game, words, Lines(live.game, words), glimpses, _line_name, ())
    )


def _line_name(glimpse: Glimpse) -> str:
    return f"news-{glimpse.number}-{glimpse.place}"


async def play_on(request: Request) -> Response:
    """A new table with this beginning: one seat for the visitor, bots in the others."""
    live, form = await finished(request), await form_of(request)
    number, seat = request.path_params["number"], form.get("seat", "")
    if number > live.length or seat not in map(str, range(live.record.seats)):
        raise page_error(404, "web.no-moment", f"/g/{live.id}/0")
    if not live.timeline.until(number).state.actors():
        raise page_error(409, "web.replay.over", f"/g/{live.id}/{number}")
    return await open_against_bots(request, live.record.copy(number), int(seat))


async def first_moment(request: Request) -> Response:
    return see_other(f"/g/{(await finished(request)).id}/0")


ROUTES: Final = [
    Route("/g/{table}", first_moment),
    Route("/g/{table}/go", scrub),
    Route("/g/{table}/story", replay_story),
    Route("/g/{table}/{number:number}", replay),
    Route("/g/{table}/{number:number}/continue", play_on, methods=["POST"]),
]
