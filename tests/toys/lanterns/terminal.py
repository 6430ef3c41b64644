"""Lanterns in a terminal: one line a player."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from zashiki.words import Words

from .rules.state import LEFT, NOWHERE
from .view import LanternView


def draw(view: LanternView, words: Words) -> RenderableType:
    lines = [words.say("lan.round", round=view.round + 1)]
    for seat, (points, hung) in enumerate(zip(view.points, view.hung, strict=True)):
        side = "-" if hung == NOWHERE else words.say("lan.left" if hung == LEFT else "lan.right")
        lines.append(f"{words.say('lan.seat', n=seat + 1)}: {side} *{points}")
    return Text("\n".join(lines))
