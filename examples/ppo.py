"""PPO in self-play on the vector environment of any game, after CleanRL's recipe: one net plays every seat and learns from all.

    python examples/ppo.py shinobi --steps 6e6 --out ppo-shinobi.json
    python examples/ppo.py samurai-spirit --seats 2 --option level=easy --progress --steps 6e6

It needs `zashiki[research]` and torch; one core is enough. Every so often the net has one seat against seats that choose at random, and less
often one among villagers; what it won is the curve. Where all seats win together, the net has all of them.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from zashiki.bridges import vector
from zashiki.bridges.play import Play
from zashiki.bridges.setting import Setting

STEPS = 128
EPOCHS = 2
MINIBATCHES = 16
LAMBDA = 0.95
CLIP = 0.2
ENTROPY = 0.01
RATE = 5e-4
CHECKS = 24
"""How often the net is measured on its way."""
VILLAGER_CHECKS = 2
"""How often among villagers, who take their time."""
TEAMS = {"samurai-spirit"}
"""Games in which all seats win together."""
PROGRESS = {
    "samurai-spirit": {
        "round": (0.0, 0.0, 0.3, 0.6),  # the first: before the first player is known
        "stacks": (-0.6, 0.0, 0.0),  # Raiders that have yet to come, as a share of all cards
        "families": (0.05, 0.05, 0.05),
    }
}
"""How far a game has come, as weights of what every seat sees. With --progress each step pays what it adds to this, to all seats."""
PAID = 1 / 8
"""For so much of the way progress pays, less and less; from then on only the end of a game does."""


class Choices:
    """What may be chosen, and how likely it is. torch's Categorical takes several times as long where most logits are masked."""

    def __init__(self, logits: Tensor) -> None:
        self.logarithms, self.chances = logits.log_softmax(-1), logits.softmax(-1)

    def sample(self) -> Tensor:
        heaped = self.chances.double().cumsum(-1)  # doubles: a draw of floats stays below their sum
        drawn = torch.rand(len(heaped), 1, device=heaped.device) * heaped[:, -1:]
        return (heaped <= drawn).sum(-1)

    def log_prob(self, action: Tensor) -> Tensor:
        return self.logarithms.gather(-1, action[:, None]).squeeze(-1)

    def entropy(self) -> Tensor:
        return -(self.chances * self.logarithms).sum(-1)


class Net(nn.Module):
    """Policy and value over one body."""

    def __init__(self, numbers: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        for layer, gain in ((self.policy, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Choices, Tensor]:
        body = self.body(seen)
        logits = self.policy(body).masked_fill(mask == 0, -1e9)
        return Choices(logits), self.value(body).squeeze(-1)


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
    progress: np.ndarray  # that the step made


class Player:
    """The games in which the net plays every seat, and what is seen of them now."""

    def __init__(self, games: vector.Games, net: Net, device: str, seed: int, progress: np.ndarray) -> None:
        self.games, self.net, self.device, self.progress = games, net, device, progress
        self.seen, self.info = games.reset(seed=seed)
        self.over = np.zeros(games.num_envs, bool)
        self.paid = 1.0

    def on_device(self, array: np.ndarray) -> Tensor:
        return torch.as_tensor(array, device=self.device)

    @torch.no_grad()
    def roll(self) -> Rollout:
        rows: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            seen, mask = self.on_device(self.seen), self.on_device(self.info["action_mask"])
            choices, value = self.net(seen, mask)
            action = choices.sample()
            seat, alive, before = self.info["seat"], ~self.over, self.seen @ self.progress
            self.seen, _, self.over, _, self.info = self.games.step(action.cpu().numpy())
            rows.append((
                seen, mask, action, choices.log_prob(action), value, seat, alive, self.over, self.info["returns"],
                (self.seen @ self.progress - before) * alive * self.paid,
            ))  # fmt: skip
        columns = zip(*rows, strict=True)
        return Rollout._make(
            torch.stack(one) if torch.is_tensor(one[0]) else np.stack(one) for one in columns
        )

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
            reward += roll.progress[step][:, None]
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


def learn(player: Player, optimizer: torch.optim.Optimizer, roll: Rollout, entropy: float) -> None:
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
            loss = loss + 0.5 * (worth - target[part]).square().mean() - entropy * choices.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


Chooser = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""Observations and masks give choices."""


def at_random(seed: int) -> Chooser:
    random = np.random.default_rng(seed)
    return lambda _, mask: np.argmax(mask * random.uniform(0.1, 1.0, mask.shape), axis=1)


def by_net(net: Net, device: str) -> Chooser:
    @torch.no_grad()
    def choose(seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        choices, _ = net(torch.as_tensor(seen, device=device), torch.as_tensor(mask, device=device))
        return choices.sample().cpu().numpy()  # type: ignore[no-any-return]

    return choose


def played(games: vector.Games, own: np.ndarray, mine: Chooser, others: Chooser, seed: int) -> np.ndarray:
    """What one game in each row was worth to its own seat."""
    seen, info = games.reset(seed=seed)
    first, worth = np.ones(games.num_envs, bool), np.zeros(games.num_envs)
    while first.any():
        mask, here = info["action_mask"], info["seat"] == own
        action = others(seen, mask)
        action[here] = mine(seen[here], mask[here])
        seen, _, over, _, info = games.step(action)
        ended = over & first
        worth[ended] = info["returns"][np.arange(games.num_envs), own][ended]
        first &= ~over
    return worth


class Measure:
    """What the net is worth in a seat: among seats that choose at random (a team: among its own), and among villagers."""

    def __init__(
        self, make: Callable[..., vector.Games], team: bool, games: int, villager_games: int
    ) -> None:
        self.team, self.games, self.villager_games = team, make(games), villager_games
        seats = self.games.setting.seats
        self.own = np.arange(games) % seats
        each = 0 if team else villager_games // seats
        self.among_villagers = [make(each, seat=seat, opponents="villager") for seat in range(seats) if each]

    def without_net(self, seed: int) -> dict[str, float]:
        """What a seat is worth when all choose at random; to a team also when villagers have all seats (else a seat among equals gets
        what it gets by chance)."""
        found = {
            "random": float(played(self.games, self.own, at_random(seed), at_random(seed + 1), seed).mean())
        }
        if self.team and self.villager_games:
            setting = self.games.setting
            play = Play(setting, dict.fromkeys(range(setting.seats), "villager"))
            worth = 0.0
            for number in range(self.villager_games):
                play.begin(1000 * seed + number)
                worth += play.returns()[0]
            found["villagers"] = worth / self.villager_games
        return found

    def among_random(self, net: Chooser, seed: int) -> float:
        others = net if self.team else at_random(seed)
        return float(played(self.games, self.own, net, others, seed).mean())

    def with_villagers(self, net: Chooser, seed: int) -> float:
        """The net has each seat in turn."""
        found = [
            played(games, np.full(games.num_envs, seat), net, net, seed)
            for seat, games in enumerate(self.among_villagers)
        ]
        return float(np.concatenate(found).mean())

    def close(self) -> None:
        for games in (self.games, *self.among_villagers):
            games.close()


def progress_weights(setting: Setting, game: str) -> np.ndarray:
    """One weight for each number of an observation."""
    _, layout = setting.features()
    weights = np.zeros(layout.size, np.float32)
    for piece, values in PROGRESS.get(game, {}).items():
        weights[layout.span(piece)] = values
    return weights


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--games", type=int, default=128, help="at once")
    parser.add_argument("--steps", type=float, default=1e6, help="of all games together")
    parser.add_argument("--progress", action="store_true", help="pay for how far a game has come, too")
    parser.add_argument(
        "--entropy", type=float, default=ENTROPY, help=f"its weight at first; it comes to {ENTROPY}"
    )
    parser.add_argument("--checked", type=int, default=1000, help="games of each measurement")
    parser.add_argument("--villagers", type=int, default=0, help="games of each measurement with villagers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def due(update: int, updates: int, times: int) -> bool:
    """Whether this update is one of so many moments, evenly spread; the first and the last are."""
    return update * times // updates != (update - 1) * times // updates


def train(
    player: Player, measure: Measure, updates: int, entropy: float, seed: int
) -> Iterator[dict[str, float]]:
    """The curve: what the net was worth after so many decisions and so many seconds of processor time, without those of measuring."""
    optimizer = torch.optim.Adam(player.net.parameters(), RATE, eps=1e-5)
    chooser = by_net(player.net, player.device)
    seconds, decisions = 0.0, 0
    for update in range(updates + 1):
        if due(update, updates, CHECKS):
            point: dict[str, float] = {"seconds": round(seconds), "decisions": decisions}
            point["worth"] = measure.among_random(chooser, seed + update)
            if measure.among_villagers and due(update, updates, VILLAGER_CHECKS):
                point["with_villagers"] = measure.with_villagers(chooser, seed + update)
            yield point
        if update < updates:
            begun, way = time.process_time(), update / updates
            optimizer.param_groups[0]["lr"] = RATE * (1 - way)
            player.paid = max(0.0, 1 - way / PAID)
            roll = player.roll()
            learn(player, optimizer, roll, ENTROPY + (entropy - ENTROPY) * (1 - way))
            decisions += int(roll.alive.sum())
            seconds += time.process_time() - begun


def main() -> None:
    given = arguments()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    name = given.game.replace("_", "-")
    options = dict(option.split("=", 1) for option in given.option)

    def make(count: int, **more: Any) -> vector.Games:
        return vector.make(name, count, given.seats, workers=0, **more, **options)

    games = make(given.games)
    measure = Measure(make, name in TEAMS, given.checked, given.villagers)
    report: dict[str, Any] = {
        "game": name, "seats": games.setting.seats, "options": options, "progress": given.progress, "entropy": given.entropy, "device": device, "seed": given.seed,
        "checked": given.checked, "villager_games": given.villagers, **measure.without_net(given.seed),
    }  # fmt: skip
    print(report, flush=True)
    progress = progress_weights(games.setting, name if given.progress else "")
    net = Net(len(progress), games.setting.facts.actions).to(device)
    player = Player(games, net, device, given.seed, progress)
    updates = max(1, round(given.steps / (given.games * STEPS)))
    report |= {"steps": updates * given.games * STEPS, "curve": []}
    for point in train(player, measure, updates, given.entropy, given.seed):
        print(point, flush=True)
        report["curve"].append(point)
        if given.out:  # after each point, so that a run may be stopped
            given.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    games.close()
    measure.close()


if __name__ == "__main__":
    main()
