"""Chances of survival for an analysis: what the master sees after each choice, with a fixed number of nodes."""

from __future__ import annotations

from random import Random
from typing import Final

from zashiki.games.samurai_spirit.bot import LEVELS
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.bots import Budget
from zashiki.kernel.messages import Message, say
from zashiki.kernel.studies import Observer, Valued, WeighedPlan

NAME: Final = "master"
NODES: Final = 1500
"""Positions looked at for a decision."""


def ready() -> bool:
    return NAME in LEVELS


def values(view: SamuraiSpiritView, chance: Random) -> Valued:
    assert view.seat is not None
    bot = LEVELS[NAME].seated(view.seat, chance.getrandbits(32))
    decision = bot.decide(view, Budget(nodes=NODES))
    return Valued(decision.action, decision.values)


def winning(view: SamuraiSpiritView, chance: Random) -> float:
    """Of whoever is to choose; the team has one chance together."""
    found = values(view, chance)
    return found.values[found.best]


def weigh_plan(view: SamuraiSpiritView, made: list[int], chance: Random) -> WeighedPlan:  # noqa: ARG001
    raise ValueError("nobody plans in secret")


def plans(view: SamuraiSpiritView, chance: Random) -> list[tuple[tuple[int, ...], float]]:  # noqa: ARG001
    return []


def observer(seats: int) -> Observer | None:  # noqa: ARG001
    return None


def guesses() -> list[Message]:
    return []


def roles(view: SamuraiSpiritView) -> list[list[Message]]:
    seats = 1 + max(one.seat for one in view.samurai)
    return [
        [say(f"sam.samurai.{one.name}") for one in view.samurai if one.seat == seat] for seat in range(seats)
    ]


def hidden(view: SamuraiSpiritView) -> list[int]:  # noqa: ARG001
    return []
