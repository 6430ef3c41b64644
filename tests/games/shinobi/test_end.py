"""Drawing (SHI-O7), the last round (SHI-E1) and the ends (SHI-E2, SHI-E3, ruling 6)."""

from __future__ import annotations

import pytest

from tests.games.shinobi.tables import CLANS, choices, play, table, told
from zashiki import Result
from zashiki.words import Words


def end(*provinces: dict[str, int]) -> Result:
    """The result of a table whose last player can attack nobody: two orders have protected all he could attack."""
    hands: list[dict[str, int]] = [{} for _ in provinces]
    for turn in range(len(provinces)):
        state = table(*provinces, hands=hands, deck={}, turns_left=1, order=3, turn=turn)
        if state.actors():
            targets = sorted({choice.split("*")[1] for choice in choices(state)})
            if len(targets) > 2:
                continue
            state = table(
                *provinces, hands=hands, deck={}, turns_left=1, order=3, turn=turn, protected=targets
            )
        result: Result | None = state.result()
        assert result is not None
        return result
    raise AssertionError("everybody can attack more than two armies")


def test_o7_two_cards_are_drawn_after_two_were_placed_and_one_after_a_move() -> None:
    state = play(table({}, {}, {}), "0 mori>1", "0 hojo>0", "* draw-oda")
    assert state.view(0).phase == "draw"
    play(state, "* draw-oda")
    assert (state.view(0).hand_sizes, state.actors()) == ((4, 4, 4), (1,))
    state = play(table({}, {}, {}), "0 mori>1", "0 mori-1>2", "* draw-oda")
    assert (state.view(0).hand_sizes, state.actors()) == ((4, 4, 4), (1,))


def test_o7_only_what_remains_is_drawn() -> None:
    state = play(table({}, {}, {}, deck={"oda": 1}), "0 mori>1", "0 hojo>0", "* draw-oda")
    assert (state.view(0).hand_sizes, state.actors()) == ((3, 4, 4), (1,))


def test_e1_when_the_deck_has_run_out_everyone_plays_once_more_and_who_took_the_last_card_plays_last() -> (
    None
):
    state = table({}, {}, {}, deck={"oda": 2}, turn=1)
    assert (state.view(0).turns_left, state.view(0).last) == (None, None)
    keys = told(state, "1 mori>0", "1 hojo>1", "* draw-oda", "* draw-oda")
    assert keys[-1] == "shi.event.deck-ran-out"
    assert (state.actors(), state.view(0).turns_left, state.view(0).last) == ((2,), 3, 1)
    play(state, "2 mori>0", "2 hojo>2")
    assert (state.actors(), state.view(0).turns_left, state.view(0).last) == ((0,), 2, 1)
    play(state, "0 mori>2", "0 hojo>0", "0 mori*hojo-1")
    assert (state.actors(), state.view(0).turns_left, state.view(0).last) == ((1,), 1, 1)
    play(state, "1 oda>0", "1 oda>1")
    assert (state.actors(), state.view(0).turns_left, state.view(0).last) == ((), 0, 1)
    assert state.view(0).hand_sizes == (2, 2, 2)
    assert state.result() is not None


def test_e2_most_cards_of_the_own_clan_in_all_provinces_wins() -> None:
    result = end({"mori": 2}, {"oda": 3, "takeda": 3}, {"mori": 2})
    assert (result.winners, result.returns, result.end.key) == ((1,), (0.0, 1.0, 0.0), "shi.end.most")
    assert (result.end.rule, result.end.args["n"], result.score) == ("SHI-E2", 4, "4")


def test_e2_a_tie_goes_to_more_cards_in_the_own_province() -> None:
    result = end({"oda": 1}, {"oda": 2, "mori": 2}, {"mori": 1})
    assert (result.winners, result.end.key, result.end.rule) == ((1,), "shi.end.most-tie", "SHI-E2")
    assert result.end.args["home"] == 2


def test_ruling_6_a_tie_that_is_left_is_a_shared_victory() -> None:
    result = end({"oda": 2}, {"mori": 2}, {"takeda": 1})
    assert (result.winners, result.returns) == ((0, 1), (0.5, 0.5, 0.0))
    assert (result.end.key, result.end.rule) == ("shi.end.most-shared", "SHI-E2")


def test_e3_if_a_clan_nobody_serves_has_the_most_the_largest_single_army_wins() -> None:
    result = end({"oda": 1}, {"oda": 2, "hojo": 5}, {"mori": 3, "oda": 1})
    assert (result.winners, result.end.key, result.end.rule) == ((1,), "shi.end.neutral", "SHI-E3")
    assert result.end.args["n"] == 3


def test_e3_with_four_players_too() -> None:
    result = end({"oda": 1}, {"oda": 1, "hojo": 4}, {"mori": 1, "takeda": 2}, {"oda": 1})
    assert (result.winners, result.end.key) == ((2,), "shi.end.neutral")


@pytest.mark.parametrize("seat", range(5))
def test_e3_does_not_arise_with_five_players(seat: int) -> None:
    """Every clan is served: most cards in all provinces win, though another clan has the largest single army."""
    strongest, largest = CLANS[seat], CLANS[(seat + 1) % 5]
    result = end({strongest: 2}, {strongest: 2}, {strongest: 2}, {}, {largest: 5})
    assert (result.winners, result.end.key, result.end.rule) == ((seat,), "shi.end.most", "SHI-E2")
    assert [line.key for line in result.story] == ["shi.story.clan"] * 5


def test_ruling_6_e3_needs_strictly_more_cards_than_every_served_clan() -> None:
    result = end({"oda": 1}, {"oda": 2, "hojo": 3}, {"mori": 2})
    assert (result.winners, result.end.key) == ((0,), "shi.end.most")


def test_ruling_6_a_tie_in_e3_goes_to_more_cards_in_the_own_province() -> None:
    result = end({"mori": 2}, {"oda": 2, "hojo": 5}, {"takeda": 2})
    assert (result.winners, result.end.key, result.end.rule) == ((2,), "shi.end.neutral-tie", "SHI-E3")


def test_ruling_6_a_tie_left_in_e3_is_a_shared_victory() -> None:
    result = end({"oda": 2}, {"oda": 1, "hojo": 5}, {"takeda": 2, "mori": 1})
    assert (result.winners, result.end.key, result.end.rule) == ((0, 2), "shi.end.neutral-shared", "SHI-E3")


def test_e2_all_clans_are_told_at_the_end() -> None:
    state = table({}, {"hojo": 1}, {}, hands=[{}, {}, {}], deck={}, turns_left=1, order=2)
    keys = told(state, "0 hojo-1>2")
    assert keys[-6:] == ["shi.story.clan"] * 3 + ["shi.story.unserved"] * 2 + ["shi.end.neutral-shared"]
    spectator = state.view(None)
    assert (spectator.clans, spectator.unserved) == ((4, 3, 2), (0, 1))


def test_ruling_6_a_shared_victory_tells_both_figures_that_were_tied() -> None:
    """Six cards each in all provinces, but one each at home: "as many at home" would be another story."""
    result = end({"oda": 1, "mori": 5}, {"mori": 1, "oda": 5}, {})
    told = Words("en")(result.end)
    assert (
        told
        == "Player 1 and Player 2 share the victory: tied at 6 cards in all provinces, and at 1 in their own."
    )
    result = end({"oda": 2}, {"oda": 1, "hojo": 5}, {"takeda": 2, "mori": 1})
    assert Words("en")(result.end).endswith("armies are tied at 2 cards, and they have 2 each at home.")
