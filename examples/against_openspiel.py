"""A level of ours against OpenSpiel's search players, at equal time, through the bridge:

    python examples/against_openspiel.py seven-ronin --games 60
    python examples/against_openspiel.py shinobi --players 4 --games 60 --json

Where two play it is OpenSpiel's MCTS over states imagined from its view, else one of ours sits among its IS-MCTS. Seats take turns. Time is processor time: ours is
given it as seconds, OpenSpiel's as so many simulations as took as long in its decisions before. It needs `zashiki[research]`; compile the rules before.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import zashiki
import zashiki.bridges.openspiel as bridge
from zashiki.bots.players import Players
from zashiki.kernel.bots import Budget
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.timeline import Entry, Timeline
from zashiki.study.scores import interval

EXPLORING = 2.0**0.5
"""The constant of UCT, as usual for returns between -1 and 1."""
WORLDS = 4
"""States that MCTS imagines for a decision."""
FIRST = 40
"""Simulations of the first decision, before any was timed."""


Search = Callable[[Any, int, int, Any], int]
"""A search of OpenSpiel: the state, the seat, the number of simulations and a source of chance give the choice."""


def search_imagined(state: Any, seat: int, simulations: int, chance: Any) -> int:
    """MCTS in each of some states that the seat can't tell from this one; what is visited most often in all of them."""
    visits: Counter[int] = Counter()
    for _ in range(WORLDS):
        imagined = state.resample_from_infostate(seat, lambda: int(chance.randint(2**31)))
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = mcts.MCTSBot(
            state.get_game(), EXPLORING, max(1, simulations // WORLDS), evaluator, random_state=chance
        )
        for child in bot.mcts_search(imagined).children:
            visits[child.action] += child.explore_count
    return visits.most_common(1)[0][0]


def search_information(state: Any, seat: int, simulations: int, chance: Any) -> int:  # noqa: ARG001 the state says whose turn it is
    """IS-MCTS: one tree of what the seat knows, an imagined state for each simulation."""
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, EXPLORING, simulations, random_state=chance)
    return int(bot.step(state))


class Opponent:
    """Searches with as many simulations as fit into its time, by how long the last ones took."""

    def __init__(self, search: Search, seat: int, seconds: float, seed: int) -> None:
        self._search = search
        self._seat = seat
        self._seconds = seconds
        self._chance = np.random.RandomState(seed)
        self._simulations = FIRST
        self.simulations: list[int] = []
        self.times: list[float] = []

    def choose(self, state: Any) -> int:
        number, began = self._simulations, process_time()
        action = self._search(state, self._seat, number, self._chance)
        taken = max(1e-6, process_time() - began)
        self.times.append(taken)
        self.simulations.append(number)
        self._simulations = max(WORLDS, int(min(4 * number, number * self._seconds / taken)))
        return action


class Table:
    """One game: our level in one seat, OpenSpiel's search in the others."""

    def __init__(self, options: argparse.Namespace, number: int) -> None:
        name = bridge.short_name(zashiki.game(options.game))
        self._state = pyspiel.load_game(name, {"players": options.players}).new_initial_state()
        self._timeline = Timeline(self._state.get_game().setting.record())
        self._seat = number % options.players
        self._chance = Random(
            1000 * options.seed + number // options.players
        )  # the same deals for every seat
        self._ours = Players(self._timeline, {self._seat: options.level}, self._chance)
        self._budget = Budget(nodes=options.nodes) if options.nodes else Budget(options.seconds)
        search = search_imagined if options.players == 2 else search_information
        self._others = {
            seat: Opponent(search, seat, options.seconds, self._chance.getrandbits(31))
            for seat in range(options.players)
            if seat != self._seat
        }
        self.times: list[float] = []

    def play(self) -> float:
        """What our seat has won: a victory is 1, a shared one a share of it."""
        while not self._state.is_terminal():
            seat = CHANCE if self._state.is_chance_node() else self._state.current_player()
            action = self._choice(seat)
            self._state.apply_action(action)
            self._timeline.append(Entry(seat, action))
        returns = self._state.returns()
        best = max(returns)
        return float(returns[self._seat] == best) / returns.count(best)

    def _choice(self, seat: int) -> int:
        if seat == CHANCE:
            actions, odds = zip(*self._state.chance_outcomes(), strict=True)
            return int(self._chance.choices(actions, odds)[0])
        legal: list[int] = self._state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if seat != self._seat:
            return self._others[seat].choose(self._state)
        began = process_time()
        action = self._ours.decide(seat, self._budget).action
        self.times.append(process_time() - began)
        return action

    def opponents(self) -> list[Opponent]:
        return list(self._others.values())


def main() -> None:
    options = _options()
    won: list[float] = []
    own: list[float] = []
    theirs: list[float] = []
    simulations: list[int] = []
    for number in range(options.games):
        table = Table(options, number)
        won.append(table.play())
        own += table.times
        for opponent in table.opponents():
            theirs += opponent.times
            simulations += opponent.simulations
        rate = sum(won) / len(won)
        print(f"\r{len(won)} of {options.games}: {rate:.3f}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    low, high = interval(rate, len(won))
    report = {
        "game": options.game, "players": options.players, "games": len(won), "level": options.level,
        "rate": round(rate, 4), "low": round(low, 4), "high": round(high, 4), "fair_shares": round(rate * options.players, 3),
        "seconds_per_decision": round(float(np.mean(own)), 4), "their_seconds_per_decision": round(float(np.mean(theirs)), 4),
        "their_simulations": round(float(np.mean(simulations))),
    }  # fmt: skip
    print(
        json.dumps(report, indent=2)
        if options.json
        else " ".join(f"{name} {value}" for name, value in report.items())
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=["seven-ronin", "shinobi"])
    parser.add_argument("--players", type=int, help="by default two of 7 Ronin and four of Shinobi")
    parser.add_argument("--level", default="master")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.2, help="of a decision")
    parser.add_argument("--nodes", type=int, help="of a decision of ours, instead of seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.players = options.players or {"seven-ronin": 2, "shinobi": 4}[options.game]
    return options


if __name__ == "__main__":
    main()
