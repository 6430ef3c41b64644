"""`study balance`: who wins, by edition or level, number of players, seat, samurai or clan."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec
from rich.table import Table as Grid
from rich.text import Text

from zashiki.bots import usual_level
from zashiki.cli.long_work import bar, writing
from zashiki.cli.options import Speaker
from zashiki.cli.workers import worker_options, workers_for
from zashiki.kernel.contract import Game
from zashiki.kernel.reasons import of_system
from zashiki.kernel.registry import game as find_game
from zashiki.study.balance import Chunk, Head, count_all, head_of, missing_tasks, settings_of
from zashiki.study.balance_report import Balance, balance_of
from zashiki.study.balance_words import advice, how_made, markdown_of, played_text, plot_of, sections_of
from zashiki.study.journal import InUse, Journal, read_journal
from zashiki.terminal.saved_games import state_folder
from zashiki.terminal.screen import Screen
from zashiki.terminal.seating import check_level
from zashiki.terminal.speech import UserError


def balance_command(speaker: Speaker, screen: Screen) -> click.Command:
    words = speaker.words

    def make(name: str) -> click.Command:
        game = find_game(name)
        params = [
            speaker.number("--games", "term.balance.games", least=1, default=200),
            speaker.option("--level", key="term.balance.level", default=usual_level(game), show_default=True),
            speaker.number("--seed", "term.match.seed", least=0, default=1),
            speaker.number("--nodes", "term.match.nodes", least=1),
            *worker_options(speaker),
            speaker.option(
                "--journal", key="term.balance.journal", metavar=words.say("term.help.metavar-file")
            ),
            speaker.option(
                "--also",
                key="term.balance.also",
                multiple=True,
                metavar=words.say("term.help.metavar-file"),
            ),
            speaker.option(
                "--report", key="term.balance.report", metavar=words.say("term.help.metavar-folder")
            ),
            speaker.option("--json", "as_json", key="term.option.json", is_flag=True),
        ]

        def run(**given: Any) -> None:
            balance(screen, game, given)

        title = words.say("term.balance.game", name=words.say(f"{game.prefix}.name"))
        return speaker.dress(
            click.Command(name, callback=run, params=list(params), help=title, short_help=title)
        )

    return speaker.game_group("balance", "term.balance.help", make)


def balance(screen: Screen, game: Game, given: dict[str, Any]) -> None:
    """Plays what is missing, then tells what all games say; what is played is kept at once."""
    head = head_of(game, check_level(game, given["level"]), given["seed"], given["nodes"])
    others = [_others(game, Path(name)) for name in given["also"]]
    file = Path(given["journal"]) if given["journal"] else _journal_file(head)
    chunks: list[Chunk] = []
    stopped = False
    try:
        with writing(file):
            _play(screen, game, head, file, given, chunks)
    except KeyboardInterrupt:
        stopped = True
    if chunks:
        _tell(screen, balance_of(head, chunks, others), given)
    if stopped:
        click.echo(screen.words.say("term.balance.stopped"), err=True)
        raise KeyboardInterrupt


def _journal_file(head: Head) -> Path:
    """Among the program's own files."""
    nodes = f"-{head.nodes}" if head.nodes else ""
    return state_folder() / "balance" / f"{head.game}-{head.level}{nodes}-{head.seed}.jsonl"


def _others(game: Game, file: Path) -> tuple[Head, list[Chunk]]:
    """What players of another level have played, from its journal."""
    try:
        head, chunks = read_journal(file, Head, Chunk)
    except OSError as error:
        raise UserError("term.error.unreadable", file=str(file), reason=of_system(error)) from None
    except msgspec.DecodeError:
        head, chunks = None, []
    if head is None or head.game != game.id or not chunks:
        raise UserError("term.balance.other-journal", file=str(file))
    return head, chunks


def _play(
    screen: Screen, game: Game, head: Head, file: Path, given: dict[str, Any], chunks: list[Chunk]
) -> None:
    journal = Journal(file, head, Chunk)
    if given["journal"] and journal.is_other():
        raise UserError("term.balance.other-games", file=str(file))
    try:
        chunks += journal.resume()
    except InUse:
        raise UserError("term.error.journal-in-use", file=str(file)) from None
    settings = settings_of(game, head.level, head.seed, head.nodes)
    tasks = missing_tasks(settings, given["games"], {(chunk.name, chunk.number) for chunk in chunks})
    text = screen.words.say("term.simulate.progress")
    with workers_for(given) as workers, bar(text, len(tasks)) as advance:
        for chunk in count_all(tasks, workers):
            journal.add(chunk)
            chunks.append(chunk)
            advance()


def _tell(screen: Screen, found: Balance, given: dict[str, Any]) -> None:
    if given["report"]:
        _write_report(screen, found, Path(given["report"]))
    if given["as_json"]:
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    words = screen.words
    screen.line(played_text(found, words))
    screen.print(how_made(found, words))
    for section in sections_of(found, words):
        screen.print(section.title, "bold")
        grid = Grid(box=None, show_header=False, padding=(0, 1))
        for line in section.lines:
            grid.add_row(
                Text(line.label),
                *(Text(text, justify="right") for text in (line.games, line.rate, line.interval)),
            )
        screen.console.print(grid)
    if said := advice(found, words):
        screen.print(words.say("study.balance.beginner"), "bold")
        screen.print(said)


def _write_report(screen: Screen, found: Balance, folder: Path) -> None:
    """A page for reading and its pictures."""
    words, game = screen.words, found.head.game
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for section in sections_of(found, words):
            file = folder / f"{game}-{section.name}.svg"
            file.write_text(plot_of(section, words), encoding="utf-8")
        (folder / f"{game}.md").write_text(markdown_of(found, words, ""), encoding="utf-8")
