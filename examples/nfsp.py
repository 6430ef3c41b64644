"""Neural fictitious self-play with OpenSpiel's agents on small games, and how far their average policies are from an equilibrium:

    python examples/nfsp.py --out examples/results/nfsp.json --plot docs/pictures/nfsp.svg
    python examples/nfsp.py --only "Kuhn poker"

It needs `zashiki[research]`, torch and dm-tree; one core is enough. What is in the file already is kept for games that are not trained.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyspiel
import torch
from open_spiel.python.pytorch.dqn import ReplayBuffer
from open_spiel.python.pytorch.nfsp import NFSP, ReservoirBuffer
from open_spiel.python.rl_agent import StepOutput
from open_spiel.python.rl_environment import StepType, TimeStep
from small_game import OBSERVATIONS, Observation, SmallGame

from zashiki.study.curves import Curve, logarithmic

LAST_ROUND = {
    "round": 8,
    "ninja": {"field-2": 1, "field-3": 2, "granary": 2},
    "reserves": 1,
    "fallen": ["hayai", "musashi", "taiko", "tasuke", "yobu", "yumi"],
    "wounds": {"kabe": 5},
}
"""Of 7 Ronin: Kabe alone, with two lives, against five ninja on the board and one to deploy."""


class Study(NamedTuple):
    """A game with its parameters, for how many episodes it is played, and whether choices that epsilon tried are averaged."""

    name: str
    episodes: int
    parameters: dict[str, str] | None = None
    average_tries: bool = True


GAMES = {
    "Kuhn poker": Study("kuhn_poker", 20_000),
    "7 Ronin, last round": Study("zashiki_seven_ronin", 25_000, {"position": json.dumps(LAST_ROUND)}),
    "7 Ronin, four areas": Study("zashiki_seven_ronin", 20_000, {"village": "four-areas"}, False),
}
SETTINGS: dict[str, Any] = {
    "hidden_layers_sizes": [64],
    "anticipatory_param": 0.25,
    "reservoir_buffer_capacity": 200_000,
    "replay_buffer_capacity": 3000,
    "min_buffer_size_to_learn": 1000,
    "batch_size": 256,
    "learn_every": 32,
    "update_target_network_every": 50,
    "optimizer_str": "adam",
    "rl_learning_rate": 0.003,
    "sl_learning_rate": 0.003,
    "epsilon_start": 0.3,
    "epsilon_end": 0.02,
    "epsilon_decay_schedule_str": "linear",
}


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
    """OpenSpiel's agent. It asks its average policy about all that its seat may see at once after it has learned, and not at each choice.
    Without `average_tries`, what is averaged where epsilon tried a choice is the best response there."""

    def __init__(self, seat: int, game: SmallGame, average_tries: bool, **settings: Any) -> None:
        tensor = game.tensors[seat]
        super().__init__(seat, tensor.shape[1], game.actions, replay_buffer_class=Reservoir, **settings)
        self._rl_agent._replay_buffer_class = Replay
        self._seen, self._illegal = torch.as_tensor(tensor), ~torch.as_tensor(game.masks[seat])
        self._rows = {row.tobytes(): number for number, row in enumerate(tensor)}
        self._average_tries = average_tries
        self._known: Any = None
        self._answers: Any = None

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

    def add_transition(self, time_step: TimeStep, agent_output: StepOutput) -> None:
        if not self._average_tries:
            if self._answers is None:
                self._answers = self.best_response()
            row = self._rows[time_step.observations["info_state"][self.player_id].tobytes()]
            agent_output = agent_output._replace(probs=self._answers[row])
        super().add_transition(time_step, agent_output)

    def _learn(self) -> float | None:
        self._known = self._answers = None
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


def seated(game: SmallGame, study: Study, seed: int) -> list[Agent]:
    """An agent for each seat. Epsilon comes down until the last episode; an agent counts its steps only while it plays its best response."""
    counted = SETTINGS["anticipatory_param"] * study.episodes
    settings = SETTINGS | {"average_tries": study.average_tries}
    return [
        Agent(seat, game, **settings, epsilon_decay_duration=int(counted * steps), seed=seed + 10 * seat)
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


def trained(study: Study, observation: Observation, seed: int) -> dict[str, Any]:
    """The settings and the curve of one game."""
    game = SmallGame(pyspiel.load_game(study.name, study.parameters or {}), observation)
    agents = seated(game, study, seed)
    episodes = Episodes(game, agents)
    curve: list[dict[str, Any]] = []
    played, began = 0, time.process_time()
    for moment in moments(study.episodes):
        for _ in range(played, moment):
            episodes.play()
        played = moment
        seconds = round(time.process_time() - began)
        curve.append({"episodes": played, "seconds": seconds, **measured(game, agents)})
        print(f"{played:>7} episodes, {seconds} s: NashConv {curve[-1]['nash_conv']:.4f}", flush=True)
    return {
        "game": study.name, "parameters": study.parameters, "observation": observation, "seed": seed,
        "settings": SETTINGS | {"average_tries": study.average_tries},
        "histories": len(game.histories), "random": game.nash_conv(game.uniform()), "curve": curve,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=GAMES, nargs="+", default=list(GAMES))
    parser.add_argument("--episodes", type=int, help="instead of those of each game")
    parser.add_argument("--observation", choices=OBSERVATIONS, default="now")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    torch.set_num_threads(1)
    found: dict[str, Any] = {}
    if given.out and given.out.exists():
        found = json.loads(given.out.read_text(encoding="utf-8"))
    for title in given.only:
        print(title)
        study = GAMES[title]._replace(episodes=given.episodes or GAMES[title].episodes)
        found[title] = trained(study, given.observation, given.seed)
        if given.out:
            given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if given.plot:
        given.plot.write_text(drawn(found), encoding="utf-8")


def drawn(found: dict[str, Any]) -> str:
    """Logarithmic scales have no place for the beginning."""
    curves = [
        Curve(title, [(point["episodes"], point["nash_conv"]) for point in run["curve"] if point["episodes"]])
        for title, run in found.items()
    ]
    return logarithmic("NFSP on small games", "episodes", "NashConv", curves)


if __name__ == "__main__":
    main()
