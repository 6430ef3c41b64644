"""Learning with numpy alone: the net by Adam, and the quick judgement as a sum of what the pieces are worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from training.adam import Adam
from training.checkpoints import Arrays, chance_arrays, restore_chance
from zashiki.games.seven_ronin.bot.features import PLAIN_WIDTH, WIDTH, expand
from zashiki.games.seven_ronin.rules import facts
from zashiki.games.seven_ronin.rules.pieces import ROUNDS

HIDDEN = (128, 32)
BATCH = 256
DECAY = 1e-4
PLAIN_DECAY = 2e-4


def new_weights(seed: int) -> dict[str, Any]:
    chance = np.random.default_rng(seed)
    first, second = HIDDEN

    def layer(inputs: int, outputs: int, scale: float) -> Any:
        return (chance.standard_normal((inputs, outputs)) * scale).astype(np.float32)

    return {
        "first": layer(WIDTH, first, (2 / 40) ** 0.5 * 0.5),
        "first_bias": np.zeros(first, np.float32),
        "second": layer(first, second, (2 / first) ** 0.5),
        "second_bias": np.zeros(second, np.float32),
        "last": layer(second, 1, (1 / second) ** 0.5),
        "last_bias": np.zeros(1, np.float32),
        "plain": np.zeros(PLAIN_WIDTH, np.float32),
        "plain_slope": np.zeros(PLAIN_WIDTH, np.float32),
    }


class Learner:
    def __init__(self, seed: int) -> None:
        self.weights = new_weights(seed)
        self._chance = np.random.default_rng(seed + 1)
        self._adam = Adam(self.weights)

    def parts(self) -> dict[str, Arrays]:
        """All that it goes on from but what it learns from."""
        return {
            "weights": self.weights,
            "adam": self._adam.arrays(),
            "chance": chance_arrays(self._chance),
        }

    def restore(self, parts: dict[str, Arrays]) -> None:
        for name, weights in self.weights.items():
            weights[...] = parts["weights"][name]
        self._adam.restore(parts["adam"])
        restore_chance(self._chance, parts["chance"])

    def learn(self, rows: Any, targets: Any, passes: float, rate: float) -> float:
        """Goes through the positions so many times in any order; the mean loss of the last tenth."""
        steps = max(1, int(len(rows) * passes / BATCH))
        losses = []
        for step in range(steps):
            picked = self._chance.integers(0, len(rows), BATCH)
            slopes, loss = self._slopes(rows[picked], targets[picked])
            self._adam.step(slopes, rate * (1 - 0.8 * step / steps), DECAY)
            losses.append(loss)
        return float(np.mean(losses[-max(1, steps // 10) :]))

    def _slopes(self, rows: Any, targets: Any) -> tuple[dict[str, Any], float]:
        weights = self.weights
        seen = expand(rows)
        one = np.maximum(seen @ weights["first"] + weights["first_bias"], 0)
        two = np.maximum(one @ weights["second"] + weights["second_bias"], 0)
        logits = (two @ weights["last"])[:, 0] + weights["last_bias"][0]
        chances = 1 / (1 + np.exp(-logits))
        wrong = ((chances - targets) / len(rows)).astype(np.float32)[:, None]
        slopes = {"last": two.T @ wrong, "last_bias": wrong.sum(0)}
        back_two = (wrong @ weights["last"].T) * (two > 0)
        slopes["second"], slopes["second_bias"] = one.T @ back_two, back_two.sum(0)
        back_one = (back_two @ weights["second"].T) * (one > 0)
        slopes["first"], slopes["first_bias"] = seen.T @ back_one, back_one.sum(0)
        plain, plain_slope = self._plain_slopes(rows, seen, targets)
        slopes["plain"], slopes["plain_slope"] = plain, plain_slope
        return slopes, _loss(chances, targets)

    def _plain_slopes(self, rows: Any, seen: Any, targets: Any) -> tuple[Any, Any]:
        """The judgement: a sum over pieces, each with a worth that changes evenly from the first round to the last."""
        weights = self.weights
        pieces = seen[:, :PLAIN_WIDTH]
        late = ((rows[:, facts.ROUND] - 1) / np.float32(ROUNDS - 1)).astype(np.float32)
        logits = pieces @ weights["plain"] + late * (pieces @ weights["plain_slope"])
        wrong = ((1 / (1 + np.exp(-logits)) - targets) / len(rows)).astype(np.float32)
        return (
            wrong @ pieces + PLAIN_DECAY * weights["plain"],
            (wrong * late) @ pieces + PLAIN_DECAY * weights["plain_slope"],
        )


def _loss(chances: Any, targets: Any) -> float:
    chances = np.clip(chances, 1e-5, 1 - 1e-5)
    return float(-np.mean(targets * np.log(chances) + (1 - targets) * np.log(1 - chances)))
