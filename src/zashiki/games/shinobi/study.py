"""Winning chances for an analysis: the own turn is looked through to its end, and what it leaves is valued by how often villagers
have won from such a standing. Clans of others are guessed from what they do."""

from __future__ import annotations

from random import Random
from typing import Final

from zashiki.games.shinobi.cards import CLANS
from zashiki.games.shinobi.factors import factors
from zashiki.games.shinobi.guesses import ClanObserver
from zashiki.games.shinobi.imagine import imagine
from zashiki.games.shinobi.rules.ending import totals
from zashiki.games.shinobi.rules.phases import OVER
from zashiki.games.shinobi.rules.standing import share
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.logistic import likelihood, weights_of
from zashiki.kernel.messages import Message, say
from zashiki.kernel.studies import Observer, Valued, WeighedPlan

NAME: Final = "standing"
FOLLOWED: Final = 2
"""So many of the best ways to go on with the own turn are looked at further."""


def ready() -> bool:
    return True


def values(view: ShinobiView, chance: Random) -> Valued:
    assert view.seat is not None
    state, seat = imagine(view, chance), view.seat
    found = {action: _to_end_of_turn(after, seat) for action, after in _after(state, seat)}
    return Valued(max(found, key=lambda action: found[action]), found)


def _after(state: State, seat: int) -> list[tuple[int, State]]:
    reached = []
    for action in state.legal(seat):
        twin = state.copy()
        twin.apply(seat, action)
        reached.append((action, twin))
    return reached


def _to_end_of_turn(state: State, seat: int) -> float:
    """With the best of the seat's next orders; nothing in them depends on what it does not know."""
    if state.actor != seat:
        return _standing(state, seat)
    following = [(_standing(after, seat), after) for _action, after in _after(state, seat)]
    following.sort(key=lambda one: -one[0])
    return max(_to_end_of_turn(after, seat) for _value, after in following[:FOLLOWED])


def _standing(state: State, seat: int) -> float:
    """After the last turn: over all that others may serve, as the seat still can't know."""
    if state.phase == OVER:
        return share(state.strength, totals(state), state.seats, seat, state.clans[seat])
    numbers = factors(state.view(seat))
    assert numbers is not None
    return likelihood(weights_of(__package__), numbers)


def winning(view: ShinobiView, chance: Random) -> float:  # noqa: ARG001
    numbers = factors(view)
    return 1 / view.seats if numbers is None else likelihood(weights_of(__package__), numbers)


def weigh_plan(view: ShinobiView, made: list[int], chance: Random) -> WeighedPlan:  # noqa: ARG001
    raise ValueError("nobody plans in secret")


def plans(view: ShinobiView, chance: Random) -> list[tuple[tuple[int, ...], float]]:  # noqa: ARG001
    return []


def observer(seats: int) -> Observer | None:
    return ClanObserver(seats)


def guesses() -> list[Message]:
    return [say(f"shi.clan.{clan}") for clan in CLANS]


def roles(view: ShinobiView) -> list[list[Message]]:
    return [[] if clan is None else [say(f"shi.clan.{CLANS[clan]}")] for clan in view.clans]


def hidden(view: ShinobiView) -> list[int]:
    return [-1 if clan is None else clan for clan in view.clans]
