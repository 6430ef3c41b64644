"""Many games at once: the same games in any number of processes, begun anew when they are over."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from hashlib import blake2b
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import zashiki
from tests.bridges.settings import GAMES, Given, every_setting
from zashiki.bridges import vector
from zashiki.bridges.setting import Setting
from zashiki.kernel import rollouts as generic
from zashiki.kernel.contract import State

SETTINGS = [given for name in GAMES for given in every_setting(name)]


def picked(mask: Any, random: np.random.Generator) -> Any:
    """One legal choice of each row."""
    return np.argmax(mask * random.uniform(0.1, 1.0, mask.shape), axis=1)


def steps(games: vector.Games, count: int, seed: int = 5) -> Iterator[tuple[Any, ...]]:
    random = np.random.default_rng(seed)
    observations, info = games.reset(seed=seed)
    for _ in range(count):
        actions = picked(info["action_mask"], random)
        observations, rewards, terminated, truncated, info = games.step(actions)
        yield actions, observations, rewards, terminated, truncated, info


@pytest.mark.parametrize("given", SETTINGS, ids=str)
def test_every_setting_is_played(given: Given) -> None:
    with closing(vector.make(given.game, 3, given.seats, workers=0, **given.options)) as games:
        for _, observations, _, terminated, truncated, info in steps(games, 30):
            assert observations in games.observation_space
            assert not truncated.any()
            assert (info["action_mask"].sum(axis=1) > 0).tolist() == (~terminated).tolist()
            assert set(info["seat"]) <= set(range(given.seats))


@pytest.mark.parametrize("name", GAMES)
def test_the_number_of_processes_changes_nothing(name: str) -> None:
    played = []
    for workers in (0, 2):
        with closing(vector.make(name, 7, workers=workers)) as games:
            assert games.processes == workers + 1
            played.append([[*one[:5], *one[5].values()] for one in steps(games, 40)])
    for mine, other in zip(*played, strict=True):
        assert all(np.array_equal(one, two) for one, two in zip(mine, other, strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_rules_that_are_not_compiled_need_no_library_of_mypyc(name: str) -> None:
    """In another process, where it can't be imported, the same games are played."""
    script = f"import sys; sys.modules['librt'] = None; from {__name__} import told; print(told({name!r}))"
    other = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "ZASHIKI_COMPILED": "0", "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=120,
    )
    assert other.stdout.strip() == told(name)


def told(name: str) -> str:
    """All that some games show, in few letters."""
    content = blake2b(digest_size=8)
    with closing(vector.make(name, 3, workers=0)) as games:
        for *shown, info in steps(games, 40):
            for array in (*shown, *info.values()):
                content.update(array.tobytes())
    return content.hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_a_row_is_the_game_that_the_rules_play(name: str) -> None:
    """Row 2 of some, beside the same choices made through the contract."""
    setting = Setting(name)
    features, layout = setting.features()
    with closing(vector.make(name, 4, workers=0)) as games:
        state, dice = _begun(setting, _dice_of_row(9, 2))
        over, ends = False, 0
        for actions, observations, rewards, terminated, _, info in steps(games, 400, seed=9):
            worth = (0.0,) * setting.seats
            if over:
                state, dice = _begun(setting, dice)
                seat, over = state.actors()[0], False
            else:
                seat = state.actors()[0]
                state.apply(seat, int(actions[2]))
                dice = generic.settle(state, dice)
                result = state.result()
                over = result is not None
                worth = worth if result is None else result.returns
            ends += over
            shown = seat if over else state.actors()[0]
            numbers, mask = [0.0] * layout.size, np.zeros(setting.facts.actions, np.int8)
            features.write(state, shown, numbers)
            mask[state.legal(shown)] = 1
            assert info["seat"][2] == shown
            assert np.array_equal(observations[2], np.array(numbers, np.float32))
            assert np.array_equal(info["action_mask"][2], mask)
            assert (rewards[2], terminated[2]) == (worth[seat], over)
            assert tuple(info["returns"][2]) == worth
        assert ends >= 1


def _begun(setting: Setting, dice: int) -> tuple[State, int]:
    state = setting.start()
    return state, generic.settle(state, dice)


def _dice_of_row(seed: int, row: int) -> int:
    chosen = int(np.random.default_rng(seed).integers(vector.SEEDS))
    return generic.make_dice(f"{chosen}/{row}")


@pytest.mark.parametrize("given", SETTINGS, ids=str)
def test_many_games_at_once_show_what_each_shows_alone(given: Given) -> None:
    """More games than are stepped together, with choices of which some are not legal: observations, masks, rewards and returns of
    every row, beside games that are played and looked at one by one."""
    setting = Setting(given.game, given.seats, given.options)
    rows, random = 67, np.random.default_rng(given.seats)
    with closing(vector.make(given.game, rows, given.seats, workers=0, **given.options)) as games:
        _, info = games.reset(seed=3)
        alone = [_Alone(setting, _dice_of_row(3, row)) for row in range(rows)]
        for number in range(14):
            actions = picked(info["action_mask"], random)
            if number == 5:
                actions[::9] = setting.facts.actions - 1
            observations, rewards, terminated, _, info = games.step(actions)
            shown = [one.step(int(action)) for one, action in zip(alone, actions, strict=True)]
            seats, numbers, masks, worth, returns, over = zip(*shown, strict=True)
            assert info["seat"].tolist() == list(seats)
            assert np.array_equal(observations, np.array(numbers, np.float32))
            assert np.array_equal(info["action_mask"], np.array(masks))
            assert rewards.tolist() == list(worth)
            assert [tuple(row) for row in info["returns"]] == list(returns)
            assert terminated.tolist() == list(over)


class _Alone:
    """One game, played through the contract."""

    def __init__(self, setting: Setting, dice: int) -> None:
        self.setting = setting
        self.state, self.dice = _begun(setting, dice)
        self.seat, self.over = self.state.actors()[0], False

    def step(self, action: int) -> tuple[Any, ...]:
        """The seat, what it sees and may choose, the reward and all returns, and whether the game is over."""
        returns, state, seat = (0.0,) * self.setting.seats, self.state, self.seat
        if self.over:
            self.state, self.dice = _begun(self.setting, self.dice)
            self.seat, self.over = self.state.actors()[0], False
        elif action not in state.legal(seat):
            lowest = self.setting.facts.lowest_return
            returns = tuple(lowest if one == seat else 0.0 for one in range(self.setting.seats))
            self.over = True
        else:
            state.apply(seat, action)
            self.dice = generic.settle(state, self.dice)
            result = state.result()
            self.over = result is not None
            returns = returns if result is None else tuple(result.returns)
            self.seat = seat if self.over else state.actors()[0]
        return (self.seat, *self._shown(), returns[seat], returns, self.over)

    def _shown(self) -> tuple[list[float], Any]:
        features, layout = self.setting.features()
        numbers, mask = [0.0] * layout.size, np.zeros(self.setting.facts.actions, np.int8)
        features.write(self.state, self.seat, numbers)
        mask[self.state.legal(self.seat)] = 1
        return numbers, mask


def test_a_game_that_is_over_begins_anew_with_the_next_step() -> None:
    """As in EnvPool: the last observation is given, then the first one of the next game without a reward."""
    with closing(vector.make("seven-ronin", 8, workers=0)) as games:
        assert games.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
        before, anew = np.zeros(8, bool), 0
        for _, _, rewards, terminated, _, info in steps(games, 400):
            assert not terminated[before].any()
            assert (rewards[before] == 0).all()
            assert (np.abs(rewards[terminated]) == 1).all()
            assert (info["returns"][terminated].sum(axis=1) == 0).all()
            anew += int(before.sum())
            before = terminated
        assert anew > 8


def test_a_step_after_which_every_game_is_over_shows_empty_masks() -> None:
    with closing(vector.make("seven-ronin", 1, workers=0)) as games:
        last = next(one for one in steps(games, 400) if one[3].all())
        assert not last[5]["action_mask"].any()


def test_an_illegal_choice_ends_the_game_with_the_lowest_return() -> None:
    with closing(vector.make("seven-ronin", 2, workers=0)) as games:
        games.reset(seed=1)
        strike, well = (zashiki.game("seven-ronin").action(name) for name in ("strike", "ninja>well"))
        _, rewards, terminated, _, info = games.step(np.array([strike, well]))
        assert rewards.tolist() == [-1.0, 0.0]
        assert terminated.tolist() == [True, False]
        assert info["returns"][0].tolist() == [-1.0, 0.0]


def test_bots_have_the_other_seats() -> None:
    with closing(vector.make("shinobi", 4, 4, seat=2, opponents="villager", workers=2)) as games:
        ends = 0
        for _, _, rewards, terminated, _, info in steps(games, 70):
            assert (info["seat"] == 2).all()
            assert (rewards == info["returns"][:, 2]).all()
            ends += int(terminated.sum())
        assert ends >= 1


def test_shared_arrays_are_given_without_a_copy_if_one_wants_that() -> None:
    for copy in (True, False):
        with closing(vector.make("shinobi", 2, workers=1, copy=copy)) as games:
            first, info = games.reset(seed=4)
            kept = first.copy()
            games.step(picked(info["action_mask"], np.random.default_rng(1)))
            assert np.array_equal(first, kept) == copy


@pytest.mark.parametrize("workers", [0, 1])
def test_games_that_nobody_observes_are_the_same_games(workers: int) -> None:
    played = []
    for observe in (True, False):
        with closing(vector.make("shinobi", 3, workers=workers, observe=observe)) as games:
            played.append([[actions, *rest] for actions, observations, *rest in steps(games, 30)])
            assert games.reset(seed=1)[0].shape == games.observation_space.shape
            assert (games.observation_space.shape[1] == 0) == (not observe)
    for seen, unseen in zip(*played, strict=True):
        assert np.array_equal(seen[0], unseen[0])
        assert np.array_equal(seen[-1]["action_mask"], unseen[-1]["action_mask"])


def test_a_step_can_be_sent_and_received() -> None:
    with closing(vector.make("samurai-spirit", 4, workers=2)) as games:
        _, info = games.reset(seed=4)
        actions = picked(info["action_mask"], np.random.default_rng(1))
        together = games.step(actions)
        games.reset(seed=4)
        games.send(actions)
        assert np.array_equal(games.recv()[0], together[0])


def test_the_wrappers_of_gymnasium_fit() -> None:
    with closing(RecordEpisodeStatistics(vector.make("seven-ronin", 4, workers=0))) as games:
        _, info = games.reset(seed=3)
        random, lengths = np.random.default_rng(3), []
        for _ in range(300):
            *_, info = games.step(picked(info["action_mask"], random))
            if "episode" in info:
                lengths += info["episode"]["l"][info["_episode"]].tolist()
        assert lengths
        assert min(lengths) > 10


def test_a_process_that_ends_is_reported() -> None:
    with closing(vector.make("shinobi", 2, workers=1)) as games:
        _, info = games.reset(seed=1)
        games._workers[0].terminate()
        games._workers[0].wait(20)
        with pytest.raises(vector.WorkerStopped):
            games.step(picked(info["action_mask"], np.random.default_rng(1)))


def test_a_step_leaves_the_search_for_garbage_as_it_was() -> None:
    with closing(vector.make("shinobi", 2, workers=0)) as games:
        _, info = games.reset(seed=1)
        games.step(picked(info["action_mask"], np.random.default_rng(1)))
        assert gc.isenabled()
        gc.disable()
        try:
            games.step(picked(info["action_mask"], np.random.default_rng(1)))
            assert not gc.isenabled()
        finally:
            gc.enable()


def test_closing_ends_the_processes_and_can_be_repeated() -> None:
    games = vector.make("shinobi", 3, workers=2)
    games.reset(seed=1)
    workers = list(games._workers)
    games.close()
    games.close()
    assert [worker.returncode for worker in workers] == [0, 0]


def test_no_game_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="num_envs is 0"):
        vector.make("shinobi", 0)
