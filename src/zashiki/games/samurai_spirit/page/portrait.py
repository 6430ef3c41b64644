"""The portrait of a samurai with its flag, and what can be done to him: upon the portrait, and upon his row on phones."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.templates import template
from zashiki.games.samurai_spirit.page.choices import Choice, Choices, Question
from zashiki.games.samurai_spirit.rules.actions import DECLINE, ENOUGH, GIVE, HAND, PASS, STOP, SUPPORT
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.view import SamuraiSpiritView, SamuraiView
from zashiki.kernel.parts import Region

AT_OTHERS: Final = tuple(
    tuple(
        (first + number, f"sam.page.act.{word}")
        for first, word in ((SUPPORT, "support"), (HAND, "hand"), (GIVE, "give"))
    )
    for number in range(len(NAMES))
)
"""For each samurai the actions that he alone can be chosen for, with their captions."""
OF_HIMSELF: Final = (
    (PASS, "sam.page.act.pass"),
    (STOP, "sam.page.act.stop"),
    (ENOUGH, "sam.page.act.enough"),
    (DECLINE, "sam.page.act.decline"),
)
"""Upon the portrait of the samurai who decides."""
ASKED_OF_OTHERS: Final = {"action": SUPPORT, "fight": HAND}
"""What may be done to another in a step; where it can't be, his portrait says why."""
NEAR: Final = 2
"""So many points before Kiai a samurai is near it."""
_PORTRAIT: Final = template(__package__, "portrait.html")
_CALL: Final = template(__package__, "call.html")


class Flag(msgspec.Struct, frozen=True):
    """The corner tab of a portrait."""

    kind: str
    key: str  # of its words; "": the shout itself
    n: int = 0


class Portrait(msgspec.Struct, frozen=True):
    name: str
    animal: bool
    flag: Flag | None
    spots: tuple[Choice, ...]
    why: Question | None


class Call(msgspec.Struct, frozen=True):
    """What can be done to a samurai whose board is not open: his row is the place."""

    name: str
    spots: tuple[Choice, ...]


def call(samurai: SamuraiView, choices: Choices) -> Region:
    spots = choices.choices(AT_OTHERS[NAMES.index(samurai.name)])
    return Region(f"call-{samurai.name}", _CALL, Call(samurai.name, spots))


def portrait(view: SamuraiSpiritView, samurai: SamuraiView, choices: Choices) -> Region:
    number = NAMES.index(samurai.name)
    spots = choices.choices(AT_OTHERS[number])
    why = None
    if view.decides == samurai.place:
        spots += choices.choices(OF_HIMSELF)
    elif view.step in ASKED_OF_OTHERS and not spots:
        why = choices.question(ASKED_OF_OTHERS[view.step] + number)
    inputs = Portrait(samurai.name, samurai.animal, _flag(view, samurai), spots, why)
    return Region(f"portrait-{samurai.name}", _PORTRAIT, inputs)


def _flag(view: SamuraiSpiritView, samurai: SamuraiView) -> Flag | None:
    """In turn, passed, at or near his Kiai."""
    left = samurai.kiai - samurai.track
    if samurai.kiai_open:
        return Flag("kiai", "")
    if samurai.passed:
        return Flag("out", "sam.page.flag.passed")
    if view.turn == samurai.place and view.result is None:
        return Flag("now", "sam.page.flag.turn")
    if left < 0:
        return Flag("kiai", "sam.page.flag.over")
    if 0 < left <= NEAR and samurai.line:
        return Flag("kiai", "sam.page.flag.near", left)
    return None
