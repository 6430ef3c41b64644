"""PettingZoo's and Gymnasium's own checks pass without a warning, for every number of seats and every option."""

from __future__ import annotations

import gc
import re
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import zashiki
from tests.bridges.settings import GAMES, Given, every_setting
from zashiki.bridges import pettingzoo as bridge
from zashiki.bridges.gymnasium import environment_id
from zashiki.bridges.pictures import NoBrowser
from zashiki.bridges.setting import BadSetting
from zashiki.kernel.features import Layout
from zashiki.kernel.parts import Features

SETTINGS = [given for name in GAMES for given in every_setting(name)]
pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture(autouse=True, scope="module")
def swept() -> None:
    """What other tests have left behind is cleared away first: a warning of that is not one of these environments."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gc.collect()


def make(given: Given, **more: Any) -> Any:
    return gymnasium.make(
        environment_id(zashiki.game(given.game)), seats=given.seats, **given.options, **more
    ).unwrapped


@pytest.mark.parametrize("given", SETTINGS, ids=str)
def test_pettingzoo_finds_nothing_to_warn_of(given: Given) -> None:
    def one_by_one(**more: Any) -> Any:
        return bridge.env(given.game, given.seats, **given.options, **more)

    def together(**more: Any) -> Any:
        return bridge.parallel_env(given.game, given.seats, **given.options, **more)

    api_test(one_by_one(), num_cycles=60)
    parallel_api_test(together(), num_cycles=60)
    seed_test(one_by_one, num_cycles=20)
    parallel_seed_test(together, num_cycles=20)


@pytest.mark.parametrize("given", SETTINGS, ids=str)
def test_gymnasium_finds_nothing_to_warn_of(given: Given) -> None:
    check_env(make(given, opponents="random"), skip_render_check=True)


def test_every_way_of_drawing_works_in_gymnasium() -> None:
    check_env(make(Given("samurai-spirit", 2, {})))


def test_every_way_of_drawing_works_in_pettingzoo() -> None:
    drawn: list[str] = []

    def with_board(text: str) -> bool:
        drawn.append(text)
        return "Province" in text

    render_test(
        lambda render_mode: bridge.env("shinobi", 3, render_mode=render_mode),
        custom_tests={"ansi": with_board},
    )
    assert len(set(drawn)) > 1


def test_a_picture_is_the_page_of_the_seat() -> None:
    one = make(Given("seven-ronin", 2, {}), render_mode="rgb_array")
    one.reset(seed=1)
    picture = one.render()
    assert picture.shape == (860, 1280, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 500


def test_without_chromium_a_picture_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZASHIKI_CHROMIUM", "/nowhere/chromium")
    one = make(Given("seven-ronin", 2, {}), render_mode="rgb_array")
    one.reset(seed=1)
    with pytest.raises(NoBrowser, match=r"install Chromium.*render_mode=\"ansi\""):
        one.render()


def test_text_is_the_board_of_the_terminal() -> None:
    one = make(Given("seven-ronin", 2, {}), render_mode="ansi")
    one.reset(seed=1)
    assert re.search(r"7 Ronin · Round 1 of 8 · Planning", one.render())


@pytest.mark.parametrize("name", GAMES)
def test_masked_agents_play_a_whole_game_one_by_one(name: str) -> None:
    made = bridge.env(name)
    made.reset(seed=7)
    for seat, agent in enumerate(made.possible_agents):
        made.action_space(agent).seed(seat)
    facts, total = zashiki.game(name).facts, dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter(facts.longest):
        _, reward, terminated, truncated, info = made.last()
        total[agent] += reward
        assert not truncated
        made.step(None if terminated else made.action_space(agent).sample(info["action_mask"]))
    assert made.agents == []
    result = made.unwrapped.play.state.result()
    assert tuple(total.values()) == result.returns


@pytest.mark.parametrize("name", GAMES)
def test_masked_agents_play_a_whole_game_together(name: str) -> None:
    made = bridge.parallel_env(name)
    _, infos = made.reset(seed=7)
    for seat, agent in enumerate(made.possible_agents):
        made.action_space(agent).seed(seat)
    most = 0
    while made.agents:
        masks = {agent: infos[agent]["action_mask"] for agent in made.agents}
        most = max(most, sum(not mask[made.wait] for mask in masks.values()))
        actions = {agent: made.action_space(agent).sample(mask) for agent, mask in masks.items()}
        _, rewards, terminated, truncated, infos = made.step(actions)
        assert not any(truncated.values())
    assert all(terminated.values())
    assert tuple(rewards.values()) == made.play.returns()
    assert most == (2 if name == "seven-ronin" else 1)


def test_who_chooses_what_is_not_legal_loses_and_the_others_get_nothing() -> None:
    made = bridge.env("seven-ronin")
    made.reset(seed=1)
    made.step(zashiki.game("seven-ronin").action("strike"))
    assert made.terminations == {"player_0": True, "player_1": True}
    assert made.rewards == {"player_0": -1.0, "player_1": 0.0}


def test_an_illegal_choice_ends_the_game_of_an_agent_and_names_the_rule() -> None:
    one = make(Given("seven-ronin", 2, {}))
    one.reset(seed=1)
    _, reward, terminated, _, info = one.step(zashiki.game("seven-ronin").action("strike"))
    assert (reward, terminated) == (-1.0, True)
    assert info["refused"].startswith("RON-")


@pytest.mark.parametrize("given", [Given("seven-ronin", 2, {}), Given("samurai-spirit", 3, {})], ids=str)
@pytest.mark.parametrize("seat", [0, 1])
def test_an_agent_plays_a_whole_game_among_bots(given: Given, seat: int) -> None:
    one = make(given, seat=seat, opponents=["villager", "random"][: given.seats - 1])
    one.action_space.seed(2)
    _, info = one.reset(seed=2)
    terminated, choices = False, 0
    while not terminated:
        assert one.play.turn == seat
        mask = info["action_mask"]
        assert np.array_equal(mask, one.action_masks())
        observation, reward, terminated, _, info = one.step(one.action_space.sample(mask))
        choices += 1
    assert choices > 2
    assert reward == one.play.state.result().returns[seat]
    numbers = [0.0] * Layout(zashiki.game(given.game).part(Features).PIECES).size
    zashiki.game(given.game).part(Features).write(one.play.state, seat, numbers)
    assert np.allclose(observation, numbers)


def test_the_same_seed_and_choices_give_the_same_game_among_bots() -> None:
    played = []
    for _ in range(2):
        one = make(Given("shinobi", 4, {}), opponents="villager")
        observation, info = one.reset(seed=11)
        seen = [observation]
        while info["action_mask"].any():
            observation, _, _, _, info = one.step(int(np.argmax(info["action_mask"])))
            seen.append(observation)
        played.append(np.stack(seen))
    assert np.array_equal(played[0], played[1])


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"game": "go"}, "no game is called 'go'; there are"),
        ({"game": "shinobi", "seats": 9}, "3 to 5"),
        (
            {"game": "shinobi", "opponents": "shogun"},
            "no bots of the level 'shogun'; there are random, novice, villager",
        ),
        ({"game": "shinobi", "seat": 4}, "no seat 4 among 4"),
        ({"game": "seven-ronin", "edition": "jp-1999"}, "edition"),
        ({"game": "shinobi", "opponents": ["random"]}, "3 others need as many levels"),
    ],
)
def test_what_can_not_be_played_is_refused_in_words(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(complaint)):
        gymnasium.make("zashiki/Shinobi-v0", **given)
