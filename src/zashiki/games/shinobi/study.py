"""Winning chances for an analysis: the own turn is looked through to its end, and what it leaves is valued by how often villagers
have won from such a standing. Clans of others are guessed from what they do."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final

from zashiki.games.shinobi.bot.searching import can_search
from zashiki.games.shinobi.bot.villager import choose
from zashiki.games.shinobi.cards import CLANS
from zashiki.games.shinobi.factors import factors
from zashiki.games.shinobi.guesses import ClanObserver
from zashiki.games.shinobi.imagine import imagine
from zashiki.games.shinobi.rules.actions import ATTACK, MOVE, NINJA_ON, SKIP
from zashiki.games.shinobi.rules.ending import totals
from zashiki.games.shinobi.rules.phases import OVER
from zashiki.games.shinobi.rules.standing import share
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.bots import Told
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.logistic import likelihood, weights_of
from zashiki.kernel.messages import Message, say
from zashiki.kernel.studies import Deduced, Observer, OpeningBook, Valued, WeighedPlan

NAME: Final = "standing"
FOLLOWED: Final = 2
"""So many of the best ways to go on with the own turn are looked at further."""
EVERY: Final = 1000
WORLDS: Final = 40
"""Games that a puzzle is verified with, for each of two choices."""


def ready() -> bool:
    return True


def asks_one(view: ShinobiView) -> bool:  # noqa: ARG001
    return True


def values(view: ShinobiView, chance: Random) -> Valued:
    assert view.seat is not None
    state, seat = imagine(view, chance), view.seat
    found = {action: _to_end_of_turn(after, seat, FOLLOWED) for action, after in _after(state, seat)}
    return Valued(max(found, key=lambda action: found[action]), found)


def verified(view: ShinobiView, chance: Random) -> Valued | None:
    """All ways to go on with the own turn are looked through; then villagers play both the best choice and the next best one on, from the
    same worlds that fit the view. The best one has to win more often by two standard errors."""
    assert view.seat is not None
    state, seat = imagine(view, chance), view.seat
    found = {action: _to_end_of_turn(after, seat, EVERY) for action, after in _after(state, seat)}
    ranked = sorted(found, key=lambda action: -found[action])
    gains = []
    for _ in range(WORLDS):
        world, seed = imagine(view, chance), chance.getrandbits(32)
        won = [_played_on(world, seat, action, Random(seed)) for action in ranked[:2]]
        gains.append(won[0] - won[1])
    mean = sum(gains) / WORLDS
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / (WORLDS - 1) / WORLDS)
    return Valued(ranked[0], found, {ranked[1]: error}) if mean > 2 * error else None


def _played_on(world: State, seat: int, action: int, chance: Random) -> float:
    """The seat's share of the victory when villagers play on after this choice."""
    state = world.copy()
    state.apply(seat, action)
    while actors := state.actors():
        actor = actors[0]
        if actor == CHANCE:
            state.apply(actor, draw_outcome(state, chance))
        else:
            state.apply(actor, choose(state.view(actor), chance))
    result = state.result()
    assert result is not None
    return (seat in result.winners) / len(result.winners)


def deduced(view: ShinobiView, told: Sequence[Told], chance: Random) -> Deduced | None:
    if not can_search():
        return None
    from zashiki.games.shinobi.deduction import deduced_from

    return deduced_from(view, told, chance)


def theme(view: ShinobiView, action: int) -> str:  # noqa: ARG001
    if NINJA_ON <= action < MOVE:
        return "ninja"
    return "attack" if ATTACK <= action < SKIP else "troops"


def _after(state: State, seat: int) -> list[tuple[int, State]]:
    reached = []
    for action in state.legal(seat):
        twin = state.copy()
        twin.apply(seat, action)
        reached.append((action, twin))
    return reached


def _to_end_of_turn(state: State, seat: int, followed: int) -> float:
    """With the best of the seat's next orders; nothing in them depends on what it does not know."""
    if state.actor != seat:
        return _standing(state, seat)
    following = [(_standing(after, seat), after) for _action, after in _after(state, seat)]
    following.sort(key=lambda one: -one[0])
    return max(_to_end_of_turn(after, seat, followed) for _value, after in following[:followed])


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


def opening_book(state: State, chance: Random) -> OpeningBook | None:  # noqa: ARG001
    return None


def observer(seats: int) -> Observer | None:
    return ClanObserver(seats)


def guesses() -> list[Message]:
    return [say(f"shi.clan.{clan}") for clan in CLANS]


def roles(view: ShinobiView) -> list[list[Message]]:
    return [[] if clan is None else [say(f"shi.clan.{CLANS[clan]}")] for clan in view.clans]


def hidden(view: ShinobiView) -> list[int]:
    return [-1 if clan is None else clan for clan in view.clans]
