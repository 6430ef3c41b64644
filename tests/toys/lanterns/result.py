"""The end in words."""

from __future__ import annotations

from zashiki.kernel.contract import Result
from zashiki.kernel.messages import say

from .rules.state import State


def result(state: State) -> Result:
    """LAN-4: the most points win."""
    best = max(state.points)
    winners = tuple(seat for seat in range(state.seats) if state.points[seat] == best)
    returns = tuple(float(seat in winners) for seat in range(state.seats))
    story = (say("lan.story", "LAN-4", n=best),)
    return Result(winners, returns, say("lan.end", "LAN-4"), story, str(best))
