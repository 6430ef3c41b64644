"""`backup`, `restore`, `check`, `rotate-key` and `move`: what a host does with the tables."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import click
import msgspec

from zashiki.cli.options import Speaker
from zashiki.kernel.messages import Message, say
from zashiki.store import Store, TooNew, Unreachable
from zashiki.store.backups import (
    TABLES,
    BadBackup,
    Damaged,
    NewerThere,
    NoTables,
    back_up,
    is_damage,
    restore,
)
from zashiki.store.databases import Database
from zashiki.store.failures import why
from zashiki.store.serving import AlreadyServed, serving
from zashiki.study.explorer import is_index_right
from zashiki.study.variations.checks import check_trees
from zashiki.tables.checks import Checked, check_tables
from zashiki.terminal.speech import UserError


def keeping_commands(speaker: Speaker) -> list[click.Command]:
    """The commands, with their help in one language."""
    return [_backup(speaker), _restore(speaker), _check(speaker), _rotate_key(speaker), _move(speaker)]


def _backup(speaker: Speaker) -> click.Command:
    def run(file: Path, data: Path, database: str) -> None:
        _leave_to_postgresql(database)
        try:
            count = back_up(data, file)
        except NoTables:
            raise UserError("term.error.no-tables", folder=str(data)) from None
        except Damaged as error:
            raise UserError("term.error.damaged", folder=str(data), reason=str(error)) from None
        except (OSError, sqlite3.Error) as error:
            if isinstance(error, sqlite3.Error) and is_damage(error):
                raise UserError("term.error.damaged", folder=str(data), reason=str(error)) from None
            raise UserError("term.error.backup", file=str(file), reason=why(error)) from None
        click.echo(speaker.words.say("term.backup.done", file=str(file), n=count))

    return _command(speaker, "backup", run, _file(speaker), speaker.data_option(), speaker.database_option())


def _restore(speaker: Speaker) -> click.Command:
    def run(file: Path, data: Path, database: str) -> None:
        _leave_to_postgresql(database)
        try:
            count, before = restore(data, file)
        except BadBackup as error:
            raise UserError("term.error.bad-backup", file=str(file), reason=error.reason) from None
        except TooNew:
            raise UserError("term.error.newer-backup", file=str(file)) from None
        except AlreadyServed as error:
            raise UserError("term.error.restore-served", folder=str(data), address=error.address) from None
        except NewerThere:
            raise UserError("web.serve.newer-data", folder=str(data)) from None
        except (OSError, sqlite3.Error) as error:
            raise UserError("term.error.backup", file=str(data), reason=why(error)) from None
        click.echo(speaker.words.say("term.restore.done", folder=str(data), n=count))
        if before is not None:
            click.echo(speaker.words.say("term.restore.before", file=str(before)))

    return _command(speaker, "restore", run, _file(speaker), speaker.data_option(), speaker.database_option())


def _leave_to_postgresql(database: str) -> None:
    """A backup is a copy of SQLite's file; PostgreSQL has tools of its own."""
    if database:
        raise UserError("database.own-backups")


def _check(speaker: Speaker) -> click.Command:
    words = speaker.words

    def run(data: Path, database: str) -> None:
        where = Database(data, database)
        try:
            checked, trees = asyncio.run(_checked(where))
        except Unreachable as error:
            key = "database.unreachable" if where.shared else "term.error.damaged"
            raise UserError(key, database=where.name, folder=where.name, reason=str(error)) from None
        bad = [one for one in checked if one.problem is not None]
        for one in bad:
            assert one.problem is not None
            click.echo(words.say("term.check.table", table=one.table_id, problem=one.problem))
        bad_trees = {tree_id: problem for tree_id, problem in trees.items() if problem is not None}
        for tree_id, problem in bad_trees.items():
            click.echo(words.say("term.check.tree", tree=tree_id, problem=problem))
        if bad:
            raise UserError("term.check.failed", bad=len(bad), n=len(checked))
        if bad_trees:
            raise UserError("term.check.trees-failed", bad=len(bad_trees), n=len(trees))
        entries = sum(one.entries for one in checked)
        click.echo(words.say("term.check.done", n=len(checked), entries=entries))
        if trees:
            click.echo(words.say("term.check.variations", n=len(trees)))

    return _command(speaker, "check", run, speaker.data_option(), speaker.database_option())


async def _checked(database: Database) -> tuple[list[Checked], dict[str, Message | None]]:
    """Every table, and every tree of variations with its problem."""
    if not database.shared and not (database.folder / TABLES).is_file():
        raise UserError("term.error.no-tables", folder=str(database.folder))
    store = database.open()
    try:
        tables = [await _with_index(store, one) async for one in check_tables(store)]
        return tables, await check_trees(store)
    finally:
        await store.close()


async def _with_index(store: Store, checked: Checked) -> Checked:
    """A table whose record is right, checked against what the explorer finds it by."""
    if checked.problem is None and not await is_index_right(store, checked.table_id):
        return msgspec.structs.replace(checked, problem=say("term.check.index"))
    return checked


def _rotate_key(speaker: Speaker) -> click.Command:
    def run(data: Path, database: str, forget: bool) -> None:
        if not database and not data.is_dir():
            raise UserError("term.error.no-tables", folder=str(data))
        count = Database(data, database).rotate_key(forget=forget)
        click.echo(speaker.words.say("term.rotate-key.done", n=count))

    forget = speaker.option("--forget-old", "forget", key="term.option.forget-old", is_flag=True)
    return _command(speaker, "rotate-key", run, speaker.data_option(), speaker.database_option(), forget)


def _move(speaker: Speaker) -> click.Command:
    def run(data: Path, database: str) -> None:
        target = Database(data, database)
        if not (data / TABLES).is_file():
            raise UserError("term.error.no-tables", folder=str(data))
        target.check()
        try:
            with serving(data, "zashiki move"):
                count = _moved(target)
        except AlreadyServed as error:
            raise UserError("database.move-served", folder=str(data), address=error.address) from None
        except OSError as error:
            raise UserError("web.serve.no-data", folder=str(data), reason=why(error)) from None
        click.echo(speaker.words.say("term.move.done", database=target.name, n=count))

    required = speaker.database_option()
    required.required = True
    return _command(speaker, "move", run, speaker.data_option(), required)


def _moved(target: Database) -> int:
    import psycopg

    from zashiki.store.moving import NotEmpty, move

    try:
        return move(target.folder, target.address)
    except NotEmpty:
        raise UserError("database.not-empty", database=target.name) from None
    except TooNew:
        raise UserError("database.newer", database=target.name) from None
    except (OSError, sqlite3.Error, psycopg.Error) as error:
        reason = " ".join(str(error).split())
        raise UserError("database.not-moved", database=target.name, reason=reason) from None


def _command(
    speaker: Speaker, name: str, run: Callable[..., None], *params: click.Parameter
) -> click.Command:
    help_ = speaker.words.say(f"term.help.{name}")
    return speaker.dress(click.Command(name, callback=run, params=list(params), help=help_))


def _file(speaker: Speaker) -> click.Argument:
    metavar = speaker.words.say("term.help.metavar-file")
    return click.Argument(["file"], metavar=metavar, type=click.Path(path_type=Path))
