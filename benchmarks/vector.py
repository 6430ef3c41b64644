"""How many decisions a second the vector environments make on all cores, beside OpenSpiel's hanabi driven choice by choice.

By the clock, and by the processor time that one core needs for its share of the games: the second does not depend on what else the machine
does.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

import numpy as np

from benchmarks.speed import PAIRS, Pair, has_rivals, rival_contestant
from zashiki.bridges import vector
from zashiki.kernel.registry import compiled

GAMES_AT_ONCE: Final = 2048
ROUNDS: Final = 5


def measure(games: list[str], seconds: float, seed: int) -> list[dict[str, Any]]:
    pairs = {pair.game: pair for pair in reversed(PAIRS) if pair.game in games}
    return [_compare(pairs[name], seconds / ROUNDS, seed) for name in games]


def _compare(pair: Pair, seconds: float, seed: int) -> dict[str, Any]:
    """Each side in turns, so that a busy moment of the machine weighs on all."""
    sides: dict[str, Callable[[], float]] = {}
    size = processes = 0
    with ExitStack() as opened:
        for ending, observe in (("", True), ("_unobserved", False)):
            games = opened.enter_context(closing(_make(pair, observe)))
            size = max(size, int(np.prod(games.single_observation_space.shape or ())))
            processes = games.processes
            share = opened.enter_context(closing(_make(pair, observe, processes)))
            sides[f"decisions_per_second{ending}"] = partial(step_rate, games, seconds, seed)
            sides[f"decisions_per_processor_second{ending}"] = partial(
                step_rate, share, seconds, seed, process_time
            )
        if has_rivals():
            sides["rival_choices_per_second"] = _rival_rate(pair, seconds, seed)
        rounds = [{name: rate() for name, rate in sides.items()} for _ in range(ROUNDS)]
    figures: dict[str, Any] = {
        "game": pair.game, "seats": pair.seats, "rules": compiled()[pair.game], "games_at_once": GAMES_AT_ONCE,
        "processes": processes, "observation": size,
    }  # fmt: skip
    for name in sides:
        rates = sorted(one[name] for one in rounds)
        figures[name] = round(median(rates))
        figures[f"{name}_spread"] = [round(rates[0]), round(rates[-1])]
    if has_rivals():
        figures["rival"] = f"OpenSpiel {pair.rival} ({pair.rival_seats})"
        figures["ratio"] = round(
            median(one["decisions_per_second"] / one["rival_choices_per_second"] for one in rounds), 2
        )
    return figures


def _make(pair: Pair, observe: bool, shares: int = 0) -> vector.Games:
    """All games in processes of their own, or one of so many equal shares of them in this one."""
    count, workers = (GAMES_AT_ONCE // shares, 0) if shares else (GAMES_AT_ONCE, None)
    return vector.make(
        pair.game, count, pair.seats, workers=workers, copy=False, observe=observe, **pair.options
    )


def step_rate(
    games: vector.Games, seconds: float, seed: int, clock: Callable[[], float] = perf_counter
) -> float:
    """Choices at random by the mask; the time of `step` alone."""
    random = np.random.default_rng(seed)
    noise = random.uniform(0.1, 1.0, (games.num_envs, games.setting.facts.actions)).astype(np.float32)
    _, info = games.reset(seed=seed)
    spent, steps = 0.0, 0
    while spent < seconds:
        actions = np.argmax(info["action_mask"] * noise, axis=1)
        noise = np.roll(noise, 1, axis=0)
        begun = clock()
        *_, info = games.step(actions)
        spent += clock() - begun
        steps += games.num_envs
    return steps / spent


def _rival_rate(pair: Pair, seconds: float, seed: int) -> Callable[[], float]:
    play, chance = rival_contestant(pair.rival, pair.rival_seats).play, Random(seed)

    def rate() -> float:
        choices, begun = 0, perf_counter()
        while (spent := perf_counter() - begun) < seconds:
            choices += play(chance).choices
        return choices / spent

    return rate
