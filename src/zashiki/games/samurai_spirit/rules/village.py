"""The village and the levels (SAM-S1). `village.toml` says where each fact comes from."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

_VILLAGE: Final[dict[str, Any]] = tomllib.loads(
    files("zashiki.games.samurai_spirit").joinpath("village.toml").read_text(encoding="utf-8")
)

ROUNDS: Final[int] = _VILLAGE["rounds"]
DOLLS_NEEDED: Final[int] = _VILLAGE["dolls"]
BACKS: Final[tuple[str, ...]] = tuple(_VILLAGE["farmsteads"])
"""The kinds of Farmstead backs."""
BACK_COUNTS: Final[list[int]] = list(_VILLAGE["farmsteads"].values())
FARMSTEADS: Final = sum(BACK_COUNTS)
BACK_BITS: Final = 8
FAMILIES: Final[tuple[str, ...]] = tuple(_VILLAGE["families"]["order"])
ALL_FAMILIES: Final = (1 << len(FAMILIES)) - 1
LEVELS: Final[tuple[str, ...]] = tuple(_VILLAGE["levels"])
_PLUNDERERS: Final[list[int]] = [level["plunderers"] for level in _VILLAGE["levels"].values()]
_NEWCOMERS: Final[list[int]] = [level["newcomers"] for level in _VILLAGE["levels"].values()]

BACK_FAMILY: Final = 0
BACK_FARMSTEAD: Final = 1
BACK_BARRICADE: Final = 2
FAMILY_WOUND: Final = 0
FAMILY_BARRICADE: Final = 1
FAMILY_INTRUDER: Final = 2


def barricades(level: int, samurai: int) -> int:
    return samurai + int(_of(level)["barricades"])


def plunderers(level: int, samurai: int) -> int:
    return samurai * _PLUNDERERS[level]


def newcomers(level: int, samurai: int) -> int:
    """The Lieutenants of round 2, the Bosses of round 3."""
    return samurai + _NEWCOMERS[level]


def pack_farmsteads(counts: list[int]) -> int:
    """Farmsteads by the kind of their backs as one number, with BACK_BITS bits for each kind."""
    return sum(count << BACK_BITS * back for back, count in enumerate(counts))


def count_farmsteads(farmsteads: int) -> list[int]:
    """By the kind of their backs, from the one number."""
    return [farmsteads >> BACK_BITS * back & (1 << BACK_BITS) - 1 for back in range(len(BACKS))]


def farmstead_penalties(level: int) -> bool:
    return bool(_of(level)["farmstead_penalties"])


def family_bonuses(level: int) -> bool:
    return bool(_of(level)["family_bonuses"])


def _of(level: int) -> dict[str, Any]:
    found: dict[str, Any] = _VILLAGE["levels"][LEVELS[level]]
    return found
