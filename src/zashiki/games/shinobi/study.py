"""Winning chances for an analysis, as the master's net sees them: every way to finish the own turn, and the position that it leaves. Clans of others are
guessed from what they do."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random
from typing import Final

from zashiki.games.shinobi.bot.manner import EVERY_WAY
from zashiki.games.shinobi.bot.searching import can_search, master_mind
from zashiki.games.shinobi.bot.villager import choose
from zashiki.games.shinobi.cards import CLANS
from zashiki.games.shinobi.guesses import ClanObserver
from zashiki.games.shinobi.imagine import imagine
from zashiki.games.shinobi.rules.actions import ATTACK, MOVE, NINJA_ON, SKIP
from zashiki.games.shinobi.rules.cards import CLAN_COUNT, DECK_SIZE, HAND
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.bots import Told
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Message, say
from zashiki.kernel.studies import Deduced, Observer, OpeningBook, Valued, WeighedPlan

NAME: Final = "master"
NODES: Final = 1_000_000
"""More than there are ways to finish a turn."""
LAST_TURN: Final = 1
"""After the last turn the shares of the victory are exact."""
SURE: Final = 1e-4
SEATS: Final = (-0.731, -0.650, -0.502)
DONE: Final = (1.451, -0.243)
SLOPE: Final = (0.737, 0.173)
"""What the net's value means, fitted by `python -m training.shinobi.calibration`."""
WORLDS: Final = 40
"""Games that a puzzle is verified with, for each of two choices."""


def ready() -> bool:
    return can_search()


def asks_one(view: ShinobiView) -> bool:  # noqa: ARG001
    return True


def values(view: ShinobiView, chance: Random) -> Valued:
    """With the best of the seat's next orders; nothing in them depends on what it does not know."""
    from zashiki.search.belief import Belief
    from zashiki.search.budget import Meter

    belief = Belief(view.seats, CLAN_COUNT)
    found = master_mind().values(view, belief, EVERY_WAY, Meter(None, NODES), chance)
    if view.turns_left != LAST_TURN:
        found = {action: likely(view, value) for action, value in found.items()}
    return Valued(max(found, key=lambda action: found[action]), found)


def likely(view: ShinobiView, value: float) -> float:
    """How often a seat wins whose position the net values so: the net is trained on players who win more than their share of games."""
    done = progress(view)
    value = min(1 - SURE, max(SURE, value))
    logit = log(value / (1 - value))
    total = SEATS[view.seats - 3] + (DONE[0] + DONE[1] * done) * done + (SLOPE[0] + SLOPE[1] * done) * logit
    return 1 / (1 + exp(-total))


def progress(view: ShinobiView) -> float:
    """How far the game has come, from 0 to 1."""
    turns = view.deck + view.seats if view.turns_left is None else view.turns_left
    return 1 - min(1.0, turns / (DECK_SIZE - HAND * view.seats))


def verified(view: ShinobiView, chance: Random) -> Valued | None:
    """Villagers play both the best choice and the next best one on, from the same worlds that fit the view. The best one has to win more often by
    two standard errors."""
    assert view.seat is not None
    seat, found = view.seat, values(view, chance).values
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


def winning(view: ShinobiView, chance: Random) -> float:
    if view.turn is None or view.hand is None:
        return 1 / view.seats  # the cards are still dealt
    if view.actors == (view.seat,):
        found = values(view, chance)
        return found.values[found.best]
    return likely(view, master_mind().waiting(view, chance))


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
