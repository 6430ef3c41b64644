"""Lanterns as numbers. Players are counted from the own seat, clockwise."""

from __future__ import annotations

from typing import Any, Final

from zashiki.kernel.features import Layout, fill

from .rules.state import GUST, LEFT, NOWHERE, State

_MOST_POINTS: Final = 6  # two a round

PIECES: Final[dict[str, tuple[int, ...]]] = {
    "may_choose": (1,),
    "rounds_left": (1,),
    "storm": (1,),
    "gust": (1,),
    "points": (3,),
    "ready": (3,),
    "hung": (3, 2),  # left or right, as far as it is seen
    "first": (3,),  # one of them: who has the word in this round
}
LAYOUT: Final = Layout(PIECES)


def write(state: State, seat: int, array: Any) -> None:
    """LAN-1: the others' lanterns stay hidden until all are ready."""
    values = [0.0] * LAYOUT.size
    starts = LAYOUT.starts
    values[0] = float(seat in state.actors())
    values[starts["rounds_left"]] = (state.rounds - state.round) / 3
    values[starts["storm"]] = float(state.storm)
    values[starts["gust"]] = float(state.wind == GUST)
    values[starts["first"] + (state.round - seat) % state.seats] = 1.0
    revealed = all(state.ready)
    for spot in range(state.seats):
        other = (seat + spot) % state.seats
        values[starts["points"] + spot] = state.points[other] / _MOST_POINTS
        values[starts["ready"] + spot] = float(state.ready[other])
        if state.hung[other] != NOWHERE and (spot == 0 or revealed):
            values[starts["hung"] + spot * 2 + (0 if state.hung[other] == LEFT else 1)] = 1.0
    fill(array, values)
