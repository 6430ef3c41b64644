"""The computer players of Lanterns, by level."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from zashiki.kernel.bots import RANDOM, Bot, Budget, Decision, Level, Told
from zashiki.kernel.messages import say

from ..view import LanternView

__all__ = ["LEVELS", "choose"]


def choose(view: LanternView, chance: Random) -> int:  # noqa: ARG001
    """Hangs right, where no gust reaches, and boasts when it may."""
    return view.legal[-1]


class Villager:
    """Remembers how often the wind has blown, and says so."""

    def __init__(self) -> None:
        self._gusts = 0

    def observe(self, told: Told) -> None:
        self._gusts += sum(message.key == "lan.event.gust" for message, _ in told.lines)

    def decide(self, view: LanternView, budget: Budget) -> Decision:  # noqa: ARG002
        action = view.legal[-1]
        return Decision(action, {action: 1.0}, reasons=(say("lan.reason.gusts", "LAN-2", n=self._gusts),))


class VillagerLevel:
    def seated(self, seat: int, seed: int) -> Bot:  # noqa: ARG002
        return Villager()


LEVELS: Final[Mapping[str, Level]] = {"random": RANDOM, "villager": VillagerLevel()}
