"""A record looked at again: step by step from any seat, or all of it in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Event, Message
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import UNDO, Entry, Timeline
from zashiki.terminal.commands import Speaker
from zashiki.terminal.numbers import whole
from zashiki.terminal.screen import Screen
from zashiki.terminal.seating import find_people
from zashiki.terminal.shelf import load
from zashiki.terminal.speech import sentence
from zashiki.words import Words

ALL: Final = -1
"""Looks through the eyes of whoever is choosing, and is told every secret."""
STEPS: Final = {"": 1, "n": 1, "b": -1}


class Replay:
    """A record, a moment of it (0 is before the first choice), and who is looking (None: a spectator)."""

    def __init__(self, record: Record, screen: Screen, watcher: int | None, moment: int) -> None:
        self.record = record
        self.screen = screen
        self.watcher = watcher
        self.timeline = Timeline(record)
        self.moment = min(moment, self.last)

    @property
    def last(self) -> int:
        return self.timeline.length

    def step_through(self) -> None:
        """Shows moment after moment until the person leaves."""
        self.show()
        while True:
            try:
                text = self.screen.ask("term.replay.ask").casefold()
            except (EOFError, KeyboardInterrupt):
                self.screen.print()
                return
            if text == "q":
                return
            if text == "?":
                self.screen.say("term.replay.help")
            elif self._obey(text):
                self.show()
            else:
                self.screen.say("term.replay.unknown", text=text, n=self.last)

    def _obey(self, text: str) -> bool:
        last = self.last
        if text in STEPS:
            self.moment = min(max(self.moment + STEPS[text], 0), last)
        elif text in ("f", "first"):
            self.moment = 0
        elif text in ("e", "last"):
            self.moment = last
        elif (number := whole(text)) is not None:
            self.moment = min(number, last)
        elif text == "v":
            watchers: list[int | None] = [ALL, None, *range(self.record.seats)]
            self.watcher = watchers[(watchers.index(self.watcher) + 1) % len(watchers)]
        else:
            return False
        return True

    def show(self) -> None:
        screen, record = self.screen, self.record
        screen.line(self._title())
        then = self.timeline.until(self.moment)
        if self.moment:
            entry = record.entries[self.moment - 1]
            self._tell(entry, [] if entry.action == UNDO else then.steps[-1].events)
        view = then.state.view(self._eyes())
        screen.board(record.game, view)
        screen.print()
        if view.result is None:
            screen.print(sentence(screen.words, view.prompt), "bold")
        else:
            names = [self._seat_name(seat) for seat in range(record.seats)]
            screen.result(view.result, record.game.facts, names)

    def _eyes(self) -> int | None:
        """Whose view is drawn: in ALL that of the seat that has just chosen."""
        if self.watcher != ALL:
            return self.watcher
        seat = self.record.entries[self.moment - 1].seat if self.moment else CHANCE
        return None if seat == CHANCE else seat

    def _title(self) -> str:
        words = self.screen.words
        key = {ALL: "term.replay.all", None: "term.replay.spectator"}.get(self.watcher)
        watcher = words.say(key) if key else words(self._seat_name(self.watcher or 0))
        return words.say("term.replay.moment", moment=self.moment, last=self.last, watcher=watcher)

    def _seat_name(self, seat: int) -> Message:
        return self.record.game.seat_name(seat, self.record.options)

    def _tell(self, entry: Entry, events: list[Event]) -> None:
        if entry.action == UNDO:
            self.screen.say("term.replay.undo", seat=self._seat_name(entry.seat))
        self.screen.events(self._told(events))

    def _told(self, events: list[Event]) -> list[Message]:
        if self.watcher == ALL:
            return [event.message for event in events]
        told = (event.seen_by(self.watcher) for event in events)
        return [message for message in told if message is not None]

    def lines(self) -> list[str]:
        """The whole game in words, each line with the number of its moment."""
        words: Words = self.screen.words
        lines: list[str] = []
        again = Timeline(self.record.copy(0))
        for number, entry in enumerate(self.record.entries, 1):
            step = again.append(entry)
            if entry.action == UNDO:
                lines.append(f"{number}. " + words.say("term.replay.undo", seat=self._seat_name(entry.seat)))
            else:
                lines += [f"{number}. {sentence(words, message)}" for message in self._told(step.events)]
        return lines

    def print_all(self) -> None:
        screen, record = self.screen, self.record
        for line in self.lines():
            screen.print(line)
        result = self.timeline.state.result()
        if result is not None:
            names = [self._seat_name(seat) for seat in range(record.seats)]
            screen.result(result, record.game.facts, names)


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
