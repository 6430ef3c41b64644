"""Why a choice is refused."""

from __future__ import annotations

from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Message, say

from .rules.state import BOAST, NOWHERE, State


def why_not(state: State, seat: int, action: int) -> Message | None:
    if action in state.legal(seat):
        return None
    if seat not in state.actors():
        return say("lan.refuse.wait", "LAN-1")
    if seat == CHANCE:
        return say("lan.refuse.chance", "LAN-2")
    if state.wind != NOWHERE:
        return say("lan.refuse.boast" if action == BOAST else "lan.refuse.word", "LAN-3")
    return say("lan.refuse.hang" if state.hung[seat] == NOWHERE else "lan.refuse.hung", "LAN-1")
