"""The bamboo track: joints from 0 to Kiai, hatched ones beyond, a pawn, and a dashed pawn where a card would take it."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.templates import number, template
from zashiki.games.samurai_spirit.page.choices import Choice, Choices
from zashiki.games.samurai_spirit.page.kept import kept
from zashiki.games.samurai_spirit.rules.actions import ATTACK, HAND, KIAI, TAKE
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.view import SamuraiSpiritView, SamuraiView
from zashiki.kernel.parts import Region, Speech

WIDTH: Final = 420.0
BEYOND: Final = 2
"""Joints beyond Kiai that are always drawn."""
_TRACK: Final = template(__package__, "track.html")
_BAMBOO: Final = template(__package__, "bamboo.html")


class Marks(msgspec.Struct, frozen=True):
    """What stands where on a track."""

    kiai: int
    track: int
    ahead: int | None  # where the dashed pawn stands

    @property
    def joints(self) -> int:
        return max(self.kiai + BEYOND, self.track, self.ahead or 0) + 1


class Track(msgspec.Struct, frozen=True):
    name: str
    marks: Marks
    shout: Choice | None  # Kiai


class Joint(msgspec.Struct, frozen=True):
    x: str
    middle: str
    kind: str  # "kiai", "beyond" it, "reached" or "free"
    figure: int | None


class Bamboo(msgspec.Struct, frozen=True):
    """The track without its pawns."""

    joints: list[Joint]
    width: str  # of a joint


class TrackLook(msgspec.Struct, frozen=True):
    """A track as it is drawn."""

    track: Track
    bamboo: Markup
    pawn: str  # the paths of the pawns
    ahead: str
    kiai_x: str  # where the word stands
    kiai_anchor: str


def track(view: SamuraiSpiritView, samurai: SamuraiView, choices: Choices) -> Region:
    shout = choices.choice(KIAI, "sam.page.act.kiai") if view.decides == samurai.place else None
    marks = Marks(samurai.kiai, samurai.track, _ahead(view, samurai, choices))
    return Region(f"track-{samurai.name}", draw_track, Track(samurai.name, marks, shout))


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
    marks = inputs.marks
    step = WIDTH / marks.joints
    kiai_x, anchor = _kiai_word(marks.kiai, step, (marks.track, marks.ahead))
    look = TrackLook(
        track=inputs,
        bamboo=_draw_bamboo(marks, words),
        pawn=_pawn(marks.track, step),
        ahead="" if marks.ahead is None else _pawn(marks.ahead, step),
        kiai_x=number(kiai_x),
        kiai_anchor=anchor,
    )
    return _TRACK(look, words)


@kept
def _draw_bamboo(marks: Marks, words: Speech) -> Markup:
    step = WIDTH / marks.joints
    joints = [_joint(index, step, marks) for index in range(marks.joints)]
    return _BAMBOO(Bamboo(joints, number(step - 2)), words)


def _joint(index: int, step: float, marks: Marks) -> Joint:
    """Beyond Kiai only those have figures on which a pawn stands."""
    x = index * step + 1
    if index == marks.kiai:
        kind = "kiai"
    elif index > marks.kiai:
        kind = "beyond"
    else:
        kind = "reached" if index <= marks.track else "free"
    figure = index if kind != "beyond" or index in (marks.track, marks.ahead) else None
    return Joint(number(x), number(x + step / 2 - 1), kind, figure)


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
