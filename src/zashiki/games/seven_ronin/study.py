"""Winning chances for an analysis, by the master: fights are searched, plans weighed against the other side's best mix, and what comes of
it is valued by the net."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from zashiki.games.seven_ronin.bot.searching import can_search
from zashiki.games.seven_ronin.imagine import known
from zashiki.games.seven_ronin.rules.actions import READY
from zashiki.games.seven_ronin.rules.pieces import DEFENDER, PLANNING, STEPS
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.bots import Told
from zashiki.kernel.messages import Message
from zashiki.kernel.studies import Deduced, Observer, OpeningBook, Valued, WeighedPlan

NAME: Final = "master"
NODES: Final = 400
"""Positions looked at in one choice of a fight."""
DEEP_NODES: Final = 16_000


def ready() -> bool:
    return can_search()


def values(view: RoninGameView, chance: Random) -> Valued:  # noqa: ARG001 nothing is hidden in a fight
    return _fight(view, NODES)


def _fight(view: RoninGameView, nodes: int) -> Valued:
    from zashiki.games.seven_ronin.weighing import fight_values

    assert view.seat is not None
    found = fight_values(known(view), view.seat, nodes)
    return Valued(max(found, key=lambda action: found[action]), found)


def verified(view: RoninGameView, chance: Random) -> Valued | None:  # noqa: ARG001
    """All orders of the own choices of this step, as far as forty times the positions go."""
    return None if view.step == STEPS[PLANNING] else _fight(view, DEEP_NODES)


def deduced(view: RoninGameView, told: Sequence[Told], chance: Random) -> Deduced | None:  # noqa: ARG001
    return None


def theme(view: RoninGameView, action: int) -> str:  # noqa: ARG001
    if "divide" in view.step:
        return "wounds"
    return "ronin" if view.seat == DEFENDER else "areas"


def winning(view: RoninGameView, chance: Random) -> float:  # noqa: ARG001
    from zashiki.games.seven_ronin.weighing import chance_to_win

    assert view.seat is not None
    return chance_to_win(known(view), view.seat)


def weigh_plan(view: RoninGameView, made: list[int], chance: Random) -> WeighedPlan:
    from zashiki.games.seven_ronin.weighing import weigh

    assert view.seat is not None
    found = weigh(known(view), view.seat, [action for action in made if action != READY], chance)
    best = max(range(len(found.plans)), key=lambda number: found.shares[number])
    whole = sum(value * share for value, share in zip(found.values, found.shares, strict=True))
    return WeighedPlan((*found.plans[best], READY), max(whole, found.made), found.made)


def plans(view: RoninGameView, chance: Random) -> list[tuple[tuple[int, ...], float]]:
    """Those that the best mix plays, the one it plays most first."""
    if view.seat is None or STEPS[PLANNING] != view.step:
        return []
    from zashiki.games.seven_ronin.weighing import weigh

    found = weigh(known(view), view.seat, [], chance)
    ranked = sorted(range(len(found.plans)), key=lambda number: -found.shares[number])
    return [(tuple(found.plans[number]) or (READY,), found.values[number]) for number in ranked]


def opening_book(state: State, chance: Random) -> OpeningBook | None:
    if not can_search():
        return None
    from zashiki.games.seven_ronin.opening import book_of

    return book_of(state, chance)


def observer(seats: int) -> Observer | None:  # noqa: ARG001
    return None


def guesses() -> list[Message]:
    return []


def roles(view: RoninGameView) -> list[list[Message]]:  # noqa: ARG001
    return [[], []]


def hidden(view: RoninGameView) -> list[int]:  # noqa: ARG001
    return []
