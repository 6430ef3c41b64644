"""What a player thinks about one choice: all ways to finish the turn, valued by the net; the best of them followed into imagined worlds."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

import numpy as np

from zashiki.games.shinobi.bot.disguise import as_if, time_left, usual
from zashiki.games.shinobi.bot.endings import is_over, shares
from zashiki.games.shinobi.bot.features import Bytes
from zashiki.games.shinobi.bot.features import Floats as Values
from zashiki.games.shinobi.bot.manner import Manner
from zashiki.games.shinobi.bot.net import Net, rows_of
from zashiki.games.shinobi.bot.witness import Witness
from zashiki.games.shinobi.bot.worlds import Way, Worlds, answered
from zashiki.games.shinobi.imagine import imagine
from zashiki.games.shinobi.rules.ahead import Ways, exposure
from zashiki.games.shinobi.rules.cards import CLAN_COUNT
from zashiki.games.shinobi.rules.facts import EXPOSED, PLACES, pack
from zashiki.games.shinobi.rules.phases import FIRST_ORDER
from zashiki.games.shinobi.rules.quick import moment_of
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.view import ShinobiView
from zashiki.search.belief import Belief, Floats
from zashiki.search.budget import Meter

ANSWER: Final = 250
"""Nodes that it takes to play the others' next turns once: in that time as many ways are looked at."""
MOST_WORLDS: Final = 400


class Known(NamedTuple):
    """What the seat knows and believes at its choice."""

    seat: int
    own: int
    belief: Belief
    weights: Floats
    believed: list[int]  # as facts have it
    suspected: list[float]
    table: list[float]  # what orders tell; empty: it does not look at that


class Weighed(NamedTuple):
    """A way to finish the turn: how much it is liked, the winning chance that it leaves, and how much more the best way leaves."""

    liked: float
    value: float
    given: float


class Mind:
    """The net, shared by all players of a process."""

    def __init__(self, net: Net) -> None:
        self._net = net

    def witness(self) -> Witness:
        return Witness(self._net.traces)

    def values(
        self, view: ShinobiView, belief: Belief, manner: Manner, meter: Meter, chance: Random
    ) -> dict[int, float]:
        """The winning chance after each choice that was looked at."""
        weighed = self.weighed(view, belief, manner, meter, chance)
        return {action: one.value for action, one in weighed.items()}

    def weighed(
        self,
        view: ShinobiView,
        belief: Belief,
        manner: Manner,
        meter: Meter,
        chance: Random,
        given: float = 0.0,
    ) -> dict[int, Weighed]:
        """After each choice that was looked at, how well the best way to finish the turn does; earlier orders of the turn have given so much to hide."""
        known = self._known(view, belief, manner.remembers)
        state = imagine(view, chance)
        order = state.phase - FIRST_ORDER
        ways = self._ways(state, known, manner.ways, meter)
        rows = rows_of(ways.rows)
        values = self._valued(rows, known)
        usual = self._usual(rows, known, manner, meter)
        gives = max(0.0, manner.gives * float(values.max()) * time_left(rows[0]) - given)
        cover = _cover(values, usual, gives)
        found = _best(ways.actions, values, cover, order)
        if manner.answers and not is_over(rows[:1])[0]:
            best = _best_apart(rows, (values, values + cover), manner.answers)
            chosen = [ways.actions[one] for one in best]
            worlds = Worlds(view, known, chance)
            answers = self._answered(chosen, worlds, int(rows[best[0], EXPOSED]), meter)
            if answers:
                corrected = _corrected(values[best], answers, manner.prior)
                _correct(found, chosen, corrected, _cover(corrected, usual[best], gives), order)
        return found

    def waiting(self, view: ShinobiView, chance: Random) -> float:
        """The winning chance of a seat that is not in turn, as if the turn of whoever is in turn began now; every deal is as likely."""
        known = self._known(view, Belief(view.seats, CLAN_COUNT), remembers=False)
        exposed = exposure(known.suspected, known.own)
        row = pack(imagine(view, chance), known.seat, exposed, known.believed)
        return float(self._net.values(rows_of([row]))[0])

    def _known(self, view: ShinobiView, belief: Belief, remembers: bool) -> Known:
        """Whoever does not remember takes every deal to be as likely, and does not look at what its own orders tell."""
        assert view.seat is not None
        own = view.clans[view.seat]
        assert own is not None
        trusted = belief if remembers else Belief(view.seats, CLAN_COUNT)
        weights = trusted.weights(view.seat, own)
        believed = believed_of(trusted.shares(weights), view.seats, view.seat, own)
        suspected = trusted.suspicion(view.seat).tolist()
        table = self._net.traces if remembers else []
        return Known(view.seat, own, trusted, weights, believed, suspected, table)

    def _ways(self, state: State, known: Known, most: int, meter: Meter) -> Ways:
        """Those that begin with what a villager likes come first, as far as the budget goes; one choice at least."""
        moment = moment_of(state)
        choices = sorted(state.choices, key=lambda action: -moment.worth(known.own, action))
        ways = Ways(state, known.seat, known.believed, known.table, known.suspected)
        for action in choices:
            before = len(ways.rows)
            ways.follow(action)
            meter.spend(len(ways.rows) - before)
            if len(ways.rows) >= most or not meter.left():
                break
        return ways

    def _valued(self, rows: Bytes, known: Known) -> Values:
        if not is_over(rows[:1])[0]:
            return self._net.values(rows)
        deals = (np.roll(known.belief.deals, -known.seat, 1) - known.own) % CLAN_COUNT
        return shares(rows, deals, known.weights)

    def _usual(self, rows: Bytes, known: Known, manner: Manner, meter: Meter) -> Floats:
        """What each way is worth, in winning chance, for being usual."""
        price = manner.hides * time_left(rows[0])
        looked_at = (CLAN_COUNT - 1) * len(rows)
        if not price or meter.left() < looked_at:
            return np.zeros(len(rows))
        by_clan = [
            self._net.values(as_if(rows, shift, self._believed(known, shift))) for shift in range(CLAN_COUNT)
        ]
        meter.spend(looked_at)
        suspected = np.exp(np.roll(known.suspected, -known.own))
        return price * usual(np.stack(by_clan), suspected, price)

    def _believed(self, known: Known, shift: int) -> list[int]:
        """What the seat would believe of the others if it served the clan so many after its own."""
        belief, clan = known.belief, (known.own + shift) % CLAN_COUNT
        shares = belief.shares(belief.weights(known.seat, clan))
        return believed_of(shares, belief.deals.shape[1], known.seat, clan)

    def _answered(self, ways: list[Way], worlds: Worlds, exposed: int, meter: Meter) -> list[Floats]:
        """By world, the same for all ways, what each way is worth there; none if there is no time for one."""
        found: list[Floats] = []
        price = ANSWER * len(ways)
        while len(ways) > 1 and len(found) < MOST_WORLDS and meter.left() >= price:
            found.append(answered(worlds, ways, exposed, self._net))
            meter.spend(price)
        return found


def _corrected(values: Values, answers: list[Floats], prior: int) -> Floats:
    """The values of the net, moved towards the means of the worlds: few worlds correct little, as they differ much."""
    trust = len(answers) / (len(answers) + prior)
    return np.asarray(values + trust * (np.mean(answers, 0) - values))


def _cover(values: Values | Floats, usual: Floats, gives: float) -> Floats:
    """The worth of being usual; ways that are worse than the best by more than may be given are none to hide with."""
    return np.where(values >= values.max() - gives, usual, usual.min() - 1) if usual.any() else usual


def _best(ways: list[Way], values: Values | Floats, cover: Floats, order: int) -> dict[int, Weighed]:
    """By choice: the way with it that is liked most."""
    found: dict[int, Weighed] = {}
    for way, one in zip(ways, _weighed(values, cover), strict=True):
        if way[order] not in found or one > found[way[order]]:
            found[way[order]] = one
    return found


def _weighed(values: Values | Floats, cover: Floats) -> list[Weighed]:
    given = values.max() - values
    return list(map(Weighed, (values + cover).tolist(), values.tolist(), given.tolist()))


def _correct(found: dict[int, Weighed], ways: list[Way], values: Floats, cover: Floats, order: int) -> None:
    """What was followed has the value found there; what was not is not better than the worst of it."""
    followed = _best(ways, values, cover, order)
    least = min(_weighed(values, cover))
    for action in found:
        found[action] = followed.get(action, min(found[action], least))


def _best_apart(rows: Bytes, scores: tuple[Values | Floats, ...], count: int) -> list[int]:
    """The best ways by each score, as many by each; of those that lead to the same position the first alone."""
    found: list[int] = []
    met = set()
    for part, score in enumerate(scores, 1):
        for one in np.argsort(-score, kind="stable").tolist():
            if len(found) >= count * part // len(scores):
                break
            row = rows[one].tobytes()
            if row not in met:
                met.add(row)
                found.append(one)
    return found


def believed_of(likely: Floats, seats: int, seat: int, own: int) -> list[int]:
    """How likely each other seat serves each other clan, as `facts` has it."""
    found = [0] * (PLACES * PLACES)
    for place in range(1, seats):
        for clan in range(1, CLAN_COUNT):
            share = likely[(seat + place) % seats][(own + clan) % CLAN_COUNT]
            found[(place - 1) * PLACES + clan - 1] = int(255 * share + 0.5)
    return found
