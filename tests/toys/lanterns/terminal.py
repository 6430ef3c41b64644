"""Lanterns in a terminal: one line a player."""

from rich.console import RenderableType
from rich.text import Text

from zashiki.words import Words

from . import LanternView


def draw(view: LanternView, words: Words) -> RenderableType:
    lines = [words.say("lan.round", round=view.round + 1)]
    for seat, (points, hung) in enumerate(zip(view.points, view.hung, strict=True)):
        side = words.say("lan.left" if hung == 0 else "lan.right") if hung >= 0 else "-"
        lines.append(f"{words.say('lan.seat', n=seat + 1)}: {side} *{points}")
    return Text("\n".join(lines))
