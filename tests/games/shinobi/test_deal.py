"""The deal: clans, first player, hands (SHI-S1), provinces (SHI-S2)."""

from __future__ import annotations

import pytest

from tests.games.shinobi.tables import CLANS, SHINOBI, choices, play, refusal, table
from zashiki import CHANCE, BadOption


def dealt(seats: int = 3) -> list[str]:
    """A deal for `seats` players, the first of them seat 1."""
    clans = [f"* clan-{clan}" for clan in CLANS[:seats]]
    hands = ["* draw-oda", "* draw-mori", "* draw-hojo", "* draw-ninja"]
    hands += ["* draw-takeda"] * 4 + ["* draw-uesugi"] * 4
    return [*clans, "* first-1", *hands]


def test_s1_every_clan_card_is_as_likely_and_none_is_dealt_twice() -> None:
    state = SHINOBI.start(seats=3)
    assert choices(state) == ["clan-hojo", "clan-uesugi", "clan-takeda", "clan-mori", "clan-oda"]
    assert state.odds() == [1, 1, 1, 1, 1]
    play(state, "* clan-takeda")
    assert choices(state) == ["clan-hojo", "clan-uesugi", "clan-mori", "clan-oda"]
    assert refusal(state, "* clan-takeda") == ("shi.refuse.clan-dealt", "SHI-S1")


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_s1_any_seat_may_be_drawn_as_the_first_player(seats: int) -> None:
    state = play(SHINOBI.start(seats=seats), *[f"* clan-{clan}" for clan in CLANS[:seats]])
    assert choices(state) == [f"first-{seat}" for seat in range(seats)]
    assert state.odds() == [1] * seats


def test_s1_the_deck_has_eleven_troops_of_each_clan_and_three_ninja() -> None:
    state = play(SHINOBI.start(seats=3), "* clan-oda", "* clan-mori", "* clan-hojo", "* first-0")
    assert choices(state) == [
        "draw-hojo",
        "draw-uesugi",
        "draw-takeda",
        "draw-mori",
        "draw-oda",
        "draw-ninja",
    ]
    assert state.odds() == [11, 11, 11, 11, 11, 3]
    play(state, "* draw-ninja")
    assert state.odds() == [11, 11, 11, 11, 11, 2]


def test_s1_four_cards_each_from_the_first_player_on_then_clockwise() -> None:
    state = play(SHINOBI.start(seats=3), *dealt())
    assert state.actors() == (1,)
    assert state.view(1).hand == (1, 0, 0, 1, 1, 1)
    assert state.view(0).hand_sizes == (4, 4, 4)
    assert state.view(2).hand == (0, 0, 4, 0, 0, 0)
    assert state.view(0).hand == (0, 4, 0, 0, 0, 0)
    play(state, "1 oda>2", "1 mori>1", "* draw-oda", "* draw-oda")
    assert state.actors() == (2,)
    play(state, "2 takeda>0", "2 takeda>2", "* draw-oda", "* draw-oda")
    assert state.actors() == (0,)


def test_s1_only_chance_deals_and_only_when_it_is_its_turn() -> None:
    state = SHINOBI.start(seats=3)
    assert refusal(state, "0 clan-oda") == ("shi.refuse.being-dealt", "SHI-S1")
    assert refusal(state, "* draw-oda") == ("shi.refuse.deal-clans", "SHI-S1")
    play(state, "* clan-oda", "* clan-mori", "* clan-hojo")
    assert refusal(state, "* first-3") == ("shi.refuse.no-province", "SHI-S2")
    assert refusal(state, "* clan-takeda") == ("shi.refuse.draw-first-player", "SHI-S1")
    play(state, "* first-0")
    assert refusal(state, "* first-0") == ("shi.refuse.draw-cards", "SHI-O7")
    state = table({}, {}, {})
    assert refusal(state, "0 draw-oda") == ("shi.refuse.only-chance", "SHI-S1")
    assert refusal(state, "* draw-oda") == ("shi.refuse.not-your-turn", "SHI-S1")


def test_s1_an_outcome_that_the_deck_lacks_is_refused() -> None:
    state = play(table({}, {}, {}, deck={"oda": 1, "mori": 2}), "0 hojo>1", "0 mori>0")
    assert choices(state) == ["draw-mori", "draw-oda"]
    assert state.odds() == [2, 1]
    assert refusal(state, "* draw-ninja") == ("shi.refuse.none-left", "SHI-O7")


def test_s1_three_to_five_play() -> None:
    for seats in (2, 6):
        with pytest.raises(BadOption):
            SHINOBI.start(seats=seats)
    with pytest.raises(BadOption):
        SHINOBI.start(seats=3, edition="pl-2013")


def test_s2_an_army_is_the_cards_of_one_clan_in_one_province() -> None:
    state = play(table({"oda": 1}, {"oda": 2, "mori": 1}, {}), "0 mori>1")
    assert state.view(0).provinces == ((0, 0, 0, 0, 1), (0, 0, 0, 2, 2), (0, 0, 0, 0, 0))
    assert state.view(0).totals == (0, 0, 0, 2, 3)


def test_s2_there_are_as_many_provinces_as_players() -> None:
    state = table({}, {"oda": 1}, {})
    assert refusal(state, "0 mori>3") == ("shi.refuse.no-province", "SHI-S2")
    assert refusal(state, "0 ninja>oda-4") == ("shi.refuse.no-province", "SHI-S2")
    play(state, "0 mori>1")
    assert refusal(state, "0 hojo>3") == ("shi.refuse.no-province", "SHI-S2")
    assert refusal(state, "0 oda-1>4") == ("shi.refuse.no-province", "SHI-S2")
    assert refusal(state, "0 oda-4>1") == ("shi.refuse.no-province", "SHI-S2")
    state = table({"hojo": 3}, {"oda": 1}, {}, order=3)
    assert refusal(state, "0 hojo*oda-3") == ("shi.refuse.no-province", "SHI-S2")


def test_nobody_chooses_out_of_turn_or_after_the_end() -> None:
    state = table({}, {}, {})
    assert refusal(state, "1 mori>0") == ("shi.refuse.not-your-turn", "SHI-S1")
    assert state.legal(1) == []
    assert state.legal(CHANCE) == []
    state = play(table({}, {}, {}, deck={}, turns_left=1), "0 mori>1", "0 hojo>0")
    assert state.actors() == ()
    assert refusal(state, "0 mori>1") == ("shi.refuse.over", "SHI-E1")
    unknown = state.why_not(0, 9999)
    assert unknown is not None
    assert unknown.key == "shi.refuse.no-such-choice"
