"""`analyse`: where a finished game was lost, for one record or for all of a folder."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from rich.table import Table as Grid
from rich.text import Text

from zashiki.cli.long_work import bar, writing
from zashiki.cli.options import Speaker
from zashiki.cli.workers import worker_options, workers_for
from zashiki.store import Unreachable
from zashiki.store.backups import TABLES
from zashiki.store.databases import Database
from zashiki.study.analysis import Work, do_guesses, do_piece
from zashiki.study.bulk import SUFFIX, Task, analyse_all
from zashiki.study.pool import Workers
from zashiki.study.summary import Analysis, Marked, report, summarize
from zashiki.study.wording import choice_text
from zashiki.tables import LocalBus, Tables
from zashiki.terminal.saved_games import SUFFIX as RECORD_SUFFIX
from zashiki.terminal.saved_games import load, read_text
from zashiki.terminal.screen import Screen
from zashiki.terminal.speech import UserError
from zashiki.words.numbers import change, share

FOLDER: Final = "analyses"
WORST: Final = 12
"""So many decisions are shown at most, those that gave away most."""


def analyse_command(speaker: Speaker, screen: Screen) -> click.Command:
    words = speaker.words

    def run(**given: Any) -> None:
        if bool(given["all_of"]) == bool(given["file"]):
            raise UserError("term.analyse.one-of-both")
        with workers_for(given) as workers:
            if given["all_of"]:
                _analyse_folder(screen, Path(given["all_of"]), given["out"], workers, given["as_json"])
            else:
                _analyse_file(screen, Path(given["file"]), workers, given["as_json"])

    folder = words.say("term.help.metavar-folder")
    params = [
        click.Argument(["file"], metavar=words.say("term.help.metavar-file"), required=False),
        speaker.option("--all", "all_of", key="term.analyse.all", metavar=folder),
        speaker.option("--out", key="term.analyse.out", metavar=folder),
        *worker_options(speaker),
        speaker.option("--json", "as_json", key="term.option.json", is_flag=True),
    ]
    help_ = words.say("term.help.analyse")
    return speaker.dress(click.Command("analyse", callback=run, params=list(params), help=help_))


def _analyse_file(screen: Screen, file: Path, workers: Workers, as_json: bool) -> None:
    work = Work(load(file))
    if work.timeline.state.result() is None:
        raise UserError("term.analyse.unfinished", file=str(file))
    text = work.record.write()
    pieces = []
    with bar(screen.words.say("term.analyse.progress"), work.size) as advance:
        for piece in workers.in_order(partial(do_piece, text), range(work.size)):
            pieces.append(piece)
            advance()
    analysis = summarize(work, pieces, do_guesses(text))
    if as_json:
        click.echo(json.dumps(report(analysis), indent=2, ensure_ascii=False))
    else:
        _show(screen, work, analysis)


def _show(screen: Screen, work: Work, analysis: Analysis) -> None:
    words, game = screen.words, work.game
    names = [words(game.seat_name(seat, work.record.options)) for seat in range(work.record.seats)]
    screen.line(words.say(f"{game.prefix}.name"))
    screen.say(f"term.analyse.by-{analysis.by}")
    _show_seats(screen, names, analysis)
    worst = sorted((one for one in analysis.decisions if one.mark != "good"), key=lambda one: -one.lost)
    if not worst:
        screen.say("term.analyse.nothing")
    for one in sorted(worst[:WORST], key=lambda one: one.valuation.number):
        _show_decision(screen, work, names, one)
    if analysis.guesses:
        _show_guesses(screen, work, names, analysis)


def _show_seats(screen: Screen, names: list[str], analysis: Analysis) -> None:
    words, language = screen.words, screen.words.language
    grid = Grid(box=None, padding=(0, 1))
    grid.add_column("")
    for column in ("accuracy", "own", "cards", "reveals", "others"):
        grid.add_column(words.say(f"term.analyse.column-{column}"), justify="right")
    for one in analysis.seats:
        balance = one.balance
        changes = (balance.own, balance.cards, balance.reveals, balance.others)
        grid.add_row(
            Text(names[one.seat]),
            share(one.accuracy, language),
            *(change(by, language) for by in changes),
        )
    screen.console.print(grid)
    screen.say("study.analysis.changes")


def _show_decision(screen: Screen, work: Work, names: list[str], one: Marked) -> None:
    words, found = screen.words, one.valuation
    lost = words.say("study.analysis.points", by=change(-one.lost, words.language))
    screen.print(
        words.say(
            "term.analyse.decision",
            number=found.number,
            name=names[found.seat],
            mark=words.say(f"term.analyse.mark-{one.mark}"),
            lost=lost,
            before=share(found.before, words.language),
            after=share(found.after, words.language),
        ),
        "bold",
    )
    screen.say("term.analyse.chosen", choice=choice_text(work, found, found.chosen, words))
    if found.best:
        screen.say("term.analyse.best", choice=choice_text(work, found, found.best, words))
    if found.error:
        screen.say("term.analyse.error", error=share(found.error, words.language))


def _show_guesses(screen: Screen, work: Work, names: list[str], analysis: Analysis) -> None:
    """What spectators could guess at the end."""
    words, things = screen.words, work.study.guesses()
    for name, likely in zip(names, analysis.guesses[-1][1], strict=True):
        best = sorted(range(len(things)), key=lambda thing: -likely[thing])[:2]
        said = ", ".join(f"{words(things[thing])} {share(likely[thing], words.language)}" for thing in best)
        screen.say("term.analyse.guess", name=name, guess=said)


def _analyse_folder(screen: Screen, folder: Path, out: str | None, workers: Workers, as_json: bool) -> None:
    """The records of a folder, or the finished tables of a data folder."""
    target = Path(out) if out else folder / FOLDER
    if not folder.is_dir():
        raise UserError("term.analyse.no-folder", folder=str(folder))
    with writing(target):
        target.mkdir(parents=True, exist_ok=True)
    games = _games(folder)
    tasks = [Task(name, text, target / f"{name}{SUFFIX}") for name, text in games]
    counts: Counter[str] = Counter()
    with bar(screen.words.say("term.analyse.progress"), len(tasks)) as advance:
        for _task, outcome in analyse_all(tasks, workers):
            counts[outcome] += 1
            advance()
    figures = {name: counts[name] for name in ("done", "kept", "unfinished", "unreadable")}
    if as_json:
        click.echo(json.dumps({"folder": str(target), **figures}, indent=2, ensure_ascii=False))
    else:
        screen.say("term.analyse.folder", folder=str(target), n=len(tasks), **figures)


def _games(folder: Path) -> list[tuple[str, str]]:
    """The names and records of what is to be analysed."""
    if not (folder / TABLES).is_file():
        return _records(folder)
    try:
        return asyncio.run(_tables(folder))
    except Unreachable as error:
        raise UserError("term.error.damaged", folder=str(folder), reason=str(error)) from None


def _records(folder: Path) -> list[tuple[str, str]]:
    return [(file.stem, read_text(file)) for file in sorted(folder.glob(f"*{RECORD_SUFFIX}"))]


async def _tables(data: Path) -> list[tuple[str, str]]:
    store = Database(data).open()
    try:
        tables = Tables(store, "", LocalBus())
        found = [await store.table(table_id) for table_id in await store.table_ids()]
        return [(one.id, await tables.stored_record(one)) for one in found if one is not None and one.ended]
    finally:
        await store.close()
