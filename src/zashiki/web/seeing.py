"""Through whose eyes a table is seen, and everything the table's page shows of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec
from markupsafe import Markup
from starlette.requests import HTTPConnection

from zashiki.kernel.contract import Game, View
from zashiki.kernel.messages import Message, say
from zashiki.kernel.record import RecordError, undo_refusal
from zashiki.kernel.registry import part
from zashiki.store import Seat
from zashiki.store.contract import BOT, OPEN
from zashiki.web import art
from zashiki.web.house import House, Turned, house_of, words_in
from zashiki.web.people import Person
from zashiki.web.play import LogLine, Play
from zashiki.web.tables import NoTable, owned_by, refusal_of_stand_in
from zashiki.words import Words

KEYS: Final = "123456789abcdefghijklmnopqrstvwxyz"
"""Keys of the choices, in order; u is undo."""
LINES_SHOWN: Final = 60


class Sight(msgspec.Struct, frozen=True):
    """A table, the person who looks and the seat they look from; None: as a spectator."""

    play: Play
    seats: list[Seat]
    person: Person
    mine: list[Seat]
    seat: int | None
    asked: str = ""  # the seat that the address names, if it names one

    @property
    def address(self) -> str:
        """The page of the table as it is seen from here."""
        return f"/t/{self.play.table.id}" + (f"?as={self.asked}" if self.asked else "")


def table_address(table_id: str, seat: int | None = None) -> str:
    return f"/t/{table_id}" + ("" if seat is None else f"?as={seat}")


def play_or_turned(house: House, table_id: str) -> Play:
    try:
        return house.tables.play(table_id)
    except NoTable:
        raise Turned(404, say("web.no-table"), say("web.no-table.advice")) from None
    except RecordError as error:
        table = house.store.table(table_id)
        kept = f"/g/{table_id}/kept" if table and house.tables.kept_record(table) else ""
        advice = say("web.other-rules.advice", reason=error.reason)
        raise Turned(410, say("web.other-rules"), advice, download=kept) from None


def sight(connection: HTTPConnection, seen_as: str | None) -> Sight:
    """The table of the address as this person sees it; raises Turned for a seat that is not theirs."""
    house = house_of(connection)
    play = play_or_turned(house, connection.path_params["table"])
    seats = house.tables.seats(play.table.id)
    person = house.people.who(connection)
    mine = owned_by(seats, person.id)
    if not seen_as:
        return Sight(play, seats, person, mine, _own_seat(play, mine))
    if seen_as == "watch":
        return Sight(play, seats, person, mine, None, seen_as)
    if seen_as not in {str(seat.seat) for seat in mine}:
        raise Turned(
            403, say("web.not-your-seat"), say("web.not-your-seat.advice"), table_address(play.table.id)
        )
    return Sight(play, seats, person, mine, int(seen_as), seen_as)


def _own_seat(play: Play, mine: list[Seat]) -> int | None:
    """The own seat that is to choose, else the first one."""
    actors = play.state.actors()
    return next((seat.seat for seat in mine if seat.seat in actors), mine[0].seat if mine else None)


def needs_cover(seen: Sight, seen_as: str | None) -> bool:
    """Whether the device must be passed first: several own seats, with secrets, and none was asked for."""
    return len(seen.mine) > 1 and seen.play.game.facts.secrets and not seen_as and not seen.play.over


def seat_message(play: Play, seat: int) -> Message:
    return play.game.seat_name(seat, play.record.options)


def seat_title(play: Play, seats: list[Seat], seat: int, words: Words) -> str:
    """What a seat is called at this table: the person's name with what the game calls the seat."""
    called = words_in(words.language)(seat_message(play, seat))
    person = seats[seat]
    if person.kind == BOT:
        return words.say("web.seat.bot", seat=called, level=say(f"web.level.{person.level}"))
    if person.kind == OPEN or not person.name:
        return called
    return words.say("web.seat.person", seat=called, name=person.name)


def calling(play: Play, seats: list[Seat], words: Words) -> Words:
    """The words of a table: whoever has a nickname of their own there is called by it."""
    taken = [seat.name for seat in seats] + [words(seat_message(play, seat.seat)) for seat in seats]
    people = [seat for seat in seats if seat.kind not in (BOT, OPEN) and seat.name]
    named = [seat for seat in people if taken.count(seat.name) == 1]
    return words.calling((seat_message(play, seat.seat), seat.name) for seat in named)


def board(game: Game, view: View, words: Words, links: Callable[[int], str | None]) -> Markup:
    """The game's own drawing of a view; a plain one for a game that brings none."""
    if not art.has_page(game.id):
        return plain_board(view)
    drawn = part(game.id, "page").board(view, words, links)
    assert isinstance(drawn, Markup)
    return drawn


def secrets_of(game: Game, view: View, words: Words) -> Markup:
    """The game's own drawing of what the seat of this view alone knows; empty when it knows nothing alone."""
    if not art.has_page(game.id):
        return plain_board(view)
    drawn = part(game.id, "page").secrets(view, words)
    assert isinstance(drawn, Markup)
    return drawn


def plain_board(view: View) -> Markup:
    """Every field of a view as text."""
    rows = Markup("").join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(name, str(value))
        for name, value in msgspec.to_builtins(view, str_keys=True).items()
        if name not in ("legal", "prompt", "result")
    )
    return Markup('<dl class="table-plain">{}</dl>').format(rows)


def rule_link(game: Game, rule: str) -> Markup:
    """A rule id that leads into the rulebook."""
    return _rule_link(game.id, rule) if rule else Markup("")


@cache
def _rule_link(game: str, rule: str) -> Markup:
    return Markup('<a class="rule" href="/rules/{}#{}">{}</a>').format(game, rule, rule)


def choices(game: Game, view: View, words: Words) -> list[dict[str, Any]]:
    """The legal choices in order, each with its key, label and explanation."""
    listed = []
    for index, action in enumerate(view.legal):
        explained = game.help(view, action)
        listed.append(
            {
                "action": action,
                "key": KEYS[index] if index < len(KEYS) else "",
                "label": words(game.label(view, action)),
                "help": words(explained),
                "rule": explained.rule,
            }
        )
    return listed


def log_lines(lines: list[LogLine], game: Game, words: Words) -> list[dict[str, Any]]:
    return [
        {
            "text": words(line.message),
            "key": line.message.key,
            "rule": rule_link(game, line.message.rule),
            "seat": line.seat,
            "moment": line.moment,
        }
        for line in lines
    ]


def news_lines(news: list[LogLine], drawn: list[dict[str, Any]], game: Game) -> list[dict[str, Any]]:
    """The last lines of the log, told one by one: each has a name of its own, its sound, its places, its scene."""
    told: dict[int, int] = {}
    names = []
    for line in news:
        told[line.moment] = told.get(line.moment, 0) + 1
        names.append(f"news-{line.moment}-{told[line.moment]}")
    shown = zip(names, news, drawn[len(drawn) - len(news) :], strict=True)
    return [
        {
            **one,
            "id": name,
            "sound": art.sound(game.id, line.message.key),
            "places": art.places(game.id, line.message),
            "scene": art.scene(game.id, line.message.key),
        }
        for name, line, one in shown
        if not art.untold(game.id, line.message.key)
    ]


def result_of(view: View, play: Play, seats: list[Seat], words: Words) -> dict[str, Any] | None:
    """How it ended, in words."""
    result = view.result
    if result is None:
        return None
    return {
        "end": words(result.end),
        "rule": rule_link(play.game, result.end.rule),
        "winners": [seat_title(play, seats, seat, words) for seat in result.winners],
        "story": [words(message) for message in result.story],
        "score": result.score,
    }


def seat_rows(house: House, seen: Sight, view: View, words: Words) -> list[dict[str, Any]]:
    """Who sits where, who is to choose, who is away, and what can be done about it."""
    now = time.time()
    present = house.hub.here(seen.play.table.id)
    rows = []
    for seat in seen.seats:
        mine = seat in seen.mine
        may_stand_in = bool(seen.mine) and not mine and refusal_of_stand_in(seen.play, seat, now) is None
        rows.append(
            {
                "seat": seat.seat,
                "title": seat_title(seen.play, seen.seats, seat.seat, words),
                "kind": seat.kind,
                "mine": mine,
                "seen": seat.seat == seen.seat,
                "acts": seat.seat in view.actors,
                "here": mine or seat.seat in present or seat.kind == BOT,
                "stand_in": seat.stand_in,
                "may_stand_in": may_stand_in,
                "may_fill": seat.kind == OPEN and bool(seen.mine),
            }
        )
    return rows


def table_facts(house: House, seen: Sight, words: Words, notice: Message | None = None) -> dict[str, Any]:
    """Everything the live part of a table's page shows: the same for the first load, a form's answer and a push."""
    play, seat = seen.play, seen.seat
    words = calling(play, seen.seats, words)
    view = play.state.view(seat)
    own = seen.seats[seat] if seat is not None else None
    may_choose = own is not None and not own.stand_in
    shown = view if may_choose else msgspec.structs.replace(view, legal=[])
    undo = _undo_facts(play, seat, words) if may_choose and seat is not None else None
    log = play.log(seat)
    lines = log_lines(log[-LINES_SHOWN:], play.game, words)
    address = f"/t/{play.table.id}"
    return {
        "table": play.table,
        "over": play.over,
        "game": play.game,
        "game_name": words.say(f"{play.game.prefix}.name"),
        "seat": seat,
        "asked": seen.asked,
        "query": f"?as={seen.asked}" if seen.asked else "",
        "seat_title": seat_title(play, seen.seats, seat, words) if seat is not None else "",
        "turn": house.tables.turn(play, seat) if seat in view.actors and seat is not None else "",
        "made": play.made_by(seat) if seat is not None else 0,
        "prompt": words(view.prompt),
        "prompt_rule": rule_link(play.game, view.prompt.rule),
        "my_turn": bool(shown.legal),
        "board": board(play.game, shown, words, lambda action: f"{address}/why/{action}"),
        "choices": choices(play.game, shown, words),
        "undo": undo,
        "news": news_lines(play.news(seat, log)[-LINES_SHOWN:], lines, play.game),
        "log": lines,
        "log_left_out": max(0, len(log) - LINES_SHOWN),
        "seats": seat_rows(house, seen, view, words),
        "watching": house.hub.watching(play.table.id),
        "away": own is not None and bool(own.stand_in),
        "pass_to": _pass_to(seen, view, words),
        "result": result_of(view, play, seen.seats, words),
        "next_table": house.store.following(play.table.id) if play.over else "",
        "notice": words(notice) if notice else "",
        "notice_rule": rule_link(play.game, notice.rule) if notice else "",
    }


def _undo_facts(play: Play, seat: int, words: Words) -> dict[str, str] | None:
    """Whether the last choice can be taken back, or why not; None before the first one."""
    refusal = undo_refusal(play.record, seat)
    if refusal is not None and refusal.key == "undo.nothing":
        return None
    return {"refusal": words(refusal) if refusal else ""}


def _pass_to(seen: Sight, view: View, words: Words) -> list[dict[str, Any]]:
    """The other own seats that are to choose, when this one is not."""
    if seen.seat in view.actors:
        return []
    others = [seat for seat in seen.mine if seat.seat in view.actors and seat.seat != seen.seat]
    return [
        {"seat": seat.seat, "title": seat_title(seen.play, seen.seats, seat.seat, words)} for seat in others
    ]


def why_not(seen: Sight, action: int) -> Message | None:
    """Why the viewer can't make this choice now."""
    if seen.seat is None:
        return say("web.why.spectator")
    if not 0 <= action < seen.play.game.facts.actions:
        raise Turned(404, say("web.no-choice"), say("web.stale.advice"), seen.address)
    return seen.play.state.why_not(seen.seat, action)
