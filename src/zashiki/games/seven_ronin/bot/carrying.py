"""A plan that is decided once a round and carried out marker by marker."""

from __future__ import annotations

from zashiki.games.seven_ronin.bot.plans import Plan, first_step, markers
from zashiki.games.seven_ronin.view import RoninGameView


class PlanInHand:
    """What is left of a plan. When other markers lie than it put, it is worth nothing any more."""

    def __init__(self) -> None:
        self._round = 0
        self._markers: Plan = []  # those that lie as far as the plan was carried out, sorted
        self._plan: Plan = []

    def fits(self, view: RoninGameView) -> bool:
        """Whether the next step of the plan can be taken."""
        known = view.round == self._round and sorted(markers(view)) == self._markers
        return known and first_step(self._plan) in view.legal

    def take(self, view: RoninGameView, plan: Plan) -> None:
        """A new plan from here on."""
        self._round = view.round
        self._plan = plan

    def step(self, view: RoninGameView) -> int:
        """The next step, which is taken now."""
        action = first_step(self._plan)
        self._markers = sorted([*markers(view), action])
        self._plan = self._plan[1:]
        return action
