"""PPO in self-play on the vector environment of any game, after CleanRL's recipe: one net plays every seat and learns from all.

    python examples/ppo.py shinobi --minutes 3 --out ppo-shinobi.json
    python examples/ppo.py samurai-spirit --seats 2 --option level=easy --minutes 3

It needs `zashiki[research]` and torch. Every so often the net has one seat against seats that choose at random; what it won is the curve.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from zashiki.bridges import vector

STEPS = 128
EPOCHS = 2
MINIBATCHES = 8
LAMBDA = 0.95
CLIP = 0.2
ENTROPY = 0.01
RATE = 5e-4
CHECK_EVERY = 10


class Net(nn.Module):
    """Policy and value over one body."""

    def __init__(self, numbers: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        for layer, gain in ((self.policy, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        body = self.body(seen)
        logits = self.policy(body).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(body).squeeze(-1)


class Rollout(NamedTuple):
    """What happened in STEPS steps of all games, one row a step."""

    seen: Tensor
    mask: Tensor
    action: Tensor
    chance: Tensor  # the logarithm of the probability with which it was chosen
    value: Tensor
    seat: np.ndarray
    alive: np.ndarray  # the row is a choice; where a game began anew it is not
    over: np.ndarray
    returns: np.ndarray


class Player:
    """The games in which the net plays every seat, and what is seen of them now."""

    def __init__(self, games: vector.Games, net: Net, device: str, seed: int) -> None:
        self.games, self.net, self.device = games, net, device
        self.seen, self.info = games.reset(seed=seed)
        self.over = np.zeros(games.num_envs, bool)

    def on_device(self, array: np.ndarray) -> Tensor:
        return torch.as_tensor(array, device=self.device)

    @torch.no_grad()
    def roll(self) -> Rollout:
        rows: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            seen, mask = self.on_device(self.seen), self.on_device(self.info["action_mask"])
            choices, value = self.net(seen, mask)
            action = choices.sample()
            seat, alive = self.info["seat"], ~self.over
            self.seen, _, self.over, _, self.info = self.games.step(action.cpu().numpy())
            rows.append((
                seen, mask, action, choices.log_prob(action), value, seat, alive, self.over, self.info["returns"],
            ))  # fmt: skip
        tensors, arrays = (
            zip(*(row[:5] for row in rows), strict=True),
            zip(*(row[5:] for row in rows), strict=True),
        )
        return Rollout(*(torch.stack(one) for one in tensors), *(np.stack(one) for one in arrays))

    def advantages(self, roll: Rollout) -> np.ndarray:
        """Generalised advantages, seat by seat: what follows a choice is the same seat's next one, or the end of the game."""
        games, seats = roll.returns.shape[1:]
        every = np.arange(games)
        value = roll.value.cpu().numpy()
        following = np.zeros((games, seats))  # the value of each seat's next choice
        for step in range(STEPS):  # beyond the last step each seat's latest value stands in for it
            following[every, roll.seat[step]] = value[step]
        following[roll.over[-1]] = 0.0
        reward, gained = np.zeros((games, seats)), np.zeros((games, seats))
        advantages = np.zeros((STEPS, games))
        for step in reversed(range(STEPS)):
            over, seat = roll.over[step], roll.seat[step]
            reward[over], following[over], gained[over] = roll.returns[step][over], 0.0, 0.0
            found = reward[every, seat] + following[every, seat] - value[step] + LAMBDA * gained[every, seat]
            advantages[step] = found
            here = every[roll.alive[step]]
            mine = seat[here]
            reward[here, mine], following[here, mine], gained[here, mine] = (
                0.0,
                value[step][here],
                found[here],
            )
        return advantages


def learn(player: Player, optimizer: torch.optim.Optimizer, roll: Rollout) -> None:
    net = player.net
    advantages = player.on_device(player.advantages(roll).astype(np.float32))
    kept = player.on_device(roll.alive).flatten().nonzero().squeeze(-1)
    seen, mask = roll.seen.flatten(0, 1), roll.mask.flatten(0, 1)
    action, chance, value = (one.flatten() for one in (roll.action, roll.chance, roll.value))
    gain = advantages.flatten()
    target = gain + value
    for _ in range(EPOCHS):
        for part in kept[torch.randperm(len(kept), device=kept.device)].chunk(MINIBATCHES):
            choices, worth = net(seen[part], mask[part])
            ratio = (choices.log_prob(action[part]) - chance[part]).exp()
            scaled = (gain[part] - gain[part].mean()) / (gain[part].std() + 1e-8)
            loss = -torch.min(ratio * scaled, ratio.clamp(1 - CLIP, 1 + CLIP) * scaled).mean()
            loss = loss + 0.5 * (worth - target[part]).square().mean() - ENTROPY * choices.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def check(games: vector.Games, net: Net | None, device: str, team: bool, seed: int) -> tuple[float, int]:
    """What the net's seat was worth on average, against seats that choose at random (a team: all seats are the net's), and in how many
    games; without a net every seat chooses at random."""
    random = np.random.default_rng(seed)
    own = np.arange(games.num_envs) % games.setting.seats
    seen, info = games.reset(seed=seed)
    first, worth = np.ones(games.num_envs, bool), np.zeros(games.num_envs)
    while first.any():
        mask = info["action_mask"]
        action = np.argmax(mask * random.uniform(0.1, 1.0, mask.shape), axis=1)
        if net is not None:
            mine = (info["seat"] == own) | team
            choices, _ = net(
                torch.as_tensor(seen[mine], device=device), torch.as_tensor(mask[mine], device=device)
            )
            action[mine] = choices.sample().cpu().numpy()
        seen, _, over, _, info = games.step(action)
        ended = over & first
        worth[ended] = info["returns"][np.arange(games.num_envs), own][ended]
        first &= ~over
    return float(worth.mean()), games.num_envs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--games", type=int, default=1024, help="at once")
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    options = dict(option.split("=", 1) for option in given.option)
    games = vector.make(given.game, given.games, given.seats, **options)
    checking = vector.make(given.game, 2000, given.seats, **options)
    team = given.game.replace("_", "-") == "samurai-spirit"
    net = Net(games.single_observation_space.shape[0], games.setting.facts.actions).to(device)
    optimizer = torch.optim.Adam(net.parameters(), RATE, eps=1e-5)
    player = Player(games, net, device, given.seed)
    chance, _ = check(checking, None, device, team, given.seed)
    curve: list[dict[str, float]] = []
    begun, update, decisions = time.monotonic(), 0, 0
    print(f"{given.game}: seats that choose at random are worth {chance:.3f}")
    while True:
        spent = time.monotonic() - begun
        if update % CHECK_EVERY == 0 or spent > 60 * given.minutes:
            worth, count = check(checking, net, device, team, given.seed + update)
            curve.append({"seconds": round(spent), "decisions": decisions, "worth": worth, "games": count})
            print(f"{spent:5.0f} s {decisions:>11,} decisions  worth {worth:.3f}", flush=True)
        if spent > 60 * given.minutes:
            break
        roll = player.roll()
        learn(player, optimizer, roll)
        decisions += int(roll.alive.sum())
        update += 1
    games.close()
    checking.close()
    if given.out:
        report = {
            "game": given.game, "seats": games.setting.seats, "options": options, "device": device,
            "seed": given.seed, "random": chance, "curve": curve,
        }  # fmt: skip
        given.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
