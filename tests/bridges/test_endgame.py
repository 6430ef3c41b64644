"""An endgame of 7 Ronin, set up as a position, is small enough to be solved: OpenSpiel's CFR comes to what the rules give."""

from __future__ import annotations

import json
import pickle
import re
from contextlib import closing
from typing import Any, Final

import gymnasium
import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from scipy.optimize import linprog

import zashiki
import zashiki.bridges.gymnasium
import zashiki.bridges.openspiel
from zashiki.bridges import pettingzoo, vector
from zashiki.bridges.setting import BadSetting
from zashiki.kernel.contract import State

LAST_ROUND: Final[dict[str, Any]] = {
    "round": 8,
    "ninja": {"field-2": 1, "field-3": 2, "granary": 2},
    "reserves": 1,
    "fallen": ["hayai", "musashi", "taiko", "tasuke", "yobu", "yumi"],
    "wounds": {"kabe": 5},
}
"""Kabe alone, with two lives, against five ninja on the board and one to deploy."""
VALUE: Final = 0.5
"""Of the game to the Attacker, from -1 to 1; each side has to mix."""


def worth(state: State) -> float:
    """To the Attacker, of a moment at which nothing is secret."""
    if not state.actors():
        result = state.result()
        assert result is not None
        return result.returns[0]
    seat = state.actors()[0]
    found = []
    for action in state.legal(seat):
        after = state.copy()
        after.apply(seat, action)
        found.append(worth(after))
    return max(found) if seat == 0 else min(found)


def plans() -> Any:
    """What each attack is worth against each defence."""
    game = zashiki.game("seven-ronin")
    start, ready = game.position(**LAST_ROUND), game.action("ready")
    table: list[list[float]] = []
    for attack in start.legal(0):
        table.append([])
        for defence in start.legal(1):
            state = start.copy()
            for seat, action in ((0, attack), (0, ready), (1, defence), (1, ready)):
                state.apply(seat, action)
            table[-1].append(worth(state))
    return np.array(table)


def solved(table: Any) -> float:
    """The value of a matrix game, by a linear program."""
    attacks, defences = table.shape
    found = linprog(
        [0.0] * attacks + [-1.0],
        A_ub=np.hstack([-table.T, np.ones((defences, 1))]),
        b_ub=np.zeros(defences),
        A_eq=[[1.0] * attacks + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * attacks + [(None, None)],
    )
    return -float(found.fun)


def load() -> Any:
    return pyspiel.load_game("zashiki_seven_ronin", {"position": json.dumps(LAST_ROUND)})


def test_the_rules_give_the_value_and_no_plan_is_sure() -> None:
    table = plans()
    assert table.shape == (11, 10)
    assert solved(table) == pytest.approx(VALUE, abs=1e-9)
    assert table.min(axis=1).max() < VALUE < table.max(axis=0).min()


def test_cfr_comes_to_it() -> None:
    game = load()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(16):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    left = exploitability.exploitability(game, policy)
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert left < 0.02
    assert value[0] == pytest.approx(VALUE, abs=0.01)
    assert value[0] == -value[1]


def test_a_position_is_part_of_the_name_of_the_game() -> None:
    game = load()
    again = pyspiel.load_game(str(game))
    assert again.new_initial_state().observation_string(0) == game.new_initial_state().observation_string(0)
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_every_environment_starts_from_it() -> None:
    one: Any = gymnasium.make("zashiki/SevenRonin-v0", position=LAST_ROUND, opponents="villager").unwrapped
    one.reset(seed=1)
    agents = pettingzoo.env("seven-ronin", position=LAST_ROUND)
    agents.reset(seed=1)
    together = pettingzoo.parallel_env("seven-ronin", position=LAST_ROUND)
    observations, _ = together.reset(seed=1)
    wanted = observations["player_0"].tolist()
    assert agents.observe("player_0").tolist() == wanted
    assert one.play.state.view(0).round == 8
    with closing(vector.make("seven-ronin", 2, position=LAST_ROUND, workers=1)) as games:
        assert games.reset(seed=1)[0].tolist() == [wanted, wanted]


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ('{"round": 9}', "RON|round"),
        ("eyJ", "the position is no JSON"),
        ('{"round"', "the position is no JSON"),
    ],
)
def test_a_position_that_can_not_be_is_refused_in_words(position: str, complaint: str) -> None:
    with pytest.raises(BadSetting) as refused:
        pyspiel.load_game("zashiki_seven_ronin", {"position": position})
    assert re.search(complaint, str(refused.value))
