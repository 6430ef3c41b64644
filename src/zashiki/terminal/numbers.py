"""Numbers as people type and read them."""

from __future__ import annotations

from typing import Final

from babel import Locale
from babel.numbers import format_decimal, format_percent

MOST_DIGITS: Final = 18
"""Longer ones are slips of a hand, and Python refuses to read endless ones."""


def whole(text: str) -> int | None:
    """The whole number that was typed; None if it is none."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def spoken(value: float, language: str) -> str:
    """109.35 in English is 109,35 in Polish and French."""
    return str(format_decimal(value, locale=language))


def share(value: float, language: str) -> str:
    """A part of one in per cent, to a tenth."""
    pattern = Locale(language).percent_formats[None].pattern
    return str(format_percent(value, format=pattern.replace("0", "0.0", 1), locale=language))
