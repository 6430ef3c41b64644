"""Curves as SVG text: how something changes with something else, on logarithmic scales."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final, NamedTuple

from zashiki.study.plots import BLUE, FONT, GREY, GRID, INK, PAPER, RED

WIDTH: Final = 640
HEIGHT: Final = 360
LEFT: Final = 92
RIGHT: Final = 32
TOP: Final = 44
BOTTOM: Final = 60
COLOURS: Final = (RED, BLUE, "#3c6b3a", GREY, "#8a5a1f", "#6b3a78")
LEGEND: Final = 18
FEW: Final = 4
"""Powers of ten that leave too much room between their lines."""


class Curve(NamedTuple):
    """One line: its points have positive numbers."""

    label: str
    points: Sequence[tuple[float, float]]


def logarithmic(
    title: str, across: str, up: str, curves: Sequence[Curve], columns: Sequence[float] = ()
) -> str:
    """All curves in one frame; round numbers around them are its grid, or the columns that are given."""
    places = [point for curve in curves for point in curve.points]
    columns, rows = columns or _ticks([x for x, _ in places]), _ticks([y for _, y in places])
    height = HEIGHT + LEGEND * len(curves)
    bottom = HEIGHT - BOTTOM

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + (WIDTH - LEFT - RIGHT) * _share(x, columns),
            bottom - (bottom - TOP) * _share(y, rows),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" fill="{INK}" {FONT}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/><text font-weight="700" x="12" y="24">{escape(title)}</text>',
    ]
    for tick in columns:
        x, _ = place(tick, rows[0])
        parts.append(f'<line stroke="{GRID}" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{_number(tick)}</text>')
    for tick in rows:
        _, y = place(columns[0], tick)
        parts.append(f'<line stroke="{GRID}" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{_number(tick)}</text>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{bottom + 38}" text-anchor="end">{escape(across)}</text>')
    parts.append(f'<text x="{LEFT}" y="{TOP - 6}" font-size="12">{escape(up)}</text>')
    for index, curve in enumerate(curves):
        parts += _drawn(curve, [place(x, y) for x, y in curve.points], index)
    return "".join(parts) + "</svg>\n"


def _drawn(curve: Curve, places: Sequence[tuple[float, float]], index: int) -> list[str]:
    """The line, a dot at each point, and its name below the frame."""
    colour = COLOURS[index % len(COLOURS)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    legend = HEIGHT - 10 + LEGEND * index
    return [
        f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places),
        f'<rect x="{LEFT}" y="{legend - 10}" width="14" height="10" fill="{colour}"/>',
        f'<text x="{LEFT + 22}" y="{legend}">{escape(curve.label)}</text>',
    ]


def _share(value: float, ticks: Sequence[float]) -> float:
    """How far along the scale a value lies, from 0 to 1."""
    low, high = log10(ticks[0]), log10(ticks[-1])
    return (log10(value) - low) / (high - low)


def _ticks(values: Sequence[float]) -> list[float]:
    """From below the lowest to above the highest: powers of ten, with their doubles and halves where there are few of them."""
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    powers = [10.0**power for power in range(low, max(high, low + 1) + 1)]
    if len(powers) > FEW:
        return powers
    finer = [factor * power for power in powers for factor in (1, 2, 5)]
    first = max(index for index, tick in enumerate(finer) if tick <= min(values))
    last = min(index for index, tick in enumerate(finer) if tick >= max(values))
    return finer[first : max(last, first + 2) + 1]


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:.{-floor(log10(value))}f}"
