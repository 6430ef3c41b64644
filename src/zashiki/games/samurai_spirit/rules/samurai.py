"""The seven samurai: who they are and their Kiai values. `samurai.toml` says where each fact comes from."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

_SAMURAI: Final[list[dict[str, Any]]] = tomllib.loads(
    files("zashiki.games.samurai_spirit").joinpath("samurai.toml").read_text(encoding="utf-8")
)["samurai"]

NAMES: Final[tuple[str, ...]] = tuple(samurai["name"] for samurai in _SAMURAI)
HEIHACHI: Final = 0
DAISUKE: Final = 1
GOROBEI: Final = 2
KANBEI: Final = 3
KYUZO: Final = 4
KIKUCHIYO: Final = 5
KATSUSHIRO: Final = 6
ALL: Final = (1 << len(NAMES)) - 1

KIAI_HUMAN: Final[list[i64]] = [samurai["kiai"]["human"] for samurai in _SAMURAI]
KIAI_ANIMAL: Final[list[i64]] = [samurai["kiai"]["animal"] for samurai in _SAMURAI]

MEMBERS: Final[list[list[i64]]] = [
    [who for who in range(len(NAMES)) if mask >> who & 1] for mask in range(ALL + 1)
]
"""The bits of a small mask, of samurai or of places."""
