"""Adam with numpy, for nets that are learned without torch."""

from __future__ import annotations

from typing import Any

import numpy as np


class Adam:
    def __init__(self, weights: dict[str, Any]) -> None:
        self.weights = weights
        self._mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self._square = {name: np.zeros_like(value) for name, value in weights.items()}
        self._steps = 0

    def step(self, slopes: dict[str, Any], rate: float, decay: float) -> None:
        self._steps += 1
        for name, slope in slopes.items():
            mean, square = self._mean[name], self._square[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            fair = mean / (1 - 0.9**self._steps)
            spread = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            value = self.weights[name]
            value -= rate * (fair / spread + decay * value)

    def arrays(self) -> dict[str, Any]:
        """Its moments by name, as they are kept in a file."""
        means = {f"mean.{name}": mean for name, mean in self._mean.items()}
        squares = {f"square.{name}": square for name, square in self._square.items()}
        return {"steps": np.array(self._steps), **means, **squares}

    def restore(self, stored: dict[str, Any]) -> None:
        self._steps = int(stored["steps"])
        for name in self.weights:
            self._mean[name][...] = stored[f"mean.{name}"]
            self._square[name][...] = stored[f"square.{name}"]
