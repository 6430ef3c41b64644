"""The options: one of every kind."""

from __future__ import annotations

from typing import Final

from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption, Choice, Document, Flag, Option, Several


class Scroll:
    """A poem to play by."""

    def __init__(self, text: str) -> None:
        self.text = text


def read_scroll(text: str) -> Scroll:
    for number, line in enumerate(text.split("|" if "|" in text else "\n"), 1):
        if "thunder" in line:
            raise BadOption(say("lan.scroll.thunder", line=number))
    return Scroll(text)


def write_scroll(scroll: Scroll) -> str:
    return scroll.text.replace("\n", "|")


OPTIONS: Final[tuple[Option, ...]] = (
    Choice("rounds", ("1", "2", "3"), "2"),
    Flag("storm"),
    Several("colours", ("red", "green", "blue")),
    Document("scroll", read_scroll, write_scroll, Scroll),
)
