"""The village of four areas: a smaller game for study by the same rules, and nothing of it shows where nobody asked for it."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.played import played_by
from zashiki import BadOption, Record, Refused
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.bot import LEVELS
from zashiki.games.seven_ronin.rules.pieces import EDITIONS
from zashiki.games.seven_ronin.rules.state import State
from zashiki.testing import conform, perft
from zashiki.testing.features import conform_features
from zashiki.testing.pages import conform_page
from zashiki.testing.players import conform_bots, conform_terminal

FOUR = {"inn", "watchtower", "well", "shrine"}


def start(edition: str = EDITIONS[0]) -> State:
    return GAME.start(village="four-areas", edition=edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_keep_the_contract(edition: str) -> None:
    for seed in range(4):
        conform(GAME, 2, {"edition": edition, "village": "four-areas"}, seed)


def test_it_begins_with_one_ronin_two_ninja_and_the_fields_lost() -> None:
    view = start().view(None)
    assert [ronin.name for ronin in view.ronin if not ronin.fell] == ["musashi"]
    assert view.ronin[2].vitality - view.ronin[2].wounds == 2
    assert (view.reserves, view.supply, view.rounds, view.counted, view.goal) == (2, 4, 2, 3, 5)
    assert {area.name for area in view.areas if area.ninja} == {"field-2", "field-3"}


def test_both_sides_deploy_on_the_four_areas_alone() -> None:
    state = start()
    attack = {GAME.name(action).removeprefix("ninja>") for action in state.legal(0)}
    defence = {GAME.name(action).removeprefix("musashi>") for action in state.legal(1)}
    assert attack == FOUR | {"green"}
    assert defence == FOUR


@pytest.mark.parametrize(("seat", "choice"), [(0, "ninja>granary"), (1, "musashi>granary")])
def test_a_closed_area_is_refused(seat: int, choice: str) -> None:
    refusal = start().why_not(seat, GAME.action(choice))
    assert refusal is not None
    assert refusal.key == "ron.refuse.closed"


def test_two_more_areas_win_the_village_and_the_second_round_is_the_last() -> None:
    state = start()
    for seat, choice in (
        (0, "ninja>well"),
        (0, "ninja>shrine"),
        (0, "ready"),
        (1, "musashi>inn"),
        (1, "ready"),
        (0, "done"),
    ):
        state.apply(seat, GAME.action(choice))
    result = state.result()
    assert result is not None
    assert (result.winners, result.end.key) == ((0,), "ron.end.x2")
    assert max(game_length(seed) for seed in range(40)) == 2


def game_length(seed: int) -> int:
    """The rounds of a random game."""
    random, state = Random(seed), start()
    while actors := state.actors():
        state.apply(actors[0], random.choice(state.legal(actors[0])))
    rounds: int = state.view(None).round
    return rounds


def test_counts_of_choice_sequences() -> None:
    """The whole tree has 4,255 choices and 3,940 ends."""
    assert [perft(start(), depth) for depth in (1, 2, 3, 4, 20)] == [5, 25, 40, 100, 3940]


def test_a_record_names_the_village_only_where_it_is_smaller() -> None:
    assert "village" not in Record(GAME, 2).write()
    assert "option village four-areas\n" in Record(GAME, 2, {"village": "four-areas"}).write()


def test_no_position_is_set_up_in_it() -> None:
    with pytest.raises(Refused) as refused:
        GAME.position(village="four-areas", round=2)
    assert refused.value.message.key == "ron.position.reduced"


def test_another_size_is_refused() -> None:
    with pytest.raises(BadOption):
        GAME.start(village="five-areas")


@pytest.mark.parametrize("level", LEVELS)
def test_every_player_finds_its_way_in_it(level: str) -> None:
    assert played_by(LEVELS[level], start(), seats=2, nodes=200) is not None


def test_pages_terminal_bots_and_features_draw_and_play_it() -> None:
    """A record with it can be opened anywhere."""
    for conform_part in (conform_page, conform_terminal, conform_features):
        conform_part(GAME, {"village": "four-areas"}, 0, 4)
    conform_bots(GAME, {"village": "four-areas"}, 0)
