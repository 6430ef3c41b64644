"""The village: Farmsteads, Families and Barricades before the mountain, once wide and once for phones; and in figures."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.templates import number, picture, template
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.games.samurai_spirit.village import FAMILIES
from zashiki.kernel.parts import Region, Speech

FAMILY_HEIGHT: Final = 56 / 49
BARRICADE_HEIGHT: Final = 0.86
_VILLAGE: Final = template(__package__, "village.html")
_COUNTS: Final = template(__package__, "counts.html")


class Village(msgspec.Struct, frozen=True):
    """What stands in the village; a Family is called by the help it gives."""

    farmsteads: int
    farmsteads_start: int
    families: tuple[str, ...]
    barricades: int
    barricades_start: int
    bonuses: bool  # whether the Families help at this level


class Counts(msgspec.Struct, frozen=True):
    village: Village
    backs: tuple[tuple[str, int], ...] | None  # what the Farmsteads hide at the higher levels


class Spot(msgspec.Struct, frozen=True):
    """Where something stands, and whether it is still there."""

    x: str
    y: str
    here: bool


class FamilySpot(msgspec.Struct, frozen=True):
    name: str
    x: int
    y: int
    here: bool


class Size(msgspec.Struct, frozen=True):
    width: str
    height: str


class Scene(msgspec.Struct, frozen=True):
    """The village at one width: scenery that never changes, and what stands before it."""

    land: Markup
    farmsteads: list[Spot]
    farmstead: Size
    families: list[FamilySpot]
    family: Size
    fence: list[Spot]
    barricade: Size
    gap: Size


class Scenes(msgspec.Struct, frozen=True):
    village: Village
    wide: Scene
    small: Scene


def village(view: SamuraiSpiritView) -> Region:
    return Region("village", draw_village, _village(view))


def counts(view: SamuraiSpiritView) -> Region:
    """What is left of the village, in figures."""
    backs = tuple(view.farmstead_backs.items()) if view.farmstead_penalties else None
    return Region("counts", _COUNTS, Counts(_village(view), backs))


def _village(view: SamuraiSpiritView) -> Village:
    return Village(
        farmsteads=view.farmsteads,
        farmsteads_start=view.farmsteads_start,
        families=view.families,
        barricades=view.barricades,
        barricades_start=view.barricades_start,
        bonuses=view.family_bonuses,
    )


def draw_village(inputs: Village, words: Speech) -> Markup:
    return _VILLAGE(Scenes(inputs, _wide(inputs), _small(inputs)), words)


@cache
def _land(width: str) -> Markup:
    return picture(__package__, f"land_{width}.html")


def _wide(inputs: Village) -> Scene:
    step = min(92.0, 556 / max(inputs.barricades_start, 1))
    size = min(50.0, step - 4)
    return Scene(
        land=_land("wide"),
        farmsteads=_farmsteads(inputs, 14, 92, 72, 8),
        farmstead=_size(96, 0.8),
        families=_families(inputs, 576, 60, 86),
        family=_size(61, FAMILY_HEIGHT),
        fence=_fence(inputs, 14 + (step - size) / 2, step, 192, size),
        barricade=_size(size, BARRICADE_HEIGHT),
        gap=_gap(size),
    )


def _small(inputs: Village) -> Scene:
    step = 224 / max(inputs.barricades_start, 6)
    size = min(36.0, step)
    return Scene(
        land=_land("small"),
        farmsteads=_farmsteads(inputs, 2, 58, 31, 6),
        farmstead=_size(62, 0.8),
        families=_families(inputs, 230, 43, 97),
        family=_size(44, FAMILY_HEIGHT),
        fence=_fence(inputs, 4, step, 147, size),
        barricade=_size(size, BARRICADE_HEIGHT),
        gap=_gap(size),
    )


def _size(width: float, height: float) -> Size:
    """A width, and a height as a share of it."""
    return Size(number(width), number(width * height))


def _farmsteads(inputs: Village, x: int, step: int, y: int, shift: int) -> list[Spot]:
    """Every other one a little lower. The last ones go first; what is lost is a ruin."""
    return [
        Spot(str(x + step * index), str(y + shift * (index % 2)), index < inputs.farmsteads)
        for index in range(inputs.farmsteads_start)
    ]


def _families(inputs: Village, x: int, step: int, y: int) -> list[FamilySpot]:
    return [
        FamilySpot(name, x + step * index, y, name in inputs.families) for index, name in enumerate(FAMILIES)
    ]


def _fence(inputs: Village, x: float, step: float, foot: float, size: float) -> list[Spot]:
    """One beside the other; a gap is a little smaller than a Barricade."""
    top = foot - size * BARRICADE_HEIGHT
    fence = []
    for index in range(inputs.barricades_start):
        at = x + index * step
        if index < inputs.barricades:
            fence.append(Spot(number(at), number(top), True))
        else:
            fence.append(Spot(f"{at + size * 0.1:.1f}", f"{top + size * 0.12:.1f}", False))
    return fence


def _gap(size: float) -> Size:
    return Size(f"{size * 0.8:.1f}", f"{size * 0.66:.1f}")
