"""`match`: players against each other, or teams on the same deals, as a table or as JSON."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import click
import msgspec
from rich.table import Table as Grid
from rich.text import Text

from zashiki.bots.programs import ProgramError
from zashiki.cli.long_work import bar
from zashiki.cli.options import Speaker, given_budget, given_options
from zashiki.cli.workers import worker_options, workers_for
from zashiki.kernel.contract import Game
from zashiki.kernel.options import check_options, check_seats, write_options
from zashiki.kernel.reasons import of_system
from zashiki.kernel.registry import game as find_game
from zashiki.study.journal import Begun, InUse, Journal
from zashiki.study.matches import Match, Played, Player, compared, games_of, play_deals, report
from zashiki.study.scores import Test
from zashiki.study.versions import version_of
from zashiki.terminal.saved_games import SUFFIX, state_folder
from zashiki.terminal.screen import Screen
from zashiki.terminal.seating import check_level
from zashiki.terminal.speech import UserError
from zashiki.words.numbers import share, spoken

JOURNAL: Final = "match.jsonl"
STARTERS: Final = re.compile(r"(bash|env|java|node|perl|php|pypy|python|ruby|sh)[\d.]*")
"""What starts a program whose file is named after it."""
SPRT: Final = "0,50"
"""The differences in Elo that a sequential test tells apart, unless others are given."""

LARGEST: Final = 10_000
"""A difference in Elo that no two players have."""


def match_command(speaker: Speaker, screen: Screen) -> click.Command:
    def make(name: str) -> click.Command:
        game = find_game(name)
        params: list[click.Parameter] = [
            click.Argument(["levels"], nargs=-1, metavar=speaker.words.say("term.match.metavar-levels")),
            speaker.option("--bot", "commands", key="term.match.bot", multiple=True, metavar="CMD"),
            speaker.number("--games", "term.match.games", least=1, default=400),
            speaker.number("--seed", "term.match.seed", least=0, default=0),
            speaker.number("--players", "term.option.players", least=1),
            speaker.option("--budget", key="term.match.budget", metavar="S", type=float),
            speaker.number("--nodes", "term.match.nodes", least=1),
            *worker_options(speaker),
            speaker.option(
                "--out", key="term.match.out", metavar=speaker.words.say("term.help.metavar-folder")
            ),
            speaker.option("--resume", key="term.match.resume", is_flag=True),
            speaker.option(
                "--sprt", key="term.match.sprt", is_flag=False, flag_value=SPRT, metavar="ELO,ELO"
            ),
            speaker.option("--json", "as_json", key="term.option.json", is_flag=True),
            *speaker.game_options(game),
        ]

        def play_match(**given: Any) -> None:
            match(screen, game, given)

        title = speaker.words.say("term.match.game", name=speaker.words.say(f"{game.prefix}.name"))
        return speaker.dress(
            click.Command(name, callback=play_match, params=params, help=title, short_help=title)
        )

    return speaker.game_group("match", "term.match.help", make)


def match(screen: Screen, game: Game, given: dict[str, Any]) -> None:
    differences = _differences(given["sprt"])
    agreed = _agreed(game, given)
    test = None if differences is None else Test(*differences, agreed.fair)
    stopped = False
    played: list[Played] = []
    try:
        _play(screen, agreed, given, test, played)
    except KeyboardInterrupt:
        stopped = True
    except ProgramError as error:
        raise UserError(
            f"term.match.program-{error.reason}", program=error.command, answer=error.answer
        ) from None
    figures = report(agreed, played, test)
    if given["as_json"]:
        click.echo(json.dumps(figures, indent=2, ensure_ascii=False))
    else:
        _show(screen, game, figures)
    if stopped:
        click.echo(screen.words.say("term.match.stopped"), err=True)
        raise KeyboardInterrupt


def _agreed(game: Game, given: dict[str, Any]) -> Match:
    """Checks everything that the command line says; raises UserError and BadOption."""
    seats = check_seats(given["players"], game.facts.seats, game.facts.default_seats)
    checked = check_options(game.options, given_options(game, given))
    game.start(seats=seats, **checked)
    players = [Player(check_level(game, level)) for level in given["levels"]]
    players += _programs(given["commands"], [player.name for player in players])
    if len(players) < 2:
        raise UserError("term.match.two")
    if len(players) > seats and not game.facts.cooperative:
        raise UserError("term.error.bots", seats=seats, bots=len(players))
    options = write_options(game.options, checked)
    budget, version = given_budget(given), version_of(game)
    return Match(game.id, seats, options, tuple(players), given["seed"], budget, version)


def _programs(commands: Sequence[str], names: list[str]) -> list[Player]:
    """Each by the name of its file, with a number where others have that name already."""
    players = []
    for command in commands:
        name = _program_name(command)
        names.append(name)
        number = names.count(name)
        players.append(Player(name if number == 1 else f"{name} {number}", command))
    return players


def _program_name(command: str) -> str:
    """Of the program's file: what starts it, and the options and settings of that, come before it."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise UserError("term.match.program-command", program=command)
    for word in words:
        if word == "-c":
            break  # code follows
        name = Path(word).name
        if not (word.startswith("-") or "=" in word or STARTERS.fullmatch(name)):
            return name
    return Path(words[0]).name


def _differences(text: str | None) -> tuple[float, float] | None:
    """What `--sprt` tells apart. It takes the word after it, which may have been meant as a player: so it is looked at first."""
    if text is None:
        return None
    try:
        weak, strong = (float(part) for part in text.split(","))
    except ValueError:
        weak = strong = 0.0
    if not -LARGEST < weak < strong < LARGEST:
        raise UserError("term.match.bad-sprt", value=text)
    return weak, strong


def _play(
    screen: Screen, agreed: Match, given: dict[str, Any], test: Test | None, played: list[Played]
) -> None:
    """Plays on until there are enough games, with the progress on stderr; what is played is kept at once."""
    folder = Path(given["out"]) if given["out"] else None
    deals = -(-given["games"] // games_of(agreed, 1))
    journal = Journal(_journal_file(agreed, folder), agreed, Played)
    try:
        if folder is not None and journal.is_other():
            raise UserError("term.match.other-match", folder=str(folder))
        if given["resume"]:
            played += journal.resume()
        else:
            journal.begin(over=folder is None)
        text = screen.words.say("term.simulate.progress")
        with workers_for(given) as workers, bar(text, deals, len(played)) as advance:
            left = range(len(played), deals) if _is_open(agreed, played, test) else range(0)
            games = play_deals(agreed, left, workers, folder is not None)
            for deal in games:
                _keep_records(folder, agreed, len(played), deal)
                journal.add(msgspec.structs.replace(deal, records=[]))  # these are kept elsewhere, if at all
                played.append(deal)
                advance()
                if not _is_open(agreed, played, test):
                    break
    except Begun as begun:
        raise UserError("term.match.kept", folder=str(folder), n=games_of(agreed, begun.args[0])) from None
    except InUse:
        raise UserError("term.error.journal-in-use", file=str(_journal_file(agreed, folder))) from None
    except OSError as error:
        raise UserError("term.error.unwritable", file=str(error.filename), reason=of_system(error)) from None


def _is_open(agreed: Match, played: list[Played], test: Test | None) -> bool:
    """Whether a sequential test, if there is one, needs more games."""
    return test is None or test.verdict(compared(agreed, played, 0)) == "open"


def _journal_file(agreed: Match, folder: Path | None) -> Path:
    """In the folder of the records, or by the match among the program's own files."""
    if folder is not None:
        return folder / JOURNAL
    digest = blake2b(msgspec.json.encode(agreed), digest_size=8).hexdigest()
    return state_folder() / "matches" / f"{agreed.game}-{digest}.jsonl"


def _keep_records(folder: Path | None, agreed: Match, number: int, deal: Played) -> None:
    if folder is not None:
        for turn, text in enumerate(deal.records):
            name = f"{agreed.game}-{agreed.seed}-{number:05}-{turn}{SUFFIX}"
            (folder / name).write_text(text, encoding="utf-8")


def _show(screen: Screen, game: Game, figures: dict[str, Any]) -> None:
    words = screen.words
    screen.line(words.say(f"{game.prefix}.name"))
    screen.say("term.match.played", n=figures["games"], seed=figures["seed"])
    grid = Grid(box=None, padding=(0, 1))
    grid.add_column(words.say("term.match.column-player"))
    for column in ("rate", "interval", "elo", "time"):
        grid.add_column(words.say(f"term.match.column-{column}"), justify="right")
    for player in figures["players"]:
        low, high = (share(player[bound], words.language) for bound in ("low", "high"))
        milliseconds = spoken(round(1000 * player["seconds_per_decision"], 2), words.language)
        grid.add_row(
            Text(player["name"]),
            share(player["rate"], words.language),
            f"{low} – {high}",
            f"{player['elo']:+.0f}",
            f"{milliseconds} ms",
        )
    screen.console.print(grid)
    if "sprt" in figures:
        ratio = spoken(figures["sprt"]["ratio"], words.language)
        screen.say(f"term.match.sprt-{figures['sprt']['verdict']}", ratio=ratio)
