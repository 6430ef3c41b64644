"""`worker` as a command: bots think here for the tables of a database, so that its servers need not."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from zashiki.cli.options import Speaker
from zashiki.store.databases import Database
from zashiki.tables.logs import set_up_logs
from zashiki.terminal.speech import UserError


def worker_command(speaker: Speaker) -> click.Command:
    """The command, with its help in one language."""

    def run(database: str, log: str, **given: Any) -> None:
        from zashiki.tables.worker import Work, work

        if not database:
            raise UserError("database.needed")
        place = Database(Path(), database)
        store = place.open()
        words = speaker.words
        set_up_logs(as_json=log == "json")
        task = Work(store=store, secret=place.signing_keys()[0], database=database, **given)
        started = words.say("term.worker.started", database=place.name)
        with suppress(KeyboardInterrupt):
            asyncio.run(work(task, lambda: click.echo(started)))
        click.echo(words.say("term.worker.stopped"))

    processes = speaker.option(
        "--processes",
        key="term.option.processes",
        metavar="N",
        type=click.IntRange(1),
        default=1,
        show_default=True,
    )
    return speaker.dress(
        click.Command(
            "worker",
            help=speaker.words.say("term.help.worker"),
            callback=run,
            params=[*speaker.server_options(), processes],
        )
    )
