"""`replay`: a record looked at again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from zashiki.cli.options import Speaker
from zashiki.kernel.record import Record
from zashiki.terminal.replay import ALL, Replay
from zashiki.terminal.saved_games import load
from zashiki.terminal.screen import Screen
from zashiki.terminal.seating import find_people


def replay_command(speaker: Speaker, screen: Screen) -> click.Command:
    words = speaker.words

    def replay(**given: Any) -> None:
        record = load(Path(given["file"]))
        looked = Replay(record, screen, _watcher(record, given["seat"]), given["at"])
        if given["print_all"]:
            looked.print_all()
        else:
            looked.step_through()

    params = [
        click.Argument(["file"], metavar=words.say("term.help.metavar-file")),
        speaker.option(
            "--as", "seat", key="term.option.replay-as", metavar=words.say("term.help.metavar-watcher")
        ),
        speaker.number("--at", "term.option.at", least=0, default=0),
        speaker.option("--print", "print_all", key="term.option.print", is_flag=True),
    ]
    help_ = words.say("term.help.replay")
    return speaker.dress(click.Command("replay", callback=replay, params=list(params), help=help_))


def _watcher(record: Record, text: str | None) -> int | None:
    if text in (None, "all"):
        return ALL
    if text == "spectator":
        return None
    return min(find_people(record.game, record.seats, record.options, text or ""))
