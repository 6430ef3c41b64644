"""`python -m training.seven_ronin.limits`: how far the master is from perfect, by the net that ships.

A best response knows the master's mix of plans in every round and looks for a reply with ten times its nodes. A seer knows the very plan of the other side: what it wins from
villagers and from warriors is the ceiling of what planning can win, and what a master wins from them stands beside it. Fights are played by quick choices on both sides, so that
plans alone are compared.
"""

from __future__ import annotations

import argparse
import os
from random import Random
from typing import Final, Literal, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.bot.deployments import Deployments
from zashiki.games.seven_ronin.bot.net import Net
from zashiki.games.seven_ronin.bot.plans import weighed_plans
from zashiki.games.seven_ronin.bot.searching import LONG, SHORT, Effort, master_net
from zashiki.games.seven_ronin.rules.ahead import met
from zashiki.games.seven_ronin.rules.rounds import WINNER
from zashiki.games.seven_ronin.rules.state import State
from zashiki.search import double_oracle
from zashiki.search.budget import Meter
from zashiki.study.scores import interval

NODES = 8000
TIMES = 10
BESIDE = 24
"""Plans that are tried at once in the neighbourhood of the best one."""

Mix = tuple[list[bytes], list[float]]
"""The plans of a side and how often it plays each."""


class Line(NamedTuple):
    """Who plays against whom. The first one plans as a master, or replies to the mix of the other, or to its very plan."""

    name: str
    against: Literal["master", "villager", "warrior"]
    how: Literal["plans", "replies", "sees"]


LINES: Final[dict[str, Line]] = {
    "response": Line("a best response to the master's mix", "master", "replies"),
    "seer-villagers": Line("a seer against villagers", "villager", "sees"),
    "master-villagers": Line("a master against villagers", "villager", "plans"),
    "seer-warriors": Line("a seer against warriors", "warrior", "sees"),
    "master-warriors": Line("a master against warriors", "warrior", "plans"),
}


class Studied:
    def __init__(self, net: Net) -> None:
        self._net = net

    def villager(self, state: State, side: int, chance: Random) -> Mix:
        plans, weights = weighed_plans(state, side, chance)
        planning = Deployments(state, self._net)
        return [planning.whole(side, plan) for plan in plans], weights

    def warrior(self, state: State, side: int, chance: Random) -> Mix:
        return self._searched(state, side, chance, SHORT)

    def master(self, state: State, side: int, chance: Random) -> Mix:
        return self._searched(state, side, chance, LONG)

    def _searched(self, state: State, side: int, chance: Random, effort: Effort) -> Mix:
        planning = Deployments(state, self._net)
        usual = planning.usual(1 - side, effort.trust, chance) if effort.trust else None
        found = double_oracle.search_plans(
            planning, double_oracle.Effort(*effort[:7]), Meter(None, NODES), chance, usual
        )
        return found.plans[side], found.mix(side).tolist()

    def reply(self, state: State, side: int, mix: Mix, nodes: int, chance: Random) -> bytes:
        """The best reply to a mix that climbing finds, begun anew where nothing near is better."""
        planning, sign = Deployments(state, self._net), 1 - 2 * side
        others = [(plan, weight) for plan, weight in zip(*mix, strict=True) if weight > 0.01 * sum(mix[1])]
        weights = np.array([weight for _, weight in others]) / sum(weight for _, weight in others)

        def worth(plans: list[bytes]) -> list[float]:
            pairs = [(plan, other) if side == 0 else (other, plan) for plan in plans for other, _ in others]
            values = planning.payoffs(pairs).reshape(len(plans), -1) @ weights
            return list(sign * values)

        best, most, spent = b"", -9.0, 0
        while spent < nodes:
            plan = planning.propose(side, chance)
            value = worth([plan])[0]
            while spent < nodes:
                near = planning.near(side, plan, BESIDE, chance) or [plan]
                values = worth(near)
                spent += len(near) * len(others)
                index = int(np.argmax(values))
                if values[index] <= value + 1e-4:
                    break
                plan, value = near[index], values[index]
            if value > most:
                best, most = plan, value
        return best

    def game(self, line: Line, side: int, edition: str, chance: Random) -> bool:
        """Whether the side that the line is about wins."""
        planners = {"master": self.master, "villager": self.villager, "warrior": self.warrior}
        state = GAME.start(edition=edition)
        while not state.end:
            mix = planners[line.against](state, 1 - side, chance)
            plan = chance.choices(*mix)[0]
            answer = self._answer(line, state, side, mix, plan, chance)
            attack, defence = (answer, plan) if side == 0 else (plan, answer)
            state = met(state, attack, defence, self._net.judgements)
        return WINNER[state.end] == side

    def _answer(self, line: Line, state: State, side: int, mix: Mix, plan: bytes, chance: Random) -> bytes:
        if line.how == "plans":
            return chance.choices(*self.master(state, side, chance))[0]
        known: Mix = ([plan], [1.0]) if line.how == "sees" else mix
        return self.reply(state, side, known, TIMES * NODES, chance)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.seven_ronin.limits", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="of each line")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="en-2015")
    parser.add_argument("--lines", nargs="+", choices=LINES, default=list(LINES), help="all unless given")
    options = parser.parse_args()
    studied = Studied(master_net())
    for line in (LINES[name] for name in options.lines):
        chance = Random(options.seed)
        games = [studied.game(line, number % 2, options.edition, chance) for number in range(options.games)]
        rate = sum(games) / len(games)
        low, high = interval(rate, len(games))
        print(
            f"{line.name} wins {sum(games)} of {len(games)}, {rate:.3f} [{low:.3f}, {high:.3f}]", flush=True
        )


if __name__ == "__main__":
    main()
