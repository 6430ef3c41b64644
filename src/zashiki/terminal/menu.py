"""The menu of the games: a few questions, each answered by Enter, then play."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from zashiki.kernel.contract import Game
from zashiki.kernel.message import Message, say
from zashiki.kernel.options import Choice, Flag, check_options
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.terminal.play import play_on
from zashiki.terminal.screen import Screen
from zashiki.terminal.seating import kept_level, kept_people
from zashiki.terminal.shelf import unfinished
from zashiki.terminal.table import Table

MOST_RESUMED: Final = 4


def show_menu(screen: Screen) -> None:
    """A game begun, or one gone on with; Enter leaves."""
    try:
        _choose_game(screen)
    except (EOFError, KeyboardInterrupt):
        screen.print()


def _choose_game(screen: Screen) -> None:
    games = [find_game(name) for name in names()]
    kept = unfinished(MOST_RESUMED)
    lines = [
        screen.words.say("term.menu.game", name=_of(game, "name"), tagline=_of(game, "tagline"))
        for game in games
    ]
    lines += [
        screen.words.say("term.menu.resume", name=_of(record.game, "name"), file=file.stem)
        for file, record in kept
    ]
    screen.say("term.menu.title")
    picked = pick(screen, lines, None)
    if picked is None:
        return
    if picked < len(games):
        _begin(screen, games[picked])
    else:
        _resume(screen, *kept[picked - len(games)])


def _of(game: Game, what: str) -> Message:
    return say(f"{game.prefix}.{what}")


def pick(screen: Screen, lines: Sequence[str], default: int | None) -> int | None:
    """One of the lines by its number; Enter takes the default, `q` leaves."""
    for number, line in enumerate(lines, 1):
        mark = "*" if number - 1 == default else " "
        screen.print(f" {mark}{number}  {line}")
    while True:
        answer = screen.ask("term.menu.ask" if default is None else "term.menu.ask-default")
        if answer.casefold() == "q":
            raise EOFError
        if not answer:
            return default
        if answer.isdecimal() and 1 <= int(answer) <= len(lines):
            return int(answer) - 1
        screen.say("term.menu.again", n=len(lines))


def _begin(screen: Screen, game: Game) -> None:
    seats = _ask_seats(screen, game)
    options = check_options(game.options, {})
    for option in game.options:
        if isinstance(option, Choice | Flag):
            options[option.name] = _ask_option(screen, game, option)
    people = _ask_people(screen, game, seats, options)
    play_on(Table(Record(game, seats, options), people, "sensible"), screen)


def _resume(screen: Screen, file: Path, record: Record) -> None:
    table = Table(record, kept_people(record), kept_level(record))
    table.catch_up()
    play_on(table, screen, file)


def _ask_seats(screen: Screen, game: Game) -> int:
    allowed = list(game.facts.seats)
    if len(allowed) == 1:
        return allowed[0]
    screen.say("term.menu.players")
    picked = pick(screen, [str(count) for count in allowed], allowed.index(game.facts.default_seats))
    return allowed[picked or 0]


def _ask_option(screen: Screen, game: Game, option: Choice | Flag) -> Any:
    key = f"{game.prefix}.option.{option.name}"
    values: Sequence[Any] = option.values if isinstance(option, Choice) else (False, True)
    screen.print(screen.words.say(f"{key}.help"), "bold")
    if isinstance(option, Choice):
        lines = [screen.words.say(f"{key}.{value}") for value in values]
    else:
        lines = [screen.words.say("term.menu.no"), screen.words.say("term.menu.yes")]
    picked = pick(screen, lines, values.index(option.default))
    return values[picked or 0]


def _ask_people(screen: Screen, game: Game, seats: int, options: dict[str, Any]) -> frozenset[int]:
    if seats == 1:
        return frozenset({0})
    screen.say("term.menu.seat")
    lines = [screen.words(game.seat_name(seat, options)) for seat in range(seats)]
    picked = pick(screen, [*lines, screen.words.say("term.menu.hotseat")], 0)
    return frozenset(range(seats)) if picked == seats else frozenset({picked or 0})
