"""The menu of the games: one number and Enter begin a game as usual; what is unusual can be changed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

from zashiki.bots import offered, usual_level
from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Message, Refused, say
from zashiki.kernel.options import BadOption, Choice, Flag, check_options, offered_options
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.terminal.local_game import LocalGame
from zashiki.terminal.numbers import whole
from zashiki.terminal.play import play_on
from zashiki.terminal.saved_games import unfinished
from zashiki.terminal.screen import Screen
from zashiki.terminal.seating import kept_level, kept_people

MOST_RESUMED: Final = 4
PLAYERS: Final = "players"
SEAT: Final = "seat"
BOTS: Final = "bots"


def show_menu(screen: Screen) -> None:
    """A game begun, or one gone on with; Enter or `q` leaves."""
    try:
        _choose_game(screen)
    except (EOFError, KeyboardInterrupt):
        screen.print()


def _choose_game(screen: Screen) -> None:
    games = [find_game(name) for name in names()]
    kept = unfinished(MOST_RESUMED)
    words = screen.words
    lines = [
        words.say("term.menu.game", name=_of(game, "name"), tagline=_of(game, "tagline")) for game in games
    ]
    lines += [
        words.say("term.menu.resume", name=_of(record.game, "name"), file=file.stem) for file, record in kept
    ]
    screen.say("term.menu.title")
    picked = pick(screen, lines, "term.menu.ask")
    if picked is None:
        return
    if picked < len(games):
        _begin(screen, games[picked])
    else:
        _resume(screen, *kept[picked - len(games)])


def _of(game: Game, what: str) -> Message:
    return say(f"{game.prefix}.{what}")


def pick(screen: Screen, lines: Sequence[str], ask: str, now: int | None = None) -> int | None:
    """One of the lines by its number, None for Enter; `q` leaves. A star marks what holds now."""
    for number, line in enumerate(lines, 1):
        screen.print(f" {'*' if number - 1 == now else ' '}{number}  {line}")
    while True:
        answer = screen.ask(ask)
        if answer.casefold() == "q":
            raise EOFError
        if not answer:
            return None
        picked = whole(answer)
        if picked is not None and 1 <= picked <= len(lines):
            return picked - 1
        screen.say("term.menu.again", n=len(lines))


class Question(NamedTuple):
    """Something that can be changed before a game: its answers as values, with their words."""

    name: str
    title: Message
    help: Message | None
    values: Sequence[Any]
    answers: Sequence[Message]
    notes: Sequence[Message] = ()  # what is said of each answer where it is chosen


def _begin(screen: Screen, game: Game) -> None:
    """Shows what the game will be played by until Enter begins it."""
    settings: dict[str, Any] = {PLAYERS: game.facts.default_seats, SEAT: 0, BOTS: usual_level(game)}
    settings |= check_options(game.options, {})
    while True:
        questions = _questions(game, settings)
        screen.line(screen.words(_of(game, "name")))
        picked = pick(
            screen, [_line(screen, question, settings) for question in questions], "term.menu.ask-play"
        )
        if picked is not None:
            _ask(screen, questions[picked], settings)
            continue
        try:
            local = _set_up(game, settings)
        except (BadOption, Refused) as error:
            screen.tell(error.message)
            continue
        play_on(local, screen)
        return


def _questions(game: Game, settings: dict[str, Any]) -> list[Question]:
    """The number of players, the options with few values, the seat and the bots; only where there is something to change."""
    counts = list(game.facts.seats)
    seats = range(settings[PLAYERS])
    options = {option.name: settings[option.name] for option in game.options}
    seat_names = [game.seat_name(seat, options) for seat in seats]
    asked = [
        Question(
            PLAYERS, say("term.menu.players"), None, counts, [say("term.menu.count", n=n) for n in counts]
        ),
        *(
            _about(game, option)
            for option in offered_options(game.options)
            if isinstance(option, Choice | Flag)
        ),
        Question(
            SEAT, say("term.menu.seat"), None, [*seats, len(seats)], [*seat_names, say("term.menu.hotseat")]
        ),
        _about_bots(game),
    ]
    return [
        question
        for question in asked
        if len(question.values) > 1 and (question.name != SEAT or len(seats) > 1)
    ]


def _about_bots(game: Game) -> Question:
    levels = offered(game)
    names = [say(f"table.level.{level}") for level in levels]
    notes = [say(f"table.level.{level}.about") for level in levels]
    return Question(BOTS, say("term.menu.bots"), None, levels, names, notes)


def _about(game: Game, option: Choice | Flag) -> Question:
    key = f"{game.prefix}.option.{option.name}"
    if isinstance(option, Flag):
        answers = [say("term.menu.no"), say("term.menu.yes")]
        return Question(option.name, say(key), say(f"{key}.help"), (False, True), answers)
    answers = [say(f"{key}.{value}") for value in option.values]
    return Question(option.name, say(key), say(f"{key}.help"), option.values, answers)


def _line(screen: Screen, question: Question, settings: dict[str, Any]) -> str:
    answer = question.answers[question.values.index(settings[question.name])]
    return screen.words.say("term.menu.setting", title=question.title, answer=answer)


def _ask(screen: Screen, question: Question, settings: dict[str, Any]) -> None:
    screen.print(screen.words(question.help or question.title), "bold")
    now = question.values.index(settings[question.name])
    picked = pick(screen, _answers(screen, question), "term.menu.ask-keep", now)
    if picked is not None:
        settings[question.name] = question.values[picked]
    if question.name == PLAYERS:
        settings[SEAT] = 0


def _answers(screen: Screen, question: Question) -> list[str]:
    words = screen.words
    answers = [words(answer) for answer in question.answers]
    notes = [words(note) if words.has(note.key) else "" for note in question.notes]
    return [f"{answer}: {note}" if note else answer for answer, note in zip_longest(answers, notes)]


def _set_up(game: Game, settings: dict[str, Any]) -> LocalGame:
    """The table set as agreed; raises BadOption if the settings do not go together."""
    seats, seat = settings[PLAYERS], settings[SEAT]
    record = Record(game, seats, {option.name: settings[option.name] for option in game.options})
    record.start()
    return LocalGame(record, range(seats) if seat == seats else {seat}, settings[BOTS])


def _resume(screen: Screen, file: Path, record: Record) -> None:
    local = LocalGame(record, kept_people(record), kept_level(record))
    local.catch_up()
    play_on(local, screen, file)
