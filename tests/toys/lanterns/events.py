"""What happens, told as messages."""

from __future__ import annotations

from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Event, say

from .labels import NAMES
from .rules.state import READY, State


def tell(state: State, seat: int, action: int) -> None:
    assert state.events is not None
    state.events.append(_event(seat, action))


def _event(seat: int, action: int) -> Event:
    """LAN-1: where a lantern hangs is told to its owner alone."""
    name = NAMES[action]
    if action < READY:
        hangs = say("lan.event.hangs", "LAN-1", seat=seat + 1, side=say(f"lan.{name}"))
        return Event(hangs, seat, only=(seat,))
    if seat == CHANCE:
        return Event(say(f"lan.event.{name}", "LAN-2"), seat)
    return Event(say(f"lan.event.{name}", "LAN-1" if action == READY else "LAN-3", seat=seat + 1), seat)
