"""The third order: the compulsory attack (SHI-O4), protected armies (SHI-O5), losses (SHI-O6)."""

from __future__ import annotations

from tests.games.shinobi.tables import army, choices, play, refusal, refused, table, told


def test_o4_an_army_of_the_own_province_attacks_a_strictly_smaller_one_of_another_clan_elsewhere() -> None:
    state = table({"takeda": 3, "oda": 1}, {"mori": 2, "oda": 3}, {"takeda": 2, "hojo": 1}, order=3)
    assert choices(state) == ["takeda*mori-1", "takeda*hojo-2"]
    message = refused(state, "0 takeda*oda-1")
    assert (message.key, message.rule) == ("shi.refuse.not-smaller", "SHI-O4")
    assert (message.args["attackers"], message.args["defenders"]) == (3, 3)
    assert refusal(state, "0 takeda*takeda-2") == ("shi.refuse.same-clan", "SHI-O4")
    assert refusal(state, "0 takeda*oda-0") == ("shi.refuse.attack-own", "SHI-O4")
    assert refusal(state, "0 mori*hojo-2") == ("shi.refuse.no-attacker", "SHI-O4")
    assert refusal(state, "0 takeda*uesugi-1") == ("shi.refuse.no-army", "SHI-O4")
    assert refusal(state, "0 oda*hojo-2") == ("shi.refuse.not-smaller", "SHI-O4")


def test_o4_whoever_can_attack_must_and_makes_exactly_one() -> None:
    state = table({"takeda": 3}, {"mori": 1}, {"hojo": 1}, order=3)
    message = refused(state, "0 skip")
    assert (message.key, message.rule, message.args["n"]) == ("shi.refuse.attack-compulsory", "SHI-O4", 2)
    assert refusal(state, "0 mori>0") == ("shi.refuse.only-attack", "SHI-O4")
    play(state, "0 takeda*hojo-2", "* draw-oda")
    assert state.turn == 1
    assert (army(state, 1, "mori"), army(state, 2, "hojo")) == (1, 0)


def test_o4_even_the_own_clan_is_attacked_if_that_is_the_only_attack() -> None:
    state = table({"takeda": 2}, {"oda": 1}, {}, order=3)
    assert choices(state) == ["takeda*oda-1"]


def test_ruling_1_without_a_smaller_army_the_third_order_is_skipped() -> None:
    state = table({"takeda": 1}, {"mori": 1}, {"hojo": 1}, order=2)
    assert told(state, "0 hojo>0") == ["shi.event.reinforced", "shi.event.third-skipped"]
    assert state.view(0).phase == "draw"


def test_o5_an_army_that_was_given_a_card_is_safe_this_turn() -> None:
    hands: list[dict[str, int]] = [{"mori": 1, "oda": 1}, {"uesugi": 1}, {"uesugi": 1}]
    state = table({"takeda": 4}, {"mori": 1}, {"hojo": 1}, hands=hands)
    play(state, "0 mori>1", "0 oda>0")
    assert choices(state) == ["takeda*hojo-2"]
    assert refusal(state, "0 takeda*mori-1") == ("shi.refuse.protected", "SHI-O5")
    assert state.view(1).protected[1] == (False, False, False, True, False)


def test_o5_an_army_that_a_card_was_moved_to_is_safe_this_turn() -> None:
    state = table({"takeda": 4}, {"mori": 1, "hojo": 1}, {"hojo": 1}, order=2)
    play(state, "0 hojo-2>1")
    assert choices(state) == ["takeda*mori-1"]


def test_o5_an_army_that_a_ninja_struck_is_safe_this_turn() -> None:
    hands: list[dict[str, int]] = [{"ninja": 1, "oda": 1}, {"uesugi": 1}, {"uesugi": 1}]
    state = table({"takeda": 4}, {"mori": 3, "hojo": 1}, {}, hands=hands)
    play(state, "0 ninja>mori-1", "0 oda>0")
    assert choices(state) == ["takeda*hojo-1"]
    assert refusal(state, "0 takeda*mori-1") == ("shi.refuse.protected", "SHI-O5")


def test_o5_protection_ends_with_the_turn() -> None:
    hands: list[dict[str, int]] = [{"mori": 1, "oda": 3}, {"uesugi": 4}, {"uesugi": 4}]
    state = table({}, {"mori": 1}, {"takeda": 4}, hands=hands, turn=0)
    play(state, "0 mori>1", "0 oda>0", "* draw-oda", "* draw-oda")
    assert not any(any(province) for province in state.view(0).protected)
    play(
        state,
        "1 uesugi>2",
        "1 uesugi>1",
        "1 mori*oda-0",
        "* draw-oda",
        "* draw-oda",
        "2 uesugi>0",
        "2 uesugi>2",
    )
    assert "takeda*mori-1" in choices(state)


def test_ruling_2_taking_a_card_away_does_not_protect_the_army_it_left() -> None:
    state = table({"takeda": 4}, {"mori": 3}, {}, order=2)
    play(state, "0 mori-1>2")
    assert choices(state) == ["takeda*mori-1"]


def test_ruling_2_protection_stays_when_the_added_card_moves_on() -> None:
    hands: list[dict[str, int]] = [{"mori": 2}, {"uesugi": 1}, {"uesugi": 1}]
    state = table({"takeda": 4}, {"mori": 1, "hojo": 1}, {}, hands=hands)
    play(state, "0 mori>1", "0 mori-1>2")
    assert army(state, 1, "mori") == 1
    assert choices(state) == ["takeda*hojo-1"]
    assert refusal(state, "0 takeda*mori-1") == ("shi.refuse.protected", "SHI-O5")


def test_ruling_3_an_army_reinforced_this_turn_may_attack_at_once() -> None:
    state = table({"takeda": 1}, {"mori": 1}, {}, hands=[{"takeda": 1}, {"oda": 1}, {"oda": 1}], order=2)
    play(state, "0 takeda>0")
    assert choices(state) == ["takeda*mori-1"]


def test_o6_the_attacked_army_loses_one_card_out_of_the_game() -> None:
    state = table({"takeda": 3}, {"mori": 2}, {}, order=3)
    assert told(state, "0 takeda*mori-1") == ["shi.event.attacked"]
    assert (army(state, 0, "takeda"), army(state, 1, "mori")) == (3, 1)
    assert state.view(2).out == (0, 0, 0, 1, 0, 0)


def test_o6_an_army_of_one_card_is_wiped_out() -> None:
    state = table({"takeda": 3}, {"mori": 1}, {}, order=3)
    assert told(state, "0 takeda*mori-1") == ["shi.event.wiped-out"]
    assert army(state, 1, "mori") == 0
