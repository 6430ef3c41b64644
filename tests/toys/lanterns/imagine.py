"""A full state that fits a view."""

from __future__ import annotations

from random import Random

from .rules.state import LEFT, NOWHERE, RIGHT, State
from .view import LanternView


def imagine(view: LanternView, chance: Random) -> State:
    """LAN-1: whoever is ready has hung a lantern somewhere."""
    state = State(len(view.points), view.rounds, view.storm)
    state.round, state.wind = view.round, view.wind
    state.points, state.ready, state.hung = list(view.points), list(view.ready), list(view.hung)
    for seat, ready in enumerate(view.ready):
        if ready and state.hung[seat] == NOWHERE:
            state.hung[seat] = chance.choice((LEFT, RIGHT))
    return state
