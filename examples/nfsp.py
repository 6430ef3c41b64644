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

import pyspiel
import torch
from open_spiel.python import rl_environment
from open_spiel.python.pytorch import nfsp

import zashiki.bridges.openspiel
from zashiki.bridges.tree import Tree, unfold
from zashiki.study.curves import Curve, logarithmic

GAME = "zashiki_seven_ronin(village=four-areas)"
CHECK_EVERY = 2_000
LAYERS = [128, 128]
SETTINGS = {
    "reservoir_buffer_capacity": 200_000,
    "replay_buffer_capacity": 50_000,
    "anticipatory_param": 0.1,
    "batch_size": 128,
    "min_buffer_size_to_learn": 1_000,
    "learn_every": 32,
    "rl_learning_rate": 0.001,
    "sl_learning_rate": 0.001,
    "optimizer_str": "adam",
    "update_target_network_every": 1_000,
    "epsilon_start": 0.1,
    "epsilon_end": 0.001,
    "epsilon_decay_duration": 500_000,
}


class Judge:
    """Measures the average policies on the whole tree of the game."""

    def __init__(self, game: Any) -> None:
        self.tree: Tree = unfold(game)
        self.moments: dict[str, Any] = {}
        self._gather(game.new_initial_state())

    def _gather(self, state: Any) -> None:
        """One state of each information state."""
        if state.is_terminal():
            return
        if not state.is_chance_node():
            self.moments.setdefault(state.information_state_string(), state)
        for action in state.legal_actions():
            self._gather(state.child(action))

    def judge(self, agents: list[Any]) -> tuple[float, float]:
        """How much a best reply gains on average, and what the first seat gets."""
        policy = self.tree.policy(lambda name: self._chances(agents, self.moments[name]))
        returns = pyspiel.expected_returns(self.tree.game.new_initial_state(), policy, -1, False)
        return pyspiel.exploitability(self.tree.game, policy), returns[0]

    def _chances(self, agents: list[Any], state: Any) -> dict[str, float]:
        seat, legal = state.current_player(), state.legal_actions()
        seen: list[Any] = [None, None]
        seen[seat] = state.information_state_tensor(seat)
        choices: list[Any] = [None, None]
        choices[seat] = legal
        moment = rl_environment.TimeStep(
            observations={"info_state": seen, "legal_actions": choices, "current_player": seat},
            rewards=None, discounts=None, step_type=rl_environment.StepType.MID,
        )  # fmt: skip
        with agents[seat].temp_mode_as(nfsp.MODE.AVERAGE_POLICY):
            given = agents[seat].step(moment, is_evaluation=True).probs
        return {state.action_to_string(seat, action): float(given[action]) for action in legal}


def play(environment: Any, agents: list[Any]) -> int:
    """One game from which both learn; how many choices it took."""
    moment, choices = environment.reset(), 0
    while not moment.last():
        seat = moment.observations["current_player"]
        moment = environment.step([agents[seat].step(moment).action])
        choices += 1
    for agent in agents:
        agent.step(moment)
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
    environment = rl_environment.Environment(game)
    size, actions = environment.observation_spec()["info_state"][0], game.num_distinct_actions()
    agents = [
        nfsp.NFSP(seat, size, actions, LAYERS, seed=given.seed + 10 * seat, **SETTINGS) for seat in (0, 1)
    ]
    judge = Judge(game)
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
        choices += play(environment, agents)
        games += 1
    if given.out:
        report = {"game": given.game, "seed": given.seed, "layers": LAYERS, "settings": SETTINGS, "curve": curve}
        given.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if given.plot:
        points = [(point["games"], point["exploitability"]) for point in curve if point["games"]]
        title = f"NFSP on {given.game.removeprefix('zashiki_')}"
        given.plot.write_text(logarithmic(title, "games", "exploitability", [Curve("average policy", points)]))


if __name__ == "__main__":
    main()
