"""Games that the learner plays against itself: one solved matrix a round gives both sides their plan, and the position its value."""

from __future__ import annotations

import gc
import math
from random import Random
from typing import Any, NamedTuple

import numpy as np

from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.bot.deployments import Deployments
from zashiki.games.seven_ronin.bot.net import Net
from zashiki.games.seven_ronin.bot.tactics import worth
from zashiki.games.seven_ronin.rules import facts
from zashiki.games.seven_ronin.rules.ahead import met
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, EDITIONS, PLANNING
from zashiki.games.seven_ronin.rules.rounds import WINNER
from zashiki.games.seven_ronin.rules.state import State
from zashiki.search.budget import Meter
from zashiki.search.double_oracle import Effort, search_plans

EFFORTS = {
    "light": Effort(plans=7, replies=12, fresh=3, against=3, joining=1, failures=2, most=10, rounds=160),
    "full": Effort(plans=8, replies=24, fresh=4, against=4, joining=1, failures=3, most=16, rounds=160),
}
"""How much is looked at for the plans of a round."""


class Lessons(NamedTuple):
    rows: list[bytes]
    targets: list[float]
    winner: int
    rounds: int


def play(net: Net, chance: Random, effort: Effort, whim: float, trace: float, edition: str = "") -> Lessons:
    """One game, of any edition unless it is named; each side deploys without thinking now and then."""
    state = GAME.start(edition=edition or chance.choices(EDITIONS, (2, 1, 1))[0])
    rows: list[bytes] = []
    values: list[float] = []
    while not state.end:
        planning = Deployments(state, net)
        found = search_plans(planning, effort, Meter(None, 100_000), chance)
        rows.append(facts.pack(state))
        values.append(found.solution.value)
        pair = [
            chance.choices(found.plans[side], found.mix(side).tolist())[0] for side in (ATTACKER, DEFENDER)
        ]
        for side in (ATTACKER, DEFENDER):
            if chance.random() < whim:
                pair[side] = planning.propose(side, chance)
        state = met(state, pair[ATTACKER], pair[DEFENDER], net.judgements)
    winner = WINNER[state.end]
    return Lessons(rows, _returns(values, float(winner == ATTACKER), trace), winner, len(rows))


def play_lot(weights: Any, seed: int, games: int, effort: Effort, whim: float, trace: float) -> list[Lessons]:
    """Some games by a process of its own."""
    gc.disable()  # positions have no cycles
    net, chance = Net(weights), Random(seed)
    return [play(net, chance, effort, whim, trace) for _ in range(games)]


def _returns(values: list[float], end: float, trace: float) -> list[float]:
    """Each position learns from its own solved matrix, from those after it, and from the end, the latter the less the farther off they are."""
    targets, following = [], end
    for value in reversed(values):
        following = (1 - trace) * value + trace * following
        targets.append(following)
    return targets[::-1]


def guesses(number: int, chance: Random) -> tuple[Any, Any]:
    """To begin with: positions of games without thinking, and what the villager takes them to be worth."""
    rows: list[bytes] = []
    targets: list[float] = []
    while len(rows) < number:
        state = GAME.start(edition=chance.choice(EDITIONS))
        while not state.end:
            _deploy_anyhow(state, chance)
            state = _fight_anyhow(state, chance)
            if state.end:
                break
            rows.append(facts.pack(state))
            targets.append(1 / (1 + math.exp(-(worth(state) + 25) / 5)))
    return np.frombuffer(b"".join(rows), np.uint8).reshape(-1, facts.ROW), np.array(targets, np.float32)


def _deploy_anyhow(state: State, chance: Random) -> None:
    planning = Deployments(state, None)  # type: ignore[arg-type]  # proposals need no net
    for side in (ATTACKER, DEFENDER):
        plan = planning.propose(side, chance)
        steps = (
            [place for place in range(11) for _ in range(plan[place])]
            if side == ATTACKER
            else [12 + 11 * ronin + plan[ronin] for ronin in range(7) if state.waiting >> ronin & 1]
        )
        for step in steps:
            state.apply(side, step)
        state.apply(side, 11)


def _fight_anyhow(state: State, chance: Random) -> State:
    number = state.round
    while state.acting and state.phase != PLANNING and state.round == number:
        seat = state.acting[0]
        legal = state.legal(seat)
        state.apply(seat, legal[0] if chance.random() < 0.1 else chance.choice(legal))
    return state
