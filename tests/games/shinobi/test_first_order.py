"""The first order: a troop abroad (SHI-O1) or a ninja (SHI-O2), and when it is skipped (ruling 1)."""

from __future__ import annotations

import pytest

from tests.games.shinobi.tables import army, choices, play, refusal, refused, table, told
from zashiki import Refused
from zashiki.games.shinobi.rules.actions import SKIP

LATE = {"deck": {}, "turns_left": 3}


def test_o1_a_troop_of_any_clan_goes_to_any_province_but_the_own() -> None:
    state = table({}, {}, {}, hands=[{"oda": 1, "mori": 3}, {}, {}])
    assert choices(state) == ["mori>1", "oda>1", "mori>2", "oda>2"]
    play(state, "0 oda>2")
    assert army(state, 2, "oda") == 1
    assert state.view(0).hand == (0, 0, 0, 3, 0, 0)


def test_o1_not_to_the_own_province_and_not_without_the_card() -> None:
    state = table({}, {}, {}, hands=[{"oda": 1, "mori": 3}, {}, {}])
    assert refusal(state, "0 oda>0") == ("shi.refuse.deploy-own", "SHI-O1")
    assert refusal(state, "0 hojo>1") == ("shi.refuse.no-card", "SHI-O1")


def test_a_refused_choice_changes_nothing() -> None:
    state = table({}, {}, {})
    before = state.view(0)
    with pytest.raises(Refused) as error:
        play(state, "0 hojo>0")
    assert error.value.rule == "SHI-O1"
    assert state.view(0) == before


def test_o2_a_ninja_takes_one_card_of_an_army_out_of_the_game() -> None:
    state = table({"oda": 1}, {"mori": 2}, {"hojo": 1}, hands=[{"oda": 1, "ninja": 1}, {}, {}])
    assert choices(state) == ["oda>1", "oda>2", "ninja>mori-1", "ninja>hojo-2"]
    play(state, "0 ninja>mori-1")
    assert army(state, 1, "mori") == 1
    assert state.view(1).out == (0, 0, 0, 1, 0, 1)
    assert state.view(0).hand == (0, 0, 0, 0, 1, 0)


def test_o2_a_ninja_wipes_out_an_army_of_one_card() -> None:
    state = table({}, {"mori": 1}, {}, hands=[{"oda": 1, "ninja": 1}, {}, {}])
    assert told(state, "0 ninja>mori-1")[0] == "shi.event.ninja-wiped-out"
    assert army(state, 1, "mori") == 0


def test_o2_not_in_the_own_province_not_on_nothing_and_not_without_a_ninja() -> None:
    state = table({"oda": 1}, {"mori": 1}, {}, hands=[{"oda": 1, "ninja": 1}, {}, {}])
    assert refusal(state, "0 ninja>oda-0") == ("shi.refuse.ninja-own", "SHI-O2")
    assert refusal(state, "0 ninja>oda-1") == ("shi.refuse.no-army", "SHI-O2")
    state = table({"oda": 1}, {"mori": 1}, {})
    assert refusal(state, "0 ninja>mori-1") == ("shi.refuse.no-ninja", "SHI-O2")


def test_o2_the_ninja_stands_instead_of_the_troop() -> None:
    state = table({}, {"mori": 2}, {}, hands=[{"oda": 1, "ninja": 1}, {}, {}])
    play(state, "0 ninja>mori-1")
    assert state.view(0).phase == "second-order"


def test_ruling_1_orders_come_in_their_order() -> None:
    state = table({"oda": 3}, {"mori": 1}, {})
    assert refusal(state, "0 mori-1>2") == ("shi.refuse.move-later", "SHI-O3")
    assert refusal(state, "0 oda*mori-1") == ("shi.refuse.attack-later", "SHI-O4")


def test_ruling_1_the_first_order_is_not_skipped_with_a_troop_in_hand() -> None:
    state = table({}, {"mori": 1}, {}, hands=[{"oda": 1, "ninja": 2}, {}, {}])
    assert "skip" not in choices(state)
    message = refused(state, "0 skip")
    assert (message.key, message.rule, message.args["n"]) == ("shi.refuse.skip-with-troops", "SHI-O1", 1)


def test_ruling_1_a_ninja_is_never_compulsory() -> None:
    state = table({}, {"mori": 1}, {}, hands=[{"ninja": 2}, {}, {}], **LATE)
    assert choices(state) == ["ninja>mori-1", "skip"]
    assert told(state, "0 skip") == ["shi.event.first-skipped"]
    assert state.view(0).phase == "second-order"
    assert state.view(1).known_ninja == (2, 0, 0)


def test_ruling_1_without_troop_and_without_target_the_first_order_is_skipped() -> None:
    hands = [{"oda": 1}, {"ninja": 2}, {}]
    state = table({"oda": 1}, {}, {}, hands=hands, **LATE)
    play(state, "0 oda>1")
    assert told(state, "0 oda-1>2") == [
        "shi.event.moved",
        "shi.event.third-skipped",
    ]
    assert choices(state) == ["ninja>oda-0", "ninja>oda-2", "skip"]
    state = table({}, {"oda": 2}, {}, hands=[{}, {"ninja": 2}, {"mori": 1}], turn=1, **LATE)
    assert state.actors() == (2,)
    assert state.view(0).previous_orders == (SKIP, SKIP, SKIP)
    assert state.view(0).known_ninja == (0, 2, 0)


def test_ruling_1_an_empty_hand_skips_the_first_order() -> None:
    state = table({}, {"oda": 1}, {"mori": 1}, hands=[{"mori": 1}, {}, {}], **LATE)
    keys = told(state, "0 mori>1", "0 oda-1>2")
    assert keys[-1] == "shi.event.first-skipped-no-card"
    assert state.view(1).phase == "second-order"


def test_ruling_4_a_ninja_is_not_placed_as_a_troop() -> None:
    state = table({}, {}, {}, hands=[{"oda": 1, "ninja": 3}, {}, {}])
    assert choices(state) == ["oda>1", "oda>2"]
    play(state, "0 oda>1")
    assert choices(state) == ["oda-1>0", "oda-1>2"]
    assert refusal(state, "0 ninja>oda-1") == ("shi.refuse.ninja-second", "SHI-O2")
