"""Where long work is done, as the command line says: `--jobs` processes here, or the cluster of `--ray`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from zashiki.cli.options import Speaker
from zashiki.study.cluster import ClusterError, connected
from zashiki.study.pool import Processes, Workers
from zashiki.terminal.speech import UserError


def worker_options(speaker: Speaker, jobs: int | None = None) -> list[click.Option]:
    return [
        speaker.number("--jobs", "term.option.jobs", least=1, default=jobs),
        speaker.option(
            "--ray", key="term.option.ray", metavar=speaker.words.say("term.help.metavar-address")
        ),
    ]


@contextmanager
def workers_for(given: dict[str, Any]) -> Iterator[Workers]:
    """All cores unless something else is given; raises UserError if the cluster can't be used."""
    processes = given["jobs"] or os.cpu_count() or 1
    if not given["ray"]:
        yield Processes(processes)
        return
    try:
        with connected(given["ray"], processes) as workers:
            yield workers
    except ClusterError as error:
        raise UserError(
            f"term.cluster.{error.reason}", address=given["ray"], detail=error.detail.partition("\n")[0]
        ) from None
