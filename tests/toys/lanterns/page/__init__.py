"""The page of Lanterns."""

from __future__ import annotations

from typing import Final

from .board import board, cover, finale, on_board, secrets
from .events import EVENTS, place

__all__ = ["EMBLEM", "EVENTS", "STYLES", "board", "cover", "finale", "keys", "on_board", "place", "secrets"]

EMBLEM: Final = "lan-lantern"
STYLES: Final = ("lanterns.css",)


def keys(action: int) -> str:
    """A choice is typed by its number."""
    return str(action) if action < 10 else ""
