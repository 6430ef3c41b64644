"""The village: Farmsteads, Families and Barricades before the mountain, once wide and once for phones; and in figures."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.templates import environment, picture, template
from zashiki.games.samurai_spirit.page.kept import kept
from zashiki.games.samurai_spirit.rules.village import FAMILIES
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
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


class Farmsteads(msgspec.Struct, frozen=True):
    """A row of Farmsteads: every other one a little lower. The last ones go first; what is lost is a ruin."""

    standing: int
    start: int
    x: int
    step: int
    y: int
    shift: int
    size: int


class Fence(msgspec.Struct, frozen=True):
    """Barricades one beside the other, above `foot`; those lost are dashed gaps."""

    standing: int
    start: int
    x: float
    step: float
    foot: int
    size: float


class Families(msgspec.Struct, frozen=True):
    here: tuple[str, ...]
    every: tuple[str, ...]
    helps: bool  # with the sign of the help that each gives
    x: int
    step: int
    y: int
    size: int


class Scene(msgspec.Struct, frozen=True):
    """The village at one width: scenery that never changes, and what stands before it."""

    land: Markup
    farmsteads: Farmsteads
    families: Families
    fence: Fence


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


def _wide(it: Village) -> Scene:
    step = min(92.0, 556 / max(it.barricades_start, 1))
    size = min(50.0, step - 4)
    return Scene(
        _land("wide"),
        Farmsteads(it.farmsteads, it.farmsteads_start, 14, 92, 72, 8, 96),
        Families(it.families, FAMILIES, it.bonuses, 576, 60, 86, 61),
        Fence(it.barricades, it.barricades_start, 14 + (step - size) / 2, step, 192, size),
    )


def _small(it: Village) -> Scene:
    step = 224 / max(it.barricades_start, 6)
    return Scene(
        _land("small"),
        Farmsteads(it.farmsteads, it.farmsteads_start, 2, 58, 31, 6, 62),
        Families(it.families, FAMILIES, False, 230, 43, 97, 44),
        Fence(it.barricades, it.barricades_start, 4, step, 147, min(36.0, step)),
    )


environment(__package__).globals.update(
    families=kept(template(__package__, "families.html")),
    farmsteads=kept(template(__package__, "farmsteads.html")),
    fence=kept(template(__package__, "fence.html")),
)
