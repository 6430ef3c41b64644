"""Numbers as people type them."""

from __future__ import annotations

from typing import Final

MOST_DIGITS: Final = 18
"""Longer ones are slips of a hand, and Python refuses to read endless ones."""


def whole(text: str) -> int | None:
    """The whole number that was typed; None if it is none."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None
