"""How strong the levels of Samurai Spirit are: the tables of the README and of docs/players.md, made of `levels.json`.

`.venv/bin/python -m benchmarks.levels` writes the tables anew and says where a level does not win more than the one below, or a warrior is
not halfway from villager to master. Beside them it writes what masters win of the same deals with as many nodes as two seconds allow
(`levels-two-seconds.json`). What the two files hold is played by the commands that they name, but for what a note in them says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from training.samurai_spirit.cells import BARS, Cell, cell_name
from zashiki.study.scores import interval

ROOT: Final = Path(__file__).parent.parent
KEPT: Final = ROOT / "benchmarks" / "levels.json"
DEEPER: Final = ROOT / "benchmarks" / "levels-two-seconds.json"
README: Final = ROOT / "README.md"
PLAYERS: Final = ROOT / "docs" / "players.md"
LEVELS: Final = ("villager", "warrior", "master")
EVERY_CELL: Final[list[Cell]] = [
    (seats, level, "") for level in ("easy", "normal", "hard", "heroic") for seats in range(2, 8)
]
COUNTS: Final = 0.02
"""Where no level wins more than this share the levels are not compared."""

Ends = dict[str, str]
"""By level, how the deals ended: 1 for one that was won."""


def kept_cells() -> dict[Cell, Ends]:
    """Of every cell the deals that all levels have played."""
    cells = json.loads(KEPT.read_text(encoding="utf-8"))["cells"]
    return {cell: common(cells[cell_name(cell)]) for cell in EVERY_CELL}


def common(ends: Ends) -> Ends:
    games = min(len(ends[level]) for level in LEVELS)
    return {level: ends[level][:games] for level in LEVELS}


def share(ends: str) -> float:
    return ends.count("1") / len(ends)


def measured(ends: str) -> str:
    low, high = (round(100 * bound) for bound in interval(share(ends), len(ends)))
    return f"{100 * share(ends):.1f} % [{low}, {high}]"


def table(cells: dict[Cell, Ends], aims: dict[Cell, float] | None = None) -> list[str]:
    """A line a cell; with the master's aims, those cells alone that have one."""
    heads = ["players", "games", *LEVELS, *(["aim"] if aims else [])]
    lines = [heads, ["---"] * len(heads)]
    for cell, ends in cells.items():
        if aims is None or cell in aims:
            seats, level, _ = cell
            line = [f"{seats}, {level}", str(len(ends["master"])), *(measured(ends[name]) for name in LEVELS)]
            lines.append([*line, f"{100 * aims[cell]:.0f} %"] if aims else line)
    return [f"| {' | '.join(line)} |" for line in lines]


class Pairs(NamedTuple):
    """The same deals played by masters with few nodes and with many."""

    nodes: tuple[int, int]
    ends: dict[Cell, tuple[str, str]]

    def won(self) -> tuple[int, int]:
        """How many deals were won with few, and with many."""
        few, many = zip(*self.ends.values(), strict=True)
        return "".join(few).count("1"), "".join(many).count("1")

    def won_alone(self) -> tuple[int, int]:
        """How many deals were won with few alone, and with many alone."""
        both = [ends for cell in self.ends.values() for ends in zip(*cell, strict=True)]
        return both.count(("1", "0")), both.count(("0", "1"))


def kept_pairs() -> Pairs:
    """Of every cell with an aim the deals that a master has played with either."""
    usual, deeper = (json.loads(path.read_text(encoding="utf-8")) for path in (KEPT, DEEPER))
    ends = {}
    for cell in BARS:
        many = deeper["cells"][cell_name(cell)]["master"]
        ends[cell] = usual["cells"][cell_name(cell)]["master"][: len(many)], many
    return Pairs((usual["nodes"], deeper["nodes"]), ends)


def pair_table(pairs: Pairs) -> list[str]:
    heads = ["players", "games", *(f"master, {nodes:,} nodes" for nodes in pairs.nodes), "aim"]
    lines = [heads, ["---"] * len(heads)]
    for cell, ends in pairs.ends.items():
        seats, level, _ = cell
        lines.append(
            [f"{seats}, {level}", str(len(ends[0])), *map(measured, ends), f"{100 * BARS[cell]:.0f} %"]
        )
    return [f"| {' | '.join(line)} |" for line in lines]


def rewritten(text: str, new: list[str]) -> str:
    """The text with its table of the same heads replaced."""
    lines = text.split("\n")
    first = lines.index(new[0])
    after = next(index for index in range(first, len(lines)) if not lines[index].startswith("|"))
    return "\n".join([*lines[:first], *new, *lines[after:]])


def problems(cells: dict[Cell, Ends]) -> Iterator[str]:
    for cell, ends in cells.items():
        shares = {level: share(ends[level]) for level in LEVELS}
        for below, level in pairwise(LEVELS):
            if max(shares[below], shares[level]) > COUNTS and shares[level] <= shares[below]:
                yield f"{cell_name(cell)}: {level} {shares[level]:.1%}, {below} {shares[below]:.1%}"
        if cell in BARS and shares["warrior"] < (shares["villager"] + shares["master"]) / 2:
            yield f"{cell_name(cell)}: warrior {shares['warrior']:.1%} is less than halfway from {shares['villager']:.1%} to {shares['master']:.1%}"


def main() -> None:
    cells, pairs = kept_cells(), kept_pairs()
    tables = ((README, table(cells, BARS)), (PLAYERS, table(cells)), (PLAYERS, pair_table(pairs)))
    for path, new in tables:
        path.write_text(rewritten(path.read_text(encoding="utf-8"), new), encoding="utf-8")
    for level in LEVELS:
        ends = "".join(cell[level] for cell in cells.values())
        print(f"{level}: {ends.count('1')} of {len(ends)}, {100 * share(ends):.1f} %")
    games = sum(len(few) for few, _ in pairs.ends.values())
    for nodes, won, alone in zip(pairs.nodes, pairs.won(), pairs.won_alone(), strict=True):
        print(f"master with {nodes:,} nodes: {won} of {games}, {alone} of them alone")
    print("\n".join(problems(cells)) or "Every level wins more than the one below.")


if __name__ == "__main__":
    main()
