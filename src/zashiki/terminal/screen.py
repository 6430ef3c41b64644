"""What is put on the screen: the board, the choices, what happened, the result."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from zashiki.kernel.contract import Facts, Game, Result, View
from zashiki.kernel.messages import Message
from zashiki.kernel.parts import Terminal
from zashiki.terminal.speech import sentence
from zashiki.words import Words

ONE_COLUMN: Final = 6
"""Up to so many choices stand one below the other."""
GAP: Final = 2
"""Blanks between two columns of choices."""
LATEST: Final = 30
"""More than so many news at once are cut; the log has them all."""
CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Empties the screen and what can be scrolled back to."""


class Screen:
    """A console that speaks one language."""

    def __init__(self, words: Words, console: Console | None = None) -> None:
        self.words = words
        self.console = console or Console(highlight=False)

    def ask(self, key: str) -> str:
        """One line from the person, without the blanks around it; EOFError or KeyboardInterrupt if they leave."""
        return input(self.words.say(key) + " ").strip()

    def say(self, key: str, **args: object) -> None:
        self.print(self.words.say(key, **args))

    def tell(self, message: Message) -> None:
        """A message with its rule."""
        self.print(sentence(self.words, message))

    def print(self, text: str = "", style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def line_to_copy(self, text: str) -> None:
        """A command or a path, never broken, so that it can be copied."""
        self.console.print(Text(f"  {text}"), soft_wrap=True)

    def clear(self) -> None:
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            sys.stdout.write(CLEAR)
            sys.stdout.flush()
        else:
            self.print("\n" * max(60, self.console.height))

    def line(self, title: str = "") -> None:
        self.console.print(Rule(Text(title, style="bold"), characters="─", style="dim"))

    def news(self, messages: Sequence[Message]) -> None:
        """What happened, one line an event; the latest if they are many."""
        if len(messages) > LATEST:
            self.print(self.words.say("term.play.earlier", n=len(messages) - LATEST), "dim")
        self.events(messages[-LATEST:])

    def events(self, messages: Sequence[Message]) -> None:
        """One line an event; the same one several times in a row is told once with their number."""
        for text, same in groupby(sentence(self.words, message) for message in messages):
            times = len(list(same))
            grid = Grid.grid(padding=(0, 1))
            grid.add_row("·", Text(f"{text} ×{times}" if times > 1 else text))
            self.console.print(grid)

    def commands(self, names: Sequence[str]) -> None:
        """What can be typed, and what it does."""
        grid = Grid.grid(padding=(0, 3, 0, 0))
        for name in names:
            grid.add_row(
                Text(self.words.say(f"term.play.key.{name}"), style="bold"),
                Text(self.words.say(f"term.play.help.{name}")),
            )
        self.console.print(grid)

    def board(self, game: Game, view: View) -> None:
        self.console.print(game.part(Terminal).draw(view, self.words))

    def choices(self, labels: Sequence[str]) -> None:
        """The choices with their numbers, in columns where there are many."""
        digits = len(str(len(labels)))
        lines = [f"{number:>{digits}} {label}" for number, label in enumerate(labels, 1)]
        longest = max(cell_len(line) for line in lines)
        columns = 1 if len(lines) <= ONE_COLUMN else max(1, (self.console.width + GAP) // (longest + GAP))
        rows = -(-len(lines) // columns)
        for row in range(rows):
            cells = (set_cell_size(line, longest + GAP) for line in lines[row::rows])
            self.print("".join(cells).rstrip())

    def result(self, result: Result, facts: Facts, names: Sequence[Message]) -> None:
        """Who won, by which rule, how it came to that, and the score."""
        self.print(self.words(outcome(result, facts, names)), "bold")
        self.tell(result.end)
        self.events(result.story)
        if result.score:
            self.say("term.end.score", score=result.score)


def outcome(result: Result, facts: Facts, names: Sequence[Message]) -> Message:
    """Who won, in a sentence."""
    if facts.cooperative:
        return Message("term.end.together-won" if result.winners else "term.end.together-lost")
    if not result.winners:
        return Message("term.end.nobody")
    winners: list[Message] = [names[seat] for seat in result.winners]
    return Message("term.end.winners", args={"n": len(winners), "winners": winners})
