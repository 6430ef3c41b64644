"""`study puzzles`: positions with one clearly best choice, looked for in games of bots."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import click
import msgspec

from zashiki.bots import usual_level
from zashiki.cli.long_work import bar, writing
from zashiki.cli.options import Speaker
from zashiki.cli.workers import worker_options, workers_for
from zashiki.kernel.contract import Game
from zashiki.kernel.registry import game as find_game
from zashiki.study.balance import settings_of
from zashiki.study.puzzles import Collection, Puzzle, collect, find_puzzles, tasks_of
from zashiki.terminal.screen import Screen


def puzzles_command(speaker: Speaker, screen: Screen) -> click.Command:
    words = speaker.words

    def make(name: str) -> click.Command:
        game = find_game(name)
        params = [
            speaker.number("--games", "term.puzzles.games", least=1, default=60),
            speaker.number("--wanted", "term.puzzles.wanted", least=1, default=36),
            speaker.number("--seed", "term.match.seed", least=0, default=1),
            *worker_options(speaker),
            speaker.option("--out", key="term.puzzles.out", metavar=words.say("term.help.metavar-file")),
            speaker.option("--json", "as_json", key="term.option.json", is_flag=True),
        ]

        def run(**given: Any) -> None:
            puzzles(screen, game, given)

        title = words.say("term.puzzles.game", name=words.say(f"{game.prefix}.name"))
        return speaker.dress(
            click.Command(name, callback=run, params=list(params), help=title, short_help=title)
        )

    return speaker.game_group("puzzles", "term.puzzles.help", make)


def puzzles(screen: Screen, game: Game, given: dict[str, Any]) -> None:
    """Looks through the games, then keeps or tells what was found."""
    found = collect(game, _search(screen, game, given), given["wanted"])
    if given["out"]:
        file = Path(given["out"])
        with writing(file):
            file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    if given["as_json"]:
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        _tell(screen, game, found)


def _search(screen: Screen, game: Game, given: dict[str, Any]) -> list[Puzzle]:
    settings = list(settings_of(game, usual_level(game), given["seed"]).values())
    tasks = tasks_of(settings, given["games"])
    found: list[Puzzle] = []
    text = screen.words.say("term.simulate.progress")
    with workers_for(given) as workers, bar(text, len(tasks)) as advance:
        for some in find_puzzles(tasks, workers):
            found += some
            advance()
    return found


def _tell(screen: Screen, game: Game, found: Collection) -> None:
    words = screen.words
    screen.say("term.puzzles.found", n=len(found.puzzles))
    kinds = Counter((puzzle.theme, puzzle.difficulty) for puzzle in found.puzzles)
    for (theme, difficulty), number in sorted(kinds.items()):
        name = words.say(f"{game.prefix}.puzzle.{theme}")
        screen.print(f"{number:4}  {name}, {words.say(f'study.puzzle.difficulty.{difficulty}')}")
