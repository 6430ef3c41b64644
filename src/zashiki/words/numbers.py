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


def whole_share(value: float, language: str) -> str:
    """A part of one in per cent, without tenths."""
    return str(format_percent(value, locale=language))


def points(value: float, language: str) -> str:
    """A difference of parts of one, in percentage points to a tenth."""
    return str(format_decimal(_in_points(value), format="0.0", locale=language))


def change(value: float, language: str) -> str:
    """The same with its sign; one that is too small to be told has none."""
    by = _in_points(value)
    sign = "+" if by > 0 else "−" if by < 0 else ""
    return sign + points(abs(value), language)


def is_told(value: float) -> bool:
    """Whether a difference is more than nothing when it is told."""
    return _in_points(value) != 0


def _in_points(value: float) -> float:
    return round(100 * value, 1)
