"""Plans of the villager: sampled for both sides, weighed against each other, one chosen."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from zashiki.games.seven_ronin.bot.tactics import AREA_WORTH, play_out, worth
from zashiki.games.seven_ronin.rules.actions import BITS, DEPLOY, READY
from zashiki.games.seven_ronin.rules.deploying import open_places, put_ninja, put_ronin
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, GREEN, TASUKE
from zashiki.games.seven_ronin.rules.planning import reveal
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.view import RoninGameView

PLANS: Final = 12
"""Plans weighed for each side."""
KEPT: Final = 4
"""The heaviest of them, which stay when the others give way to variations."""
VARIATIONS: Final = 3
"""How often that is done."""
PAIRS: Final = PLANS * PLANS * (VARIATIONS + 1)
FEW_PLANS: Final = 9
"""Plans sampled for each side by who decides anew at every marker."""

Plan = list[int]
"""The actions that make up a side's deployment, "ready" left out."""


class Chosen(NamedTuple):
    """A plan, and how likely each first step was."""

    plan: Plan
    policy: dict[int, float]


def choose_plan(state: State, seat: int, chance: Random) -> Chosen:
    """One of the plans that hold best against those of the other side, each as often as it does."""
    plans, weights = weighed_plans(state, seat, chance)
    plan = chance.choices(plans, weights)[0]
    return Chosen(plan, _policy(plans, weights))


def weighed_plans(state: State, seat: int, chance: Random) -> tuple[list[Plan], list[float]]:
    """Plans of a side and how often it would choose each. `PAIRS` fights are looked at."""
    plans = _sample_both(state, PLANS, chance)
    weights = _weigh(state, plans)
    for _ in range(VARIATIONS):
        plans = [vary(state, side, plans[side], weights[side], chance) for side in (ATTACKER, DEFENDER)]
        weights = _weigh(state, plans)
    return plans[seat], weights[seat]


def choose_step(state: State, seat: int, chance: Random) -> int:
    """The next step of a plan that is chosen among a few and then forgotten."""
    plans = _sample_both(state, FEW_PLANS, chance)
    return first_step(chance.choices(plans[seat], _weigh(state, plans)[seat])[0])


def first_step(plan: Plan) -> int:
    return plan[0] if plan else READY


def markers(view: RoninGameView) -> Plan:
    """The markers of this side that lie already, as the actions that put them there."""
    if view.attack is not None:
        return [place for place, number in enumerate(view.attack.ninja) for _ in range(number)]
    if view.defence is not None:
        goals = enumerate(view.defence.ronin)
        return [DEPLOY + 11 * ronin + goal for ronin, goal in goals if goal is not None]
    return []


def _policy(plans: list[Plan], weights: list[float]) -> dict[int, float]:
    policy: dict[int, float] = {}
    for plan, weight in zip(plans, weights, strict=True):
        step = first_step(plan)
        policy[step] = policy.get(step, 0.0) + weight / sum(weights)
    return policy


def _sample_both(state: State, number: int, chance: Random) -> list[list[Plan]]:
    return [[sample(state, side, chance) for _ in range(number)] for side in (ATTACKER, DEFENDER)]


def _weigh(state: State, plans: list[list[Plan]]) -> tuple[list[float], list[float]]:
    """How often each side would choose each of its plans."""
    return balance(
        [[worth(fought(state, attack, defence)) for defence in plans[DEFENDER]] for attack in plans[ATTACKER]]
    )


def vary(state: State, seat: int, plans: list[Plan], weights: list[float], chance: Random) -> list[Plan]:
    """The heaviest plans, and variations: some markers of a plan stay, the rest is sampled again."""
    by_weight = sorted(range(len(plans)), key=lambda number: -weights[number])
    varied = [plans[number] for number in by_weight[:KEPT]]
    for plan in chance.choices(plans, weights, k=len(plans) - KEPT):
        share = chance.random()
        stay = [action for action in plan if chance.random() < share]
        twin = state.copy()
        put(twin, stay)
        varied.append(stay + sample(twin, seat, chance))
    return varied


def put(state: State, plan: Plan) -> None:
    for action in plan:
        if action < READY:
            put_ninja(state, action)
        else:
            put_ronin(state, action)


def sample(state: State, seat: int, chance: Random) -> Plan:
    return sample_attack(state, chance) if seat == ATTACKER else sample_defence(state, chance)


def sample_attack(state: State, chance: Random) -> Plan:
    """A plausible attack: a few areas, filled, the Green more often than not while rounds are left."""
    twin = state.copy()
    plan: Plan = []
    eager = chance.random() * 0.5 + 0.5
    weights = [
        0.3 + AREA_WORTH[area] * chance.random() * (1.6 if twin.attacked >> area & 1 else 1)
        for area in range(10)
    ]
    weights.append(1.2 if state.round < 7 else 0.02)
    while True:
        places = twin.offered
        if places >> READY & 1 and (places == 1 << READY or chance.random() > eager**0.35):
            return plan
        spots = BITS[places & ((1 << READY) - 1)]
        place = chance.choices(
            spots, [weights[spot] + (2.5 if twin.attacked >> spot & 1 else 0) for spot in spots]
        )[0]
        put_ninja(twin, place)
        plan.append(place)


def sample_defence(state: State, chance: Random) -> Plan:
    """A plausible defence: the strong where ninja are, nobody without a reason on the Green."""
    twin = state.copy()
    plan: Plan = []
    waiting = list(BITS[twin.waiting])
    chance.shuffle(waiting)
    for ronin in waiting:
        spots = BITS[open_places(twin, ronin)]
        place = chance.choices(spots, [_post_appeal(twin, ronin, spot) for spot in spots])[0]
        action = DEPLOY + 11 * ronin + place
        put_ronin(twin, action)
        plan.append(action)
    return plan


def _post_appeal(state: State, ronin: int, place: int) -> float:
    """How much it draws a ronin to a place."""
    if place == GREEN:
        return 0.6 * state.ninja[GREEN]
    ninja = state.ninja[place]
    room = state.village.vitality[ronin] - state.wounds[ronin]
    appeal = 0.5 + AREA_WORTH[place]
    if ninja:
        appeal += 2.5 if room > ninja else 0.5
    if ronin == TASUKE and state.taken >> place & 1:
        appeal *= 0.5
    return appeal


def fought(state: State, attack: Plan, defence: Plan) -> State:
    """The end of the round if these two plans meet and both sides fight on as it seems best at a glance."""
    twin = state.copy()
    put(twin, attack)
    put(twin, defence)
    reveal(twin)
    play_out(twin)
    return twin


def balance(values: list[list[float]]) -> tuple[list[float], list[float]]:
    """Average strategies of both sides after a few rounds of regret matching on the sampled plans."""
    rows, columns = len(values), len(values[0])
    regrets = [0.0] * rows, [0.0] * columns
    sums = [1e-9] * rows, [1e-9] * columns
    for turn in range(60):
        attack, defence = _matched(regrets[ATTACKER]), _matched(regrets[DEFENDER])
        by_row = [sum(value * chance for value, chance in zip(row, defence, strict=True)) for row in values]
        by_column = [
            sum(values[row][column] * attack[row] for row in range(rows)) for column in range(columns)
        ]
        level = sum(value * chance for value, chance in zip(by_row, attack, strict=True))
        for row in range(rows):
            regrets[ATTACKER][row] += by_row[row] - level
            sums[ATTACKER][row] += attack[row] * turn
        for column in range(columns):
            regrets[DEFENDER][column] += level - by_column[column]
            sums[DEFENDER][column] += defence[column] * turn
    return sums


def _matched(regrets: list[float]) -> list[float]:
    positive = [max(0.0, regret) for regret in regrets]
    total = sum(positive)
    return [regret / total for regret in positive] if total else [1 / len(regrets)] * len(regrets)
