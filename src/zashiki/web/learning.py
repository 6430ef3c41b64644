"""Learn: the pages of a lesson, one a step, on the game's real board. Links and one form; nothing is stored."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Event, say
from zashiki.web.house import (
    Turned,
    count_opening,
    form_of,
    game_or_turned,
    house_of,
    remembered,
    see_other,
    words_of,
)
from zashiki.web.lessons import Lesson, Moment, Step, answers, has_lesson, lesson, moment
from zashiki.web.light import mark
from zashiki.web.opening import QUICK_LEVEL
from zashiki.web.play import LogLine
from zashiki.web.replays import lines_of
from zashiki.web.seeing import board, choices, log_lines, rule_link, table_address
from zashiki.web.tables import bot_seat, person_seat
from zashiki.words import Words

BETWEEN: Final = ","
"""Between the free choices in an address."""


async def door(request: Request) -> Response:
    """A lesson begins with its first step."""
    return see_other(step_address(_taught(request)[0], 1, []))


async def step(request: Request) -> Response:
    """A step, or the way on from it when the choice that came with the address is the one asked for."""
    house, words = house_of(request), words_of(request)
    game, taught = _taught(request)
    number, did = request.path_params["number"], _did(request.query_params.get("did", ""))
    if not 1 <= number <= len(taught.step):
        raise Turned(404, say("web.learn.no-step"), say("web.learn.no-step.advice"), f"/learn/{game.id}")
    now, asked = moment(game.id, number, did), taught.step[number - 1]
    expected = answers(game, now.state, taught.seat, asked)
    tried = _tried(game, request.query_params.get("action", ""))
    if tried is not None and game.name(tried) in expected:
        made = [game.name(tried)] if len(expected) > 1 else []
        return see_other(step_address(game, number + 1, now.did + made))
    facts = _step_facts(game, now, number, words)
    if tried is not None and expected:
        facts |= _refusal(game, now, tried, expected, words)
    table = mark(house.render("learn_table.html", words, **facts), _lights(game, asked))
    return house.page(request, "learn.html", here=step_address(game, number, now.did), table=table, **facts)


def _taught(request: Request) -> tuple[Game, Lesson]:
    game = game_or_turned(request.path_params["game"])
    if not has_lesson(game.id):
        raise Turned(404, say("web.learn.none"), say("web.learn.none.advice"), f"/new/{game.id}")
    return game, lesson(game.id)


def step_address(game: Game, number: int, did: list[str], action: int | None = None) -> str:
    """The page of a step; with a choice: the answer to it."""
    fields = {"did": BETWEEN.join(did)} if did else {}
    if action is not None:
        fields["action"] = str(action)
    return f"/learn/{game.id}/{number}" + ("?" + urlencode(fields) if fields else "")


def _did(text: str) -> list[str]:
    return text.split(BETWEEN) if text else []


def _tried(game: Game, text: str) -> int | None:
    """The choice that came with the address; None if there is none."""
    if not text.isascii() or not text.isdecimal() or len(text) > 6:
        return None
    return int(text) if int(text) < game.facts.actions else None


def _lights(game: Game, asked: Step) -> list[str]:
    """What is lit; "=ready" is the button of that choice."""
    return [f"#choose-{game.action(light[1:])}" if light.startswith("=") else light for light in asked.light]


def _step_facts(game: Game, now: Moment, number: int, words: Words) -> dict[str, Any]:
    """Everything that the page of a step shows."""
    taught = now.lesson
    asked, last = taught.step[number - 1], len(taught.step)
    view = now.view()
    shown = view if asked.ask else msgspec.structs.replace(view, legal=[])
    expected = answers(game, now.state, taught.seat, asked)
    return {
        "game": game,
        "game_name": words.say(f"{game.prefix}.name"),
        "number": number,
        "last": last,
        "note": words.say(f"{game.prefix}.learn.{asked.name}"),
        "asks": bool(asked.ask),
        "back": step_address(game, number - 1, now.did) if number > 1 else "",
        "next": step_address(game, number + 1, now.did) if number < last and not asked.ask else "",
        "shown_how": step_address(game, number, now.did, game.action(expected[0])) if expected else "",
        "address": f"/learn/{game.id}/{number}",
        "did": BETWEEN.join(now.did),
        "prompt": words(view.prompt),
        "prompt_rule": rule_link(game, view.prompt.rule),
        "told": _lines(now.told, game, taught.seat, words),
        "log": _lines(now.log, game, taught.seat, words),
        "board": board(
            game,
            shown,
            words,
            lambda action: step_address(game, number, now.did, action) if asked.ask else None,
        ),
        "choices": choices(game, shown, words),
        "refusal": "",
        "refusal_rule": "",
        "try_this": "",
        "over": now.state.result() is not None,
    }


def _lines(events: list[Event], game: Game, seat: int, words: Words) -> list[dict[str, Any]]:
    told = [(event.seen_by(seat), event.seat) for event in events]
    return log_lines([LogLine(message, by, 0) for message, by in told if message is not None], game, words)


def _refusal(game: Game, now: Moment, tried: int, expected: list[str], words: Words) -> dict[str, Any]:
    """A friendly answer to another choice: the rule that forbids it, or a word that it comes another time."""
    refusal = now.state.why_not(now.lesson.seat, tried) or say("web.learn.another-time")
    wanted = game.label(now.view(), game.action(expected[0]))
    return {
        "refusal": words(refusal),
        "refusal_rule": rule_link(game, refusal.rule),
        "try_this": words.say("web.learn.try", choice=wanted),
    }


async def go_on(request: Request) -> Response:
    """From the end of the lesson into a real game: its last position, the learner's seat, bots in the others."""
    house, (game, taught) = house_of(request), _taught(request)
    form = await form_of(request)
    now = moment(game.id, len(taught.step), _did(form.get("did", "")))
    if now.state.result() is not None:
        raise Turned(409, say("web.replay.over"), say("web.replay.over.advice"), f"/new/{game.id}")
    count_opening(request)
    person = house.people.introduce(request)
    seats = [
        person_seat(seat, person.id, person.name) if seat == taught.seat else bot_seat(seat, QUICK_LEVEL)
        for seat in range(taught.seats)
    ]
    entries = lines_of(now.record, len(now.record.entries))
    table_id = await house.tables.open(now.record, seats, person.id, entries)
    return remembered(house, see_other(table_address(table_id)), person)


ROUTES: Final = [
    Route("/learn/{game}", door),
    Route("/learn/{game}/{number:number}", step),
    Route("/learn/{game}/go-on", go_on, methods=["POST"]),
]
