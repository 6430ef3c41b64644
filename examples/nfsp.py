"""Neural fictitious self-play with OpenSpiel's agents on a reduced game, and how far their average policies are from an equilibrium:

    python examples/nfsp.py --out examples/results/nfsp.json --plot docs/pictures/nfsp.svg
    python examples/nfsp.py --game kuhn_poker --out examples/results/nfsp-kuhn.json

It needs `zashiki[research]`, torch and dm-tree; one core is enough. The settings that are not asked for are in `SETTINGS`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from open_spiel.python.pytorch.dqn import ReplayBuffer
from open_spiel.python.pytorch.nfsp import NFSP, ReservoirBuffer
from open_spiel.python.rl_environment import StepType, TimeStep
from small_game import OBSERVATIONS, SmallGame

from zashiki.study.curves import Curve, logarithmic

GAME = "zashiki_seven_ronin(village=four-areas)"
SETTINGS: dict[str, Any] = {
    "hidden_layers_sizes": [64],
    "anticipatory_param": 0.25,
    "reservoir_buffer_capacity": 200_000,
    "replay_buffer_capacity": 20_000,
    "min_buffer_size_to_learn": 1000,
    "batch_size": 256,
    "learn_every": 64,
    "update_target_network_every": 50,
    "optimizer_str": "adam",
    "rl_learning_rate": 0.003,
    "sl_learning_rate": 0.003,
    "epsilon_start": 0.3,
    "epsilon_end": 0.01,
    "epsilon_decay_schedule_str": "linear",
}
EXPLORING = 0.5
"""The share of the episodes in which epsilon comes down to its end."""


class Replay(ReplayBuffer):  # type: ignore[misc]
    """OpenSpiel's shuffles all its rows for each batch; here a batch may hold a row twice, and costs the same however many there are."""

    def append(self, experience: Any) -> None:
        row = int(self.entry_index) % int(self.capacity)
        for column, value in zip(self.experience, experience, strict=True):
            column[row] = value
        self.entry_index += 1

    def sample(self, num_samples: int) -> Any:
        return _some(self, num_samples)


class Reservoir(ReservoirBuffer):  # type: ignore[misc]
    """With batches as those of `Replay`."""

    def sample(self, num_samples: int) -> Any:
        return _some(self, num_samples)


def _some(buffer: Any, wanted: int) -> Any:
    rows = np.random.randint(len(buffer), size=wanted)
    return type(buffer.experience)(*(column[rows] for column in buffer.experience))


class Agent(NFSP):  # type: ignore[misc]
    """OpenSpiel's agent. It asks its average policy about all that its seat may see at once after it has learned, and not at each choice."""

    def __init__(self, seat: int, game: SmallGame, **settings: Any) -> None:
        tensor = game.tensors[seat]
        super().__init__(seat, tensor.shape[1], game.actions, replay_buffer_class=Reservoir, **settings)
        self._rl_agent._replay_buffer_class = Replay
        self._seen, self._illegal = torch.as_tensor(tensor), ~torch.as_tensor(game.masks[seat])
        self._rows = {row.tobytes(): number for number, row in enumerate(tensor)}
        self._known: Any = None

    @torch.no_grad()
    def average_policy(self) -> Any:
        """The probability of each choice, one row for all that the seat may see."""
        logits = self._avg_network(self._seen).masked_fill(self._illegal, -torch.inf)
        return logits.double().softmax(-1).numpy()

    @torch.no_grad()
    def best_response(self) -> Any:
        """The same for what it takes to be the best answer to the others."""
        values = self._rl_agent._q_network(self._seen).masked_fill(self._illegal, -torch.inf)
        return np.eye(self._num_actions)[values.argmax(-1).numpy()]

    def _act(self, info_state: Any, legal_actions: Any) -> tuple[None, int, Any]:  # noqa: ARG002 the table knows them
        if self._known is None:
            table = self.average_policy()
            self._known = table, table.cumsum(axis=1)
        row = self._rows[info_state.tobytes()]
        chances, sums = self._known[0][row], self._known[1][row]
        return None, int(sums.searchsorted(sums[-1] * np.random.random(), side="right")), chances

    def _learn(self) -> float | None:
        self._known = None
        return super()._learn()  # type: ignore[no-any-return]


class Episodes:
    """Games of the agents with each other. What they are told depends on the history alone, so it is made once."""

    def __init__(self, game: SmallGame, agents: list[Agent]) -> None:
        self.game, self.agents = game, agents
        self.told = [self._told(number) for number in range(len(game.histories))]

    def _told(self, number: int) -> TimeStep:
        game, history = self.game, self.game.histories[number]
        seen = [np.zeros(tensor.shape[1], np.float32) for tensor in game.tensors]
        legal: list[list[int]] = [[] for _ in seen]
        if history.seat >= 0:
            seen[history.seat] = game.tensors[history.seat][history.row]
            legal[history.seat] = history.actions
        facts = {"info_state": seen, "legal_actions": legal, "current_player": history.seat}
        over = bool(history.returns)
        rewards = history.returns or [0.0] * game.seats
        return TimeStep(
            facts, rewards, [float(not over)] * game.seats, StepType.LAST if over else StepType.MID
        )

    def play(self) -> None:
        number = 0
        while not (history := self.game.histories[number]).returns:
            if history.odds:
                choice = np.random.choice(len(history.odds), p=history.odds)
            else:
                choice = history.actions.index(self.agents[history.seat].step(self.told[number]).action)
            number = history.following[choice]
        for agent in self.agents:
            agent.step(self.told[number])


def seated(game: SmallGame, given: argparse.Namespace) -> list[Agent]:
    """An agent for each seat. An agent counts its steps for epsilon only while it plays its best response."""
    counted = SETTINGS["anticipatory_param"] * EXPLORING * given.episodes
    return [
        Agent(
            seat, game, **SETTINGS, epsilon_decay_duration=int(counted * steps), seed=given.seed + 10 * seat
        )
        for seat, steps in enumerate(game.choices() + 1)
    ]


def measured(game: SmallGame, agents: list[Agent]) -> dict[str, Any]:
    """The NashConv of the average policies, what they are worth, and how much of the NashConv the agents' own best responses find."""
    average = [agent.average_policy() for agent in agents]
    returns = game.returns(average)
    found = 0.0
    for seat, agent in enumerate(agents):
        answer = [*average[:seat], agent.best_response(), *average[seat + 1 :]]
        found += game.returns(answer)[seat] - returns[seat]
    return {"nash_conv": game.nash_conv(average), "returns": returns, "found": found}


def moments(episodes: int) -> Iterator[int]:
    """When to measure: at the beginning, every 1,000 episodes, then at each fifth more, and at the end."""
    moment = 0
    while moment < episodes:
        yield moment
        moment = max(moment + 1000, moment * 6 // 5)
    yield episodes


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--observation", choices=OBSERVATIONS, default="now")
    parser.add_argument("--episodes", type=int, default=80_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    torch.set_num_threads(1)
    game = SmallGame(given.game, given.observation)
    agents = seated(game, given)
    episodes = Episodes(game, agents)
    asked = {name: getattr(given, name) for name in ("game", "observation", "episodes", "seed")}
    random = game.nash_conv(game.uniform())
    curve: list[dict[str, Any]] = []
    played = 0
    for moment in moments(given.episodes):
        for _ in range(played, moment):
            episodes.play()
        played = moment
        point = {"episodes": played, "seconds": round(time.process_time()), **measured(game, agents)}
        curve.append(point)
        print(json.dumps(point), flush=True)
        if given.out:
            report = {
                **asked,
                "settings": {**SETTINGS, "exploring": EXPLORING},
                "random": random,
                "curve": curve,
            }
            given.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if given.plot:
        given.plot.write_text(drawn(given.game, random, curve), encoding="utf-8")


def drawn(title: str, random: float, curve: list[dict[str, Any]]) -> str:
    """Logarithmic scales have no place for the beginning."""
    points = [(point["episodes"], point["nash_conv"]) for point in curve if point["episodes"]]
    lines = [
        Curve("the average policies", points),
        Curve("choosing at random", [(points[0][0], random), (points[-1][0], random)]),
    ]
    return logarithmic(f"NFSP on {title}", "episodes", "NashConv", lines)


if __name__ == "__main__":
    main()
