"""The cards: five clans of troops and the ninja. A kind of card is an int: a clan, or NINJA."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final


def _read() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("cards.toml").read_text("utf-8"))


_CARDS: Final = _read()

CLANS: Final[tuple[str, ...]] = tuple(clan["name"] for clan in _CARDS["clan"])
COLOURS: Final[tuple[str, ...]] = tuple(clan["colour"] for clan in _CARDS["clan"])
NINJA: Final[int] = len(CLANS)
KINDS: Final[tuple[str, ...]] = (*CLANS, "ninja")
COPIES: Final[tuple[int, ...]] = (_CARDS["troops"],) * len(CLANS) + (_CARDS["ninja"],)
HAND: Final[int] = _CARDS["hand"]
