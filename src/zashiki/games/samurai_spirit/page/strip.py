"""Where we are in the round: its number, the level, and the steps of a turn or of the round's end."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.templates import template
from zashiki.games.samurai_spirit.page.evening import PARTS, part_now
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.parts import Region

TURN_STEPS: Final = {
    "penalty": ("tokens", "last-card", "penalty", "drop", "reshuffle"),
    "action": ("action", "again"),
    "draw": ("draw",),
    "place": ("fight", "place"),
    "kiai": (),
}
"""The steps of a turn in the header, and what happens in each; every other one belongs to Kiai."""
_TURN: Final = tuple(f"sam.page.step.{name}" for name in TURN_STEPS)
_EVENING: Final = tuple(f"sam.page.evening.{part}" for part in PARTS)
_STRIP: Final = template(__package__, "strip.html")


class Strip(msgspec.Struct, frozen=True):
    round: int
    rounds: int
    level: str
    samurai: int
    steps: tuple[str, ...]  # their keys
    now: int  # the index of the present one; -1: none of them


def strip(view: SamuraiSpiritView) -> Region:
    part = part_now(view)
    steps, now = (_TURN, _turn_step(view)) if part is None else (_EVENING, PARTS.index(part))
    inputs = Strip(max(view.round, 1), view.rounds, view.level, len(view.samurai), steps, now)
    return Region("strip", _STRIP, inputs)


def _turn_step(view: SamuraiSpiritView) -> int:
    if view.turn is None or view.result is not None:
        return -1
    for index, happens in enumerate(TURN_STEPS.values()):
        if view.step in happens:
            return index
    return len(TURN_STEPS) - 1
