"""The warrior and the master: they weigh plans of both sides against each other, search fights, and value what comes of it with a learned net.

numpy is loaded with the first player, once a process; whoever only asks which levels there are does not wait for it.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from zashiki.games.seven_ronin.bot.carrying import PlanInHand
from zashiki.games.seven_ronin.bot.plans import Plan, first_step
from zashiki.games.seven_ronin.bot.villager import forced
from zashiki.games.seven_ronin.imagine import known
from zashiki.games.seven_ronin.rules.actions import BITS, DEPLOY
from zashiki.games.seven_ronin.rules.pieces import ATTACKER
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.bots import Bot, Budget, Decision, OwnTime, Told

if TYPE_CHECKING:
    from zashiki.games.seven_ronin.bot.net import Net
    from zashiki.search.budget import Meter

NET: Final = Path(__file__).parent / "master.npz"


def can_search(net: Path = NET) -> bool:
    """Whether the net is there, and what it is evaluated with."""
    return net.is_file() and find_spec("numpy") is not None


@cache
def master_net() -> Net:
    """The net of this process, loaded once."""
    from zashiki.games.seven_ronin.bot.net import load_net

    return load_net(NET)


class Effort(NamedTuple):
    """How much a level looks at: see `search.double_oracle.Effort`, and `search.own_turn` for the positions of a fight."""

    plans: int
    replies: int
    fresh: int
    against: int
    joining: int
    failures: int
    most: int
    first_fight: int
    most_fight: int
    trust: float = 0.0  # how far the other side is expected to plan as a villager does


SHORT: Final = Effort(5, 8, 2, 3, 1, 2, 8, first_fight=16, most_fight=16, trust=1.0)
LONG: Final = Effort(12, 24, 4, 6, 2, 12, 64, first_fight=64, most_fight=16384, trust=0.8)


class Searching(OwnTime):
    """A level that searches as far as its time allows. It takes its own time unless it is given another, and never more than `most`."""

    def __init__(self, effort: Effort, *, seconds: float, most: float | None = None) -> None:
        super().__init__(seconds, most)
        self._effort = effort

    def ready(self) -> None:
        """Loads the net."""
        master_net()

    def seated(self, seat: int, seed: int) -> Bot:
        return _Searcher(master_net(), self._effort, self, seat, seed)


class _Searcher:
    """Draws a plan once a round out of the mix that it has found and carries it out; then searches the fight, choice by choice."""

    def __init__(self, net: Net, effort: Effort, level: Searching, seat: int, seed: int) -> None:
        self._net = net
        self._effort = effort
        self._level = level
        self._seat = seat
        self._chance = Random(seed)
        self._in_hand = PlanInHand()

    def observe(self, told: Told) -> None:
        """The view tells all that it needs."""

    def decide(self, view: RoninGameView, budget: Budget) -> Decision:
        from zashiki.kernel.garbage import without_collector
        from zashiki.search.budget import Meter

        meter = Meter.of(self._level.within(budget))
        if self._in_hand.fits(view):
            step = self._in_hand.step(view)
            return Decision(step, {step: 1.0})
        if len(view.legal) == 1:
            return forced(view)
        with without_collector():
            return self._deploy(view, meter) if view.phase == "planning" else self._fight(view, meter)

    def _deploy(self, view: RoninGameView, meter: Meter) -> Decision:
        from zashiki.games.seven_ronin.bot.deployments import Deployments
        from zashiki.search import double_oracle

        state = known(view)
        effort = double_oracle.Effort(*self._effort[:7])
        planning = Deployments(state, self._net)
        trust = self._effort.trust
        usual = planning.usual(1 - self._seat, trust, self._chance) if trust else None
        found = double_oracle.search_plans(planning, effort, meter, self._chance, usual)
        plans, mix = found.plans[self._seat], found.mix(self._seat).tolist()
        steps = [steps_of(state, self._seat, plan) for plan in plans]
        policy: dict[int, float] = {}
        for plan, weight in zip(steps, mix, strict=True):
            policy[first_step(plan)] = policy.get(first_step(plan), 0.0) + weight
        self._in_hand.take(view, self._chance.choices(steps, mix)[0])
        return Decision(self._in_hand.step(view), policy, self._return_of(found.solution.value))

    def _return_of(self, chance: float) -> float:
        """What the game is worth to this side if the Attacker wins with that chance."""
        value = 2 * min(1.0, max(0.0, chance)) - 1
        return value if self._seat == ATTACKER else -value

    def _fight(self, view: RoninGameView, meter: Meter) -> Decision:
        from zashiki.games.seven_ronin.bot.fights import Fight
        from zashiki.search.own_turn import search_turn

        fight = Fight(self._net, self._seat, view.round)
        effort = self._effort
        found = search_turn(fight, known(view), meter, effort.first_fight, effort.most_fight)
        action = max(found.values, key=lambda action: found.values[action])
        return Decision(action, {action: 1.0}, 2 * found.values[action] - 1)


def steps_of(state: State, seat: int, plan: bytes) -> Plan:
    """The choices that make up what is still to be put of a plan."""
    if seat == ATTACKER:
        return [place for place in range(11) for _ in range(plan[place] - state.plan[place])]
    return [DEPLOY + 11 * ronin + plan[ronin] for ronin in BITS[state.waiting]]
