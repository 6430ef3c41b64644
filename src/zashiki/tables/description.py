"""A table as one viewer sees it, in messages and plain values: pages are drawn from this, and so is any other form of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from zashiki.bots import level_name, playing_level
from zashiki.kernel.bots import Told
from zashiki.kernel.contract import Game, View
from zashiki.kernel.messages import Message, say
from zashiki.store import Seat
from zashiki.store.contract import BOT, OPEN
from zashiki.tables.bot_names import bot_name
from zashiki.tables.hints import may_ask
from zashiki.tables.live_table import LiveTable
from zashiki.tables.seats import refusal_of_stand_in

MOST_NEWS: Final = 60
"""News never go further back than so many moments."""
MOST_NEWS_WATCHING: Final = 12
"""Nor for a spectator, to whom everything is news, than so many."""


class Viewer(msgspec.Struct, frozen=True):
    """Who looks: the seat they look from (None: as a spectator), all seats that are theirs, and the seat that the
    address names ("" if it names none)."""

    seat: int | None
    mine: tuple[int, ...] = ()
    asked: str = ""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A legal choice: its label, and what it does by which rule."""

    action: int
    label: Message
    help: Message


class SeatRow(msgspec.Struct, frozen=True, gc=False):
    """Who sits where, who is to choose, and what can be done about an absent person or a free seat."""

    seat: int
    title: Message
    kind: str
    level: str  # of a bot
    left_by: str  # the name of the person whose seat a bot took over
    replaced_by: str  # the level that plays for one that is missing here, while the game goes on
    seen: bool  # the viewer looks from here
    acts: bool
    stand_in: bool
    may_stand_in: bool
    may_fill: bool


class Ending(msgspec.Struct, frozen=True):
    """How the game ended."""

    end: Message
    winners: tuple[Message, ...]
    story: tuple[Message, ...]
    score: str


class Undo(msgspec.Struct, frozen=True):
    """The viewer has chosen before; `refusal` is why that can't be taken back, None if it can."""

    refusal: Message | None


class Description(msgspec.Struct, frozen=True):
    """Everything that one viewer sees of a table."""

    table_id: str
    game: Game
    version: int
    viewer: Viewer
    view: View  # without choices for who may not make them now
    over: bool
    seat_title: Message | None
    turn: str  # the name of the viewer's turn, to be sent with a choice; empty if it is not theirs
    made: int  # how many entries the viewer's seat has made, to be sent with a choice
    choices: tuple[Choice, ...]
    undo: Undo | None  # None: there is nothing to take back
    told: Sequence[Told]  # everything that the viewer was told and did, in order
    news_from: int  # the index in it from which on it is news: the viewer's own last choice
    seats: tuple[SeatRow, ...]
    away: bool  # a bot plays on for the viewer
    pass_to: tuple[int, ...]  # the viewer's other seats that are to choose, when this one is not
    ending: Ending | None
    next_table: str  # where the return match is played
    may_ask: bool  # the viewer may ask for a hint
    hints: tuple[tuple[Message, int], ...]  # of a game that is over: who took hints, and how many


def describe(live: LiveTable, viewer: Viewer, turn: str, now: float) -> Description:
    """The table as the viewer sees it; `turn` is the name of their turn."""
    seat = viewer.seat
    view = live.state.view(seat)
    own = live.seats[seat] if seat is not None else None
    may_choose = own is not None and not own.stand_in and not live.table.ended
    shown = view if may_choose else msgspec.structs.replace(view, legal=[])
    told = live.timeline.told(seat)
    return Description(
        table_id=live.id,
        game=live.game,
        version=live.version_for(seat),
        viewer=viewer,
        view=shown,
        over=live.over,
        seat_title=None if seat is None else seat_title(live, live.seats[seat]),
        turn=turn if seat in view.actors else "",
        made=0 if seat is None else live.timeline.made_by(seat),
        choices=choices(live.game, shown),
        undo=_undo(live, seat) if may_choose and seat is not None else None,
        told=told,
        news_from=_news_from(told, MOST_NEWS_WATCHING if seat is None else MOST_NEWS),
        seats=tuple(_seat_row(live, one, viewer, view, now) for one in live.seats),
        away=own is not None and bool(own.stand_in),
        pass_to=_pass_to(viewer, view),
        ending=ending_of(live, view),
        next_table=live.next_table,
        may_ask=may_ask(live, seat) and len(shown.legal) > 1,
        hints=hints_taken(live),
    )


def hints_taken(live: LiveTable) -> tuple[tuple[Message, int], ...]:
    """Who took hints in a game that is over, and how many."""
    if live.hints is None or not live.hints.complete:
        return ()
    taken = [(seat_title(live, seat), live.hints.of_seat(seat.seat)) for seat in live.seats]
    return tuple((title, number) for title, number in taken if number)


def choices(game: Game, view: View) -> tuple[Choice, ...]:
    """The legal choices of a view in order."""
    return tuple(Choice(action, game.label(view, action), game.help(view, action)) for action in view.legal)


def seat_title(live: LiveTable, seat: Seat) -> Message:
    """What a seat is called at this table: the person's name with what the game calls the seat."""
    title = live.titles.get(seat)
    if title is None:
        title = live.titles[seat] = title_of(live.game, live.record.options, seat)
    return title


def title_of(game: Game, options: Mapping[str, Any], seat: Seat) -> Message:
    """The same for a table of which nothing else is known."""
    called = game.seat_name(seat.seat, options)
    if seat.kind == BOT:
        name, level = bot_name(seat.level, seat.seat), say(f"table.level.{seat.level}")
        return say("table.seat.bot", seat=called, name=name, level=level)
    if seat.kind == OPEN or not seat.name:
        return called
    return say("table.seat.person", seat=called, name=seat.name)


def ending_of(live: LiveTable, view: View) -> Ending | None:
    """How a view says that the game ended."""
    result = view.result
    if result is None:
        return None
    winners = tuple(seat_title(live, live.seats[seat]) for seat in result.winners)
    return Ending(result.end, winners, result.story, result.score)


def _news_from(told: Sequence[Told], most: int) -> int:
    first = len(told)
    oldest = max(0, first - most)
    while first > oldest and told[first - 1].action is None:
        first -= 1
    return max(oldest, first - 1)


def _undo(live: LiveTable, seat: int) -> Undo | None:
    refusal = live.timeline.undo_refusal(seat)
    return None if refusal is not None and refusal.key == "undo.nothing" else Undo(refusal)


def _seat_row(live: LiveTable, seat: Seat, viewer: Viewer, view: View, now: float) -> SeatRow:
    seated = bool(viewer.mine)
    elses = seated and seat.seat not in viewer.mine
    return SeatRow(
        seat=seat.seat,
        title=seat_title(live, seat),
        kind=seat.kind,
        level=seat.level,
        left_by=seat.name if seat.kind == BOT else "",
        replaced_by=_replacement(live, seat),
        seen=seat.seat == viewer.seat,
        acts=seat.seat in view.actors,
        stand_in=bool(seat.stand_in),
        may_stand_in=elses and refusal_of_stand_in(live, seat, now) is None,
        may_fill=seated and seat.kind == OPEN,
    )


def _replacement(live: LiveTable, seat: Seat) -> str:
    if seat.kind != BOT or live.over:
        return ""
    playing = playing_level(live.game, seat.level)
    return "" if playing == level_name(seat.level) else playing


def _pass_to(viewer: Viewer, view: View) -> tuple[int, ...]:
    if viewer.seat in view.actors:
        return ()
    return tuple(seat for seat in viewer.mine if seat in view.actors and seat != viewer.seat)
