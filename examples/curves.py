"""Draws what `ppo.py` wrote: `python examples/curves.py ppo-*.json > curves.svg`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, BETWEEN = 300, 180, 52, 34, 40


def main() -> None:
    runs = [json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]]
    width = LEFT + len(runs) * (WIDTH + BETWEEN)
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT + TOP + 44}" role="img" '
        'font-family="sans-serif" font-size="12"><title>What the net is worth against seats that choose at random</title>'
        f'<rect width="{width}" height="{HEIGHT + TOP + 44}" fill="#fff"/>'
    )
    for number, run in enumerate(runs):
        print(drawn(run, LEFT + number * (WIDTH + BETWEEN)))
    print("</svg>")


def drawn(run: dict[str, Any], left: float) -> str:
    """One curve: worth over decisions, with what choosing at random is worth as a broken line."""
    most = max(point["decisions"] for point in run["curve"]) or 1
    values = [point["worth"] for point in run["curve"]] + [run["random"]]
    lowest, highest = min(0.0, round(min(values), 1)) + 0.0, 1.0

    def across(decisions: float) -> float:
        return left + WIDTH * decisions / most

    def up(worth: float) -> float:
        return TOP + HEIGHT * (highest - worth) / (highest - lowest)

    line = " ".join(f"{across(point['decisions']):.1f},{up(point['worth']):.1f}" for point in run["curve"])
    marks = "".join(
        f'<text x="{left - 6}" y="{up(worth) + 4:.1f}" text-anchor="end" fill="#555">{worth:.1f}</text>'
        f'<path d="M{left} {up(worth):.1f}h{WIDTH}" stroke="#ddd"/>'
        for worth in (lowest, (lowest + highest) / 2, highest)
    )
    return (
        f'<g><text x="{left}" y="{TOP - 12}" font-weight="bold">{run["game"]}, {run["seats"]} seats</text>{marks}'
        f'<path d="M{left} {up(run["random"]):.1f}h{WIDTH}" stroke="#888" stroke-dasharray="4 4"/>'
        f'<polyline points="{line}" fill="none" stroke="#b3261e" stroke-width="2"/>'
        f'<text x="{left + WIDTH}" y="{TOP + HEIGHT + 18}" text-anchor="end" fill="#555">{most / 1e6:.1f} million decisions</text></g>'
    )


if __name__ == "__main__":
    main()
