"""The villager: plans by weighing sampled plans of both sides against each other, and searches combat."""

from __future__ import annotations

from random import Random
from typing import Final

from zashiki.games.seven_ronin.bot.carrying import PlanInHand
from zashiki.games.seven_ronin.bot.plans import choose_plan, choose_step
from zashiki.games.seven_ronin.bot.tactics import play_out, worth
from zashiki.games.seven_ronin.imagine import known
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, PLANNING
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.bots import Bot, Budget, Decision, Told

NODES: Final = 220
"""Positions looked at in one combat choice."""


class Villager:
    """The level."""

    def seated(self, seat: int, seed: int) -> Bot:
        return _Villager(seat, seed)


class _Villager:
    """Decides on a plan once a round and carries it out; when other markers lie than it put, it decides anew."""

    def __init__(self, seat: int, seed: int) -> None:
        self._seat = seat
        self._chance = Random(seed)
        self._in_hand = PlanInHand()

    def observe(self, told: Told) -> None:
        """The view tells all that it needs."""

    def decide(self, view: RoninGameView, budget: Budget) -> Decision:  # noqa: ARG002 it takes what it takes
        if view.phase == "planning":
            return self._deploy(view)
        if len(view.legal) == 1:
            return forced(view)
        return _fight(known(view), self._seat, self._chance)

    def _deploy(self, view: RoninGameView) -> Decision:
        """The next step of the plan."""
        if self._in_hand.fits(view):
            step = self._in_hand.step(view)
            return Decision(step, {step: 1.0})
        if len(view.legal) == 1:
            return forced(view)
        plan, policy = choose_plan(known(view), self._seat, self._chance)
        self._in_hand.take(view, plan)
        return Decision(self._in_hand.step(view), policy)


def choose(view: RoninGameView, chance: Random) -> int:
    """The choice of a villager without a memory."""
    if len(view.legal) == 1:
        return view.legal[0]
    state = known(view)
    seat = view.seat if view.seat is not None else ATTACKER
    if state.phase == PLANNING:
        return choose_step(state, seat, chance)
    return _fight(state, seat, chance).action


def forced(view: RoninGameView) -> Decision:
    """There is nothing to think about."""
    return Decision(view.legal[0], {view.legal[0]: 1.0})


def _fight(state: State, seat: int, chance: Random) -> Decision:
    """The choice that leads to the best end of the round; on a tie, any of the best."""
    sign = 1.0 if seat == ATTACKER else -1.0
    legal = state.legal(seat)
    values = [sign * _value(state, seat, action, NODES // len(legal)) for action in legal]
    best = [action for action, value in zip(legal, values, strict=True) if value >= max(values) - 1e-6]
    return Decision(chance.choice(best), dict.fromkeys(best, 1 / len(best)))


def _value(state: State, seat: int, action: int, nodes: int) -> float:
    """What a choice is worth to the Attacker: this side's next choices are searched while nodes last."""
    twin = state.copy()
    twin.apply(seat, action)
    if seat in twin.acting and twin.phase != PLANNING:
        legal = twin.legal(seat)
        if len(legal) < nodes:
            best = max if seat == ATTACKER else min
            return best(_value(twin, seat, following, nodes // len(legal)) for following in legal)
    play_out(twin)
    return worth(twin)
