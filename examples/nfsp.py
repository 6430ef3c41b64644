"""Neural fictitious self-play, OpenSpiel's own, on a reduced game of two seats:

    python examples/nfsp.py --minutes 10 --out examples/results/nfsp.json --plot docs/pictures/nfsp.svg

It needs `zashiki[research]`, torch and dm-tree. Every so often the average policy of both agents is put on the whole tree of the game, and
its exploitability is what the curve shows.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import torch
from open_spiel.python import rl_environment
from open_spiel.python.pytorch import nfsp

from zashiki.bridges.tree import Tree, unfold
from zashiki.study.curves import Curve, logarithmic

GAME = "zashiki_seven_ronin(village=four-areas)"
CHECK_EVERY = 2_000
LAYERS = [64]
SETTINGS = {
    "reservoir_buffer_capacity": 200_000,
    "replay_buffer_capacity": 50_000,
    "anticipatory_param": 0.1,
    "batch_size": 128,
    "min_buffer_size_to_learn": 1_000,
    "learn_every": 16,
    "rl_learning_rate": 0.001,
    "sl_learning_rate": 0.001,
    "optimizer_str": "adam",
    "update_target_network_every": 300,
    "epsilon_start": 0.1,
    "epsilon_end": 0.001,
    "epsilon_decay_duration": 200_000,
}


class Moment:
    """One history of the game, worked out once: whose choice it is, what that seat sees, and where each choice leads."""

    def __init__(self, state: Any, met: dict[str, Moment]) -> None:
        self.seat, self.choices = state.current_player(), state.legal_actions()
        self.returns, self.after = state.returns(), {}
        kind = rl_environment.StepType.LAST if state.is_terminal() else rl_environment.StepType.MID
        seen: list[Any] = [[], []]
        choices: list[Any] = [[], []]
        if not state.is_terminal():
            seen[self.seat] = np.array(state.information_state_tensor(self.seat), np.float32)
            choices[self.seat] = self.choices
            self.names = [state.action_to_string(self.seat, action) for action in self.choices]
            met.setdefault(state.information_state_string(), self)
            self.after = {action: Moment(state.child(action), met) for action in self.choices}
        else:
            seen = [np.array(state.information_state_tensor(seat), np.float32) for seat in (0, 1)]
        observations = {"info_state": seen, "legal_actions": choices, "current_player": self.seat}
        self.step = rl_environment.TimeStep(observations, self.returns, [1.0, 1.0], kind)


class Judge:
    """Measures the average policies on the whole tree of the game."""

    def __init__(self, tree: Tree, met: dict[str, Moment]) -> None:
        self.tree, self.met = tree, met

    def judge(self, agents: list[Any]) -> tuple[float, float]:
        """How much a best reply gains on average, and what the first seat gets."""
        policy = self.tree.policy(lambda name: self._chances(agents, self.met[name]))
        returns = pyspiel.expected_returns(self.tree.game.new_initial_state(), policy, -1, False)
        return pyspiel.exploitability(self.tree.game, policy), returns[0]

    def _chances(self, agents: list[Any], moment: Moment) -> dict[str, float]:
        agent = agents[moment.seat]
        with agent.temp_mode_as(nfsp.MODE.AVERAGE_POLICY):
            given = agent.step(moment.step, is_evaluation=True).probs
        return {name: float(given[action]) for name, action in zip(moment.names, moment.choices, strict=True)}


def play(moment: Moment, agents: list[Any]) -> int:
    """One game from which both learn; how many choices it took."""
    choices = 0
    while moment.after:
        moment = moment.after[agents[moment.seat].step(moment.step).action]
        choices += 1
    for agent in agents:
        agent.step(moment.step)
    return choices


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    torch.set_num_threads(1)
    game = pyspiel.load_game(given.game)
    met: dict[str, Moment] = {}
    beginning = Moment(game.new_initial_state(), met)
    size, actions = game.information_state_tensor_size(), game.num_distinct_actions()
    agents = [
        nfsp.NFSP(seat, size, actions, LAYERS, seed=given.seed + 10 * seat, **SETTINGS) for seat in (0, 1)
    ]
    judge = Judge(unfold(game), met)
    curve: list[dict[str, float]] = []
    begun, games, choices = time.monotonic(), 0, 0
    while True:
        spent = time.monotonic() - begun
        over = spent > 60 * given.minutes
        if games % CHECK_EVERY == 0 or over:
            exploitability, value = judge.judge(agents)
            curve.append({"games": games, "choices": choices, "seconds": round(spent), "exploitability": exploitability, "value": value})  # fmt: skip
            print(f"{spent:5.0f} s {games:>7} games {choices:>8} choices  exploitability {exploitability:.3f}  value {value:+.3f}", flush=True)  # fmt: skip
        if over:
            break
        choices += play(beginning, agents)
        games += 1
    if given.out:
        report = {
            "game": given.game,
            "seed": given.seed,
            "layers": LAYERS,
            "settings": SETTINGS,
            "curve": curve,
        }
        given.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if given.plot:
        points = [(point["games"], point["exploitability"]) for point in curve if point["games"]]
        title = f"NFSP on {given.game.removeprefix('zashiki_')}"
        given.plot.write_text(
            logarithmic(title, "games", "exploitability", [Curve("average policy", points)])
        )


if __name__ == "__main__":
    main()
