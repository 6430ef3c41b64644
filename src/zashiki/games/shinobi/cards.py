"""What the cards are called: the five clans of troops and the ninja, by their numbers in the rules."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

_CLANS: Final = tomllib.loads(files(__package__).joinpath("cards.toml").read_text("utf-8"))["clan"]

CLANS: Final[tuple[str, ...]] = tuple(clan["name"] for clan in _CLANS)
COLOURS: Final[tuple[str, ...]] = tuple(clan["colour"] for clan in _CLANS)
KINDS: Final[tuple[str, ...]] = (*CLANS, "ninja")
