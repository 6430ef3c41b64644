"""What results tell: intervals, Elo and the sequential test."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zashiki.study.scores import Test as SequentialTest
from zashiki.study.scores import elo, expected, interval


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_intervals_are_those_of_wilson(won: int, games: int, low: float, high: float) -> None:
    assert interval(won / games, games) == pytest.approx((low, high), abs=1e-4)


def test_no_games_tell_nothing() -> None:
    assert interval(0.0, 0) == (0.0, 1.0)
    assert elo(0.0, 0.25, 0) == 0.0


def test_elo_is_the_usual_one_for_two_and_even_at_the_fair_share() -> None:
    assert elo(0.75, 0.5, 10_000) == pytest.approx(190.85, abs=0.01)
    assert elo(0.25, 0.25, 400) == pytest.approx(0.0)
    assert elo(1.0, 0.5, 10) > elo(0.9, 0.5, 10)


@given(difference=st.floats(-600, 600), fair=st.sampled_from([0.2, 0.25, 1 / 3, 0.5]))
def test_the_expected_rate_is_the_inverse_of_elo(difference: float, fair: float) -> None:
    assert elo(expected(difference, fair), fair, 10**9) == pytest.approx(difference, abs=1e-6)


def test_a_sequential_test_tells_strong_from_weak_and_waits_for_enough() -> None:
    test, chance = SequentialTest(0, 50, 0.5), Random(3)
    strong = [float(chance.random() < 0.65) for _ in range(600)]
    weak = [float(chance.random() < 0.45) for _ in range(600)]
    assert test.verdict(strong) == "strong"
    assert test.verdict(weak) == "weak"
    assert test.verdict(strong[:5]) == "open"
    assert test.verdict([0.0, 1.0] * 10) == "open"


@pytest.mark.parametrize(("won", "verdict"), [(0.15, "strong"), (0.3, "strong"), (0.03, "weak")])
def test_deals_that_both_teams_lose_end_no_sequential_test(won: float, verdict: str) -> None:
    """A team that wins some deals, where the other one wins none: 53, 108 and 10 Elo."""
    test, wrong = SequentialTest(0, 50, 0.5), 0
    for seed in range(200):
        chance, samples = Random(seed), [0.5] * 10
        while test.verdict(samples) == "open":
            samples.append(1.0 if chance.random() < won else 0.5)
        wrong += test.verdict(samples) != verdict
    assert wrong <= 20
