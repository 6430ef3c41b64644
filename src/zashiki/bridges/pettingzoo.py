"""Every game for PettingZoo: `env("shinobi", seats=4)` one after the other, `parallel_env("shinobi", seats=4)` together.

What an agent may choose is in `infos[agent]["action_mask"]`. Who makes an illegal choice ends the game with the lowest return.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Discrete, Space
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from zashiki.bridges.pictures import METADATA, check_mode, render
from zashiki.bridges.play import Play
from zashiki.bridges.setting import Setting

SEEDS: Final = 2**63


def env(
    game: str,
    seats: int | None = None,
    render_mode: str | None = None,
    position: dict[str, Any] | None = None,
    **options: Any,
) -> Any:
    """Agents choose one after the other; those who plan at once do so in secret. Wrapped as PettingZoo advises."""
    return wrappers.OrderEnforcingWrapper(OneByOne(Setting(game, seats, options, position), render_mode))


def parallel_env(
    game: str,
    seats: int | None = None,
    render_mode: str | None = None,
    position: dict[str, Any] | None = None,
    **options: Any,
) -> Together:
    """Agents choose at the same time where the game lets them; whoever has nothing to choose waits."""
    return Together(Setting(game, seats, options, position), render_mode)


class _Agents:
    """What both kinds of environment share."""

    def __init__(self, setting: Setting, render_mode: str | None, actions: int) -> None:
        self.play = Play(setting)
        self.render_mode = check_mode(render_mode)
        self.metadata = {
            **METADATA,
            "name": f"zashiki_{setting.game.id.replace('-', '_')}_v0",
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(setting.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: Box(0.0, 1.0, (self.play.layout.size,), np.float32) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.play.begin(int(self._seeds.integers(SEEDS)))
        self.agents = self.possible_agents.copy()

    def _final_rewards(self, offender: int | None) -> list[float]:
        """The returns of the game; if somebody chose what is not legal, the lowest to him and nothing to others."""
        if offender is None:
            return list(self.play.returns())
        lowest = self.play.setting.facts.lowest_return
        return [lowest if seat == offender else 0.0 for seat in range(self.play.setting.seats)]

    def _render(self, seat: int) -> Any:
        if self.render_mode is None:
            logger.warn("render() needs a render_mode, given when the environment is made")
            return None
        return render(self.play.setting.game, self.play.state.view(seat), self.render_mode)


class OneByOne(_Agents, AECEnv[str, Any, Any]):  # type: ignore[misc]
    """The game as an agent-environment cycle."""

    def __init__(self, setting: Setting, render_mode: str | None) -> None:
        AECEnv.__init__(self)
        _Agents.__init__(self, setting, render_mode, setting.facts.actions)

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._next()

    def observe(self, agent: str) -> Any:
        return self.play.observation(self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat, chosen = self.possible_agents.index(agent), int(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if chosen not in self.play.state.legal(seat):
            self._end(offender=seat)
        else:
            self.play.choose(seat, chosen)
            if self.play.turn is None:
                self._end(offender=None)
            else:
                self._next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board as the agent sees it whose turn it is."""
        return self._render(self.possible_agents.index(self.agent_selection))

    def close(self) -> None:
        """Nothing is held open."""

    def _next(self) -> None:
        seat = self.play.turn
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]
        self.infos = {
            agent: {"action_mask": self.play.mask(number)}
            for number, agent in enumerate(self.possible_agents)
        }

    def _end(self, offender: int | None) -> None:
        self.rewards = dict(zip(self.agents, self._final_rewards(offender), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]


class Together(_Agents, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """The game as a parallel environment. The last action is to wait: all that an agent can do who is not asked."""

    def __init__(self, setting: Setting, render_mode: str | None) -> None:
        _Agents.__init__(self, setting, render_mode, setting.facts.actions + 1)
        self.wait = setting.facts.actions

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 there are none
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._begin(seed)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """What an agent gives who is not asked does not matter."""
        agents = self.agents
        asked = self.play.state.actors()
        choices = [(seat, int(actions[self.possible_agents[seat]])) for seat in asked]
        offender = next((seat for seat, action in choices if action not in self.play.state.legal(seat)), None)
        if offender is None:
            self.play.choose_together(choices)
        over = offender is not None or self.play.turn is None
        rewards = self._final_rewards(offender) if over else [0.0] * len(agents)
        observations, infos = self._observations(), self._infos()
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            infos,
        )

    def render(self) -> Any:
        """The board as the first agent sees it who is asked now."""
        return self._render(self.play.turn or 0)

    def close(self) -> None:
        """Nothing is held open."""

    def _observations(self) -> dict[str, Any]:
        return {agent: self.play.observation(seat) for seat, agent in enumerate(self.possible_agents)}

    def _infos(self) -> dict[str, Any]:
        asked = self.play.state.actors()
        infos = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.play.mask(seat, self.wait + 1)
            mask[self.wait] = seat not in asked
            infos[agent] = {"action_mask": mask}
        return infos
