"""One troop of each clan: a smaller game for study by the same rules, and nothing of it shows where nobody asked for it."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.played import played_by
from zashiki import CHANCE, BadOption, Record, Refused
from zashiki.games.shinobi import GAME
from zashiki.games.shinobi.bot import LEVELS
from zashiki.games.shinobi.rules.state import State
from zashiki.testing import conform, perft
from zashiki.testing.features import conform_features
from zashiki.testing.pages import conform_page
from zashiki.testing.players import conform_bots, conform_terminal


def start(seats: int = 3) -> State:
    return GAME.start(seats, pack="one-each")


def dealt(*choices: str) -> State:
    state = start()
    for choice in choices:
        state.apply(CHANCE, GAME.action(choice))
    return state


@pytest.mark.parametrize("seats", GAME.facts.seats)
def test_random_games_keep_the_contract(seats: int) -> None:
    for seed in range(4):
        conform(GAME, seats, {"pack": "one-each"}, seed)


@pytest.mark.parametrize("seats", GAME.facts.seats)
def test_there_are_as_many_clans_as_seats_with_one_troop_each(seats: int) -> None:
    state = start(seats)
    view = state.view(None)
    assert (view.deck, sum(view.unseen), max(view.unseen)) == (seats, seats, 1)
    assert len(state.legal(CHANCE)) == seats


def test_everybody_has_one_card_and_one_turn_and_seat_0_begins() -> None:
    state = dealt(
        "clan-hojo", "clan-takeda", "clan-uesugi", "first-0", "draw-takeda", "draw-hojo", "draw-uesugi"
    )
    view = state.view(0)
    assert state.actors() == (0,)
    assert (view.deck, view.hand_sizes, view.turns_left, view.last) == (0, (1, 1, 1), 3, 2)
    chance = Random(1)
    while actors := state.actors():
        state.apply(actors[0], chance.choice(state.legal(actors[0])))
    assert state.view(None).turns == 3


def test_a_clan_that_does_not_play_is_not_dealt() -> None:
    state = start()
    others = {GAME.name(action) for action in state.legal(CHANCE)}
    assert len(others) == 3
    with pytest.raises(Refused):
        state.apply(CHANCE, state.legal(CHANCE)[-1] + 1)


def test_counts_of_choice_sequences() -> None:
    """The whole tree of three seats has 3,564 choices, 76 draws and 9,504 ends."""
    assert [perft(start(), depth) for depth in (3, 5, 7, 9, 20)] == [6, 18, 36, 144, 9504]


def test_a_record_names_the_pack_only_where_it_is_smaller() -> None:
    assert "option" not in Record(GAME, 3).write()
    assert "option pack one-each\n" in Record(GAME, 3, {"pack": "one-each"}).write()


def test_no_position_is_set_up_with_it_and_no_other_is_known() -> None:
    with pytest.raises(Refused):
        GAME.position(pack="one-each")
    with pytest.raises(BadOption):
        GAME.start(3, pack="two-each")


@pytest.mark.parametrize("level", LEVELS)
def test_every_player_finds_its_way_in_it(level: str) -> None:
    assert played_by(LEVELS[level], start(), seats=3, nodes=60) is not None


def test_pages_terminal_bots_and_features_draw_and_play_it() -> None:
    """A record with it can be opened anywhere."""
    for conform_part in (conform_page, conform_terminal, conform_features):
        conform_part(GAME, {"pack": "one-each"}, 0, 4)
    conform_bots(GAME, {"pack": "one-each"}, 0)
