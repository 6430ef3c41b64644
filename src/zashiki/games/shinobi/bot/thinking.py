"""What a player thinks about one choice: all ways to finish the turn, valued by the net; the best of them followed into imagined worlds."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

import numpy as np

from zashiki.games.shinobi.bot.endings import is_over, shares
from zashiki.games.shinobi.bot.features import Bytes
from zashiki.games.shinobi.bot.features import Floats as Values
from zashiki.games.shinobi.bot.net import Net, rows_of
from zashiki.games.shinobi.bot.witness import Witness
from zashiki.games.shinobi.bot.worlds import Worlds, answered
from zashiki.games.shinobi.imagine import imagine
from zashiki.games.shinobi.rules.ahead import Ways
from zashiki.games.shinobi.rules.cards import CLAN_COUNT
from zashiki.games.shinobi.rules.facts import EXPOSED, PLACES
from zashiki.games.shinobi.rules.phases import FIRST_ORDER, THIRD_ORDER
from zashiki.games.shinobi.rules.quick import moment_of
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.view import ShinobiView
from zashiki.search.belief import Belief, Floats
from zashiki.search.budget import Meter

LOT: Final = 4
"""Worlds that are imagined between two looks at the budget."""
ANSWER: Final = 60
"""Nodes that it takes to play the others' next turns once, as long as it takes to look at so many ways."""
MOST_WORLDS: Final = 400


class _Known(NamedTuple):
    """What the seat knows and believes at its choice."""

    seat: int
    own: int
    belief: Belief
    weights: Floats
    believed: list[int]  # as facts have it
    suspected: list[float]
    table: list[float]  # what orders tell; empty: it does not look at that


class Mind:
    """The net, shared by all players of a process."""

    def __init__(self, net: Net) -> None:
        self._net = net

    def witness(self) -> Witness:
        return Witness(self._net.traces)

    def values(
        self, view: ShinobiView, belief: Belief, meter: Meter, chance: Random, remembers: bool, answers: int
    ) -> dict[int, float]:
        """The winning chance after each choice that was looked at."""
        known = self._known(view, belief, remembers)
        state = imagine(view, chance)
        ways = self._ways(state, known, meter)
        rows = rows_of(ways.rows)
        values = self._valued(rows, known)
        order = _number(state)
        found: dict[int, float] = {}
        for way, value in zip(ways.actions, values.tolist(), strict=True):
            if value > found.get(way[order], -1.0):
                found[way[order]] = value
        if answers and not is_over(rows[:1])[0]:
            self._follow(view, known, ways, rows, values, meter, chance, answers, found)
        return found

    def _known(self, view: ShinobiView, belief: Belief, remembers: bool) -> _Known:
        """Whoever does not remember takes every deal to be as likely, and does not look at what its own orders tell."""
        assert view.seat is not None
        own = view.clans[view.seat]
        assert own is not None
        trusted = belief if remembers else Belief(view.seats, CLAN_COUNT)
        weights = trusted.weights(view.seat, own)
        believed = believed_of(trusted.shares(weights), view.seats, view.seat, own)
        suspected = trusted.suspicion(view.seat).tolist()
        table = self._net.traces if remembers else []
        return _Known(view.seat, own, trusted, weights, believed, suspected, table)

    def _ways(self, state: State, known: _Known, meter: Meter) -> Ways:
        """Those that begin with what a villager likes come first, as far as the budget goes; one choice at least."""
        moment = moment_of(state)
        choices = sorted(state.choices, key=lambda action: -moment.worth(known.own, action))
        ways = Ways(state, known.seat, known.believed, known.table, known.suspected)
        for action in choices:
            before = len(ways.rows)
            ways.follow(action)
            meter.spend(len(ways.rows) - before)
            if not meter.left():
                break
        return ways

    def _valued(self, rows: Bytes, known: _Known) -> Values:
        if not is_over(rows[:1])[0]:
            return self._net.values(rows)
        deals = (np.roll(known.belief.deals, -known.seat, 1) - known.own) % CLAN_COUNT
        return shares(rows, deals, known.weights)

    def _follow(
        self,
        view: ShinobiView,
        known: _Known,
        ways: Ways,
        rows: Bytes,
        values: Values,
        meter: Meter,
        chance: Random,
        answers: int,
        found: dict[int, float],
    ) -> None:
        """The best ways, each ending in another position, are played on in the same worlds; their values become the mean of what follows."""
        best = _best_apart(rows, values, answers)
        chosen = [ways.actions[one] for one in best]
        exposed = int(rows[best[0], EXPOSED])
        worlds = Worlds(view, known.belief, known.weights, chance)
        lots = []
        while (
            len(chosen) > 1 and len(lots) * LOT < MOST_WORLDS and meter.left() >= LOT * ANSWER * len(chosen)
        ):
            lots.append(answered(worlds, chosen, known.seat, exposed, known.believed, self._net, LOT))
            meter.spend(LOT * ANSWER * len(chosen))
        if not lots:
            return
        means = np.concatenate(lots).mean(0)
        order = next(index for index, action in enumerate(chosen[0]) if action >= 0)
        for action in list(found):
            followed = [mean for mean, way in zip(means, chosen, strict=True) if way[order] == action]
            if followed:
                found[action] = float(max(followed))
            else:
                found[action] = min(found[action], float(means.min()))


def _best_apart(rows: Bytes, values: Values, count: int) -> list[int]:
    """The best ways; of those that lead to the same position the first alone."""
    found: list[int] = []
    met = set()
    for one in np.argsort(-values, kind="stable").tolist():
        row = rows[one].tobytes()
        if row not in met:
            met.add(row)
            found.append(one)
            if len(found) == count:
                break
    return found


def _number(state: State) -> int:
    """Of the order that is to be given: 0, 1 or 2."""
    return state.phase - FIRST_ORDER if FIRST_ORDER <= state.phase <= THIRD_ORDER else 0


def believed_of(likely: Floats, seats: int, seat: int, own: int) -> list[int]:
    """How likely each other seat serves each other clan, as `facts` has it."""
    found = [0] * (PLACES * PLACES)
    for place in range(1, seats):
        for clan in range(1, CLAN_COUNT):
            share = likely[(seat + place) % seats][(own + clan) % CLAN_COUNT]
            found[(place - 1) * PLACES + clan - 1] = int(255 * share + 0.5)
    return found
