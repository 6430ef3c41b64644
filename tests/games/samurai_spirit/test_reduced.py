"""The last round with four Raiders: a smaller game for study by the same rules, and nothing of it shows where nobody asked for it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.played import played_by
from zashiki import CHANCE, BadOption, Record, Refused
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.bot import LEVELS
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.kernel.chance import draw_outcome
from zashiki.testing import conform, perft
from zashiki.testing.features import conform_features
from zashiki.testing.pages import conform_page
from zashiki.testing.players import conform_bots, conform_terminal


def start(seats: int = 2, **options: Any) -> State:
    return GAME.start(seats, raid="four-raiders", **options)


@pytest.mark.parametrize("seats", GAME.facts.seats)
def test_random_games_keep_the_contract(seats: int) -> None:
    for seed in range(4):
        conform(GAME, seats, {"raid": "four-raiders"}, seed)


def test_it_is_the_last_round_of_a_village_that_has_lost_much() -> None:
    view = start().view(None)
    assert [samurai.name for samurai in view.samurai] == ["kyuzo", "gorobei"]
    assert [samurai.animal for samurai in view.samurai] == [True, False]
    assert (view.round, view.raiders, view.barricades, sum(view.farmstead_backs.values())) == (3, 4, 0, 2)
    assert set(view.families) == {"barricade", "intruder"}
    assert view.absent_tokens == ()


def test_the_first_samurai_begins_and_any_of_four_raiders_comes() -> None:
    state = start()
    assert state.actors() == (0,)
    state.apply(0, GAME.action("fight"))
    outcomes = {GAME.name(action) for action in state.legal(CHANCE)}
    assert outcomes == {"card-1-11", "card-2-6", "card-4-7", "card-5-4"}
    assert state.odds() == [1, 1, 1, 1]


def test_the_game_ends_with_the_round() -> None:
    chance = Random(2)
    for _ in range(40):
        state = start()
        while actors := state.actors():
            seat = actors[0]
            action = draw_outcome(state, chance) if seat == CHANCE else chance.choice(state.legal(seat))
            state.apply(seat, action)
        assert state.view(None).round == 3


def test_other_samurai_may_be_named_and_one_player_may_lead_them() -> None:
    named = start(samurai=("kanbei", "heihachi")).view(None)
    assert [samurai.name for samurai in named.samurai] == ["kanbei", "heihachi"]
    assert not any(samurai.animal for samurai in named.samurai)
    assert len(start(1, solo_samurai="3").view(None).samurai) == 3


def test_counts_of_choice_sequences() -> None:
    """The whole tree of two samurai has 4,755 ends."""
    assert [perft(start(), depth) for depth in (1, 2, 4, 8, 40)] == [3, 9, 58, 1144, 4755]


def test_a_record_names_the_raid_only_where_it_is_smaller() -> None:
    assert "raid" not in Record(GAME, 2).write()
    assert "option raid four-raiders\n" in Record(GAME, 2, {"raid": "four-raiders"}).write()


def test_no_position_is_set_up_in_it() -> None:
    with pytest.raises(Refused) as refused:
        GAME.position(seats=2, raid="four-raiders", samurai=("kyuzo", "gorobei"))
    assert refused.value.message.key == "sam.position.reduced"


def test_another_size_is_refused() -> None:
    with pytest.raises(BadOption):
        GAME.start(2, raid="five-raiders")


@pytest.mark.parametrize("level", LEVELS)
def test_every_player_finds_its_way_in_it(level: str) -> None:
    assert played_by(LEVELS[level], start(), seats=2, nodes=60) is not None


def test_pages_terminal_bots_and_features_draw_and_play_it() -> None:
    """A record with it can be opened anywhere."""
    for conform_part in (conform_page, conform_terminal, conform_features):
        conform_part(GAME, {"raid": "four-raiders"}, 0, 4)
    conform_bots(GAME, {"raid": "four-raiders"}, 0)
