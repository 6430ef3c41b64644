"""`study book`: what the strongest players plan at the beginning, and how that does against replies."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import click
import msgspec

from zashiki.cli.long_work import bar, writing
from zashiki.cli.options import Speaker
from zashiki.cli.workers import worker_options, workers_for
from zashiki.kernel.contract import Game
from zashiki.kernel.registry import game as find_game
from zashiki.study.analysis import study_of_game
from zashiki.study.balance import varied_option
from zashiki.study.book_words import BookOf, markdown_of, pictures_of, plan_text
from zashiki.terminal.screen import Screen
from zashiki.terminal.speech import UserError
from zashiki.words.numbers import share


def book_command(speaker: Speaker, screen: Screen) -> click.Command:
    words = speaker.words

    def make(name: str) -> click.Command:
        game = find_game(name)
        params = [
            speaker.number("--seed", "term.match.seed", least=0, default=1),
            *worker_options(speaker, jobs=1),
            speaker.option(
                "--report", key="term.balance.report", metavar=words.say("term.help.metavar-folder")
            ),
            speaker.option("--json", "as_json", key="term.option.json", is_flag=True),
        ]

        def run(**given: Any) -> None:
            book(screen, game, given)

        title = words.say("term.book.game", name=words.say(f"{game.prefix}.name"))
        return speaker.dress(
            click.Command(name, callback=run, params=list(params), help=title, short_help=title)
        )

    return speaker.game_group("book", "term.book.help", make)


def make_book(game: str, seed: int, value: str) -> BookOf | None:
    """The book of one edition; for a worker process."""
    found = find_game(game)
    option = varied_option(found)
    options: dict[str, Any] = {option.name: value} if option else {}
    book = study_of_game(found).opening_book(found.start(**options), Random(f"{seed}/{value}"))
    return None if book is None else BookOf(value, book)


def book(screen: Screen, game: Game, given: dict[str, Any]) -> None:
    option = varied_option(game)
    if option is None:
        raise UserError("term.book.none")
    books: list[BookOf] = []
    text = screen.words.say("term.analyse.progress")
    with workers_for(given) as workers, bar(text, len(option.values)) as advance:
        for found in workers.in_order(partial(make_book, game.id, given["seed"]), option.values):
            if found is None:
                raise UserError("term.book.none")
            books.append(found)
            advance()
    if given["report"]:
        _write_report(screen, game, books, Path(given["report"]), given["seed"])
    if given["as_json"]:
        click.echo(msgspec.json.format(msgspec.json.encode(books)).decode())
    else:
        _tell(screen, game, books, option.name)


def _tell(screen: Screen, game: Game, books: list[BookOf], option: str) -> None:
    """The plan that each side plays most, for each edition."""
    words = screen.words
    for one in books:
        screen.line(words.say(f"{game.prefix}.option.{option}.{one.value}"))
        first = words(game.seat_name(one.book.sides[0].seat, {}))
        screen.say("study.book.value", who=first, value=share(one.book.value, words.language))
        for side in one.book.sides:
            screen.print(words(game.seat_name(side.seat, {})), "bold")
            for plan in side.plans:
                screen.print(f"{share(plan.share, words.language):>6}  {plan_text(plan, words)}")


def _write_report(screen: Screen, game: Game, books: list[BookOf], folder: Path, seed: int) -> None:
    words, option = screen.words, varied_option(game)
    assert option is not None
    command = f"./zashiki study book {game.id} --seed {seed} --report {folder.name}"
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for one in books:
            for name, svg in pictures_of(game, one, words, option.name):
                (folder / f"{game.id}-book-{name}.svg").write_text(svg, encoding="utf-8")
        text = markdown_of(game, books, words, option.name, command)
        (folder / f"{game.id}-book.md").write_text(text, encoding="utf-8")
