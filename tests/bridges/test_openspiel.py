"""OpenSpiel's own checks and algorithms take our games as they take its own."""

from __future__ import annotations

import pickle
import re
import unittest
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

import zashiki
import zashiki.bridges.openspiel
from tests.bridges.settings import GAMES, Given, every_setting
from zashiki.bridges.memory import spell_moment
from zashiki.bridges.setting import BadSetting
from zashiki.kernel.features import Layout
from zashiki.kernel.parts import Features

flags.FLAGS.mark_as_parsed()

SETTINGS = [given for name in GAMES for given in every_setting(name)]


def game_string(given: Given) -> str:
    """As people write it: `zashiki_samurai_spirit(players=2,samurai=kyuzo+kanbei)`."""
    options = "".join(f",{name}={_spelled(value)}" for name, value in given.options.items())
    return f"zashiki_{given.game.replace('-', '_')}(players={given.seats}{options})"


def _spelled(value: Any) -> str:
    return "+".join(value) if isinstance(value, tuple) else str(value)


def load(name: str) -> Any:
    return pyspiel.load_game(name)


def first_choice(game: Any) -> Any:
    """The first moment at which a player chooses."""
    state, random = game.new_initial_state(), Random(3)
    while state.is_chance_node():
        state.apply_action(random.choice(state.chance_outcomes())[0])
    return state


def some_states(game: Any, seed: int, every: int) -> list[Any]:
    state, random, found = game.new_initial_state(), Random(seed), []
    while not state.is_terminal():
        if len(state.history()) % every == 0:
            found.append(state.clone())
        state.apply_action(random.choice(state.legal_actions()))
    return [*found, state]


@pytest.mark.parametrize("given", SETTINGS, ids=str)
def test_random_games_pass_the_check_of_openspiel(given: Given) -> None:
    game = load(game_string(given))
    assert game.num_players() == given.seats
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_interface_test_of_openspiel_passes(name: str) -> None:
    game = load(f"zashiki_{name.replace('-', '_')}")
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert [trace for _, trace in result.failures + result.errors] == []


@pytest.mark.parametrize("short", ["seven_ronin", "samurai_spirit(players=1)", "shinobi(players=3)"])
def test_a_playthrough_can_be_played_again(short: str, tmp_path: Path) -> None:
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(f"zashiki_{short}", None, seed=5), encoding="utf-8")
    before, after = generate_playthrough.replay(str(file))
    assert len(before.splitlines()) > 500
    assert after.rstrip() == before.rstrip()


@pytest.mark.parametrize("name", GAMES)
def test_the_searches_of_openspiel_find_a_choice(name: str) -> None:
    game = load(f"zashiki_{name.replace('-', '_')}")
    state, random = first_choice(game), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    search = mcts.MCTSBot(game, 2.0, 12, evaluator, random_state=random)
    assert search.step(state) in state.legal_actions()
    if zashiki.game(name).facts.secrets:
        guessing = ismcts.ISMCTSBot(game, evaluator, 2.0, 12, random_state=random)
        policy = guessing.get_policy(state)
        assert {action for action, _ in policy} == set(state.legal_actions())


@pytest.mark.parametrize("given", [Given("seven-ronin", 2, {}), Given("shinobi", 4, {})], ids=str)
def test_an_information_state_is_what_the_seat_was_told(given: Given) -> None:
    """Asked for at any moments, of a state or its copies, in any order: what the timeline says, and what the seat sees."""
    game, random = load(game_string(given)), Random(8)
    timeline = zashiki.Timeline(zashiki.Record(zashiki.game(given.game), given.seats))
    state = game.new_initial_state()
    while not state.is_terminal():
        action = random.choice(state.legal_actions())
        timeline.append(zashiki.Entry(timeline.state.actors()[0], action))
        state.apply_action(action)
        if random.random() < 0.2 or state.is_terminal():
            seat = random.randrange(given.seats)
            told = timeline.told(seat)
            spelled = "".join(spell_moment(timeline.game, one.action, one.lines) for one in told)
            asked = state.clone() if random.random() < 0.5 else state
            text = asked.information_state_string(seat)
            assert re.sub(r"\nsees \w+", "", text) == f"p{seat}{spelled}"
            assert text.endswith(f"\nsees {timeline.state.view(seat).key().hex()}")
            assert len(re.findall("\nsees ", text)) == sum(one.action is not None for one in told) + 1


def public_text(state: Any, *, recall: bool, public: bool = True) -> str:
    """What OpenSpiel shows of a state to everybody alike, or nobody."""
    hidden = pyspiel.PrivateInfoType.NONE
    kind = pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=hidden)
    observation = make_observation(state.get_game(), kind)
    (text,) = {observation.string_from(state, seat) for seat in range(state.num_players())}
    return str(text)


@pytest.mark.parametrize("given", [Given("seven-ronin", 2, {}), Given("shinobi", 4, {})], ids=str)
def test_what_is_public_is_what_a_spectator_was_told(given: Given) -> None:
    game, random = load(game_string(given)), Random(9)
    timeline = zashiki.Timeline(zashiki.Record(zashiki.game(given.game), given.seats))
    state = game.new_initial_state()
    while not state.is_terminal():
        action = random.choice(state.legal_actions())
        timeline.append(zashiki.Entry(timeline.state.actors()[0], action))
        state.apply_action(action)
        if random.random() < 0.1 or state.is_terminal():
            told = "".join(spell_moment(timeline.game, one.action, one.lines) for one in timeline.told(None))
            sees = timeline.state.view(None).key().hex()
            assert public_text(state, recall=True) == f"public{told}\nsees {sees}"
            dealt = state.resample_from_infostate(0, random.random)
            assert public_text(dealt, recall=True).startswith(f"public{told}\nsees ")


def test_a_secret_plan_is_in_no_information_state_of_the_other_side() -> None:
    game = load("zashiki_seven_ronin")
    told = []
    for place in ("well", "inn"):
        state = game.new_initial_state()
        for name in (f"ninja>{place}", "ready"):
            state.apply_action(zashiki.game("seven-ronin").action(name))
        assert state.current_player() == 1
        told.append([state.information_state_string(seat) for seat in (0, 1)])
        told[-1].append(str(state.information_state_tensor(1)))
        told[-1] += [public_text(state, recall=recall) for recall in (False, True)]
    assert told[0][0] != told[1][0]
    assert told[0][1:] == told[1][1:]


@pytest.mark.parametrize("name", ["zashiki_seven_ronin", "zashiki_shinobi(players=5)"])
def test_a_state_dealt_anew_is_the_same_to_the_seat(name: str) -> None:
    game, random = load(name), Random(4)
    differing = 0
    for state in some_states(game, seed=4, every=9):
        for seat in range(game.num_players()):
            dealt = state.resample_from_infostate(seat, random.random)
            assert dealt.information_state_string(seat) == state.information_state_string(seat)
            assert dealt.observation_string(seat) == state.observation_string(seat)
            assert dealt.current_player() == state.current_player()
            other = (seat + 1) % game.num_players()
            differing += dealt.observation_string(other) != state.observation_string(other)
            while not dealt.is_terminal():
                dealt.apply_action(random.choice(dealt.legal_actions()))
            known = state.information_state_string(seat).rpartition("\nsees ")[0]
            assert dealt.information_state_string(seat).startswith(known)
    assert differing > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_tensors_are_made_of_the_pieces_of_the_game(name: str) -> None:
    game = load(f"zashiki_{name.replace('-', '_')}")
    features = zashiki.game(name).part(Features)
    state = first_choice(game)
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False))
    for seat in range(game.num_players()):
        observation.set_from(state, seat)
        numbers = [0.0] * Layout(features.PIECES).size
        features.write(state.moment.state, seat, numbers)
        assert list(observation.dict) == ["player", *features.PIECES]
        assert np.allclose(observation.tensor[game.num_players() :], numbers)
        assert observation.dict["player"].tolist() == [
            float(other == seat) for other in range(game.num_players())
        ]


def test_the_information_state_tensor_counts_the_choices_of_the_seat() -> None:
    game, ours = load("zashiki_seven_ronin"), zashiki.game("seven-ronin")
    state = game.new_initial_state()
    for name in ("ninja>green", "ninja>well", "ready"):
        state.apply_action(ours.action(name))
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    observation.set_from(state, 0)
    chosen = {ours.name(int(action)) for action in np.flatnonzero(observation.dict["chosen"])}
    assert chosen == {"ninja>green", "ninja>well", "ready"}


def test_what_is_neither_public_nor_private_is_nothing() -> None:
    state = load("zashiki_seven_ronin").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert [public_text(state, recall=recall, public=False) for recall in (False, True)] == ["", ""]


def test_games_and_states_can_be_pickled() -> None:
    state = first_choice(load("zashiki_shinobi(players=3)"))
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert (
        str(again.get_game())
        == str(state.get_game())
        == "zashiki_shinobi(pack=whole,players=3,position=none)"
    )


def test_a_number_of_players_that_the_game_does_not_have_is_refused_in_words() -> None:
    with pytest.raises(BadSetting, match="3 to 5"):
        load("zashiki_shinobi(players=6)")
