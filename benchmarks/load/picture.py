"""The curves as pictures: how long moves take to be shown, over how many are made a second; memory over the time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import log10
from typing import Any, Final

WIDTH: Final = 720
HEIGHT: Final = 400
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 24, 48
COLOURS: Final = ("#b3261e", "#5f6368", "#1a5fb4")
MOVES: Final = (10, 30, 100, 300, 1000, 3000)
MILLISECONDS: Final = (1, 3, 10, 30, 100, 250, 1000)
STYLE: Final = (
    "text{font:13px sans-serif;fill:#333}.grid{stroke:#ddd}.limit{stroke:#b3261e;stroke-dasharray:6 4}"
)


def _along(moves: float) -> float:
    low, high = log10(MOVES[0]), log10(MOVES[-1])
    share = (log10(max(moves, MOVES[0])) - low) / (high - low)
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _up(milliseconds: float) -> float:
    low, high = log10(MILLISECONDS[0]), log10(MILLISECONDS[-1])
    share = (log10(min(max(milliseconds, MILLISECONDS[0]), MILLISECONDS[-1])) - low) / (high - low)
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _axes(slowest: float) -> Iterator[str]:
    for moves in MOVES:
        yield _line(_along(moves), TOP, _along(moves), HEIGHT - BOTTOM, "grid")
        yield _text(_along(moves), HEIGHT - BOTTOM + 18, str(moves), "middle")
    for milliseconds in MILLISECONDS:
        yield _line(LEFT, _up(milliseconds), WIDTH - RIGHT, _up(milliseconds), "grid")
        yield _text(LEFT - 8, _up(milliseconds) + 4, str(milliseconds), "end")
    yield _line(LEFT, _up(slowest), WIDTH - RIGHT, _up(slowest), "limit")
    yield _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "moves/s", "middle")
    yield _text(8, TOP - 8, "p99, ms")


def _curve(name: str, points: list[dict[str, Any]], colour: str) -> Iterator[str]:
    places = [
        (_along(point["moves_a_second"]), _up(point["choice_to_all_views_ms"]["p99"])) for point in points
    ]
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    yield f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for x, y in places:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
    yield _text(places[-1][0] + 8, places[-1][1] + 4, name)


def draw(report: dict[str, Any]) -> str:
    """An SVG of the report of `load`."""
    parts = [*_axes(report["slowest_ms"])]
    for (name, found), colour in zip(report["contenders"].items(), COLOURS, strict=False):
        parts += _curve(name, found["points"], colour)
    return _picture(parts)


def _picture(parts: Sequence[str]) -> str:
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style>\n<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</svg>\n'


def draw_memory(points: Sequence[dict[str, float]]) -> str:
    """An SVG of the memory that a server took from minute to minute; the axes begin at nothing."""
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    longest, most = points[-1]["minute"], 1.25 * max(point["memory_mb"] for point in points)
    parts = []
    for part in range(6):
        x, y = LEFT + width * part / 5, HEIGHT - BOTTOM - height * part / 5
        parts += [_line(x, TOP, x, HEIGHT - BOTTOM, "grid"), _line(LEFT, y, WIDTH - RIGHT, y, "grid")]
        parts += [_text(x, HEIGHT - BOTTOM + 18, f"{longest * part / 5:.3g}", "middle")]
        parts += [_text(LEFT - 8, y + 4, f"{most * part / 5:.0f}", "end")]
    places = [
        (
            LEFT + width * point["minute"] / longest,
            HEIGHT - BOTTOM - height * point["memory_mb"] / most,
        )
        for point in points
    ]
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts += [f'<polyline points="{joined}" fill="none" stroke="{COLOURS[0]}" stroke-width="2"/>']
    parts += [_text(LEFT + width / 2, HEIGHT - 8, "min", "middle"), _text(8, TOP - 8, "MB")]
    return _picture(parts)
