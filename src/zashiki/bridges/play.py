"""A game that goes on by itself until somebody who is asked from outside has to choose: chance draws, bots play."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zashiki.bots import level_name, levels
from zashiki.bots.players import Players
from zashiki.bridges.setting import BadSetting, Setting
from zashiki.kernel.bots import RANDOM, Level, Memoryless
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, State
from zashiki.kernel.timeline import Entry, Timeline

Numbers = NDArray[np.float32]
Mask = NDArray[np.int8]


class Play:
    """One game after another with the same setting. `begin` starts one; the seats in `bots` are played by these levels."""

    state: State

    def __init__(self, setting: Setting, bots: Mapping[int, str] | None = None) -> None:
        self.setting = setting
        self._names = {seat: level_name(name) for seat, name in (bots or {}).items()}
        self._levels = _find_levels(setting, self._names)
        self._lean = all(isinstance(level, Memoryless) for level in self._levels.values())
        self._features, self.layout = setting.features()
        self._scratch = [0.0] * self.layout.size

    def begin(self, seed: int) -> None:
        """A new game; the same seed and the same choices give the same game."""
        self._chance = Random(seed)
        if self._lean:
            self.state = self.setting.start()
        else:
            self._timeline = Timeline(self.setting.record())
            self._players = Players(self._timeline, self._names, self._chance)
            self.state = self._timeline.state
        self._go_on()

    @property
    def turn(self) -> int | None:
        """Who is asked next; None when the game is over."""
        actors = self.state.actors()
        return actors[0] if actors else None

    def choose(self, seat: int, action: int) -> None:
        """Raises Refused for what is not legal."""
        self._make(seat, action)
        self._go_on()

    def choose_together(self, choices: list[tuple[int, int]]) -> None:
        """What several seats choose at the same moment."""
        for seat, action in choices:
            self._make(seat, action)
        self._go_on()

    def returns(self) -> tuple[float, ...]:
        """What the game is worth to each seat, once it is over."""
        result = self.state.result()
        return (0.0,) * self.setting.seats if result is None else result.returns

    def observation(self, seat: int) -> Numbers:
        self._features.write(self.state, seat, self._scratch)
        return np.array(self._scratch, np.float32)

    def mask(self, seat: int, size: int | None = None) -> Mask:
        """1 for each legal choice of the seat."""
        mask = np.zeros(size or self.setting.facts.actions, np.int8)
        mask[self.state.legal(seat)] = 1
        return mask

    def _make(self, seat: int, action: int) -> None:
        if self._lean:
            self.state.apply(seat, action)
        else:
            self._timeline.append(Entry(seat, action))

    def _go_on(self) -> None:
        while (seat := self._next_by_itself()) is not None:
            if self._lean:
                self.state.apply(seat, self._decide(seat))
            else:
                self._players.act(seat)

    def _next_by_itself(self) -> int | None:
        """Chance, or a bot that may choose now; None if somebody else has to."""
        for seat in self.state.actors():
            if seat == CHANCE or seat in self._levels:
                return seat
        return None

    def _decide(self, seat: int) -> int:
        if seat == CHANCE:
            return draw_outcome(self.state, self._chance)
        level = self._levels[seat]
        if level is RANDOM:
            legal = self.state.legal(seat)
            return legal[int(self._chance.random() * len(legal))]
        assert isinstance(level, Memoryless)
        return level.choose(self.state.view(seat), self._chance)


def _find_levels(setting: Setting, names: Mapping[int, str]) -> dict[int, Level]:
    known = levels(setting.game)
    for name in names.values():
        if name not in known:
            raise BadSetting(
                f"{setting.game.id} has no bots of the level {name!r}; there are {', '.join(known)}"
            )
    return {seat: known[name] for seat, name in names.items()}


def bots_around(setting: Setting, seat: int, opponents: Any) -> dict[int, str]:
    """A level for everybody but this seat: one name for all, or one for each in the order of their seats."""
    if seat not in range(setting.seats):
        raise BadSetting(f"there is no seat {seat} among {setting.seats}")
    others = [other for other in range(setting.seats) if other != seat]
    given = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
    if len(given) != len(others):
        raise BadSetting(f"{len(others)} others need as many levels, but there are {len(given)}")
    return dict(zip(others, given, strict=True))
