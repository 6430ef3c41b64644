"""`study explore`: finished games of a database or a folder of records, searched as on the page; `--index` makes the index."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click
import msgspec
from rich.table import Table as Grid
from rich.text import Text

from zashiki.bots import levels
from zashiki.cli.long_work import bar
from zashiki.cli.options import Speaker
from zashiki.kernel.contract import View
from zashiki.kernel.messages import say
from zashiki.kernel.record import Record, RecordError, read
from zashiki.kernel.registry import names
from zashiki.kernel.timeline import Timeline
from zashiki.store import Seat, SQLiteStore, Store, Table
from zashiki.store.backups import TABLES
from zashiki.store.contract import BOT, OPEN
from zashiki.store.databases import Database
from zashiki.store.exploring import TooSlow
from zashiki.study.explorer import (
    FIELDS,
    OPTION,
    Asked,
    BadSearch,
    Found,
    Row,
    asked_for,
    enqueue_all,
    find,
    index_some,
    keep,
    task_of,
)
from zashiki.study.explorer_words import rate_text, row_label, searched
from zashiki.study.moments import explored_of, position_at
from zashiki.study.pool import Processes
from zashiki.terminal.saved_games import SUFFIX, read_text
from zashiki.terminal.screen import Screen
from zashiki.terminal.speech import UserError
from zashiki.words.numbers import spoken

TEXTS: Final = FIELDS[1:]
"""The fields of a search that are options of the command under the same names, besides the game."""
CHUNK: Final = 64
"""So many games are written between two looks at the queue."""


class Report(msgspec.Struct, frozen=True):
    """All that was found, for programs."""

    searched: list[str]
    fields: dict[str, str]
    found: Found


def explore_command(speaker: Speaker, screen: Screen) -> click.Command:
    words = speaker.words

    def run(**given: Any) -> None:
        asyncio.run(_explore(screen, given))

    folder = click.Path(path_type=Path)
    params = [
        speaker.option("--game", key="term.explore.game", metavar="|".join(names()), default=""),
        *(
            speaker.option(f"--{name}", f"field_{name}", key=f"term.explore.{name}", default="")
            for name in TEXTS
        ),
        speaker.option("--option", "options", key="term.explore.option", metavar="NAME=VALUE", multiple=True),
        speaker.option("--index", key="term.explore.index", is_flag=True),
        speaker.option("--anew", key="term.explore.anew", is_flag=True),
        speaker.number("--jobs", "term.option.jobs", least=1),
        speaker.option(
            "--records",
            key="term.explore.records",
            metavar=words.say("term.help.metavar-folder"),
            type=folder,
        ),
        speaker.data_option(),
        speaker.database_option(),
        speaker.option("--json", "as_json", key="term.option.json", is_flag=True),
    ]
    help_ = words.say("term.explore.help")
    return speaker.dress(click.Command("explore", callback=run, params=list(params), help=help_))


async def _explore(screen: Screen, given: dict[str, Any]) -> None:
    fields = {"game": given["game"], **{name: given[f"field_{name}"] for name in TEXTS}}
    for one in given["options"]:
        name, _, value = one.partition("=")
        fields[f"{OPTION}{name}"] = value
    async with _opened(given) as store:
        if given["index"]:
            total = await enqueue_all(store, anew=given["anew"])
            await _index(screen, store, given["jobs"] or os.cpu_count() or 1, total)
        await _search(screen, store, fields, given["as_json"])


@asynccontextmanager
async def _opened(given: dict[str, Any]) -> AsyncIterator[Store]:
    """The tables of a database, or of a folder of records while they are looked at."""
    with TemporaryDirectory(prefix="zashiki-explore-") as made:
        if given["records"]:
            store: Store = SQLiteStore(Path(made, TABLES))
        else:
            database = Database(given["data"], given["database"])
            if not database.shared and not (database.folder / TABLES).is_file():
                raise UserError("term.error.no-tables", folder=str(database.folder))
            store = database.open()
        try:
            if given["records"]:
                await _put_records(store, given["records"])
            yield store
        finally:
            await store.close()


async def _put_records(store: Store, folder: Path) -> None:
    if not folder.is_dir():
        raise UserError("term.analyse.no-folder", folder=str(folder))
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            record = read(read_text(file))
        except RecordError:
            continue
        await _put(store, file, record)
    while await index_some(store):
        pass


async def _put(store: Store, file: Path, record: Record) -> None:
    """A record as a table; games of bots say in their head which levels played."""
    at, lines = file.stat().st_mtime, record.lines()
    named, known = record.info.get("bots", "").split(","), levels(record.game)
    seats = [
        Seat(seat=seat, kind=BOT, level=named[seat])
        if seat < len(named) and named[seat] in known
        else Seat(seat=seat, kind=OPEN)
        for seat in range(record.seats)
    ]
    table = Table(
        id=file.stem, game=record.game.id, header=record.header(), creator="", invitation=file.stem, created=at, touched=at,
        ended=True, version=len(lines), awaited=(),
    )  # fmt: skip
    await store.open_table(table, seats, lines)


async def _index(screen: Screen, store: Store, jobs: int, total: int) -> None:
    """What is done stays done: an interrupted run goes on where it stopped."""
    with bar(screen.words.say("term.explore.indexing"), total) as advance:
        while waiting := await store.moments.queue(CHUNK):
            tasks = [task for table_id in waiting if (task := await task_of(store, table_id)) is not None]
            for task, explored in zip(tasks, Processes(jobs).in_order(explored_of, tasks), strict=True):
                await keep(store, task.table_id, explored)
                advance()
    click.echo(screen.words.say("term.explore.indexed", n=total), err=True)


async def _search(screen: Screen, store: Store, fields: dict[str, str], as_json: bool) -> None:
    position, views = None, dict[int, View]()
    if fields["at"]:
        position, views, fields["game"] = await _position(store, fields["at"])
    asked = asked_for(fields, None, position)
    try:
        found = await find(store, asked)
    except TooSlow:
        raise UserError("study.explore.too-slow") from None
    said = searched(asked, screen.words)
    if as_json:
        report = Report(said, asked.fields, found)
        click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        screen.print(" · ".join(said), "bold")
        _show(screen, asked, found, views)
    waiting = await store.moments.waiting()
    if waiting:
        count = spoken(waiting, screen.words.language)
        click.echo(screen.words.say("study.explore.waiting", n=waiting, count=count), err=True)


async def _position(store: Store, text: str) -> tuple[int, dict[int, View], str]:
    """The position of a moment, what the seats saw then, and the game."""
    table_id, _, moment = text.rpartition(".")
    task = await task_of(store, table_id)
    table = await store.table(table_id)
    if task is None or table is None or not table.ended or not moment.isdecimal() or len(moment) > 9:
        raise BadSearch(say("study.explore.no-moment"))
    record = read(task.header)
    record.entries = [record.entry(seat, choice) for seat, choice in task.lines]
    timeline = Timeline(record)
    found = position_at(timeline, int(moment))
    if found is None:
        raise BadSearch(say("study.explore.no-decision"))
    state = timeline.until(found[1].start).state
    return found[0], {seat: state.view(seat) for seat in range(record.seats)}, record.game.id


def _show(screen: Screen, asked: Asked, found: Found, views: Mapping[int, View]) -> None:
    words, times = screen.words, found.total.times
    if not times:
        screen.print(f"{words.say('study.explore.none')} {words.say('study.explore.none.advice')}")
        return
    key = "times" if asked.finds_moments else "seats-found" if asked.counts_seats else "games"
    screen.print(words.say(f"study.explore.{key}", n=times, count=spoken(times, words.language)))
    plans = any(" " in row.text for row in found.rows)
    for title, rows in (("parts", found.parts if plans else []), ("choices", found.rows)):
        if rows:
            shown = "winners" if not asked.finds_moments else title
            _show_rows(screen, words.say(f"study.explore.{shown}"), asked, rows, views)
    screen.print(words.say("study.explore.list"), "bold")
    for hit in found.hits:
        screen.print(f"  {hit.table_id}.{hit.start}  {hit.text}")
    if found.after:
        screen.print(words.say("term.explore.more", after=f"{found.after[0]}.{found.after[1]}"))


def _show_rows(screen: Screen, title: str, asked: Asked, rows: list[Row], views: Mapping[int, View]) -> None:
    screen.print(title, "bold")
    grid = Grid(box=None, show_header=False, padding=(0, 1))
    for row in rows:
        told = rate_text(row_label(asked, row, views, screen.words), row.found, screen.words)
        figures = (Text(text, justify="right") for text in (told.times, told.rate, told.interval))
        grid.add_row(Text(told.label), *figures)
    screen.console.print(grid)
