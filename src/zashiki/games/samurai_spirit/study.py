"""Chances of survival for an analysis: what the master sees after each choice, with a fixed number of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from zashiki.games.samurai_spirit.bot import LEVELS
from zashiki.games.samurai_spirit.rules.actions import KIAI
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.bots import Budget, Told
from zashiki.kernel.messages import Message, say
from zashiki.kernel.studies import Deduced, Observer, OpeningBook, Valued, WeighedPlan

NAME: Final = "master"
NODES: Final = 1500
"""Positions looked at for a decision."""
DEEP_NODES: Final = 15_000
LAST_CARDS: Final = 4


def ready() -> bool:
    return NAME in LEVELS


def asks_one(view: SamuraiSpiritView) -> bool:  # noqa: ARG001
    return True


def values(view: SamuraiSpiritView, chance: Random) -> Valued:
    return _searched(view, chance, NODES)


def _searched(view: SamuraiSpiritView, chance: Random, nodes: int) -> Valued:
    assert view.seat is not None
    bot = LEVELS[NAME].seated(view.seat, chance.getrandbits(32))
    decision = bot.decide(view, Budget(nodes=nodes))
    return Valued(decision.action, decision.values)


def verified(view: SamuraiSpiritView, chance: Random) -> Valued | None:
    """With ten times the positions; the last cards of a game are searched to the end."""
    return _searched(view, chance, DEEP_NODES)


def deduced(view: SamuraiSpiritView, told: Sequence[Told], chance: Random) -> Deduced | None:  # noqa: ARG001
    return None


def theme(view: SamuraiSpiritView, action: int) -> str:
    if view.raiders <= LAST_CARDS:
        return "last-cards"
    if view.prompt.key.startswith("sam.prompt.kiai") or action == KIAI:
        return "kiai"
    return "penalty" if view.prompt.key.startswith("sam.prompt.penalty") else "turn"


def winning(view: SamuraiSpiritView, chance: Random) -> float:
    """Of whoever is to choose; the team has one chance together."""
    found = values(view, chance)
    return found.values[found.best]


def weigh_plan(view: SamuraiSpiritView, made: list[int], chance: Random) -> WeighedPlan:  # noqa: ARG001
    raise ValueError("nobody plans in secret")


def plans(view: SamuraiSpiritView, chance: Random) -> list[tuple[tuple[int, ...], float]]:  # noqa: ARG001
    return []


def opening_book(state: State, chance: Random) -> OpeningBook | None:  # noqa: ARG001
    return None


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
