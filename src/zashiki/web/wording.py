"""A game in the reader's words: choices, log, result, names of seats, links to rules."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.kernel.contract import Game, View
from zashiki.kernel.messages import Message, say
from zashiki.store import Seat
from zashiki.store.contract import BOT, OPEN
from zashiki.web.game_pages import on_board
from zashiki.web.play import LogLine, Play
from zashiki.web.visitors import words_in
from zashiki.words import Words

KEYS: Final = "123456789abcdefghijklmnopqrstvwxyz"
"""Keys of the choices, in order; u is undo."""


class ChoiceRow(msgspec.Struct, frozen=True):
    """A choice in the list below the board."""

    action: int
    key: str
    label: str
    help: str
    rule: str
    on_board: bool  # it can be chosen on the board too


class LogRow(msgspec.Struct, frozen=True):
    """A line of the log."""

    text: str
    key: str
    rule: Markup
    seat: int | None
    moment: int


class ResultText(msgspec.Struct, frozen=True):
    """How a game ended."""

    end: str
    rule: Markup
    winners: list[str]
    story: list[str]
    score: str


def game_name(game: Game, words: Words) -> str:
    return words.say(f"{game.prefix}.name")


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


def with_nicknames(play: Play, seats: list[Seat], words: Words) -> Words:
    """The words of a table: a seat whose person has a nickname is called by it, if no other seat is called so."""
    taken = [seat.name for seat in seats] + [words(seat_message(play, seat.seat)) for seat in seats]
    people = [seat for seat in seats if seat.kind not in (BOT, OPEN) and seat.name]
    named = [seat for seat in people if taken.count(seat.name) == 1]
    return words.calling((seat_message(play, seat.seat), seat.name) for seat in named)


def rule_link(game: Game, rule: str) -> Markup:
    """A rule id that links to the rulebook; empty for no rule."""
    return _rule_link(game.id, rule) if rule else Markup("")


@cache
def _rule_link(game: str, rule: str) -> Markup:
    return Markup('<a class="rule" href="/rules/{}#{}">{}</a>').format(game, rule, rule)


def choice_rows(game: Game, view: View, words: Words) -> list[ChoiceRow]:
    """The legal choices in order, each with its key, label and explanation."""
    drawn = on_board(game, view)
    rows = []
    for index, action in enumerate(view.legal):
        explained = game.help(view, action)
        rows.append(
            ChoiceRow(
                action=action,
                key=KEYS[index] if index < len(KEYS) else "",
                label=words(game.label(view, action)),
                help=words(explained),
                rule=explained.rule,
                on_board=action in drawn,
            )
        )
    return rows


def log_rows(lines: list[LogLine], game: Game, words: Words) -> list[LogRow]:
    return [
        LogRow(
            text=words(line.message),
            key=line.message.key,
            rule=rule_link(game, line.message.rule),
            seat=line.seat,
            moment=line.moment,
        )
        for line in lines
    ]


def result_text(view: View, play: Play, seats: list[Seat], words: Words) -> ResultText | None:
    """How it ended, in words; None while it goes on."""
    result = view.result
    if result is None:
        return None
    return ResultText(
        end=words(result.end),
        rule=rule_link(play.game, result.end.rule),
        winners=[seat_title(play, seats, seat, words) for seat in result.winners],
        story=[words(message) for message in result.story],
        score=result.score,
    )
