"""Finished games, moment by moment: from any seat's eyes, with an address each, as a file, and as a new beginning."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from zashiki.kernel.contract import State
from zashiki.kernel.messages import say
from zashiki.kernel.record import UNDO, Record, RecordError, Step, read
from zashiki.store import Seat, Table
from zashiki.web.house import (
    Turned,
    count_opening,
    form_data,
    form_of,
    house_of,
    number_of,
    remembered,
    see_other,
    words_of,
    writable,
)
from zashiki.web.opening import QUICK_LEVEL
from zashiki.web.play import UNDO_NAME, LogLine, Play, standing_numbers
from zashiki.web.seeing import (
    board,
    calling,
    log_lines,
    play_or_turned,
    result_of,
    rule_link,
    seat_message,
    seat_title,
    secrets_of,
    table_address,
)
from zashiki.web.tables import bot_seat, open_seat, person_seat
from zashiki.words import Words

ALL: Final = "all"
FILE_TYPE: Final = ".zashiki"
MOST_ENTRIES: Final = 3000
"""Of a record that is brought here: many times the longest game, and little enough to be played through at once."""


def finished(request: Request) -> Play:
    """The game of the address, if it is over; before that its record would tell secrets."""
    play = play_or_turned(house_of(request), request.path_params["table"])
    if not play.over:
        table = play.table.id
        raise Turned(403, say("web.replay.running"), say("web.replay.running.advice"), table_address(table))
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


def told(steps: list[Step], eyes: str) -> list[LogLine]:
    """What the steps told those eyes; all open: everything."""
    viewer = int(eyes) if eyes.isdecimal() else None
    lines = []
    for step in steps:
        for event in step.events:
            message = event.message if eyes == ALL else event.seen_by(viewer)
            if message is not None:
                lines.append(LogLine(message, event.seat, step.number))
    return lines


async def replay(request: Request) -> Response:
    house, words = house_of(request), words_of(request)
    play, number, eyes = finished(request), request.path_params["number"], request.query_params.get("as", "")
    if number > play.length:
        raise Turned(404, say("web.no-moment"), say("web.no-moment.advice"), f"/g/{play.table.id}/0")
    if eyes not in ("", ALL) and eyes not in map(str, range(play.record.seats)):
        raise Turned(404, say("web.no-seat"), say("web.no-seat.advice"), f"/g/{play.table.id}/{number}")
    hidden = request.query_params.get("end") == "hidden"
    steps, state = steps_to(play, number)
    view = msgspec.structs.replace(state.view(_seat_of(eyes, steps, play, number)), legal=[])
    seats = house.tables.seats(play.table.id)
    words = calling(play, seats, words)
    lines = told(steps, eyes)
    return house.page(
        request,
        "replay.html",
        table=play.table,
        game=play.game,
        game_name=words.say(f"{play.game.prefix}.name"),
        names=[seat_title(play, seats, seat.seat, words) for seat in seats],
        board=board(play.game, view, words, lambda _action: None),
        secrets=_secrets(play, state, seats, words) if eyes == ALL else None,
        prompt=words(view.prompt),
        prompt_rule=rule_link(play.game, view.prompt.rule),
        now=log_lines([line for line in lines if line.moment == number], play.game, words),
        log=log_lines(lines, play.game, words),
        result=result_of(view, play, seats, words),
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
    """What each seat alone knew at this moment; None for a game that hides nothing from anybody."""
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
        raise Turned(404, say("web.no-moment"), say("web.no-moment.advice"), f"/g/{play.table.id}/0")
    query = _query(request.query_params.get("as", ""), request.query_params.get("end") == "hidden")
    return see_other(f"/g/{play.table.id}/{number}{query}")


async def record_file(request: Request) -> Response:
    """The record as a file that this program, and its terminal, open again."""
    play = finished(request)
    return _file(play.table, play.record.write())


async def kept_file(request: Request) -> Response:
    """The record of a table that this program can't play any more."""
    house, table_id = house_of(request), request.path_params["table"]
    try:
        play_or_turned(house, table_id)
    except Turned as turned:
        table = house.store.table(table_id)
        if table is None or not turned.download:
            raise
        return _file(table, house.tables.kept_record(table))
    return see_other(f"/g/{table_id}/record")


def _file(table: Table, text: str) -> Response:
    name = f"{table.game}-{table.id}{FILE_TYPE}"
    return PlainTextResponse(
        text,
        headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"},
    )


async def upload(request: Request) -> Response:
    """A record file dropped on the page becomes a replay with an address of its own."""
    house = house_of(request)
    given = (await form_data(request)).get("record")
    content = await given.read() if isinstance(given, UploadFile) else writable(given or "").encode()
    try:
        record = read(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise Turned(422, say("web.upload.not-text"), say("web.upload.advice")) from None
    except RecordError as error:
        raise Turned(422, error.message, say("web.upload.advice")) from None
    if len(record.entries) > MOST_ENTRIES:
        raise Turned(422, say("web.upload.too-long", n=MOST_ENTRIES), say("web.upload.advice"))
    count_opening(request)
    person = house.people.introduce(request)
    table_id = await house.tables.open(
        record, _names_of(record, person.id), person.id, lines_of(record, len(record.entries)), ended=True
    )
    return remembered(house, see_other(f"/g/{table_id}/0"), person)


def _names_of(record: Record, owner: str) -> list[Seat]:
    """The seats of a record from elsewhere: nobody plays them; the first one leads the uploader's list to it."""
    return [
        msgspec.structs.replace(open_seat(seat), owner=owner if seat == 0 else "")
        for seat in range(record.seats)
    ]


def lines_of(record: Record, length: int) -> list[tuple[int, str]]:
    """The first entries of a record as the store takes them."""
    return [
        (entry.seat, UNDO_NAME if entry.action == UNDO else record.game.name(entry.action))
        for entry in record.entries[:length]
    ]


async def go_on(request: Request) -> Response:
    """Continue from here: a new table with this beginning, one seat for the person, bots in the others."""
    house, play = house_of(request), finished(request)
    number, form = request.path_params["number"], await form_of(request)
    seat = form.get("seat", "")
    if number > play.length or seat not in map(str, range(play.record.seats)):
        raise Turned(404, say("web.no-moment"), say("web.no-moment.advice"), f"/g/{play.table.id}/0")
    if steps_to(play, number)[1].result() is not None:
        raise Turned(
            409, say("web.replay.over"), say("web.replay.over.advice"), f"/g/{play.table.id}/{number}"
        )
    count_opening(request)
    person = house.people.introduce(request)
    seats = [
        person_seat(index, person.id, person.name) if index == int(seat) else bot_seat(index, QUICK_LEVEL)
        for index in range(play.record.seats)
    ]
    table_id = await house.tables.open(play.record, seats, person.id, lines_of(play.record, number))
    return remembered(house, see_other(table_address(table_id)), person)


async def first_moment(request: Request) -> Response:
    return see_other(f"/g/{finished(request).table.id}/0")


ROUTES: Final = [
    Route("/g/{table}", first_moment),
    Route("/g/{table}/go", scrub),
    Route("/g/{table}/record", record_file),
    Route("/g/{table}/kept", kept_file),
    Route("/g/{table}/{number:number}", replay),
    Route("/g/{table}/{number:number}/continue", go_on, methods=["POST"]),
    Route("/records", upload, methods=["POST"]),
]
