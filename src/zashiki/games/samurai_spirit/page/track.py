"""The bamboo track: joints from 0 to Kiai, hatched ones beyond, a pawn, and a dashed pawn where a card would take it."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.templates import number, template
from zashiki.games.samurai_spirit.actions import ATTACK, HAND, KIAI, TAKE
from zashiki.games.samurai_spirit.page.choices import Choice, Choices
from zashiki.games.samurai_spirit.samurai import NAMES
from zashiki.games.samurai_spirit.view import SamuraiSpiritView, SamuraiView
from zashiki.kernel.parts import Region, Speech

WIDTH: Final = 420.0
BEYOND: Final = 2
"""Joints beyond Kiai that are always drawn."""
_TRACK: Final = template(__package__, "track.html")


class Track(msgspec.Struct, frozen=True):
    name: str
    kiai: int
    track: int
    ahead: int | None  # where the dashed pawn stands
    shout: Choice | None  # Kiai


Joint = tuple[str, str, str, int | None]
"""Where it begins, its middle, whether it is "kiai", "beyond" it, "reached" or "free", and its figure."""


class Bamboo(msgspec.Struct, frozen=True):
    """A track as it is drawn."""

    track: Track
    joints: list[Joint]
    width: str  # of a joint
    pawn: str  # the paths of the pawns
    ahead: str
    kiai_x: str  # where the word stands
    kiai_anchor: str


def track(view: SamuraiSpiritView, samurai: SamuraiView, choices: Choices) -> Region:
    shout = choices.choice(KIAI, "sam.page.act.kiai") if view.decides == samurai.place else None
    inputs = Track(samurai.name, samurai.kiai, samurai.track, _ahead(view, samurai, choices), shout)
    return Region(f"track-{samurai.name}", draw_track, inputs)


def _ahead(view: SamuraiSpiritView, samurai: SamuraiView, choices: Choices) -> int | None:
    """After the card in play, or without the card that can be taken away."""
    who = NAMES.index(samurai.name)
    if view.card is not None and choices.open(HAND + who):
        return samurai.track + view.card.value
    if samurai.line and choices.open(TAKE + who):
        return samurai.track - samurai.line[-1].value
    if view.decides == samurai.place and view.card is not None and choices.open(ATTACK):
        return samurai.track + view.card.value
    return None


def draw_track(inputs: Track, words: Speech) -> Markup:
    joints = max(inputs.kiai + BEYOND, inputs.track, inputs.ahead or 0) + 1
    step = WIDTH / joints
    marked = (inputs.track, inputs.ahead)
    kiai_x, anchor = _kiai_word(inputs.kiai, step, marked)
    bamboo = Bamboo(
        track=inputs,
        joints=[_joint(index, step, inputs, index in marked) for index in range(joints)],
        width=number(step - 2),
        pawn=_pawn(inputs.track, step),
        ahead="" if inputs.ahead is None else _pawn(inputs.ahead, step),
        kiai_x=number(kiai_x),
        kiai_anchor=anchor,
    )
    return _TRACK(bamboo, words)


def _joint(index: int, step: float, inputs: Track, marked: bool) -> Joint:
    x = index * step + 1
    beyond = index > inputs.kiai
    if index == inputs.kiai:
        kind = "kiai"
    elif beyond:
        kind = "beyond"
    else:
        kind = "reached" if index <= inputs.track else "free"
    figure = index if marked or not beyond else None
    return number(x), number(x + step / 2 - 1), kind, figure


def _pawn(index: int, step: float) -> str:
    x = (index + 0.5) * step
    return f"M{x - 9:.1f} 2H{x + 9:.1f}L{x:.1f} 16Z"


def _kiai_word(kiai: int, step: float, marked: tuple[int | None, ...]) -> tuple[float, str]:
    """Above its joint, or beside it where a pawn stands."""
    x = (kiai + 0.5) * step
    if kiai in marked:
        return (x + 13, "start") if kiai - 1 in marked else (x - 13, "end")
    if kiai + 1 in marked:
        return x + step * 0.42, "end"
    return x, "middle"
