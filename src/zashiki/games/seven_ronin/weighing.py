"""What fights and plans are worth to the master: fights searched, plans weighed against the other side's best mix, positions valued by its net."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

import numpy as np

from zashiki.games.seven_ronin.bot.deployments import Deployments
from zashiki.games.seven_ronin.bot.fights import Fight
from zashiki.games.seven_ronin.bot.plans import Plan
from zashiki.games.seven_ronin.bot.searching import SHORT, master_net, steps_of
from zashiki.games.seven_ronin.rules.actions import DEPLOY
from zashiki.games.seven_ronin.rules.ahead import settled
from zashiki.games.seven_ronin.rules.pieces import ATTACKER
from zashiki.games.seven_ronin.rules.state import State
from zashiki.search.budget import Meter, without_collector
from zashiki.search.double_oracle import Effort, search_plans
from zashiki.search.own_turn import search_turn

PLAN_NODES: Final = 4000
"""Pairs of plans that are looked at for one decision."""


class Weighed(NamedTuple):
    """Plans of one side: what each is worth against the other side's best mix, its share in the own best mix, and what a given plan is worth."""

    plans: list[Plan]
    values: list[float]
    shares: list[float]
    made: float


def chance_to_win(state: State, seat: int) -> float:
    """Of one side, in a fight, at the beginning of a round or at the end of the game."""
    net = master_net()
    attackers = float(net.reached(settled([state], net.judgements))[0])
    return attackers if seat == ATTACKER else 1 - attackers


def fight_values(state: State, seat: int, nodes: int) -> dict[int, float]:
    """What each choice of a fight is worth, with all orders of the own choices after it as far as so many positions go."""
    with without_collector():
        return search_turn(
            Fight(master_net(), seat, state.round), state, Meter(None, nodes), nodes, nodes
        ).values


def weigh(state: State, seat: int, made: Plan, chance: Random) -> Weighed:
    """The plans that hold against each other in a search, and the one that was made: its choices from this state on."""
    planning = Deployments(state, master_net())
    with without_collector():
        found = search_plans(planning, Effort(*SHORT[:7]), Meter(None, PLAN_NODES), chance)
        against = found.mix(1 - seat)
        whole, others = _whole_plan(state, seat, made), found.plans[1 - seat]
        pairs = [(whole, other) if seat == ATTACKER else (other, whole) for other in others]
        replied = planning.payoffs(pairs)
    payoffs = found.payoffs if seat == ATTACKER else 1 - found.payoffs.T
    after = float(np.asarray(replied if seat == ATTACKER else 1 - replied) @ against)
    steps = [steps_of(state, seat, plan) for plan in found.plans[seat]]
    return Weighed(steps, (payoffs @ against).tolist(), found.mix(seat).tolist(), after)


def _whole_plan(state: State, seat: int, made: Plan) -> bytes:
    """With the markers that lie already."""
    if seat == ATTACKER:
        return bytes(lying + made.count(place) for place, lying in enumerate(state.plan))
    places = list(state.place)
    for action in made:
        ronin, place = divmod(action - DEPLOY, 11)
        places[ronin] = place
    return bytes(places)
