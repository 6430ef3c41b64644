"""The buttons on the board: what can be chosen there, and where to ask why something can't be.

Most of them stay the same from choice to choice, in every place and for every viewer, so each is drawn once.
"""

from __future__ import annotations

import msgspec

from zashiki.brush.macros import add_filters, each, kept
from zashiki.brush.phrases import Phrase


class Spot(msgspec.Struct, frozen=True, cache_hash=True):
    """A legal choice."""

    action: int
    group: str  # the piece that has to be picked first; "" for none
    label: Phrase
    hint: str = ""  # the area whose ability is told with it
    ghost: str = ""  # the piece that would stand there, seen while the place is pointed at
    mouse: bool = False  # for the pointer alone: the keyboard has the same one elsewhere


class Question(msgspec.Struct, frozen=True, cache_hash=True):
    """Why can this action not be chosen?"""

    action: int
    group: str
    address: str


add_filters(
    __package__,
    spots=each(kept(__package__, "spot.html")),
    questions=each(kept(__package__, "question.html")),
)
