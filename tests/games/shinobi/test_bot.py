"""The sensible bot: legal from every seat, better than chance, and no open book."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tests.games.shinobi.tables import SHINOBI, table
from zashiki import CHANCE
from zashiki.games.shinobi import bot
from zashiki.games.shinobi.rules.actions import ATTACK, MOVE, NINJA_ON, SKIP
from zashiki.games.shinobi.rules.state import State
from zashiki.testing import pick_chance


def play_with_bot(seats: int, seat: int, seed: int) -> tuple[State, list[int]]:
    """A game of one sensible player among random ones, and what that player chose while the deck lasted."""
    random = Random(seed)
    state: State = SHINOBI.start(seats=seats)
    chosen: list[int] = []
    while state.actors():
        actor = state.actors()[0]
        if actor == CHANCE:
            action = pick_chance(state, random)
        elif actor == seat:
            action = bot.choose(state.view(seat), random)
            assert action in state.legal(seat)
            if not state.turns_left:
                chosen.append(action)
        else:
            action = random.choice(state.legal(actor))
        state.apply(actor, action)
    return state, chosen


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_it_wins_more_than_its_share_against_random_players(seats: int) -> None:
    games = 60
    won = 0.0
    for seed in range(games):
        result = play_with_bot(seats, seed % seats, seed)[0].result()
        assert result is not None
        won += result.returns[seed % seats]
    assert won / games > 1.5 / seats


def test_it_does_not_show_its_clan() -> None:
    """Whoever names the clan it favoured most until the last round is wrong at least every third time."""
    right = 0.0
    for seed in range(60):
        state, chosen = play_with_bot(4, seed % 4, seed)
        favour = [0] * 5
        for action in chosen:
            if action < NINJA_ON:
                favour[action % 5] += 1
            elif action < MOVE or ATTACK <= action < SKIP:
                favour[action % 5] -= 1
        suspects = [clan for clan in range(5) if favour[clan] == max(favour)]
        right += (state.clans[seed % 4] in suspects) / len(suspects)
    assert right / 60 < 2 / 3


def test_it_places_troops_of_every_clan() -> None:
    placed = {action % 5 for seed in range(5) for action in play_with_bot(4, 0, seed)[1] if action < NINJA_ON}
    assert placed == {0, 1, 2, 3, 4}


def test_in_the_last_turn_it_plays_for_its_own_clan() -> None:
    hands: list[dict[str, int]] = [{"oda": 2, "mori": 2}, {}, {}]
    state = table({"oda": 3}, {"mori": 3}, {"oda": 3}, hands=hands, deck={}, turns_left=1)
    for seed in range(20):
        assert SHINOBI.name(bot.choose(state.view(0), Random(seed))) in ("oda>1", "oda>2")


def test_o4_it_does_not_bring_about_an_attack_on_its_own_clan() -> None:
    """With Oda laid at home, Hojo would have to strike the lone Oda of Player 2: that one is fetched instead."""
    hands: list[dict[str, int]] = [{"oda": 1, "takeda": 1}, {}, {}]
    late = {"deck": {}, "turns_left": 2}
    state = table({"hojo": 2}, {"hojo": 3, "oda": 1}, {"mori": 2}, hands=hands, order=2, **late)
    for seed in range(20):
        after = state.copy()
        after.apply(0, bot.choose(state.view(0), Random(seed)))
        assert [SHINOBI.name(action) for action in after.legal(0)] != ["hojo*oda-1"]


def test_e3_its_last_attack_leaves_a_clan_on_top_that_perhaps_nobody_serves() -> None:
    """Uesugi has five cards, Oda three. Only if Uesugi stays first and is nobody's do the three Oda count, as one army."""
    provinces = ({"mori": 2, "oda": 3}, {"takeda": 3, "uesugi": 3}, {"uesugi": 2, "mori": 2})
    state = table(*provinces, hands=[{}, {}, {}], deck={}, turns_left=1, order=3)
    for seed in range(20):
        assert SHINOBI.name(bot.choose(state.view(0), Random(seed))) == "oda*mori-2"


def test_ruling_5_it_rarely_moves_on_the_card_it_has_just_laid() -> None:
    """It may, but would as well have laid it there at once."""
    laid = moved_on = 0
    for seed in range(10):
        chosen = play_with_bot(4, 0, seed)[1]
        for first, second in pairwise(chosen):
            if first < NINJA_ON and MOVE <= second < ATTACK:
                laid += 1
                moved_on += (second - MOVE) // 5 == first
    assert laid > 20
    assert moved_on / laid < 0.15


def test_it_chooses_from_the_view_alone() -> None:
    """States that look the same to the seat get the same choice from the same dice."""
    state = table({"oda": 1}, {"mori": 2}, {"hojo": 1})
    view = state.view(0)
    for seed in range(20):
        twin = SHINOBI.imagine(view, Random(seed))
        assert bot.choose(twin.view(0), Random(7)) == bot.choose(view, Random(7))
