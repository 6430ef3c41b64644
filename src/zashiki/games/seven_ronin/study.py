"""Winning chances for an analysis, as the master sees them: fights are searched, plans weighed against the other side's best mix, and what comes of it
is valued by the net."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from zashiki.games.seven_ronin.bot.searching import LONG, can_search, master_net, steps_of
from zashiki.games.seven_ronin.imagine import known
from zashiki.games.seven_ronin.rules.actions import DEPLOY, READY
from zashiki.games.seven_ronin.rules.facts import pack
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, PLANNING, STEPS
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.bots import Told
from zashiki.kernel.messages import Message
from zashiki.kernel.studies import Deduced, Observer, OpeningBook, Valued, WeighedPlan

if TYPE_CHECKING:
    from zashiki.games.seven_ronin.bot.deployments import Deployments
    from zashiki.search.double_oracle import Plans
    from zashiki.search.matrix import Array

NAME: Final = "master"
FIRST: Final = 64
NODES: Final = 1_024
"""Positions looked at in one choice of a fight, in the first stage and in the last."""
DEEP_NODES: Final = 16_384
PAIRS: Final = 6_000
"""Pairs of plans that are weighed in one planning."""
DEEP_PAIRS: Final = 40_000
ROUNDS: Final = 4_000
"""Of regret matching for the mixes."""


def ready() -> bool:
    return can_search()


def asks_one(view: RoninGameView) -> bool:
    """In a fight; and where the Defender has one ronin left to place."""
    if view.step != STEPS[PLANNING]:
        return True
    return view.seat == DEFENDER and known(view).waiting.bit_count() == 1


def values(view: RoninGameView, chance: Random) -> Valued:
    assert view.seat is not None
    if view.step == STEPS[PLANNING]:
        return _last_ronin(view, PAIRS, chance)
    return _fight(known(view), view.seat, NODES)


def _fight(state: State, seat: int, nodes: int) -> Valued:
    """The own choices until the other side acts, in all orders as far as the nodes go; the rest of the round is played at a glance."""
    from zashiki.games.seven_ronin.bot.fights import Fight
    from zashiki.search.budget import Meter
    from zashiki.search.own_turn import search_turn

    fight = Fight(master_net(), seat, state.round)
    found = search_turn(fight, state, Meter(None, 2 * nodes), FIRST, nodes).values
    return Valued(max(found, key=lambda action: found[action]), found)


def verified(view: RoninGameView, chance: Random) -> Valued | None:
    assert view.seat is not None
    if view.step == STEPS[PLANNING]:
        return _last_ronin(view, DEEP_PAIRS, chance)
    return _fight(known(view), view.seat, DEEP_NODES)


def deduced(view: RoninGameView, told: Sequence[Told], chance: Random) -> Deduced | None:  # noqa: ARG001
    return None


def theme(view: RoninGameView, action: int) -> str:  # noqa: ARG001
    if view.step == STEPS[PLANNING]:
        return "plan"
    if "divide" in view.step:
        return "wounds"
    return "ronin" if view.seat == DEFENDER else "areas"


def winning(view: RoninGameView, chance: Random) -> float:  # noqa: ARG001
    """With the best that whoever is to choose in a fight can make of it."""
    assert view.seat is not None
    state = known(view)
    if state.acting and state.phase != PLANNING:
        actor = state.acting[0]
        found = _fight(state, actor, NODES)
        best = found.values[found.best]
        return best if actor == view.seat else 1 - best
    return _own(view.seat, float(master_net().reached((pack(state), [state.end]))[0]))


def _own(seat: int, chance: float) -> float:
    """Of a chance of the Attacker's."""
    return chance if seat == ATTACKER else 1 - chance


class _Weighed(NamedTuple):
    """Plans of one side: what each is worth against the other side's best mix, and its share in the own best mix."""

    plans: list[bytes]
    values: list[float]
    shares: list[float]


def _weigh(state: State, seat: int, made: bytes | None, chance: Random) -> _Weighed:
    """Plans of both sides that hold against each other. The plan that was made is among them, the last one: the other side's mix answers it too."""
    import numpy as np

    from zashiki.search.matrix import solve

    planning, found = _searched(state, PAIRS, chance)
    plans, payoffs = [*found.plans[seat]], _rows(found.payoffs, seat)
    if made is not None:
        others = found.plans[1 - seat]
        line = planning.payoffs([(made, other) if seat == ATTACKER else (other, made) for other in others])
        plans.append(made)
        payoffs = np.vstack([payoffs, line if seat == ATTACKER else 1 - line])
    solution = solve(payoffs, ROUNDS)
    return _Weighed(plans, (payoffs @ solution.columns).tolist(), solution.rows.tolist())


def _searched(state: State, pairs: int, chance: Random) -> tuple[Deployments, Plans[bytes]]:
    from zashiki.games.seven_ronin.bot.deployments import Deployments
    from zashiki.search import double_oracle
    from zashiki.search.budget import Meter

    planning, effort = Deployments(state, master_net()), double_oracle.Effort(*LONG[:7])
    return planning, double_oracle.search_plans(planning, effort, Meter(None, pairs), chance)


def _last_ronin(view: RoninGameView, pairs: int, chance: Random) -> Valued:
    """Each place for the one who is left, against the best mix of the Attacker, who does not know where the others are."""
    planning, found = _searched(known(view, planned=False), pairs, chance)
    attacks, mix = found.plans[ATTACKER], found.mix(ATTACKER)
    state = known(view)
    values = {}
    for action in view.legal:
        defence = _plan_of(state, DEFENDER, [action])
        values[action] = 1 - float(planning.payoffs([(attack, defence) for attack in attacks]) @ mix)
    return Valued(max(values, key=lambda action: values[action]), values)


def _rows(payoffs: Array, seat: int) -> Array:
    """As this side's chance to win, its plans as rows."""
    return payoffs if seat == ATTACKER else 1 - payoffs.T


def weigh_plan(view: RoninGameView, made: list[int], chance: Random) -> WeighedPlan:
    assert view.seat is not None
    state = known(view)
    found = _weigh(state, view.seat, _plan_of(state, view.seat, made), chance)
    best = max(range(len(found.plans)), key=lambda number: found.shares[number])
    whole = sum(value * share for value, share in zip(found.values, found.shares, strict=True))
    after = found.values[-1]
    steps = steps_of(state, view.seat, found.plans[best])
    return WeighedPlan((*steps, READY), max(whole, after), after)


def _plan_of(state: State, seat: int, made: list[int]) -> bytes:
    """The choices of a plan as `bot.deployments` has it."""
    plan = bytearray(state.plan if seat == ATTACKER else state.place)
    for action in made:
        if action == READY:
            continue
        if seat == ATTACKER:
            plan[action] += 1
        else:
            ronin, place = divmod(action - DEPLOY, 11)
            plan[ronin] = place
    return bytes(plan)


def plans(view: RoninGameView, chance: Random) -> list[tuple[tuple[int, ...], float]]:
    """Those that the best mix plays, the one it plays most first."""
    if view.seat is None or STEPS[PLANNING] != view.step:
        return []
    state = known(view)
    found = _weigh(state, view.seat, None, chance)
    ranked = sorted(range(len(found.plans)), key=lambda number: -found.shares[number])
    steps = [tuple(steps_of(state, view.seat, found.plans[number])) for number in ranked]
    return [
        (actions or (READY,), found.values[number]) for actions, number in zip(steps, ranked, strict=True)
    ]


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
