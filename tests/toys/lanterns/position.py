"""A round set up by hand, before anybody has hung a lantern."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from zashiki.kernel.messages import Refused, say

from .rules.state import State

Count = Annotated[int, msgspec.Meta(ge=0)]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: list[Count]  # by seat
    round: Count = 0  # rounds that are over


def position(state: State, facts: dict[str, Any]) -> State:
    """LAN-3: nobody has more points than two a round he began, and one in each of the others."""
    try:
        setup = msgspec.convert(facts, Setup)
    except msgspec.ValidationError as error:
        raise Refused(say("lan.refuse.position", "LAN-1", facts=str(error))) from None
    most = [setup.round + len(range(seat, setup.round, state.seats)) for seat in range(state.seats)]
    if setup.round >= state.rounds or len(setup.points) != state.seats:
        raise Refused(say("lan.refuse.position", "LAN-4", facts=f"{setup.round}, {setup.points}"))
    if any(points > limit for points, limit in zip(setup.points, most, strict=True)):
        raise Refused(say("lan.refuse.position", "LAN-3", facts=f"{setup.points} > {most}"))
    state.round, state.points = setup.round, list(setup.points)
    return state
