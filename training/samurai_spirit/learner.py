"""Learning: a memory of positions on the device, AdamW, a moving average of the weights, and what is kept to go on later."""

from __future__ import annotations

import time
from collections import defaultdict, deque

import numpy as np
import torch
from torch.nn import functional

from training.checkpoints import Arrays, chance_arrays, restore_chance
from training.memory import memory_arrays, remembered, thinned
from training.samurai_spirit.torch_net import TorchNet

AVERAGE = 0.998
DECAY = 0.01
KEPT = 2**18
"""Positions of the memory that are kept in a file, where they take about 50 bytes each."""


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
        self._chance = np.random.default_rng(seed)
        self._memory: deque[tuple[torch.Tensor, torch.Tensor]] = deque(maxlen=memory)
        self._played: deque[int] = deque(maxlen=memory)  # positions of these iterations, some may be left out
        self.steps = 0

    def remember(self, rows: np.ndarray, targets: np.ndarray, played: int | None = None) -> None:
        """The positions of one iteration, or some of those that were played; the oldest are forgotten."""
        self._played.append(len(rows) if played is None else played)
        self._memory.append(
            (
                torch.from_numpy(np.array(rows)).to(self.device),
                torch.from_numpy(np.array(targets)).to(self.device),
            )
        )

    def learn(self, steps: int, batch: int, rate: float, seconds: float = 60.0) -> tuple[float, int]:
        """So many batches drawn evenly from the memory, fewer if time is up; the mean loss, and how many they were."""
        until = time.monotonic() + seconds
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        total = torch.zeros((), device=self.device)
        self.net.train()
        done = 0
        while done < steps and time.monotonic() < until:
            rows, targets = self._batch(batch)
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

    def _batch(self, batch: int) -> tuple[torch.Tensor, torch.Tensor]:
        shares = np.floor(np.array(self._played) / sum(self._played) * batch).astype(int)
        rows, targets = [], []
        for share, (table, ends) in zip(shares, self._memory, strict=True):
            if share:
                picked = torch.from_numpy(self._chance.integers(0, len(table), share)).to(self.device)
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

    def parts(self) -> dict[str, Arrays]:
        """All that it goes on from; of its memory as much as a file may hold."""
        memory = [
            (rows.cpu().numpy(), targets.cpu().numpy()) for rows, targets in thinned(self._memory, KEPT)
        ]
        return {
            "net": _arrays(self.net.state_dict()),
            "average": _arrays(self.average.state_dict()),
            "optimizer": {
                f"{number}.{name}": value.cpu().numpy()
                for number, moments in self._optimizer.state_dict()["state"].items()
                for name, value in moments.items()
            },
            "steps": {"done": np.array(self.steps)},
            "chance": chance_arrays(self._chance),
            "memory": memory_arrays(memory),
            "played": {"positions": np.array(self._played)},
        }

    def restore(self, parts: dict[str, Arrays]) -> None:
        self.net.load_state_dict(_tensors(parts["net"]))
        self.average.load_state_dict(_tensors(parts["average"]))
        moments: dict[int, dict[str, torch.Tensor]] = defaultdict(dict)
        for key, value in _tensors(parts["optimizer"]).items():
            number, _, name = key.partition(".")
            moments[int(number)][name] = value
        groups = self._optimizer.state_dict()["param_groups"]
        self._optimizer.load_state_dict({"state": moments, "param_groups": groups})
        self.steps = int(parts["steps"]["done"])
        restore_chance(self._chance, parts["chance"])
        played = parts["played"]["positions"].tolist()
        for (rows, targets), count in zip(remembered(parts["memory"]), played, strict=True):
            self.remember(rows, targets, count)


def _arrays(tensors: dict[str, torch.Tensor]) -> Arrays:
    return {name: value.cpu().numpy() for name, value in tensors.items()}


def _tensors(arrays: Arrays) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(value) for name, value in arrays.items()}
