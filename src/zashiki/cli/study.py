"""`study`: what can be learned from many games."""

from __future__ import annotations

import click

from zashiki.cli.balance import balance_command
from zashiki.cli.book import book_command
from zashiki.cli.explore import explore_command
from zashiki.cli.ladder import ladder_command
from zashiki.cli.options import Speaker
from zashiki.cli.puzzles import puzzles_command
from zashiki.terminal.screen import Screen


def study_command(speaker: Speaker, screen: Screen) -> click.Command:
    """The group; each of its commands has a module of its own."""
    group = click.Group("study", help=speaker.words.say("term.help.study"))
    for command in (
        balance_command(speaker, screen),
        puzzles_command(speaker, screen),
        book_command(speaker, screen),
        ladder_command(speaker, screen),
        explore_command(speaker, screen),
    ):
        group.add_command(command)
    return speaker.dress(group)
