"""CFR+ on the reduced games, with how far what it has come to is from an equilibrium:

    python examples/cfr.py --iterations 1024 --out examples/results/cfr.json --plot docs/pictures/cfr.svg

Each game is unfolded into a tree once, through the bridge; OpenSpiel's solver runs on that.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pyspiel

from zashiki.bridges.tree import unfold
from zashiki.study.curves import Curve, logarithmic

GAMES = {
    "7 Ronin, four areas": "zashiki_seven_ronin(village=four-areas)",
    "Samurai Spirit, four Raiders": "zashiki_samurai_spirit(players=2,raid=four-raiders)",
    "Shinobi, one troop each, 3 seats": "zashiki_shinobi(players=3,pack=one-each)",
}


def solve(name: str, iterations: int) -> dict[str, Any]:
    """The curve of one game: after 1, 2, 4, ... iterations the NashConv and what the seats get."""
    tree = unfold(pyspiel.load_game(name))
    solver = pyspiel.CFRPlusSolver(tree.game)
    curve = []
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration & (iteration - 1) == 0:
            policy = solver.average_policy()
            returns = pyspiel.expected_returns(tree.game.new_initial_state(), policy, -1, False)
            nash_conv = pyspiel.nash_conv(tree.game, policy)
            curve.append({"iteration": iteration, "nash_conv": nash_conv, "returns": list(returns)})
            print(f"{name} {iteration:>5} NashConv {nash_conv:.6f} returns {returns}", flush=True)
    sets = [len(states) for states in tree.information_states]
    return {"game": name, "histories": tree.histories, "information_sets": sets, "curve": curve}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=1024)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    found = {title: solve(name, given.iterations) for title, name in GAMES.items()}
    if given.out:
        given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if given.plot:
        curves = [
            Curve(title, [(point["iteration"], point["nash_conv"]) for point in run["curve"]])
            for title, run in found.items()
        ]
        given.plot.write_text(logarithmic("CFR+ on the reduced games", "iterations", "NashConv", curves))


if __name__ == "__main__":
    main()
