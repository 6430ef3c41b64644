"""The opening book: what the master plans in round 1, from several searches put together, and how it does against replies."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from zashiki.games.seven_ronin.bot.deployments import Deployments, Plan
from zashiki.games.seven_ronin.bot.searching import LONG, master_net, steps_of
from zashiki.games.seven_ronin.events import PLACE, RONIN_NAME
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.messages import Message, say
from zashiki.kernel.studies import BookPlan, BookSide, OpeningBook
from zashiki.search import double_oracle
from zashiki.search.budget import Meter
from zashiki.search.matrix import Array, Solution, solve

SEARCHES: Final = 8
NODES: Final = 60_000
"""Of one search, which ends before that where neither side finds a better reply."""
PLAYED: Final = 0.01
"""Plans that a search plays less often do not come into the book."""
ROUNDS: Final = 4000
"""Of regret matching over the plans of all searches."""
SHOWN: Final = 6
MOST_NINJA: Final = 3
"""So many ninja in an area, or more, are one line of the picture."""


def book_of(state: State, chance: Random, searches: int = SEARCHES) -> OpeningBook:
    """The plans of all searches meet each other; the same chance gives the same book."""
    planning = Deployments(state, master_net())
    found: tuple[dict[Plan, None], dict[Plan, None]] = ({}, {})
    for _ in range(searches):
        searched = double_oracle.search_plans(
            planning, double_oracle.Effort(*LONG[:7]), Meter(None, NODES), Random(chance.getrandbits(32))
        )
        for side in (ATTACKER, DEFENDER):
            mix = searched.mix(side).tolist()
            found[side].update(
                (plan, None) for plan, share in zip(searched.plans[side], mix, strict=True) if share >= PLAYED
            )
    plans = ([*found[ATTACKER]], [*found[DEFENDER]])
    pairs = [(attack, defence) for attack in plans[ATTACKER] for defence in plans[DEFENDER]]
    payoffs = planning.payoffs(pairs).reshape(len(plans[ATTACKER]), len(plans[DEFENDER]))
    solution = solve(payoffs, ROUNDS)
    ranked = [np.argsort(-mix)[:SHOWN] for mix in (solution.rows, solution.columns)]
    sides = (
        BookSide(
            ATTACKER,
            [say("ron.book.ninja", n=number) for number in range(1, MOST_NINJA)]
            + [say("ron.book.ninja-more", n=MOST_NINJA)],
            [*PLACE],
            _attack_cells(plans[ATTACKER], solution.rows),
            _book_plans(state, ATTACKER, plans[ATTACKER], payoffs, solution, ranked[ATTACKER].tolist()),
        ),
        BookSide(
            DEFENDER,
            [*RONIN_NAME],
            [*PLACE],
            _defence_cells(plans[DEFENDER], solution.columns),
            _book_plans(state, DEFENDER, plans[DEFENDER], payoffs, solution, ranked[DEFENDER].tolist()),
        ),
    )
    replies = payoffs[np.ix_(ranked[ATTACKER], ranked[DEFENDER])]
    return OpeningBook(
        round(solution.value, 4), sides, [[round(value, 4) for value in row] for row in replies.tolist()]
    )


def _attack_cells(plans: list[Plan], mix: Array) -> list[list[float]]:
    """How often so many ninja go to each place."""
    cells = [[0.0] * len(PLACE) for _ in range(MOST_NINJA)]
    for plan, share in zip(plans, mix.tolist(), strict=True):
        for place in range(len(PLACE)):
            if plan[place]:
                cells[min(plan[place], MOST_NINJA) - 1][place] += share
    return [[round(cell, 4) for cell in row] for row in cells]


def _defence_cells(plans: list[Plan], mix: Array) -> list[list[float]]:
    """How often each ronin goes to each place."""
    cells = [[0.0] * len(PLACE) for _ in RONIN_NAME]
    for plan, share in zip(plans, mix.tolist(), strict=True):
        for ronin in range(len(RONIN_NAME)):
            cells[ronin][plan[ronin]] += share
    return [[round(cell, 4) for cell in row] for row in cells]


def _told(side: int, plan: Plan) -> tuple[Message, ...]:
    if side == ATTACKER:
        return tuple(
            say("ron.book.attack", place=PLACE[at], n=number) for at, number in enumerate(plan) if number
        )
    return tuple(
        say("ron.book.post", ronin=name, place=PLACE[at]) for name, at in zip(RONIN_NAME, plan, strict=True)
    )


def _book_plans(
    state: State, side: int, plans: list[Plan], payoffs: Array, solution: Solution, ranked: list[int]
) -> list[BookPlan]:
    """The plans that are played most, with their chances from this side's own eyes."""
    own = payoffs if side == ATTACKER else 1 - payoffs.T
    mixes = (solution.rows, solution.columns)
    values, worst = own @ mixes[1 - side], own.min(axis=1)
    return [
        BookPlan(
            tuple(steps_of(state, side, plans[number])),
            _told(side, plans[number]),
            round(float(mixes[side][number]), 4),
            round(float(values[number]), 4),
            round(float(worst[number]), 4),
        )
        for number in ranked
    ]
