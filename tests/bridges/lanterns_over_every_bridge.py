"""Takes the toy game, which another package brings, over every bridge: `python -m tests.bridges.lanterns_over_every_bridge`.

It runs in a process of its own, with tests/toys on the path, so that the other tests see our games alone.
"""

from __future__ import annotations

import sys
import unittest
import warnings
from contextlib import closing
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from absl import flags
from gymnasium.utils.env_checker import check_env
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from pettingzoo.test import api_test as pettingzoo_test
from pettingzoo.test import parallel_api_test, seed_test

import zashiki.bridges.gymnasium
import zashiki.bridges.openspiel  # noqa: F401 it registers the games
from zashiki.bridges import pettingzoo as pettingzoo_bridge
from zashiki.bridges import vector

ROUND = "zashiki_lanterns(rounds=1)"
SETTINGS: tuple[dict[str, Any], ...] = (
    {"seats": 2, "rounds": "1"},
    {"seats": 3, "rounds": "3", "storm": True},
    {"seats": 2, "colours": ("red", "blue"), "scroll": "moon|over the pond"},
)


def openspiel() -> None:
    for text in ("zashiki_lanterns", "zashiki_lanterns(players=3,storm=True,colours=red+blue,rounds=3)"):
        pyspiel.random_sim_test(pyspiel.load_game(text), 5, serialize=True, verbose=False)
    pyspiel.random_sim_test(pyspiel.load_game("zashiki_lanterns", {"scroll": "moon"}), 1, False, False)
    game = pyspiel.load_game(ROUND)
    api_test.TOTAL_NUM_STATES[ROUND] = (4, 17, 14)  # chance, players', terminal
    api_test.PERFECT_RECALL_NUM_STATES[ROUND] = 14  # 11 of who has the word, 3 of the other
    for base in (api_test.EnforceAPIOnFullTreeBase, api_test.EnforceAPIOnPartialTreeBase):
        case = type("Case", (base,), {"game": game, "game_name": ROUND})
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
        assert result.testsRun >= 5
        assert not result.failures + result.errors, (result.failures + result.errors)[0][1]
    _search_and_solve(game)


def _search_and_solve(game: Any) -> None:
    random = np.random.RandomState(2)
    evaluator = mcts.RandomRolloutEvaluator(2, random)
    state = game.new_initial_state()
    assert mcts.MCTSBot(game, 2.0, 20, evaluator, random_state=random).step(state) in (0, 1)
    assert ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=random).step(state) in (0, 1)
    solver = cfr.CFRSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.01


def pettingzoo() -> None:
    for setting in SETTINGS:

        def made(setting: dict[str, Any] = setting) -> Any:
            return pettingzoo_bridge.env("lanterns", **setting)

        pettingzoo_test(made(), num_cycles=50)
        parallel_api_test(pettingzoo_bridge.parallel_env("lanterns", **setting), num_cycles=50)
        seed_test(made, num_cycles=50)
    drawn = pettingzoo_bridge.env("lanterns", render_mode="ansi")
    drawn.reset(seed=1)
    assert "Round 1" in drawn.render()


def gymnasium_bridge() -> None:
    for setting in SETTINGS:
        one = gymnasium.make(
            "zashiki/Lanterns-v0", opponents="villager", **setting
        )  # it remembers what it is told
        check_env(one.unwrapped, skip_render_check=True)
        _, info = one.reset(seed=3)
        over = False
        while not over:
            _, _, over, _, info = one.step(int(np.argmax(info["action_mask"])))


def vector_bridge() -> None:
    for setting in SETTINGS:
        with closing(vector.make("lanterns", 5, workers=2, **setting)) as games:
            _, info = games.reset(seed=1)
            ends = 0
            for _ in range(60):
                *_, terminated, _, info = games.step(np.argmax(info["action_mask"], axis=1))
                ends += int(terminated.sum())
            assert ends > 5


def main() -> None:
    flags.FLAGS.mark_as_parsed()
    warnings.simplefilter("error")
    for bridge in (openspiel, pettingzoo, gymnasium_bridge, vector_bridge):
        bridge()
        print("over", bridge.__name__, file=sys.stderr)


if __name__ == "__main__":
    main()
