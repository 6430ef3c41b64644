"""Plots as SVG text: rates with their intervals, one a line."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 640
LEFT: Final = 190
"""Room for the names."""
RIGHT: Final = 60
LINE: Final = 26
TOP: Final = 40
INK, PAPER, GRID, GREY, BLUE, RED = "#24211c", "#fdf6e6", "#d8cfbd", "#7d7566", "#274a78", "#a8321f"
FONT: Final = 'font-family="system-ui, sans-serif" font-size="14"'


class Bar(NamedTuple):
    """One line of a plot."""

    label: str
    rate: float
    low: float
    high: float
    text: str  # the rate as it is read


def whiskers(title: str, bars: Sequence[Bar], mean: float | None, ticks: Sequence[tuple[float, str]]) -> str:
    """A dot for each rate on its interval, with a broken line at the mean; as a file of its own, on paper."""
    height = TOP + LINE * len(bars) + 30
    most = ticks[-1][0]
    room = WIDTH - LEFT - RIGHT

    def x(rate: float) -> str:
        return f"{LEFT + room * min(rate, most) / most:.1f}"

    bottom = height - 26
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" fill="{INK}" {FONT}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/><text font-weight="700" x="12" y="24">{escape(title)}</text>',
    ]
    for tick, text in ticks:
        parts.append(f'<line stroke="{GRID}" x1="{x(tick)}" y1="{TOP}" x2="{x(tick)}" y2="{bottom}"/>')
        parts.append(f'<text x="{x(tick)}" y="{height - 8}" text-anchor="middle">{escape(text)}</text>')
    if mean is not None:
        parts.append(
            f'<line stroke="{GREY}" stroke-dasharray="5 4" x1="{x(mean)}" y1="{TOP}" x2="{x(mean)}" y2="{bottom}"/>'
        )
    for number, bar in enumerate(bars):
        y = TOP + LINE * number + LINE // 2
        parts.append(f'<text text-anchor="end" x="{LEFT - 12}" y="{y + 5}">{escape(bar.label)}</text>')
        parts.append(
            f'<line stroke="{BLUE}" stroke-width="3" x1="{x(bar.low)}" y1="{y}" x2="{x(bar.high)}" y2="{y}"/>'
        )
        parts.append(f'<circle fill="{RED}" cx="{x(bar.rate)}" cy="{y}" r="5"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 10}" y="{y + 5}">{escape(bar.text)}</text>')
    return "".join(parts) + "</svg>\n"


def ticks_up_to(highest: float) -> list[float]:
    """Where the lines of a scale from nothing to this lie."""
    step = next(step for step in (0.05, 0.1, 0.2, 0.25) if highest / step <= 5 or step == 0.25)
    count = max(1, -(-int(highest * 1000) // int(step * 1000)))
    return [round(step * number, 3) for number in range(count + 1)]


def heat(
    title: str, rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[float]], most: float
) -> str:
    """A table whose cells are the darker the more often something is so; `most` is the darkest."""
    left, cell_width, cell_height, head = max(150, 20 + 8 * max(map(len, rows))), 62, 30, 130
    width, height = left + cell_width * len(columns) + 12, head + cell_height * len(rows) + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" fill="{INK}" {FONT}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/><text font-weight="700" x="12" y="24">{escape(title)}</text>',
    ]
    for number, name in enumerate(columns):
        x = left + cell_width * number + cell_width // 2
        parts.append(
            f'<text x="{x}" y="{head - 8}" transform="rotate(-40 {x} {head - 8})">{escape(name)}</text>'
        )
    for line, (name, values) in enumerate(zip(rows, cells, strict=True)):
        y = head + cell_height * line
        parts.append(f'<text text-anchor="end" x="{left - 10}" y="{y + 20}">{escape(name)}</text>')
        for number, value in enumerate(values):
            x, dark = left + cell_width * number, min(1.0, max(0.0, value / most))
            parts.append(
                f'<rect x="{x}" y="{y}" width="{cell_width - 2}" height="{cell_height - 2}" fill="{RED}" fill-opacity="{0.06 + 0.94 * dark:.2f}"/>'
            )
            ink = PAPER if dark > 0.5 else INK
            parts.append(
                f'<text text-anchor="middle" fill="{ink}" x="{x + cell_width // 2 - 1}" y="{y + 20}">{100 * value:.0f}</text>'
            )
    return "".join(parts) + "</svg>\n"
