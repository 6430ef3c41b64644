"""What one seat may see."""

from __future__ import annotations

from zashiki.kernel.contract import View
from zashiki.kernel.messages import say

from .rules.state import NOWHERE, State


class LanternView(View, frozen=True, kw_only=True):
    rounds: int
    storm: bool
    round: int
    points: tuple[int, ...]
    ready: tuple[bool, ...]
    hung: tuple[int, ...]  # NOWHERE: not hung, or not shown
    wind: int  # NOWHERE: not yet


def see(state: State, seat: int | None) -> LanternView:
    """LAN-1: the others' lanterns stay hidden until all are ready."""
    actors = state.actors()
    revealed = all(state.ready)
    phase = "over" if not actors else "word" if state.wind != NOWHERE else "plan"
    return LanternView(
        seat=seat,
        actors=actors,
        legal=[] if seat is None else state.legal(seat),
        prompt=say(f"lan.prompt.{phase}", "LAN-1"),
        result=state.result(),
        rounds=state.rounds,
        storm=state.storm,
        round=state.round,
        points=tuple(state.points),
        ready=tuple(state.ready),
        hung=tuple(side if revealed or owner == seat else NOWHERE for owner, side in enumerate(state.hung)),
        wind=state.wind,
    )
