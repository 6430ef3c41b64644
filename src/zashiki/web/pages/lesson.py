"""The pages of a lesson, one a step, on the game's real board. Links and forms only; nothing is stored."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.bots import Told
from zashiki.kernel.contract import Game
from zashiki.kernel.messages import say
from zashiki.kernel.parts import Lesson, LessonStep
from zashiki.web.drawing import lights
from zashiki.web.drawing.faces import aliases_of_guests
from zashiki.web.drawing.game_pages import board
from zashiki.web.drawing.wording import ChoiceRow, Lines, LogRow, choice_rows, game_name, log_rows
from zashiki.web.errors import game_or_error, page_error
from zashiki.web.lessons import Moment, answers, has_lesson, lesson, moment
from zashiki.web.new_tables import open_against_bots
from zashiki.web.requests.addresses import number_of, see_other
from zashiki.web.requests.forms import form_of
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import Services, services_of
from zashiki.words import Words

SEPARATOR: Final = ","
"""Between the free choices in an address."""


class Refusal(msgspec.Struct, frozen=True):
    """The answer to another choice than the one asked for."""

    text: str
    rule: str
    try_this: str


class LessonPage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    number: int
    last: int
    note: str
    asks: bool
    back: str
    next: str
    shown_how: str
    address: str
    did: str  # the learner's free choices so far
    prompt: str
    prompt_rule: str
    told: list[LogRow]
    log: list[LogRow]
    board: Markup
    faces: Markup
    choices: tuple[ChoiceRow, ...]
    refusal: Refusal | None
    over: bool
    lights: str  # a CSS selector


async def first_step(request: Request) -> Response:
    return see_other(step_address(_lesson_of(request)[0], 1, []))


async def step(request: Request) -> Response:
    """A step, or a redirect to the next one when the choice in the address is the one asked for."""
    game, taught, asked = _step_of(request)
    number, did = request.path_params["number"], _free_choices(request.query_params.get("did", ""))
    now = moment(game.id, number, did)
    expected = answers(game, now.state, taught.seat, asked)
    tried = _tried(game, request.query_params.get("action", ""))
    if tried is not None and game.name(tried) in expected:
        made = [game.name(tried)] if len(expected) > 1 else []
        return see_other(step_address(game, number + 1, now.did + made))
    words = words_of(request)
    refusal = _refusal(game, now, tried, expected, words) if tried is not None and expected else None
    page = _lesson_page(services_of(request), game, now, number, expected, refusal, words)
    return services_of(request).page(request, "lesson.html", page, here=step_address(game, number, now.did))


async def lights_sheet(request: Request) -> Response:
    """The style sheet that lights the elements of a step and dims the others."""
    game, _, asked = _step_of(request)
    headers = {"cache-control": "no-cache"}
    return Response(lights.sheet(game, asked), media_type="text/css", headers=headers)


def _lesson_of(request: Request) -> tuple[Game, Lesson]:
    game = game_or_error(request.path_params["game"])
    if not has_lesson(game.id):
        raise page_error(404, "web.learn.none", f"/new/{game.id}")
    return game, lesson(game.id)


def _step_of(request: Request) -> tuple[Game, Lesson, LessonStep]:
    (game, taught), number = _lesson_of(request), request.path_params["number"]
    if not 1 <= number <= len(taught.step):
        raise page_error(404, "web.learn.no-step", f"/learn/{game.id}")
    return game, taught, taught.step[number - 1]


def step_address(game: Game, number: int, did: list[str], action: int | None = None) -> str:
    """The page of a step; with a choice: the answer to it."""
    fields = {"did": SEPARATOR.join(did)} if did else {}
    if action is not None:
        fields["action"] = str(action)
    return f"/learn/{game.id}/{number}" + ("?" + urlencode(fields) if fields else "")


def answer_address(game: Game, number: int, did: list[str]) -> str:
    """The answer to a choice in a step, without the number of the choice."""
    fields = {"did": SEPARATOR.join(did)} if did else {}
    return f"/learn/{game.id}/{number}?" + urlencode(fields | {"action": ""})


def _free_choices(text: str) -> list[str]:
    return text.split(SEPARATOR) if text else []


def _tried(game: Game, text: str) -> int | None:
    """The choice in the address; None if there is none."""
    action = number_of(text)
    return action if action is not None and action < game.facts.actions else None


def _lesson_page(
    services: Services,
    game: Game,
    now: Moment,
    number: int,
    expected: list[str],
    refusal: Refusal | None,
    words: Words,
) -> LessonPage:
    taught = now.lesson
    asked, last = taught.step[number - 1], len(taught.step)
    view = now.view()
    shown = view if asked.ask else msgspec.structs.replace(view, legal=[])
    links = answer_address(game, number, now.did) if asked.ask else ""
    return LessonPage(
        game=game,
        game_name=game_name(game, words),
        number=number,
        last=last,
        note=words.say(f"{game.prefix}.learn.{asked.name}"),
        asks=bool(asked.ask),
        back=step_address(game, number - 1, now.did) if number > 1 else "",
        next=step_address(game, number + 1, now.did) if number < last and not asked.ask else "",
        shown_how=step_address(game, number, now.did, game.action(expected[0])) if expected else "",
        address=f"/learn/{game.id}/{number}",
        did=SEPARATOR.join(now.did),
        prompt=words(view.prompt),
        prompt_rule=view.prompt.rule,
        told=_rows(now, now.told(), words),
        log=_rows(now, now.log(), words),
        board=services.drawn(board(game, shown, links), words),
        faces=aliases_of_guests(),
        choices=choice_rows(game, shown, words),
        refusal=refusal,
        over=now.state.result() is not None,
        lights=lights.selectors(game, asked),
    )


def _rows(now: Moment, told: list[Told], words: Words) -> list[LogRow]:
    """As the learner is told them."""
    game, lesson = now.record.game, now.lesson
    lines = Lines(game, words.addressing(game.seat_name(lesson.seat, lesson.options)), lesson.seat)
    return [row for one in told for row in log_rows(one, lines)]


def _refusal(game: Game, now: Moment, tried: int, expected: list[str], words: Words) -> Refusal:
    """The rule that forbids the choice, or that the lesson goes another way."""
    refusal = now.state.why_not(now.lesson.seat, tried) or say("web.learn.another-time")
    wanted = game.label(now.view(), game.action(expected[0]))
    try_this = words.say("web.learn.try", choice=wanted)
    return Refusal(words(refusal), refusal.rule, try_this)


async def play_on(request: Request) -> Response:
    """From the end of the lesson to a table: its last position, the learner's seat, bots in the others."""
    game, taught = _lesson_of(request)
    form = await form_of(request)
    now = moment(game.id, len(taught.step), _free_choices(form.get("did", "")))
    if now.state.result() is not None:
        raise page_error(409, "web.replay.over", f"/new/{game.id}")
    return await open_against_bots(request, now.record, taught.seat)


ROUTES: Final = [
    Route("/learn/{game}", first_step),
    Route("/learn/{game}/{number:number}", step),
    Route("/learn/{game}/{number:number}/lights.css", lights_sheet),
    Route("/learn/{game}/go-on", play_on, methods=["POST"]),
]
