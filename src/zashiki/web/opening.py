"""How a table begins: one click against bots, a form with every option, an invitation, a seat taken elsewhere."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.bots import LEVELS
from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Message, Refused, say
from zashiki.kernel.options import BadOption, Choice, Flag, Option, Several
from zashiki.kernel.record import Record
from zashiki.store import Seat
from zashiki.store.contract import BOT, OPEN, PERSON, SCREEN
from zashiki.web.house import (
    House,
    Turned,
    count_opening,
    form_of,
    game_or_turned,
    house_of,
    number_in,
    remembered,
    see_other,
    words_of,
)
from zashiki.web.people import Person
from zashiki.web.seeing import play_or_turned, seat_title, sight, table_address
from zashiki.web.tables import Stale, bot_seat, open_seat, owned_by, person_seat, token
from zashiki.words import Words

QUICK_LEVEL: Final = "sensible"
WAITS: Final = (0, 120, 600, 3600, 86400)
"""Seconds after which a bot may play on for an absent player; 0: never."""


async def play_now(request: Request) -> Response:
    """A table against bots with the usual options, in one click."""
    house = house_of(request)
    game = game_or_turned(request.path_params["game"])
    count_opening(request)
    person = house.people.introduce(request)
    record = Record(game)
    seats = [person_seat(0, person.id, person.name)] + [
        bot_seat(seat, QUICK_LEVEL) for seat in range(1, record.seats)
    ]
    table_id = await house.tables.open(record, seats, person.id)
    return remembered(house, see_other(table_address(table_id)), person)


async def new_table(request: Request) -> Response:
    game = game_or_turned(request.path_params["game"])
    if request.method == "GET":
        return _form_page(request, game, {})
    house, form = house_of(request), await form_of(request)
    person = house.people.introduce(request, form.get("name", ""))
    try:
        seats = _read_seats(game, form, person)
        record = Record(game, len(seats), _read_options(game, form))
        record.start()
    except (BadOption, Refused) as error:
        return _form_page(request, game, form, error.message)
    count_opening(request)
    people = [seat for seat in seats if seat.kind != BOT]
    table_id = await house.tables.open(
        record,
        seats,
        person.id,
        absent_after=_read_wait(form),
        listed=form.get("listed") == "yes",
        chat=form.get("chat") == "yes" and len({seat.owner for seat in people}) > 1,
    )
    invited = any(seat.kind == OPEN for seat in seats)
    return remembered(
        house, see_other(f"/t/{table_id}/share" if invited else table_address(table_id)), person
    )


def _form_page(
    request: Request, game: Game, form: dict[str, str], refusal: Message | None = None
) -> Response:
    house, words = house_of(request), words_of(request)
    facts = game.facts
    return house.page(
        request,
        "new_table.html",
        422 if refusal else 200,
        here=f"/new/{game.id}",
        game=game,
        game_name=words.say(f"{game.prefix}.name"),
        refusal=words(refusal) if refusal else "",
        name=form.get("name", house.people.who(request).name),
        seats=[_seat_field(game, seat, form, words) for seat in range(facts.seats.stop - 1)],
        options=[_option_field(game, option, form, words) for option in game.options],
        waits=[(wait, words.say(f"web.new.wait.{wait}")) for wait in WAITS],
        wait=form.get("wait", "600"),
        listed=form.get("listed") == "yes" if form else False,
        chat=form.get("chat") == "yes" if form else True,
        fewest=facts.seats.start,
        most=facts.seats.stop - 1,
    )


def _seat_field(game: Game, seat: int, form: dict[str, str], words: Words) -> dict[str, Any]:
    kinds = ["me", *(f"bot-{level}" for level in reversed(LEVELS)), "open", "screen"]
    if seat >= game.facts.seats.start:
        kinds.append("none")
    usual = "me" if seat == 0 else f"bot-{QUICK_LEVEL}" if seat < game.facts.default_seats else "none"
    called = game.seat_name(seat, {option.name: option.default for option in game.options})
    return {
        "name": f"seat-{seat}",
        "title": words(called),
        "kinds": [(kind, words.say(f"web.new.seat.{kind}")) for kind in kinds],
        "chosen": form.get(f"seat-{seat}", usual),
    }


def _option_field(game: Game, option: Option, form: dict[str, str], words: Words) -> dict[str, Any]:
    """An option as the form shows it: its words, its kind of field and what is chosen."""
    key = f"{game.prefix}.option.{option.name}"
    field: dict[str, Any] = {
        "name": f"option-{option.name}",
        "title": words.say(key),
        "help": words.say(f"{key}.help"),
        "kind": "document",
        "chosen": form.get(f"option-{option.name}", ""),
    }
    if isinstance(option, Choice):
        named = [
            (value, words.say(f"{key}.{value}"), _help_of_value(words, f"{key}.{value}.help"))
            for value in option.values
        ]
        field |= {"kind": "choice", "values": named, "chosen": field["chosen"] or option.default}
    elif isinstance(option, Flag):
        field |= {"kind": "flag", "chosen": field["chosen"] == "yes" if form else option.default}
    elif isinstance(option, Several):
        rows = [f"option-{option.name}-{index}" for index in range(game.facts.seats.stop - 1)]
        field |= {
            "kind": "several",
            "values": [(value, words.say(f"{key}.{value}")) for value in option.values],
            "rows": [(row, form.get(row, "")) for row in rows],
        }
    return field


def _help_of_value(words: Words, key: str) -> str:
    return words.say(key) if words.has(key) else ""


def _read_seats(game: Game, form: dict[str, str], person: Person) -> list[Seat]:
    """The seats of the form, those that are not used left out."""
    seats: list[Seat] = []
    for index in range(game.facts.seats.stop - 1):
        kind, number = form.get(f"seat-{index}", "none"), len(seats)
        if kind == "me" and not any(seat.owner for seat in seats):
            seats.append(person_seat(number, person.id, person.name))
        elif kind in ("me", "screen"):
            seats.append(person_seat(number, person.id, "", SCREEN))
        elif kind == "open":
            seats.append(open_seat(number))
        elif kind.removeprefix("bot-") in LEVELS:
            seats.append(bot_seat(number, kind.removeprefix("bot-")))
    return seats


def _read_options(game: Game, form: dict[str, str]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for option in game.options:
        name = f"option-{option.name}"
        if isinstance(option, Flag):
            given[option.name] = form.get(name) == "yes"
        elif isinstance(option, Several):
            rows = (form.get(f"{name}-{index}", "") for index in range(game.facts.seats.stop - 1))
            given[option.name] = tuple(value for value in rows if value)
        elif form.get(name, "").strip():
            given[option.name] = form[name]
    return given


def _read_wait(form: dict[str, str]) -> int:
    wait = number_in(form, "wait") if form.get("wait") else 0
    return wait if wait in WAITS else 0


async def again(request: Request) -> Response:
    """The same people and bots at a new table, one for all who ask; two players swap sides."""
    house, seen = house_of(request), sight(request, None)
    if not seen.mine:
        raise Turned(403, say("web.not-your-seat"), say("web.not-your-seat.advice"), seen.address)
    if not seen.play.over:
        raise Turned(409, say("web.again.running"), say("web.again.running.advice"), seen.address)
    order = seen.seats[::-1] if len(seen.seats) == 2 else seen.seats
    seats = [
        msgspec.structs.replace(seat, seat=number, stand_in="", secret=token(24) if seat.secret else "")
        for number, seat in enumerate(order)
    ]
    table, record = seen.play.table, seen.play.record
    if not house.store.following(table.id):
        count_opening(request)
    table_id = await house.tables.open_return_match(
        table.id,
        Record(record.game, record.seats, record.options),
        seats,
        seen.person.id,
        absent_after=table.absent_after,
        listed=table.listed,
        chat=table.chat,
    )
    return see_other(table_address(table_id))


async def share(request: Request) -> Response:
    """The links of a table: to invite, to watch, and to take a seat of one's own to another device."""
    house, words = house_of(request), words_of(request)
    seen = sight(request, None)
    only_here = request.url.hostname in ("127.0.0.1", "localhost", "::1")
    known = house.settings.address if only_here else ""
    table, base = seen.play.table, known or str(request.base_url).rstrip("/")
    links = [_link("watch", f"{base}{table_address(table.id)}", words)]
    if seen.mine:
        if any(seat.kind == OPEN for seat in seen.seats):
            links.insert(0, _link("join", f"{base}/join/{table.invitation}", words))
        for seat in seen.mine:
            title = seat_title(seen.play, seen.seats, seat.seat, words)
            links.append(_link("seat", f"{base}/seat/{seat.secret}", words, title))
    return house.page(
        request,
        "share.html",
        game=seen.play.game,
        game_name=words.say(f"{seen.play.game.prefix}.name"),
        links=links,
        link=table_address(table.id),
        only_here=only_here and not known,
    )


def _link(kind: str, address: str, words: Words, seat: str = "") -> dict[str, str]:
    return {
        "kind": kind,
        "address": address,
        "title": words.say(f"web.share.{kind}", seat=seat),
        "help": words.say(f"web.share.{kind}.help"),
        "code": segno.make(address, micro=False).svg_data_uri(
            scale=4, border=3, dark="#211c26", light="#fffdf7"
        ),
    }


async def join(request: Request) -> Response:
    """An invitation: the free seats, and a nickname to take one with."""
    house, words = house_of(request), words_of(request)
    table = house.store.table_by_invitation(request.path_params["invitation"])
    if table is None:
        raise Turned(404, say("web.no-invitation"), say("web.no-invitation.advice"))
    play, seats = play_or_turned(house, table.id), house.tables.seats(table.id)
    if request.method == "POST":
        return await _sit_down(request, house, table.id, seats)
    person = house.people.who(request)
    if owned_by(seats, person.id) and not any(seat.kind == OPEN for seat in seats):
        return see_other(table_address(table.id))
    return house.page(
        request,
        "join.html",
        game=play.game,
        game_name=words.say(f"{play.game.prefix}.name"),
        seats=[
            {"seat": seat.seat, "title": seat_title(play, seats, seat.seat, words), "free": seat.kind == OPEN}
            for seat in seats
        ],
        link=table_address(table.id),
    )


async def _sit_down(request: Request, house: House, table_id: str, seats: list[Seat]) -> Response:
    form = await form_of(request)
    number = number_in(form, "seat")
    person = house.people.introduce(request, form.get("name", ""))
    if not 0 <= number < len(seats) or seats[number].kind != OPEN:
        raise Turned(409, say("web.seat-taken"), say("web.seat-taken.advice"), request.url.path)
    try:
        await house.tables.change_seat(table_id, seats[number], person_seat(number, person.id, person.name))
    except Stale:
        raise Turned(409, say("web.seat-taken"), say("web.seat-taken.advice"), request.url.path) from None
    return remembered(house, see_other(table_address(table_id)), person)


async def take_seat(request: Request) -> Response:
    """A secret seat link: the seat moves to this device, and the link is used up."""
    house, words = house_of(request), words_of(request)
    found = house.store.table_by_secret(request.path_params["secret"])
    if found is None:
        raise Turned(404, say("web.no-seat-link"), say("web.no-seat-link.advice"))
    table, seat = found
    play, seats = play_or_turned(house, table.id), house.tables.seats(table.id)
    if request.method == "GET":
        return house.page(
            request,
            "seat.html",
            game=play.game,
            game_name=words.say(f"{play.game.prefix}.name"),
            title=seat_title(play, seats, seat.seat, words),
        )
    person = house.people.introduce(request)
    person = msgspec.structs.replace(person, name=person.name or seat.name)
    moved = msgspec.structs.replace(seat, kind=PERSON, owner=person.id, secret=token(24))
    await house.tables.change_seat(table.id, seat, moved)
    return remembered(house, see_other(table_address(table.id)), person)


ROUTES: Final = [
    Route("/play/{game}", play_now, methods=["POST"]),
    Route("/new/{game}", new_table, methods=["GET", "POST"]),
    Route("/t/{table}/share", share),
    Route("/t/{table}/again", again, methods=["POST"]),
    Route("/join/{invitation}", join, methods=["GET", "POST"]),
    Route("/seat/{secret}", take_seat, methods=["GET", "POST"]),
]
