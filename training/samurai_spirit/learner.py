"""Learning: a memory of positions on the device, AdamW, a moving average of the weights, and what is kept to go on later."""

from __future__ import annotations

import json
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from training.samurai_spirit.torch_net import TorchNet

AVERAGE = 0.998
DECAY = 0.01


class Learner:
    def __init__(self, device: str, seed: int, memory: int) -> None:
        torch.manual_seed(seed)
        if device == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        self.device = device
        self.net = TorchNet().to(device)
        self.average = TorchNet().to(device)
        self.average.load_state_dict(self.net.state_dict())
        self._optimizer = torch.optim.AdamW(self.net.parameters(), lr=1e-3, weight_decay=DECAY)
        self._memory: deque[tuple[torch.Tensor, torch.Tensor]] = deque(maxlen=memory)
        self.steps = 0

    def remember(self, rows: np.ndarray, targets: np.ndarray) -> None:
        """The positions of one iteration; the oldest are forgotten."""
        self._memory.append(
            (
                torch.from_numpy(np.array(rows)).to(self.device),
                torch.from_numpy(np.array(targets)).to(self.device),
            )
        )

    def remembered(self) -> int:
        return sum(len(rows) for rows, _ in self._memory)

    def learn(self, steps: int, batch: int, rate: float, seconds: float = 60.0) -> tuple[float, int]:
        """So many batches drawn evenly from the memory, fewer if time is up; the mean loss, and how many they were."""
        until = time.monotonic() + seconds
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        sizes = np.array([len(rows) for rows, _ in self._memory])
        total = torch.zeros((), device=self.device)
        self.net.train()
        done = 0
        while done < steps and time.monotonic() < until:
            rows, targets = self._batch(sizes, batch)
            loss = functional.cross_entropy(self.net(rows), targets)
            self._optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            self._optimizer.step()
            total += loss.detach()
            self.steps += 1
            self._follow()
            done += 1
            if done % 50 == 0:
                total.item()  # waits for the device, so that the clock tells the truth
        return float(total) / max(1, done), done

    def _batch(self, sizes: np.ndarray, batch: int) -> tuple[torch.Tensor, torch.Tensor]:
        shares = np.floor(sizes / sizes.sum() * batch).astype(int)
        rows, targets = [], []
        for share, (table, ends) in zip(shares, self._memory, strict=True):
            if share:
                picked = torch.randint(len(table), (int(share),), device=self.device)
                rows.append(table[picked])
                targets.append(ends[picked])
        return torch.cat(rows), torch.cat(targets).float()

    @torch.no_grad()
    def _follow(self) -> None:
        keep = min(AVERAGE, 1 - 1 / (self.steps + 1))
        mine = list(self.average.state_dict().values())
        new = list(self.net.state_dict().values())
        torch._foreach_lerp_(mine, new, 1 - keep)

    def weights(self) -> dict[str, np.ndarray]:
        """The averaged weights, which play."""
        return self.average.weights()

    def save(self, folder: Path, progress: dict[str, Any]) -> None:
        """`state.pt` to go on, `net.npz` to play, `progress.json` with the curves."""
        folder.mkdir(parents=True, exist_ok=True)
        stored = {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "steps": self.steps,
        }
        fresh = folder / "state.pt.new"
        torch.save(stored, fresh)
        fresh.replace(folder / "state.pt")
        save_weights(folder / "net.npz", self.weights(), progress)
        (folder / "progress.json").write_text(json.dumps(progress, indent=1), encoding="utf-8")

    def load(self, folder: Path) -> None:
        stored = torch.load(folder / "state.pt", map_location=self.device, weights_only=True)
        self.net.load_state_dict(stored["net"])
        self.average.load_state_dict(stored["average"])
        self._optimizer.load_state_dict(stored["optimizer"])
        self.steps = stored["steps"]


def save_weights(path: Path, weights: dict[str, np.ndarray], recipe: dict[str, Any]) -> None:
    """The net as players read it, in half precision, with how it was made."""
    halves = {name: array.astype(np.float16) for name, array in weights.items()}
    np.savez_compressed(path, recipe=np.array(json.dumps(recipe)), **halves)
