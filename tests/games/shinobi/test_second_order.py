"""The second order: a troop at home, or a card moved out of another's province (SHI-O3)."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.shinobi.tables import army, choices, play, refusal, table, told
from zashiki.games.shinobi import GAME
from zashiki.games.shinobi.rules.actions import ACTIONS
from zashiki.games.shinobi.rules.orders import is_second_order, second_choices
from zashiki.games.shinobi.rules.phases import SECOND_ORDER

LATE = {"deck": {}, "turns_left": 3}


def test_o3_a_troop_at_home_or_a_card_from_another_province_to_any_other() -> None:
    state = table({"oda": 1}, {"mori": 1}, {"hojo": 2}, hands=[{"oda": 2}, {}, {}], order=2)
    assert choices(state) == ["oda>0", "mori-1>0", "mori-1>2", "hojo-2>0", "hojo-2>1"]
    assert army(play(state.copy(), "0 oda>0"), 0, "oda") == 2
    moved = play(state.copy(), "0 hojo-2>1")
    assert (army(moved, 1, "hojo"), army(moved, 2, "hojo")) == (1, 1)
    fetched = play(state.copy(), "0 mori-1>0")
    assert (army(fetched, 0, "mori"), army(fetched, 1, "mori")) == (1, 0)


def test_o3_nothing_leaves_the_own_province() -> None:
    state = table({"oda": 3}, {"mori": 1}, {}, order=2)
    assert refusal(state, "0 oda-0>1") == ("shi.refuse.move-own", "SHI-O3")


def test_o3_a_card_moves_to_another_province_and_from_an_army_that_is_there() -> None:
    state = table({"oda": 3}, {"mori": 1}, {}, order=2)
    assert refusal(state, "0 mori-1>1") == ("shi.refuse.move-nowhere", "SHI-O3")
    assert refusal(state, "0 hojo-1>2") == ("shi.refuse.no-army", "SHI-O3")


def test_o3_from_hand_only_to_the_own_province() -> None:
    state = table({}, {"mori": 1}, {}, hands=[{"oda": 2}, {}, {}], order=2)
    assert refusal(state, "0 oda>1") == ("shi.refuse.reinforce-elsewhere", "SHI-O3")
    assert refusal(state, "0 mori>0") == ("shi.refuse.no-card", "SHI-O3")


def test_ruling_5_the_card_just_placed_may_be_moved() -> None:
    state = play(table({}, {}, {}, hands=[{"oda": 2}, {}, {}]), "0 oda>1")
    assert choices(state) == ["oda>0", "oda-1>0", "oda-1>2"]
    play(state, "0 oda-1>2")
    assert (army(state, 1, "oda"), army(state, 2, "oda")) == (0, 1)


def test_ruling_1_the_second_order_is_not_skipped_if_it_can_be_given() -> None:
    state = table({}, {"mori": 1}, {}, hands=[{"ninja": 1}, {}, {}], order=2, **LATE)
    assert choices(state) == ["mori-1>0", "mori-1>2"]
    assert refusal(state, "0 skip") == ("shi.refuse.skip-second", "SHI-O3")
    assert refusal(state, "0 oda*mori-1") == ("shi.refuse.attack-later", "SHI-O4")


def test_ruling_1_without_troop_and_without_card_elsewhere_it_is_skipped() -> None:
    state = table({"oda": 2}, {"mori": 1}, {}, hands=[{"ninja": 2}, {"hojo": 1}, {}], **LATE)
    keys = told(state, "0 ninja>mori-1")
    assert keys == ["shi.event.ninja-wiped-out", "shi.event.second-skipped", "shi.event.third-skipped"]
    assert state.actors() == (1,)
    assert state.view(1).known_ninja == (1, 0, 0)


def test_a_ninja_played_is_one_of_those_that_were_known() -> None:
    state = table({}, {"mori": 2}, {}, hands=[{"ninja": 2}, {"hojo": 1}, {}], known_ninja=[2, 0, 0], **LATE)
    play(state, "0 ninja>mori-1")
    assert state.view(1).known_ninja == (1, 0, 0)


def test_a_copy_learns_nothing_from_what_happens_to_its_original() -> None:
    state = table({}, {"mori": 2}, {}, hands=[{"ninja": 2}, {"hojo": 1}, {}], **LATE)
    twin = state.copy()
    play(state, "0 skip")
    assert (state.view(1).known_ninja, twin.view(1).known_ninja) == ((2, 0, 0), (0, 0, 0))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_is_a_second_order_is_known_without_their_list(seats: int) -> None:
    chance, met = Random(seats), 0
    for _ in range(20):
        state = GAME.start(seats=seats)
        while state.actors():
            if state.phase == SECOND_ORDER:
                met += 1
                listed = [action for action in range(-1, ACTIONS + 1) if is_second_order(state, action)]
                assert listed == sorted(second_choices(state))
            state.apply(state.actor, chance.choice(state.choices))
    assert met > 100
