"""A finished game, moment by moment, from any seat; each moment has an address and can be played on from."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game, State
from zashiki.kernel.record import UNDO, Step
from zashiki.store import Seat, Table
from zashiki.web.addresses import number_of, see_other, table_address
from zashiki.web.errors import page_error
from zashiki.web.forms import form_of
from zashiki.web.game_pages import board, secrets_of
from zashiki.web.new_tables import open_against_bots, stored_entries
from zashiki.web.play import LogLine, Play, standing_numbers
from zashiki.web.seeing import play_or_error
from zashiki.web.services import services_of
from zashiki.web.visitors import words_of
from zashiki.web.wording import (
    LogRow,
    ResultText,
    game_name,
    log_rows,
    result_text,
    rule_link,
    seat_message,
    seat_title,
    with_nicknames,
)
from zashiki.words import Words

ALL: Final = "all"
"""Eyes that see what every seat sees."""


class ReplayPage(msgspec.Struct, frozen=True):
    table: Table
    game: Game
    game_name: str
    names: list[str]
    board: Markup
    secrets: list[tuple[str, Markup]] | None
    prompt: str
    prompt_rule: Markup
    now: list[LogRow]  # of this moment
    log: list[LogRow]
    result: ResultText | None
    number: int
    last: int
    hidden: bool  # how it ends is not shown
    eyes: str
    all_eyes: list[tuple[str, str]]
    query: str
    seats_to_take: list[tuple[int, str]]
    can_continue: bool


def finished(request: Request) -> Play:
    """The game of the address, if it is over; before that its record would tell secrets."""
    play = play_or_error(services_of(request), request.path_params["table"])
    if not play.over:
        raise page_error(403, "web.replay.running", table_address(play.table.id))
    return play


def steps_to(play: Play, length: int) -> tuple[list[Step], State]:
    """The standing entries up to a length as they were played, and the state they lead to."""
    state = play.record.start()
    steps = []
    for number in standing_numbers(play.record.entries[:length]):
        entry = play.record.entries[number - 1]
        state.events = []
        state.apply(entry.seat, entry.action)
        steps.append(Step(number, entry, state.events, state))
    state.events = None
    return steps, state


def _told(steps: list[Step], eyes: str) -> list[LogLine]:
    """What the steps told those eyes."""
    viewer = int(eyes) if eyes.isdecimal() else None
    lines = []
    for step in steps:
        for event in step.events:
            message = event.message if eyes == ALL else event.seen_by(viewer)
            if message is not None:
                lines.append(LogLine(message, event.seat, step.number))
    return lines


async def replay(request: Request) -> Response:
    services, play = services_of(request), finished(request)
    number, eyes = request.path_params["number"], request.query_params.get("as", "")
    if number > play.length:
        raise page_error(404, "web.no-moment", f"/g/{play.table.id}/0")
    if eyes not in ("", ALL) and eyes not in map(str, range(play.record.seats)):
        raise page_error(404, "web.no-seat", f"/g/{play.table.id}/{number}")
    seats = services.tables.seats(play.table.id)
    words = with_nicknames(play, seats, words_of(request))
    hidden = request.query_params.get("end") == "hidden"
    return services.page(request, "replay.html", _replay_page(play, seats, number, eyes, hidden, words))


def _replay_page(
    play: Play, seats: list[Seat], number: int, eyes: str, hidden: bool, words: Words
) -> ReplayPage:
    steps, state = steps_to(play, number)
    view = msgspec.structs.replace(state.view(_seat_of(eyes, steps, play, number)), legal=[])
    lines = _told(steps, eyes)
    return ReplayPage(
        table=play.table,
        game=play.game,
        game_name=game_name(play.game, words),
        names=[seat_title(play, seats, seat.seat, words) for seat in seats],
        board=board(play.game, view, words, lambda _action: None),
        secrets=_secrets(play, state, seats, words) if eyes == ALL else None,
        prompt=words(view.prompt),
        prompt_rule=rule_link(play.game, view.prompt.rule),
        now=log_rows([line for line in lines if line.moment == number], play.game, words),
        log=log_rows(lines, play.game, words),
        result=result_text(view, play, seats, words),
        number=number,
        last=play.length,
        hidden=hidden,
        eyes=eyes,
        all_eyes=_all_eyes(play, words),
        query=_query(eyes, hidden),
        seats_to_take=[(seat, words(seat_message(play, seat))) for seat in range(play.record.seats)],
        can_continue=state.result() is None,
    )


def _seat_of(eyes: str, steps: list[Step], play: Play, number: int) -> int | None:
    """The seat whose view is drawn; with all open it is whoever chose last."""
    if eyes.isdecimal():
        return int(eyes)
    if eyes != ALL:
        return None
    chosen = [step.entry.seat for step in steps if step.entry.seat >= 0]
    if number and play.record.entries[number - 1].action == UNDO:
        return play.record.entries[number - 1].seat
    return chosen[-1] if chosen else 0


def _secrets(play: Play, state: State, seats: list[Seat], words: Words) -> list[tuple[str, Markup]] | None:
    """What each seat alone knew at this moment; None for a game without secrets."""
    if not play.game.facts.secrets:
        return None
    drawn = [(seat.seat, secrets_of(play.game, state.view(seat.seat), words)) for seat in seats]
    return [(seat_title(play, seats, seat, words), secrets) for seat, secrets in drawn if secrets]


def _all_eyes(play: Play, words: Words) -> list[tuple[str, str]]:
    seats = [(str(seat), words(seat_message(play, seat))) for seat in range(play.record.seats)]
    return [("", words.say("web.replay.eyes.public")), *seats, (ALL, words.say("web.replay.eyes.all"))]


def _query(eyes: str, hidden: bool) -> str:
    parts = [part for part in (f"as={eyes}" if eyes else "", "end=hidden" if hidden else "") if part]
    return "?" + "&".join(parts) if parts else ""


async def scrub(request: Request) -> Response:
    """The form of the slider: goes to the moment's own address."""
    play = finished(request)
    number = number_of(request.query_params.get("n", "0"))
    if number is None or number > play.length:
        raise page_error(404, "web.no-moment", f"/g/{play.table.id}/0")
    query = _query(request.query_params.get("as", ""), request.query_params.get("end") == "hidden")
    return see_other(f"/g/{play.table.id}/{number}{query}")


async def play_on(request: Request) -> Response:
    """A new table with this beginning: one seat for the visitor, bots in the others."""
    play, form = finished(request), await form_of(request)
    number, seat = request.path_params["number"], form.get("seat", "")
    if number > play.length or seat not in map(str, range(play.record.seats)):
        raise page_error(404, "web.no-moment", f"/g/{play.table.id}/0")
    if steps_to(play, number)[1].result() is not None:
        raise page_error(409, "web.replay.over", f"/g/{play.table.id}/{number}")
    return await open_against_bots(request, play.record, int(seat), stored_entries(play.record, number))


async def first_moment(request: Request) -> Response:
    return see_other(f"/g/{finished(request).table.id}/0")


ROUTES: Final = [
    Route("/g/{table}", first_moment),
    Route("/g/{table}/go", scrub),
    Route("/g/{table}/{number:number}", replay),
    Route("/g/{table}/{number:number}/continue", play_on, methods=["POST"]),
]
