"""The village: Farmsteads, Families and Barricades before the mountain, once wide and once for phones; and in figures."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.templates import picture, template
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.games.samurai_spirit.village import FAMILIES
from zashiki.kernel.parts import Region, Speech

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


class Barricade(msgspec.Struct, frozen=True):
    """One place of the fence."""

    x: float
    y: float
    size: float
    stands: bool


class Scene(msgspec.Struct, frozen=True):
    """The village as it is drawn: scenery that never changes, and what stands before it."""

    village: Village
    families: tuple[str, ...]  # all there ever were
    wide_land: Markup
    small_land: Markup
    wide_fence: list[Barricade]
    small_fence: list[Barricade]


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
    wide_step = min(92.0, 556 / max(inputs.barricades_start, 1))
    wide_size = min(50.0, wide_step - 4)
    small_step = 224 / max(inputs.barricades_start, 6)
    scene = Scene(
        village=inputs,
        families=FAMILIES,
        wide_land=_land("wide"),
        small_land=_land("small"),
        wide_fence=_fence(inputs, 14 + (wide_step - wide_size) / 2, 192, wide_size, wide_step),
        small_fence=_fence(inputs, 4, 147, min(36.0, small_step), small_step),
    )
    return _VILLAGE(scene, words)


@cache
def _land(width: str) -> Markup:
    return picture(__package__, f"land_{width}.html")


def _fence(inputs: Village, x: float, foot: float, size: float, step: float) -> list[Barricade]:
    """One beside the other, those lost as gaps."""
    top = foot - size * 0.86
    return [
        Barricade(x + index * step, top, size, index < inputs.barricades)
        for index in range(inputs.barricades_start)
    ]
