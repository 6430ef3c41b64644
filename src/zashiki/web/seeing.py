"""Which seat a table is seen from, and everything the table's page shows of it."""

from __future__ import annotations

import time
from typing import Final

import msgspec
from markupsafe import Markup
from starlette.requests import HTTPConnection

from zashiki.kernel.contract import Game, View
from zashiki.kernel.messages import Message, say
from zashiki.kernel.record import RecordError, undo_refusal
from zashiki.store import Seat, Table
from zashiki.store.contract import BOT, OPEN
from zashiki.web import event_looks
from zashiki.web.addresses import table_address
from zashiki.web.errors import PageError, page_error
from zashiki.web.game_pages import board
from zashiki.web.play import LogLine, Play
from zashiki.web.services import Services, services_of
from zashiki.web.tables import NoTable, owned_by, refusal_of_stand_in
from zashiki.web.visitors import Visitor
from zashiki.web.wording import (
    ChoiceRow,
    LogRow,
    ResultText,
    choice_rows,
    game_name,
    log_rows,
    result_text,
    rule_link,
    seat_title,
    with_nicknames,
)
from zashiki.words import Words

LINES_SHOWN: Final = 60


class Sight(msgspec.Struct, frozen=True):
    """A table, the visitor who looks and the seat they look from; None: as a spectator."""

    play: Play
    seats: list[Seat]
    visitor: Visitor
    mine: list[Seat]
    seat: int | None
    asked: str = ""  # the seat that the address names, if it names one

    @property
    def address(self) -> str:
        """The page of the table as it is seen from here."""
        return f"/t/{self.play.table.id}" + (f"?as={self.asked}" if self.asked else "")


class NewsRow(msgspec.Struct, frozen=True):
    """A line of what has just happened."""

    id: str
    text: str
    key: str
    rule: Markup
    sound: str
    places: str
    scene: str


class SeatRow(msgspec.Struct, frozen=True):
    """A seat in the list of the table's seats."""

    seat: int
    title: str
    kind: str
    seen: bool
    acts: bool
    here: bool
    stand_in: str
    may_stand_in: bool
    may_fill: bool


class PassRow(msgspec.Struct, frozen=True):
    """Another seat of the same visitor that is to choose."""

    seat: int
    title: str


class Undo(msgspec.Struct, frozen=True):
    """The undo button; a refusal says why it can't be used."""

    refusal: str


class LiveTable(msgspec.Struct, frozen=True):
    """The live part of a table's page."""

    table: Table
    over: bool
    game: Game
    game_name: str
    seat: int | None
    asked: str
    query: str
    seat_title: str
    turn: str
    made: int
    prompt: str
    prompt_rule: Markup
    my_turn: bool
    board: Markup
    choices: list[ChoiceRow]
    undo: Undo | None
    news: list[NewsRow]
    log: list[LogRow]
    log_left_out: int
    seats: list[SeatRow]
    watching: int
    away: bool
    pass_to: list[PassRow]
    result: ResultText | None
    next_table: str
    notice: str
    notice_rule: Markup


def play_or_error(services: Services, table_id: str) -> Play:
    """The table as it is played; raises PageError if there is none, or one that this program can't play."""
    try:
        return services.tables.play(table_id)
    except NoTable:
        raise page_error(404, "web.no-table") from None
    except RecordError as error:
        table = services.store.table(table_id)
        record = f"/g/{table_id}/kept" if table and services.tables.kept_record(table) else ""
        advice = say("web.other-rules.advice", reason=error.reason)
        raise PageError(410, say("web.other-rules"), advice, download=record) from None


def sight(connection: HTTPConnection, seen_as: str | None) -> Sight:
    """The table of the address as this visitor sees it; raises PageError for a seat that is not theirs."""
    services = services_of(connection)
    play = play_or_error(services, connection.path_params["table"])
    seats = services.tables.seats(play.table.id)
    visitor = services.visitors.visitor_of(connection)
    mine = owned_by(seats, visitor.id)
    if not seen_as:
        return Sight(play, seats, visitor, mine, _own_seat(play, mine))
    if seen_as == "watch":
        return Sight(play, seats, visitor, mine, None, seen_as)
    if seen_as not in {str(seat.seat) for seat in mine}:
        raise page_error(403, "web.not-your-seat", table_address(play.table.id))
    return Sight(play, seats, visitor, mine, int(seen_as), seen_as)


def _own_seat(play: Play, mine: list[Seat]) -> int | None:
    """The own seat that is to choose, else the first one."""
    actors = play.state.actors()
    return next((seat.seat for seat in mine if seat.seat in actors), mine[0].seat if mine else None)


def needs_cover(seen: Sight, seen_as: str | None) -> bool:
    """Whether the device must be passed first: several own seats, with secrets, and none was asked for."""
    return len(seen.mine) > 1 and seen.play.game.facts.secrets and not seen_as and not seen.play.over


def news_rows(news: list[LogLine], drawn: list[LogRow], game: Game) -> list[NewsRow]:
    """The last lines of the log, each with an id, its sound, its places and its scene."""
    told: dict[int, int] = {}
    names = []
    for line in news:
        told[line.moment] = told.get(line.moment, 0) + 1
        names.append(f"news-{line.moment}-{told[line.moment]}")
    rows = []
    for name, line, row in zip(names, news, drawn[len(drawn) - len(news) :], strict=True):
        look = event_looks.look(game.id, line.message.key)
        if look.told:
            places = event_looks.places(game.id, line.message)
            rows.append(NewsRow(name, row.text, row.key, row.rule, look.sound, places, look.scene))
    return rows


def seat_rows(services: Services, seen: Sight, view: View, words: Words) -> list[SeatRow]:
    """Who sits where, who is to choose, who is away, and what can be done about it."""
    now = time.time()
    present = services.hub.here(seen.play.table.id)
    rows = []
    for seat in seen.seats:
        mine = seat in seen.mine
        may_stand_in = bool(seen.mine) and not mine and refusal_of_stand_in(seen.play, seat, now) is None
        rows.append(
            SeatRow(
                seat=seat.seat,
                title=seat_title(seen.play, seen.seats, seat.seat, words),
                kind=seat.kind,
                seen=seat.seat == seen.seat,
                acts=seat.seat in view.actors,
                here=mine or seat.seat in present or seat.kind == BOT,
                stand_in=seat.stand_in,
                may_stand_in=may_stand_in,
                may_fill=seat.kind == OPEN and bool(seen.mine),
            )
        )
    return rows


def live_table(services: Services, seen: Sight, words: Words, notice: Message | None = None) -> LiveTable:
    """Everything the live part of a table's page shows: the same for the first load, a form's answer and a push."""
    play, seat = seen.play, seen.seat
    words = with_nicknames(play, seen.seats, words)
    view = play.state.view(seat)
    own = seen.seats[seat] if seat is not None else None
    may_choose = own is not None and not own.stand_in
    shown = view if may_choose else msgspec.structs.replace(view, legal=[])
    log = play.log(seat)
    lines = log_rows(log[-LINES_SHOWN:], play.game, words)
    address = f"/t/{play.table.id}"
    return LiveTable(
        table=play.table,
        over=play.over,
        game=play.game,
        game_name=game_name(play.game, words),
        seat=seat,
        asked=seen.asked,
        query=f"?as={seen.asked}" if seen.asked else "",
        seat_title=seat_title(play, seen.seats, seat, words) if seat is not None else "",
        turn=services.tables.turn(play, seat) if seat in view.actors and seat is not None else "",
        made=play.made_by(seat) if seat is not None else 0,
        prompt=words(view.prompt),
        prompt_rule=rule_link(play.game, view.prompt.rule),
        my_turn=bool(shown.legal),
        board=board(play.game, shown, words, lambda action: f"{address}/why/{action}"),
        choices=choice_rows(play.game, shown, words),
        undo=_undo(play, seat, words) if may_choose and seat is not None else None,
        news=news_rows(play.news(seat, log)[-LINES_SHOWN:], lines, play.game),
        log=lines,
        log_left_out=max(0, len(log) - LINES_SHOWN),
        seats=seat_rows(services, seen, view, words),
        watching=services.hub.watching(play.table.id),
        away=own is not None and bool(own.stand_in),
        pass_to=_pass_to(seen, view, words),
        result=result_text(view, play, seen.seats, words),
        next_table=services.store.following(play.table.id) if play.over else "",
        notice=words(notice) if notice else "",
        notice_rule=rule_link(play.game, notice.rule) if notice else Markup(""),
    )


def _undo(play: Play, seat: int, words: Words) -> Undo | None:
    """Whether the last choice can be undone, or why not; None before the first one."""
    refusal = undo_refusal(play.record, seat)
    if refusal is not None and refusal.key == "undo.nothing":
        return None
    return Undo(words(refusal) if refusal else "")


def _pass_to(seen: Sight, view: View, words: Words) -> list[PassRow]:
    """The other own seats that are to choose, when this one is not."""
    if seen.seat in view.actors:
        return []
    others = [seat for seat in seen.mine if seat.seat in view.actors and seat.seat != seen.seat]
    return [PassRow(seat.seat, seat_title(seen.play, seen.seats, seat.seat, words)) for seat in others]


def why_not(seen: Sight, action: int) -> Message | None:
    """Why the viewer can't make this choice now."""
    if seen.seat is None:
        return say("web.why.spectator")
    if not 0 <= action < seen.play.game.facts.actions:
        raise PageError(404, say("web.no-choice"), say("web.stale.advice"), seen.address)
    return seen.play.state.why_not(seen.seat, action)
