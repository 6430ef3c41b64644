"""Imagined worlds: what the others serve and hold, and how they might answer until the seat has the turn again."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from zashiki.games.shinobi.bot.net import Net, rows_of
from zashiki.games.shinobi.imagine import imagine
from zashiki.games.shinobi.rules.ending import ending
from zashiki.games.shinobi.rules.facts import pack
from zashiki.games.shinobi.rules.phases import NOBODY
from zashiki.games.shinobi.rules.quick import play_until
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.view import ShinobiView
from zashiki.search.belief import Floats

if TYPE_CHECKING:
    from zashiki.games.shinobi.bot.thinking import Known

DICE: Final = 58

Way = tuple[int, int, int]


class Worlds:
    """Draws worlds by their weight."""

    def __init__(self, view: ShinobiView, known: Known, chance: Random) -> None:
        self.known = known
        self._view = view
        self._odds = known.weights.cumsum()
        self._chance = chance

    def draw(self) -> tuple[State, int]:
        """A state that fits the view, and dice for what follows."""
        state = imagine(self._view, self._chance)
        deals = self.known.belief.deals
        spot = int(np.searchsorted(self._odds, self._chance.random() * self._odds[-1], side="right"))
        state.clans = [int(clan) for clan in deals[min(spot, len(deals) - 1)]]
        return state, self._chance.getrandbits(DICE) | 1


def answered(worlds: Worlds, ways: list[Way], exposed: int, net: Net) -> Floats:
    """What each way to finish the turn is worth in one world once the others have answered."""
    world, dice = worlds.draw()
    seat = worlds.known.seat
    values = np.zeros(len(ways))
    rows: list[bytes] = []
    places: list[int] = []
    for place, way in enumerate(ways):
        state = world.copy()
        _finish(state, way, seat)
        play_until(state, seat, dice)
        if state.actor == NOBODY:
            winners = ending(state).winners
            values[place] = (seat in winners) / len(winners)
        else:
            rows.append(pack(state, seat, exposed, worlds.known.believed))
            places.append(place)
    if rows:
        values[places] = net.values(rows_of(rows))
    return values


def _finish(state: State, way: Way, seat: int) -> None:
    """Gives the orders of the way, those that are still to be given."""
    turns = state.turns
    for action in way:
        if state.turns == turns and state.actor == seat and action in state.choices:
            state.carry_out(action)
