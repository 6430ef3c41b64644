"""Learning with numpy alone: the net by Adam, and what orders tell about clans as a table of weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from training.adam import Adam
from training.checkpoints import Arrays, chance_arrays, restore_chance
from zashiki.games.shinobi.bot.features import CLAN_WIDTH, TABLE_WIDTH, expand
from zashiki.games.shinobi.rules.traces import SIZE
from zashiki.search.belief import all_deals

ENCODED = 96
HIDDEN = 64
BATCH = 1024
DECAY = 1e-4
PREFIXES = 4  # moments of a game at which its clans are guessed


def new_weights(seed: int) -> dict[str, Any]:
    chance = np.random.default_rng(seed)

    def layer(inputs: int, outputs: int, scale: float) -> Any:
        return (chance.standard_normal((inputs, outputs)) * scale).astype(np.float32)

    return {
        "table": layer(TABLE_WIDTH, ENCODED, 0.2),
        "clan": layer(CLAN_WIDTH, ENCODED, 0.25),
        "clan_bias": np.zeros(ENCODED, np.float32),
        "mixed": layer(ENCODED, HIDDEN, (0.5 / ENCODED) ** 0.5),
        "hidden": layer(TABLE_WIDTH, HIDDEN, 0.2),
        "hidden_bias": np.zeros(HIDDEN, np.float32),
        "last": layer(HIDDEN, 1, (1 / HIDDEN) ** 0.5),
        "last_bias": np.full(1, -1.0, np.float32),
        "traces": np.zeros(SIZE + 1, np.float32),
    }


class Learner:
    def __init__(self, seed: int) -> None:
        self.weights = new_weights(seed)
        self._chance = np.random.default_rng(seed + 1)
        traces = {"traces": self.weights["traces"]}
        self._net = Adam({name: one for name, one in self.weights.items() if name != "traces"})
        self._traces = Adam(traces)

    def parts(self) -> dict[str, Arrays]:
        """All that it goes on from but what it learns from."""
        return {
            "weights": self.weights,
            "net adam": self._net.arrays(),
            "traces adam": self._traces.arrays(),
            "chance": chance_arrays(self._chance),
        }

    def restore(self, parts: dict[str, Arrays]) -> None:
        for name, weights in self.weights.items():
            weights[...] = parts["weights"][name]
        self._net.restore(parts["net adam"])
        self._traces.restore(parts["traces adam"])
        restore_chance(self._chance, parts["chance"])

    def learn(self, rows: Any, targets: Any, rate: float) -> float:
        """One step; rows are drawn anyhow. The loss."""
        picked = self._chance.integers(0, len(rows), BATCH)
        slopes, loss = self._slopes(rows[picked], targets[picked])
        self._net.step(slopes, rate, DECAY)
        return loss

    def _slopes(self, rows: Any, targets: Any) -> tuple[dict[str, Any], float]:
        weights = self.weights
        table, clans = expand(rows)
        seen = clans @ weights["clan"] + (table @ weights["table"] + weights["clan_bias"])[:, None]
        one = np.maximum(seen, 0)
        mixed = one.sum(1)
        two = np.maximum(mixed @ weights["mixed"] + table @ weights["hidden"] + weights["hidden_bias"], 0)
        chances = 1 / (1 + np.exp(-(two @ weights["last"])[:, 0] - weights["last_bias"][0]))
        wrong = ((chances - targets) / len(rows)).astype(np.float32)[:, None]
        slopes = {"last": two.T @ wrong, "last_bias": wrong.sum(0)}
        back_two = (wrong @ weights["last"].T) * (two > 0)
        slopes["mixed"], slopes["hidden"] = mixed.T @ back_two, table.T @ back_two
        slopes["hidden_bias"] = back_two.sum(0)
        back_one = (back_two @ weights["mixed"].T)[:, None] * (one > 0)
        slopes["clan"] = np.tensordot(clans, back_one, ((0, 1), (0, 1)))
        together = back_one.sum(1)
        slopes["table"], slopes["clan_bias"] = table.T @ together, together.sum(0)
        safe = np.clip(chances, 1e-6, 1 - 1e-6)
        loss = -np.mean(targets * np.log(safe) + (1 - targets) * np.log(1 - safe))
        return slopes, float(loss)

    def guess(self, games: list[Any], rate: float) -> float:
        """One step of the table of traces over games with the same number of seats. The loss is that of the whole deal, in bits of e."""
        table = self.weights["traces"]
        slope = np.zeros_like(table)
        loss, count = 0.0, 0
        for traces, seats, clans in games:
            deals = all_deals(len(clans), 5)
            for _ in range(PREFIXES):
                end = int(self._chance.integers(1, len(traces) + 1))
                told = np.zeros((len(clans), 5))
                np.add.at(told, seats[:end], table[traces[:end]])
                logs = sum(told[seat, deals[:, seat]] for seat in range(len(clans)))
                odds = np.exp(logs - logs.max())
                odds /= odds.sum()
                back = np.stack(
                    [np.bincount(deals[:, seat], odds, minlength=5) for seat in range(len(clans))]
                )
                loss -= float(np.log(odds[(deals == clans).all(1)][0] + 1e-12))
                back[np.arange(len(clans)), clans] -= 1
                np.add.at(slope, traces[:end], back[seats[:end]])
                count += 1
        slope[SIZE] = 0
        self._traces.step({"traces": (slope / count).astype(np.float32)}, rate, 1e-3)
        return loss / count
