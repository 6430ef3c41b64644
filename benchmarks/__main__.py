"""`python -m benchmarks COMMAND`, which is what `./zashiki bench` and `./zashiki load` run."""

from __future__ import annotations

import click

from benchmarks.commands import bench_command, load_command
from zashiki.cli.main import main as run
from zashiki.cli.options import Speaker
from zashiki.terminal.screen import Screen
from zashiki.words import Words


def all_commands(words: Words) -> click.Group:
    speaker = Speaker(words)
    group = click.Group(help=words.say("term.help.benchmarks"))
    group.add_command(bench_command(speaker, Screen(words)))
    group.add_command(load_command(speaker, Screen(words)))
    speaker.dress(group)
    return group


def main() -> None:
    run(commands=all_commands)


if __name__ == "__main__":
    main()
