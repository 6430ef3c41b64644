"""`study ladder`: all levels of a game, each against the one below, as a table, a plot or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec
from rich.table import Table as Grid
from rich.text import Text

from zashiki.bots import levels
from zashiki.cli.long_work import bar, writing
from zashiki.cli.options import Speaker, given_budget, given_options
from zashiki.cli.workers import worker_options, workers_for
from zashiki.kernel.contract import Game
from zashiki.kernel.options import check_options, check_seats, write_options
from zashiki.kernel.registry import game as find_game
from zashiki.study.ladder import Ladder, deals_for, ladder_of, matches_of, play_rung, plot_of
from zashiki.study.matches import Match, Played
from zashiki.terminal.screen import Screen
from zashiki.words.numbers import share


def ladder_command(speaker: Speaker, screen: Screen) -> click.Command:
    words = speaker.words

    def make(name: str) -> click.Command:
        game = find_game(name)
        params: list[click.Parameter] = [
            speaker.number("--games", "term.ladder.games", least=1, default=100),
            speaker.number("--seed", "term.match.seed", least=0, default=0),
            speaker.number("--players", "term.option.players", least=1),
            speaker.option("--budget", key="term.match.budget", metavar="S", type=float),
            speaker.number("--nodes", "term.match.nodes", least=1),
            *worker_options(speaker),
            speaker.option("--plot", key="term.ladder.plot", metavar=words.say("term.help.metavar-file")),
            speaker.option("--json", "as_json", key="term.option.json", is_flag=True),
            *speaker.game_options(game),
        ]

        def run(**given: Any) -> None:
            ladder(screen, game, given)

        title = words.say("term.ladder.game", name=words.say(f"{game.prefix}.name"))
        return speaker.dress(click.Command(name, callback=run, params=params, help=title, short_help=title))

    return speaker.game_group("ladder", "term.ladder.help", make)


def ladder(screen: Screen, game: Game, given: dict[str, Any]) -> None:
    """Plays rung by rung from the bottom; Ctrl-C tells what was played up to then."""
    matches = _agreed(game, given)
    played: list[list[Played]] = [[] for _ in matches]
    stopped = False
    try:
        _play(screen, matches, given, played)
    except KeyboardInterrupt:
        stopped = True
    if played[0]:
        _tell(screen, game, ladder_of(matches, played), given)
    if stopped:
        raise KeyboardInterrupt


def _agreed(game: Game, given: dict[str, Any]) -> list[Match]:
    """Checks everything that the command line says; raises UserError and BadOption."""
    seats = check_seats(given["players"], game.facts.seats, game.facts.default_seats)
    checked = check_options(game.options, given_options(game, given))
    game.start(seats=seats, **checked)
    options = write_options(game.options, checked)
    return matches_of(game.id, seats, options, list(levels(game)), given["seed"], given_budget(given))


def _play(screen: Screen, matches: list[Match], given: dict[str, Any], played: list[list[Played]]) -> None:
    total = sum(deals_for(match, given["games"]) for match in matches)
    with workers_for(given) as workers, bar(screen.words.say("term.simulate.progress"), total) as advance:
        for match, deals in zip(matches, played, strict=True):
            for deal in play_rung(match, given["games"], workers):
                deals.append(deal)
                advance()


def _tell(screen: Screen, game: Game, found: Ladder, given: dict[str, Any]) -> None:
    """The figures first: they are not lost where the plot can't be written."""
    if given["as_json"]:
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        _show(screen, game, found)
    if given["plot"]:
        words = screen.words
        title = words.say("term.ladder.game", name=words.say(f"{game.prefix}.name"))
        _write(Path(given["plot"]), plot_of(found, title, words, game.facts.cooperative))


def _show(screen: Screen, game: Game, found: Ladder) -> None:
    words = screen.words
    screen.line(words.say(f"{game.prefix}.name"))
    screen.say("term.ladder.how-team" if game.facts.cooperative else "term.ladder.how", n=found.seats)
    grid = Grid(box=None, padding=(0, 1))
    for column in ("term.ladder.column-level", "term.ladder.column-below"):
        grid.add_column(words.say(column))
    for column in ("term.ladder.column-games", "term.match.column-rate", "term.match.column-interval"):
        grid.add_column(words.say(column), justify="right")
    grid.add_column(words.say("term.ladder.column-elo"), justify="right")
    for rung in found.rungs:
        low, high = (share(bound, words.language) for bound in (rung.low, rung.high))
        grid.add_row(
            Text(words.say(f"table.level.{rung.level}")),
            Text(words.say(f"table.level.{rung.below}") if rung.below else ""),
            str(rung.games) if rung.games else "",
            share(rung.rate, words.language),
            f"{low} – {high}" if rung.games else "",
            f"{rung.elo:+.0f}" if rung.below else "0",
        )
    screen.console.print(grid)


def _write(file: Path, text: str) -> None:
    with writing(file):
        file.write_text(text, encoding="utf-8")
