"""Whole plans of both sides for the search: proposed, changed by one marker, weighed against each other.

A plan is a row of bytes: of the Attacker the number of ninja for each place, of the Defender the place of each ronin.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np

from zashiki.games.seven_ronin.bot.net import Net
from zashiki.games.seven_ronin.bot.plans import PAIRS, sample, weighed_plans
from zashiki.games.seven_ronin.rules.actions import BITS, DEPLOY
from zashiki.games.seven_ronin.rules.ahead import outcomes
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, GREEN, GREEN_BIT, TASUKE, TASUKE_BIT
from zashiki.games.seven_ronin.rules.state import State
from zashiki.search.double_oracle import Expected
from zashiki.search.matrix import Array

Plan = bytes

TRIES: Final = 3
"""Changes that are tried for each that is wanted: many break a rule."""
MORE: Final = 0.15
TOGETHER: Final = 0.4
FEWER: Final = 0.9
"""How a plan of the Attacker is changed, by a number between 0 and 1: below these a marker more, a whole area moved, a marker moved; else a marker less."""
SWAP: Final = 0.5
"""How often two ronin change places rather than one goes elsewhere."""

MOST_GUESSED: Final = 32
"""Plans of a villager that are guessed at most."""
GUESS_NODES: Final = 2 * PAIRS
"""A fight takes a villager twice as long as one of quick choices."""
GUESSED: Final = 8
"""Plans that are drawn of each guess."""


class Deployments:
    """The planning of one round as `search.double_oracle` sees it. Markers that lie already stay where they are."""

    def __init__(self, state: State, net: Net) -> None:
        self._state = state
        self._net = net

    def propose(self, side: int, chance: Random) -> Plan:
        return self.whole(side, sample(self._state, side, chance))

    def usual(self, side: int, weight: float, chance: Random) -> Expected[Plan]:
        """That side is expected to plan as a villager does, with this weight."""

        def guess() -> list[Plan]:
            plans, weights = weighed_plans(self._state, side, chance)
            return [self.whole(side, plan) for plan in chance.choices(plans, weights, k=GUESSED)]

        return Expected(side, weight, guess, GUESS_NODES, MOST_GUESSED)

    def whole(self, side: int, steps: list[int]) -> Plan:
        """The plan that these steps lead to."""
        if side == ATTACKER:
            ninja = self._state.plan[:]
            for place in steps:
                ninja[place] += 1
            return bytes(ninja)
        places = self._state.place[:]
        for action in steps:
            ronin, place = divmod(action - DEPLOY, 11)
            places[ronin] = place
        return bytes(places)

    def near(self, side: int, plan: Plan, number: int, chance: Random) -> list[Plan]:
        found: list[Plan] = []
        for _ in range(TRIES * number):
            changed = (
                self._changed_attack(plan, chance)
                if side == ATTACKER
                else self._changed_defence(plan, chance)
            )
            legal = is_legal_attack if side == ATTACKER else is_legal_defence
            if legal(self._state, changed):
                found.append(changed)
                if len(found) == number:
                    break
        return found

    def _changed_attack(self, plan: Plan, chance: Random) -> Plan:
        """One marker more or less, one moved, or all of an area moved together."""
        changed = bytearray(plan)
        way, goal = chance.random(), int(chance.random() * 11)
        if way < MORE:
            changed[goal] += 1
            return bytes(changed)
        source = chance.choice([place for place, number in enumerate(plan) if number] or [goal])
        moved = plan[source] if way < TOGETHER else min(1, plan[source])
        changed[source] -= moved
        if way < FEWER:
            changed[goal] += moved
        return bytes(changed)

    def _changed_defence(self, plan: Plan, chance: Random) -> Plan:
        """One ronin elsewhere, or two who change places."""
        changed = bytearray(plan)
        free = BITS[self._state.waiting]
        if not free:
            return plan
        ronin = chance.choice(free)
        if len(free) > 1 and chance.random() < SWAP:
            other = chance.choice(free)
            changed[ronin], changed[other] = plan[other], plan[ronin]
        else:
            changed[ronin] = int(chance.random() * (11 if self._state.ninja[GREEN] else 10))
        return bytes(changed)

    def payoffs(self, pairs: Sequence[tuple[Plan, Plan]]) -> Array:
        reached = outcomes(self._state, list(pairs), self._net.judgements)
        return self._net.reached(reached).astype(np.float64)


def is_legal_attack(state: State, plan: Plan) -> bool:
    """RON-P1 to RON-P5; the markers that lie already are part of it."""
    areas = over = 0
    limit, is_open = state.village.limit, state.village.open
    for area in range(10):
        number = plan[area]
        if number:
            if not is_open >> area & 1:
                return False
            areas += 1
            over += max(0, number - limit[area])
        if number < state.plan[area]:
            return False
    return (
        areas <= state.village.threat[state.round]
        and over <= state.ninja[GREEN]
        and state.plan[GREEN] <= plan[GREEN] <= 1
        and state.needed <= sum(plan) <= state.reserves
    )


def is_legal_defence(state: State, plan: Plan) -> bool:
    """RON-P7 and RON-P8."""
    closed = ~(state.village.open | GREEN_BIT)
    taken = 0
    for ronin in BITS[state.alive & ~TASUKE_BIT]:
        bit = 1 << plan[ronin]
        if (taken | closed) & bit:
            return False
        taken |= bit
    if not state.alive & TASUKE_BIT:
        return True
    if closed & 1 << plan[TASUKE]:
        return False
    beside = taken & 1 << plan[TASUKE]
    if not beside or (state.place[TASUKE] < GREEN and state.taken & 1 << state.place[TASUKE]):
        return True  # alone, or with one whom she was with before
    return not (beside & GREEN_BIT or state.shrine & TASUKE_BIT)
