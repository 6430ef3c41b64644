"""Odds that are all alike: the shared list spares the adding up, and draws what an equal list draws."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from zashiki.kernel.chance import EVEN_ODDS, MOST_EVEN, draw_outcome
from zashiki.kernel.contract import State


class Moment:
    """Chance has something to bring."""

    def __init__(self, odds: list[int]) -> None:
        self._odds = odds

    def legal(self, _seat: int) -> list[int]:
        return [10 * number for number in range(len(self._odds))]

    def odds(self) -> list[int]:
        return self._odds


def drawn(odds: list[int]) -> list[int]:
    random = Random(7)
    moment: Any = Moment(odds)
    return [draw_outcome(cast(State, moment), random) for _ in range(200)]


@pytest.mark.parametrize("count", [1, 2, 28, MOST_EVEN])
def test_the_shared_list_draws_what_an_equal_one_draws(count: int) -> None:
    shared = drawn(EVEN_ODDS[count])
    assert shared == drawn([1] * count)
    assert shared == drawn([3] * count)
    assert set(shared) <= {10 * number for number in range(count)}


def test_more_outcomes_than_there_are_shared_lists() -> None:
    assert max(drawn([1] * (MOST_EVEN + 50))) > 10 * MOST_EVEN
