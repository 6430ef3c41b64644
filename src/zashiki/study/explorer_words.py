"""What the explorer was asked and what it found, in the reader's words; for the page and the command alike."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

import msgspec
from babel.dates import format_date

from zashiki.kernel.contract import Game, View
from zashiki.kernel.messages import say
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.store.exploring import ANYBODY, NOBODY, Search
from zashiki.study.explorer import Asked, Rate, Row
from zashiki.study.wording import choices_text
from zashiki.words import Words
from zashiki.words.numbers import share, spoken


class RateText(msgspec.Struct, frozen=True):
    """A row of figures; the numbers from 0 to 100 are for its bar."""

    label: str
    times: str
    won: str
    rate: str
    interval: str
    at: float
    low: float
    high: float


def rate_text(label: str, found: Rate, words: Words) -> RateText:
    language = words.language
    return RateText(
        label,
        spoken(found.times, language),
        spoken(found.won, language),
        share(found.rate, language) if found.times else "–",
        f"{share(found.low, language)} – {share(found.high, language)}",
        *(round(100 * value, 1) for value in (found.rate, found.low, found.high)),
    )


def searched(asked: Asked, words: Words) -> list[str]:
    """What was searched for, condition by condition."""
    search, game = asked.search, asked.game
    parts = [words.say(f"{game.prefix}.name") if game else words.say("study.explore.any-game")]
    if search.seats is not None:
        parts.append(words.say("study.explore.players", n=search.seats))
    parts += [option_text(game, name, value, words) for name, value in search.options if game]
    parts += _by_result(game, search, words)
    if search.player:
        parts.append(words.say("study.explore.of-player", name=asked.fields["player"]))
    if search.level:
        parts.append(words.say("study.explore.of-level", level=say(f"table.level.{search.level}")))
    if asked.since:
        parts.append(words.say("study.explore.since", date=day_text(asked.since, words)))
    if asked.until:
        parts.append(words.say("study.explore.until", date=day_text(asked.until, words)))
    if search.seat is not None and game:
        parts.append(words.say("study.explore.side", who=game.seat_name(search.seat, usual(game))))
    return parts + _by_moment(asked, words)


def _by_result(game: Game | None, search: Search, words: Words) -> list[str]:
    if search.winner is None:
        return []
    if search.winner in (NOBODY, ANYBODY):
        return [result_text(game, "defeat" if search.winner == NOBODY else "victory", words)]
    assert game is not None
    return [words.say("study.explore.won-by", who=game.seat_name(search.winner, usual(game)))]


def result_text(game: Game | None, result: str, words: Words) -> str:
    """A victory or a defeat of all, or whether anybody has won."""
    together = game is not None and game.facts.cooperative
    return words.say(f"study.explore.{result}" + ("-together" if together else ""))


def _by_moment(asked: Asked, words: Words) -> list[str]:
    search, game, parts = asked.search, asked.game, list[str]()
    if search.position is not None:
        parts.append(words.say("study.explore.position", number=asked.fields["at"].rpartition(".")[2]))
    if asked.by_plan:
        parts.append(words.say("study.explore.opening", round=search.round))
    if asked.plan and game:
        chosen = choice_label(game, " ".join(asked.plan), view_of(game, search.seat or 0), words)
        parts.append(words.say("study.explore.with", choices=chosen))
    if search.choice is not None and game:
        view = view_of(game, search.seat or 0)
        parts.append(
            words.say("study.explore.chosen", choice=choice_label(game, asked.fields["choice"], view, words))
        )
    return parts


def day_text(day: date, words: Words) -> str:
    return str(format_date(day, format="medium", locale=words.language))


def option_text(game: Game, name: str, value: str, words: Words) -> str:
    """An option with its value: "Edition: Polish, 2013"."""
    return f"{words.say(f'{game.prefix}.option.{name}')}: {value_text(game, name, value, words)}"


def value_text(game: Game, name: str, value: str, words: Words) -> str:
    key = f"{game.prefix}.option.{name}.{value}"
    if words.has(key):
        return words.say(key)
    return words.say(f"study.explore.{value}") if value in ("yes", "no") else value


def game_text(name: str, words: Words) -> str:
    """The name of a game, or its id if it is not installed any more."""
    return words.say(f"{find_game(name).prefix}.name") if name in names() else name


def usual(game: Game) -> dict[str, Any]:
    return {option.name: option.default for option in game.options}


def view_of(game: Game, seat: int) -> View:
    """What a seat sees when a usual game begins: labels of choices need a view, and hardly depend on it."""
    return _first_view(game.id, seat)


@cache
def _first_view(name: str, seat: int) -> View:
    game = find_game(name)
    seats = game.facts.default_seats if seat < game.facts.default_seats else game.facts.seats.stop - 1
    return game.start(seats=seats).view(min(seat, seats - 1))


def choice_label(game: Game, text: str, view: View, words: Words) -> str:
    """A choice, or the choices of a plan; what is said where nothing was planned."""
    return choices_text(game, view, text.split(), words) or words.say("study.explore.nothing")


def row_label(asked: Asked, row: Row, views: Mapping[int, View], words: Words) -> str:
    """What a row tells of; `views` are those of the position by seat, if one was asked for."""
    if not asked.finds_moments:
        return _game_label(asked, row, words)
    assert asked.game is not None
    view = views.get(row.seat) or view_of(asked.game, row.seat)
    label = choice_label(asked.game, row.text, view, words)
    if asked.search.seat is not None or asked.game.facts.seats.stop == 2:
        return label
    who = words(asked.game.seat_name(row.seat, usual(asked.game)))
    return words.say("study.explore.by-seat", who=who, choice=label)


def _game_label(asked: Asked, row: Row, words: Words) -> str:
    if row.text not in names():
        return row.text
    game = find_game(row.text)
    players = words.say("study.explore.players", n=row.seats)
    together = words.say("study.explore.together")
    who = together if game.facts.cooperative else words(game.seat_name(row.seat, usual(game)))
    parts = [] if asked.game else [words.say(f"{game.prefix}.name")]
    if len(game.facts.seats) > 1:
        parts.append(players)
    return ", ".join([*parts, who])
