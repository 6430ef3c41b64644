"""The figures of `bench` as one picture: decisions a second of our games, of OpenSpiel's and of other suites, on one scale."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import ceil, floor, log10
from typing import Any, Final, NamedTuple

from zashiki.kernel.registry import game as find_game
from zashiki.study.plots import BLUE, FONT, GREY, GRID, INK, PAPER, RED
from zashiki.words import Words

WIDTH: Final = 760
LEFT: Final = 270
"""Room for the names."""
RIGHT: Final = 50
TOP: Final = 66
LINE: Final = 24
TITLE: Final = "Random games, decisions a second on one core"
CALLED: Final = "driven from Python, one call a choice"
INSIDE: Final = "in one call, with chance’s outcomes counted"


class Row(NamedTuple):
    """A game: how fast it is driven from Python, and how fast inside a call; either may be missing."""

    label: str
    called: float | None
    inside: float | None
    colour: str


def rows_of(report: dict[str, Any]) -> list[Row]:
    """Ours interpreted and compiled, each game once; then those of OpenSpiel; then the other suites that are installed."""
    ours: dict[str, Row] = {}
    rivals: dict[str, Row] = {}
    for comparison in report["comparisons"]:
        for found, way in ((comparison, "interpreted"), (comparison.get("compiled"), "compiled")):
            if found is not None:
                label = f"{_titled(found['ours']['name'])}, {way}"
                ours.setdefault(label, _row(label, found["ours"], RED if way == "compiled" else BLUE))
        rival = (comparison.get("compiled") or comparison).get("rival")
        if rival is not None:
            rivals.setdefault(rival["name"], _row(rival["name"], rival, INK))
    return [*ours.values(), *rivals.values(), *map(_peer, _measured(report["peers"]))]


def _titled(name: str) -> str:
    """`seven-ronin (2)` as people call it."""
    game, _, seats = name.partition(" ")
    return f"{Words('en').say(find_game(game).prefix + '.name')} {seats}"


def _row(label: str, figures: dict[str, Any], colour: str) -> Row:
    return Row(label, figures["choices_per_second"], figures["whole_games_steps_per_second"], colour)


def _measured(peers: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (peer for peer in peers if "missing" not in peer)


def _peer(peer: dict[str, Any]) -> Row:
    """JAX makes many steps of a batch in one call."""
    rate, inside = peer["choices_per_second"], peer["name"].startswith("pgx")
    return Row(peer["name"], None if inside else rate, rate if inside else None, GREY)


def draw(report: dict[str, Any]) -> str:
    """As SVG text: a full dot for what is driven from Python, a ring for what runs inside a call."""
    rows = rows_of(report)
    rates = [rate for row in rows for rate in (row.called, row.inside) if rate]
    low, high = floor(log10(min(rates))), ceil(log10(max(rates)))
    bottom = TOP + LINE * len(rows) + 6
    height = bottom + 30

    def x(rate: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (log10(rate) - low) / max(1, high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" fill="{INK}" {FONT}>',
        f"<title>{escape(TITLE)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/><text font-weight="700" x="12" y="24">{escape(TITLE)}</text>',
        f"{_dot(20, 43)}<text x='32' y='48'>{escape(CALLED)}</text>",
        f"{_ring(300, 43)}<text x='312' y='48'>{escape(INSIDE)}</text>",
    ]
    for power in range(low, high + 1):
        place = x(10.0**power)
        parts.append(f'<line stroke="{GRID}" x1="{place:.1f}" y1="{TOP}" x2="{place:.1f}" y2="{bottom}"/>')
        parts.append(f'<text x="{place:.1f}" y="{bottom + 20}" text-anchor="middle">{10**power:,}</text>')
    for number, row in enumerate(rows):
        y = TOP + LINE * number + LINE // 2 + 3
        parts.append(f'<text text-anchor="end" x="{LEFT - 14}" y="{y + 5}">{escape(row.label)}</text>')
        if row.called and row.inside:
            parts.append(
                f'<line stroke="{row.colour}" x1="{x(row.called):.1f}" y1="{y}" x2="{x(row.inside):.1f}" y2="{y}"/>'
            )
        parts += [_dot(x(row.called), y, row.colour)] if row.called else []
        parts += [_ring(x(row.inside), y, row.colour)] if row.inside else []
    return "".join(parts) + "</svg>\n"


def _dot(x: float, y: float, colour: str = INK) -> str:
    return f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{colour}"/>'


def _ring(x: float, y: float, colour: str = INK) -> str:
    return f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{PAPER}" stroke="{colour}" stroke-width="2"/>'
