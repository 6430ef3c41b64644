"""The whole game, and what is left of it in smaller ones for study: facts out of `reduced.toml`."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

import msgspec

WHOLE: Final = "whole"


class Raid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last round of a game that has gone badly."""

    round: int
    raiders: list[str]
    samurai: list[str]
    animal: list[str]
    barricades: int
    farmsteads: dict[str, int]
    families: list[str]


REDUCED: Final = msgspec.convert(
    tomllib.loads(files(__package__).joinpath("reduced.toml").read_text(encoding="utf-8")), dict[str, Raid]
)
RAIDS: Final = (WHOLE, *REDUCED)
"""The values of the option."""
