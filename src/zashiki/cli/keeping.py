"""`backup`, `restore`, `check` and `rotate-key`: what a host does with a data folder."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import click

from zashiki.cli.options import Speaker
from zashiki.cli.serve import default_data
from zashiki.store import SQLiteStore, TooNew
from zashiki.store.backups import TABLES, BadBackup, NoTables, back_up, restore
from zashiki.store.keys import rotate_key
from zashiki.tables.checks import Checked, check_tables
from zashiki.terminal.speech import UserError


def keeping_commands(speaker: Speaker) -> list[click.Command]:
    """The commands, with their help in one language."""
    return [_backup(speaker), _restore(speaker), _check(speaker), _rotate_key(speaker)]


def _backup(speaker: Speaker) -> click.Command:
    def run(file: Path, data: Path) -> None:
        try:
            count = back_up(data, file)
        except NoTables:
            raise UserError("term.error.no-tables", folder=str(data)) from None
        except (OSError, sqlite3.Error) as error:
            raise UserError("term.error.backup", file=str(file), reason=str(error)) from None
        click.echo(speaker.words.say("term.backup.done", file=str(file), n=count))

    return _command(speaker, "backup", run, _file(speaker), _data(speaker))


def _restore(speaker: Speaker) -> click.Command:
    def run(file: Path, data: Path) -> None:
        try:
            count, before = restore(data, file)
        except BadBackup as error:
            raise UserError("term.error.bad-backup", file=str(file), reason=str(error)) from None
        except TooNew:
            raise UserError("term.error.newer-backup", file=str(file)) from None
        except (OSError, sqlite3.Error) as error:
            raise UserError("term.error.backup", file=str(data), reason=str(error)) from None
        click.echo(speaker.words.say("term.restore.done", folder=str(data), n=count))
        if before is not None:
            click.echo(speaker.words.say("term.restore.before", file=str(before)))

    return _command(speaker, "restore", run, _file(speaker), _data(speaker))


def _check(speaker: Speaker) -> click.Command:
    words = speaker.words

    def run(data: Path) -> None:
        checked = asyncio.run(_checked(data))
        bad = [one for one in checked if one.problem is not None]
        for one in bad:
            assert one.problem is not None
            click.echo(words.say("term.check.table", table=one.table_id, problem=one.problem))
        if bad:
            raise UserError("term.check.failed", bad=len(bad), n=len(checked))
        entries = sum(one.entries for one in checked)
        click.echo(words.say("term.check.done", n=len(checked), entries=entries))

    return _command(speaker, "check", run, _data(speaker))


async def _checked(data: Path) -> list[Checked]:
    if not (data / TABLES).is_file():
        raise UserError("term.error.no-tables", folder=str(data))
    try:
        store = SQLiteStore(data / TABLES)
    except TooNew:
        raise UserError("web.serve.newer-data", folder=str(data)) from None
    except sqlite3.Error as error:
        raise UserError("web.serve.no-data", folder=str(data), reason=str(error)) from None
    try:
        return [one async for one in check_tables(store)]
    finally:
        await store.close()


def _rotate_key(speaker: Speaker) -> click.Command:
    def run(data: Path, forget: bool) -> None:
        if not data.is_dir():
            raise UserError("term.error.no-tables", folder=str(data))
        click.echo(speaker.words.say("term.rotate-key.done", n=rotate_key(data, forget=forget)))

    forget = speaker.option("--forget-old", "forget", key="term.option.forget-old", is_flag=True)
    return _command(speaker, "rotate-key", run, _data(speaker), forget)


def _command(
    speaker: Speaker, name: str, run: Callable[..., None], *params: click.Parameter
) -> click.Command:
    help_ = speaker.words.say(f"term.help.{name}")
    return speaker.dress(click.Command(name, callback=run, params=list(params), help=help_))


def _file(speaker: Speaker) -> click.Argument:
    metavar = speaker.words.say("term.help.metavar-file")
    return click.Argument(["file"], metavar=metavar, type=click.Path(path_type=Path))


def _data(speaker: Speaker) -> click.Option:
    folder = click.Path(path_type=Path)
    return speaker.option("--data", key="web.serve.data", metavar="DIR", type=folder, default=default_data)
