"""Winning chances for an analysis: fights are searched, plans weighed against the other side's best mix; what comes of it is
valued as a beginning of a round, by how often villagers have won from there."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from zashiki.games.seven_ronin.bot.plans import Plan, balance, fought, sample, vary
from zashiki.games.seven_ronin.bot.searching import can_search
from zashiki.games.seven_ronin.bot.tactics import play_out
from zashiki.games.seven_ronin.factors import factors_of
from zashiki.games.seven_ronin.imagine import known
from zashiki.games.seven_ronin.rules.actions import READY
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, PLANNING, STEPS
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.logistic import likelihood, weights_of
from zashiki.kernel.messages import Message
from zashiki.kernel.studies import Observer, OpeningBook, Valued, WeighedPlan

NAME: Final = "standing"
NODES: Final = 400
"""Positions looked at in one choice of a fight."""
DEEP_NODES: Final = 8000
PLANS: Final = 18
"""Plans weighed for each side, the one that was made included."""
VARIATIONS: Final = 3
"""How often the lighter ones give way to variations."""


def ready() -> bool:
    return True


def attackers_chance(state: State) -> float:
    """Of a game that is over, or of a round that begins."""
    if state.end:
        return float(state.end < 3)
    return likelihood(weights_of(__package__), factors_of(state))


def _own(seat: int, chance: float) -> float:
    return chance if seat == ATTACKER else 1 - chance


def values(view: RoninGameView, chance: Random) -> Valued:  # noqa: ARG001 nothing is hidden in a fight
    assert view.seat is not None
    return _fight(view, NODES)


def _fight(view: RoninGameView, nodes: int) -> Valued:
    assert view.seat is not None
    state, seat = known(view), view.seat
    found = {action: _searched(state, seat, action, nodes // len(view.legal)) for action in view.legal}
    return Valued(max(found, key=lambda action: found[action]), found)


def verified(view: RoninGameView, chance: Random) -> Valued | None:  # noqa: ARG001
    """All orders of the own choices of this step, as far as twenty times the positions go."""
    return None if view.step == STEPS[PLANNING] else _fight(view, DEEP_NODES)


def theme(view: RoninGameView, action: int) -> str:  # noqa: ARG001
    if "divide" in view.step:
        return "wounds"
    return "ronin" if view.seat == DEFENDER else "areas"


def _searched(state: State, seat: int, action: int, nodes: int) -> float:
    """This side's next choices are searched while nodes last; then both fight on as it seems best at a glance."""
    twin = state.copy()
    twin.apply(seat, action)
    if seat in twin.acting and twin.phase != PLANNING:
        legal = twin.legal(seat)
        if len(legal) < nodes:
            return max(_searched(twin, seat, following, nodes // len(legal)) for following in legal)
    play_out(twin)
    return _own(seat, attackers_chance(twin))


def winning(view: RoninGameView, chance: Random) -> float:  # noqa: ARG001
    assert view.seat is not None
    state = known(view)
    play_out(state)
    return _own(view.seat, attackers_chance(state))


class _Weighed(NamedTuple):
    """Plans of one side: what each is worth against the other side's best mix, and its share in the own best mix."""

    plans: list[Plan]
    values: list[float]
    shares: list[float]


def _weigh(state: State, seat: int, made: Plan | None, chance: Random) -> _Weighed:
    """Sampled plans of both sides, varied; the plan that was made is the last one."""
    plans = [[sample(state, side, chance) for _ in range(PLANS)] for side in (ATTACKER, DEFENDER)]
    if made is not None:
        plans[seat][0] = made
    values, weights = _met(state, plans)
    for _ in range(VARIATIONS):
        plans = [vary(state, side, plans[side], weights[side], chance) for side in (ATTACKER, DEFENDER)]
        if made is not None:
            plans[seat][-1] = made
        values, weights = _met(state, plans)
    mixes = [[weight / sum(one) for weight in one] for one in weights]
    rows = values if seat == ATTACKER else [list(column) for column in zip(*values, strict=True)]
    of_plans = [
        _own(seat, sum(value * weight for value, weight in zip(row, mixes[1 - seat], strict=True)))
        for row in rows
    ]
    return _Weighed(plans[seat], of_plans, mixes[seat])


def weigh_plan(view: RoninGameView, made: list[int], chance: Random) -> WeighedPlan:
    assert view.seat is not None
    found = _weigh(known(view), view.seat, [action for action in made if action != READY], chance)
    best = max(range(PLANS), key=lambda number: found.shares[number])
    whole = sum(value * share for value, share in zip(found.values, found.shares, strict=True))
    after = found.values[-1]
    return WeighedPlan((*found.plans[best], READY), max(whole, after), after)


def plans(view: RoninGameView, chance: Random) -> list[tuple[tuple[int, ...], float]]:
    """Those that the best mix plays, the one it plays most first; the same markers in another order are the same plan."""
    if view.seat is None or STEPS[PLANNING] != view.step:
        return []
    found = _weigh(known(view), view.seat, None, chance)
    shares: dict[tuple[int, ...], float] = {}
    values: dict[tuple[int, ...], float] = {}
    for plan, value, share in zip(found.plans, found.values, found.shares, strict=True):
        markers = tuple(sorted(plan))
        shares[markers] = shares.get(markers, 0.0) + share
        values[markers] = value
    ranked = sorted(shares, key=lambda markers: -shares[markers])
    return [(markers or (READY,), values[markers]) for markers in ranked]


def _met(state: State, plans: list[list[Plan]]) -> tuple[list[list[float]], tuple[list[float], list[float]]]:
    """The Attacker's chance for every pair of plans, and how often each side would choose each of its own."""
    values = [
        [attackers_chance(fought(state, attack, defence)) for defence in plans[DEFENDER]]
        for attack in plans[ATTACKER]
    ]
    return values, balance(values)


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
