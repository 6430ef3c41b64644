"""Numbers as people read them in their language."""

from __future__ import annotations

from babel import Locale
from babel.numbers import format_decimal, format_percent


def spoken(value: float, language: str) -> str:
    """109.35 in English is 109,35 in Polish and French."""
    return str(format_decimal(value, locale=language))


def share(value: float, language: str) -> str:
    """A part of one in per cent, to a tenth."""
    pattern = Locale(language).percent_formats[None].pattern
    return str(format_percent(value, format=pattern.replace("0", "0.0", 1), locale=language))


def change(value: float, language: str) -> str:
    """The same for a difference, with its sign."""
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return sign + share(abs(value), language)
