"""How hard Samurai Spirit is: wins of masters, and of villagers, by players and level, as a table and a picture.

`./zashiki setup && .venv/bin/python -m benchmarks.difficulty` plays what `difficulty.json` lacks of the villagers (about half a minute a cell on two
cores), then draws `docs/pictures/samurai-difficulty.svg` and prints the table of the README. The masters' games are those of `levels.json`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from benchmarks.levels import kept_cells
from zashiki.study.scores import interval

HERE: Final = Path(__file__).parent
KEPT: Final = HERE / "difficulty.json"
PICTURE: Final = HERE.parent / "docs" / "pictures" / "samurai-difficulty.svg"
LEVELS: Final = ("easy", "normal", "hard", "heroic")
PLAYERS: Final = range(1, 8)
MASTERS: Final = range(2, 8)
GAMES: Final = 2000
SEED: Final = 7


def arguments(players: int, level: str) -> list[str]:
    return [
        *("simulate", "samurai-spirit", "--bot", "villager", "--players", str(players), "--level", level),
        *("--games", str(GAMES), "--seed", str(SEED), "--json"),
    ]


def cell_of(report: dict[str, Any]) -> dict[str, Any]:
    """What is kept of a simulation."""
    return {"won": report["games"] - report["nobody_won"], "games": report["games"], "ends": report["ends"]}


def measure(kept: dict[str, Any]) -> None:
    for level in LEVELS:
        for players in PLAYERS:
            name = f"{level}-{players}"
            if name not in kept["cells"]:
                print(f"{name} ...", file=sys.stderr)
                command = [sys.executable, "-m", "zashiki", *arguments(players, level)]
                done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
                kept["cells"][name] = cell_of(json.loads(done.stdout))
                KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def with_masters(kept: dict[str, Any]) -> dict[str, Any]:
    """The masters' cells beside the villagers'."""
    cells = {
        f"{level}-{seats}": {"won": ends["master"].count("1"), "games": len(ends["master"])}
        for (seats, level, _), ends in kept_cells().items()
    }
    return {**kept, "master": {"cells": cells}}


def percent(bots: dict[str, Any], players: int, level: str) -> float:
    """What bots won, the masters or the villagers. One player leads two samurai: the same game as with two players."""
    cell = bots["cells"][f"{level}-{players}"]
    return float(100 * cell["won"] / cell["games"])


def table(kept: dict[str, Any]) -> str:
    """The masters' share with its interval and the number of games; in brackets the villagers'."""
    lines = ["| players | " + " | ".join(LEVELS) + " |", "| --- |" + " --- |" * len(LEVELS)]
    for players in MASTERS:
        shares = " | ".join(
            f"{_measured(kept['master']['cells'][f'{level}-{players}'])} ({percent(kept, players, level):.1f} %)"
            for level in LEVELS
        )
        lines.append(f"| {_players(players)} | {shares} |")
    return "\n".join(lines)


def _measured(cell: dict[str, Any]) -> str:
    low, high = (round(100 * bound) for bound in interval(cell["won"] / cell["games"], cell["games"]))
    return f"**{100 * cell['won'] / cell['games']:.0f} %** [{low}, {high}] of {cell['games']}"


def _players(players: int) -> str:
    return "1 or 2" if players == 2 else str(players)


def picture(kept: dict[str, Any]) -> str:
    """A square for every cell, as dark as it is often won, with its figure."""
    width, height, left, top = 104, 46, 96, 58
    size = f"0 0 {left + width * 4 + 16} {top + height * len(MASTERS) + 16}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" font-family="sans-serif" font-size="15">',
        "<title>Samurai Spirit: share of games won by masters, and by villagers</title>",
        '<rect width="100%" height="100%" fill="#fcf6e9"/>',
        f'<text x="{left}" y="22" fill="#211c26" font-weight="700">Games won by masters (villagers), by players and level</text>',
    ]
    for column, level in enumerate(LEVELS):
        x = left + width * column + width // 2
        parts.append(f'<text x="{x}" y="48" text-anchor="middle" fill="#5b5047">{level}</text>')
    for row, players in enumerate(MASTERS):
        y = top + height * row
        parts.append(
            f'<text x="{left - 12}" y="{y + 28}" text-anchor="end" fill="#5b5047">{_players(players)}</text>'
        )
        for column, level in enumerate(LEVELS):
            share, villagers = (percent(bots, players, level) for bots in (kept["master"], kept))
            ink = "#fffdf7" if share > 55 else "#211c26"
            x = left + width * column
            parts.append(
                f'<rect x="{x}" y="{y}" width="{width - 4}" height="{height - 4}" rx="4" fill="#e8dabc"/>'
                f'<rect x="{x}" y="{y}" width="{width - 4}" height="{height - 4}" rx="4" fill="#264673" '
                f'opacity="{share / 100:.3f}"/>'
                f'<text x="{x + width // 2 - 2}" y="{y + 27}" text-anchor="middle" fill="{ink}" font-weight="600">'
                f'{share:.0f} % <tspan font-weight="400">({villagers:.0f} %)</tspan></text>'
            )
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    command = "./zashiki " + " ".join(arguments(0, "LEVEL")).replace("--players 0", "--players N")
    kept = (
        json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {"command": command, "cells": {}}
    )
    measure(kept)
    kept = with_masters(kept)
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(picture(kept), encoding="utf-8")
    print(table(kept))


if __name__ == "__main__":
    main()
