"""The tables that `examples/nfsp.py` trains on are the game, and what they show of it is enough to play an equilibrium."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import pyspiel
import pytest

from examples.small_game import OBSERVATIONS, Observation, SmallGame

RONIN: Final = "zashiki_seven_ronin(village=four-areas)"
ROWS: Final = {"information": (953, 736), "now": (613, 570), "one-hot": (1945, 928)}
"""How many different things each seat of 7 Ronin may see, by what it is shown."""


@cache
def small(observation: Observation = "now") -> SmallGame:
    return SmallGame(pyspiel.load_game(RONIN), observation)


class Solved(NamedTuple):
    """What CFR+ comes to, by information state, and its NashConv."""

    policy: dict[str, list[tuple[int, float]]]
    nash_conv: float


@cache
def solved() -> Solved:
    tree = small().tree
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(64):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    policy = {key: average.get_state_policy(key) for rows in small().rows for key in rows}
    return Solved(policy, pyspiel.nash_conv(tree, average))


def test_a_walk_over_the_rows_is_a_game() -> None:
    """The same random choices are there in the game, and pay the same."""
    game, start = small(), pyspiel.load_game(RONIN).new_initial_state()
    random = np.random.default_rng(3)
    for _ in range(20):
        state, history = start.clone(), game.histories[0]
        while not state.is_terminal():
            legal = state.legal_actions()
            assert (history.seat, len(history.actions)) == (state.current_player(), len(legal))
            assert game.masks[history.seat][history.row].nonzero()[0].tolist() == history.actions
            choice = int(random.integers(len(legal)))
            state.apply_action(legal[choice])
            history = game.histories[history.following[choice]]
        assert history.returns == pytest.approx(state.returns())


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_what_a_seat_is_shown_is_enough_for_an_equilibrium(observation: Observation) -> None:
    """Information states that look the same get one policy, each with the weight with which its seat comes there by itself."""
    game = small(observation)
    assert tuple(len(tensor) for tensor in game.tensors) == ROWS[observation]
    shown = merged(game, solved().policy)
    nash_conv = game.nash_conv(shown)
    assert nash_conv == pytest.approx(solved().nash_conv, abs=1e-6)
    assert game.returns(shown)[0] == pytest.approx(0.2, abs=nash_conv)


def merged(game: SmallGame, policy: dict[str, list[tuple[int, float]]]) -> list[Any]:
    tables = [np.zeros(mask.shape) for mask in game.masks]
    for key, reach in reaches(game, policy).items():
        seat = 0 if key in game.rows[0] else 1
        for action, chance in policy[key]:
            tables[seat][game.rows[seat][key], action] += max(reach, 1e-12) * chance
    return [table / table.sum(axis=1, keepdims=True) for table in tables]


def reaches(game: SmallGame, policy: dict[str, list[tuple[int, float]]]) -> dict[str, float]:
    """How likely each information state is, as far as its own seat decides it."""
    found: dict[str, float] = {}

    def walk(state: Any, own: tuple[float, float]) -> None:
        if state.is_terminal():
            return
        seat, key = state.current_player(), state.information_state_string()
        found[key] = own[seat]
        for action, chance in policy[key]:
            further = (own[0] * chance, own[1]) if seat == 0 else (own[0], own[1] * chance)
            walk(state.child(action), further)

    walk(game.tree.new_initial_state(), (1.0, 1.0))
    return found


def test_choosing_at_random_is_measured_as_openspiel_does() -> None:
    """Of 7 Ronin, and of Kuhn poker, which has chance: its NashConv is known to be 11/12."""
    assert small().nash_conv(small().uniform()) == pytest.approx(
        pyspiel.nash_conv(small().tree, pyspiel.UniformRandomPolicy(small().tree))
    )
    poker = SmallGame(pyspiel.load_game("kuhn_poker"), "information")
    assert poker.nash_conv(poker.uniform()) == pytest.approx(11 / 12)
    assert poker.returns(poker.uniform()) == pytest.approx([1 / 8, -1 / 8])


def test_choices_are_counted() -> None:
    """In Kuhn poker the first seat chooses again when it passed and the second bets: in one game of four."""
    assert SmallGame(pyspiel.load_game("kuhn_poker"), "one-hot").choices() == pytest.approx([1.25, 1.0])
