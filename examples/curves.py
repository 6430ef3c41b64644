"""Draws what `ppo.py` wrote: `python examples/curves.py ppo-*.json > curves.svg`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from zashiki.study.plots import BLUE, FONT, GREY, GRID, INK, PAPER, RED

WIDTH, HEIGHT, LEFT, TOP, BETWEEN, BELOW = 300, 180, 52, 34, 60, 64
COLUMNS = 2
TITLE = "What the net is worth over the decisions that it learned from"


def main() -> None:
    runs = [json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]]
    print(picture(runs))


def picture(runs: list[dict[str, Any]]) -> str:
    """One frame a run, two in a row."""
    across, down = WIDTH + BETWEEN, TOP + HEIGHT + BELOW
    width, height = LEFT + COLUMNS * across, -(-len(runs) // COLUMNS) * down
    frames = [
        drawn(run, LEFT + number % COLUMNS * across, number // COLUMNS * down + TOP)
        for number, run in enumerate(runs)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" fill="{INK}" {FONT}>'
        f'<title>{TITLE}</title><rect width="{width}" height="{height}" fill="{PAPER}"/><g font-size="12">{"".join(frames)}</g></svg>'
    )


def drawn(run: dict[str, Any], left: float, top: float) -> str:
    """Worth over decisions; what it is worth without the net are broken lines."""
    most = max(point["decisions"] for point in run["curve"]) or 1
    lowest = -1.0 if run["game"] == "seven-ronin" else 0.0

    def up(worth: float) -> float:
        return top + HEIGHT * (1 - worth) / (1 - lowest)

    def line(name: str, colour: str) -> str:
        points = [
            f"{left + WIDTH * point['decisions'] / most:.1f},{up(point[name]):.1f}"
            for point in run["curve"]
            if name in point
        ]
        if not points:
            return ""
        return f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>'

    def broken(name: str, colour: str) -> str:
        if name not in run:
            return ""
        return f'<path d="M{left} {up(run[name]):.1f}h{WIDTH}" stroke="{colour}" stroke-dasharray="4 4"/>'

    marks = "".join(
        f'<text x="{left - 6}" y="{up(worth) + 4:.1f}" text-anchor="end">{worth:.1f}</text>'
        f'<path d="M{left} {up(worth):.1f}h{WIDTH}" stroke="{GRID}"/>'
        for worth in (lowest, (lowest + 1) / 2, 1.0)
    )
    bottom = top + HEIGHT + 18
    return (
        f'<g><text x="{left}" y="{top - 12}" font-weight="bold">{titled(run)}</text>{marks}'
        f"{broken('random', GREY)}{broken('villagers', BLUE)}{line('worth', RED)}{line('with_villagers', BLUE)}"
        f'<text x="{left + WIDTH}" y="{bottom}" text-anchor="end">{most / 1e6:.1f} million decisions</text>'
        f"{legend(run, left, bottom + 18)}</g>"
    )


def titled(run: dict[str, Any]) -> str:
    return ", ".join([run["game"], f"{run['seats']} seats", *run["options"].values()])


def legend(run: dict[str, Any], left: float, y: float) -> str:
    if "villagers" in run:
        named = [("the net in every seat", RED), ("villagers in every seat", BLUE)]
    else:
        named = [("among random seats", RED)]
        if "with_villagers" in run["curve"][0]:
            named.append(("among villagers", BLUE))
    return "".join(
        f'<rect x="{left + 160 * number}" y="{y - 10}" width="14" height="10" fill="{colour}"/>'
        f'<text x="{left + 160 * number + 20}" y="{y}">{name}</text>'
        for number, (name, colour) in enumerate(named)
    )


if __name__ == "__main__":
    main()
