"""One seat against bots for Gymnasium: `gymnasium.make("zashiki/Shinobi-v0", seats=4, opponents="villager")` after
`import zashiki.bridges.gymnasium`.

What the agent may choose is in `info["action_mask"]` and `env.unwrapped.action_masks()`. An illegal choice ends the game with the
lowest return, and `info["refused"]` names the rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Discrete

from zashiki.bots import usual_level
from zashiki.bridges.pictures import METADATA, check_mode, render
from zashiki.bridges.play import Mask, Numbers, Play, bots_around
from zashiki.bridges.setting import Setting
from zashiki.kernel.contract import Game
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names

SEEDS: Final = 2**63


class OneSeat(gymnasium.Env[Numbers, Any]):
    """The agent has one seat; bots of any level have the others, or are its partners."""

    metadata = METADATA

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 0,
        opponents: str | Sequence[str] | None = None,
        render_mode: str | None = None,
        position: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        setting = Setting(game, seats, options, position)
        chosen = usual_level(setting.game) if opponents is None else opponents
        self.play = Play(setting, bots_around(setting, seat, chosen))
        self.seat = seat
        self.render_mode = check_mode(render_mode)
        self.observation_space = Box(0.0, 1.0, (self.play.layout.size,), np.float32)
        self.action_space = Discrete(setting.facts.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.play.begin(int(self.np_random.integers(SEEDS)))
        self._show()
        return self.play.observation(self.seat), self._info()

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        refusal = self.play.state.why_not(self.seat, int(action))
        if refusal is not None:
            reward, over = self.play.setting.facts.lowest_return, True
        else:
            self.play.choose(self.seat, int(action))
            over = self.play.turn is None
            reward = self.play.returns()[self.seat]
        self._show()
        info = self._info() if refusal is None else {**self._info(), "refused": refusal.rule}
        return self.play.observation(self.seat), reward, over, False, info

    def action_masks(self) -> Mask:
        """As the maskable agents of Stable-Baselines ask for it."""
        return self.play.mask(self.seat)

    def render(self) -> Any:
        """The board as the agent sees it."""
        if self.render_mode is None:
            logger.warn("render() needs a render_mode, given when the environment is made")
            return None
        return render(self.play.setting.game, self.play.state.view(self.seat), self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.play.mask(self.seat)}


def environment_id(game: Game) -> str:
    """What Gymnasium calls a game of ours: "zashiki/SevenRonin-v0"."""
    return f"zashiki/{''.join(part.capitalize() for part in game.id.split('-'))}-v0"


def register(game: Game) -> None:
    """Makes a game known to Gymnasium; importing this module does it for every game that is installed."""
    if environment_id(game) not in gymnasium.registry:
        gymnasium.register(
            environment_id(game), entry_point="zashiki.bridges.gymnasium:OneSeat", kwargs={"game": game.id}
        )


for _name in names():
    register(find_game(_name))
