"""The eleven penalties, and the talents that ignore them."""

from __future__ import annotations

import pytest

from tests.games.samurai_spirit.table import (
    board,
    deciding,
    do,
    in_turn,
    line,
    may,
    odds_of,
    refused,
    table,
    told,
)
from zashiki import CHANCE
from zashiki.games.samurai_spirit.rules.cards import PENALTIES
from zashiki.games.samurai_spirit.rules.penalties import MOST_RETURNS
from zashiki.web.rulebooks.text import render
from zashiki.words import LANGUAGES, Words

THREE = "kyuzo heihachi daisuke"


def test_n1_barricade_else_farmstead() -> None:
    state = table(THREE, boards={"kyuzo": {"line": ["card-1-5"]}})
    assert state.view(0).barricades == 4
    state = table(THREE, barricades=0, boards={"kyuzo": {"line": ["card-1-5"]}})
    assert (state.view(0).barricades, state.view(0).farmsteads) == (0, 5)


def test_n2_wound() -> None:
    state = table(THREE, boards={"kyuzo": {"line": ["card-1-1"]}})
    assert board(state, "kyuzo").wound
    assert may(state)[0] == "fight"


def test_n3_intruder() -> None:
    state = table(THREE, raiders=5, boards={"kyuzo": {"line": ["card-1-3"]}})
    view = state.view(0)
    assert (view.raiders, view.intruders) == (4, (None,))


def test_n4_no_defending_in_this_turn() -> None:
    state = table(THREE, boards={"kyuzo": {"line": ["card-1-4"]}})
    do(state, "fight", "card-2-2")
    assert line(board(state, "kyuzo")) == ["card-1-4", "card-2-2"]


def test_n5_no_support_but_tokens_may_be_received() -> None:
    state = table(THREE, turn="daisuke", boards={"kyuzo": {"line": ["card-1-11"]}})
    do(state, "support>kyuzo")
    assert in_turn(state) == "kyuzo"
    assert refused(state, "support>heihachi").rule == "SAM-N5"
    assert board(state, "kyuzo").tokens == ("daisuke",)


def test_n6_the_left_neighbour_draws() -> None:
    state = table(THREE, boards={"kyuzo": {"line": ["card-3-3"]}})
    assert state.actors() == (-1,)
    do(state, "card-4-3")
    assert line(board(state, "heihachi")) == ["card-4-3"]
    assert deciding(state) == "kyuzo"


def test_n7_the_right_neighbour_draws() -> None:
    state = table(THREE, boards={"kyuzo": {"line": ["card-4-2"]}})
    do(state, "card-4-3")
    assert line(board(state, "daisuke")) == ["card-4-3"]


def test_an_arrow_is_told_by_its_own_rule_with_the_track_it_leads_to() -> None:
    """With two samurai the same one is hit from both sides."""
    for card, rule in (("card-3-3", "SAM-N6"), ("card-4-2", "SAM-N7")):
        state = table(
            "kyuzo heihachi", boards={"kyuzo": {"line": [card]}, "heihachi": {"line": ["card-2-2"]}}
        )
        state.events = []
        do(state, "enough", "card-4-3")
        told_of = next(event.message for event in state.events if event.message.key == "sam.event.arrow")
        assert (told_of.rule, told_of.args["track"], told_of.args["kiai"]) == (rule, 6, 8)


def test_n6_goes_above_kiai_for_a_barricade() -> None:
    """SAM-N6, SAM-T7: the card that comes by an arrow counts like any other."""
    boards = {"kyuzo": {"line": ["card-3-3"]}, "heihachi": {"line": ["card-4-3", "card-3-6"]}}
    state = table(THREE, boards=boards)
    do(state, "card-4-6")
    assert state.view(0).barricades == 4


def test_n8_must_pass() -> None:
    state = table(THREE, round=3, raiders=["card-1-2"], boards={"kyuzo": {"line": ["card-6-2"]}})
    assert board(state, "kyuzo").passed
    assert in_turn(state) == "heihachi"


def test_n9_a_random_discard_is_shuffled_in() -> None:
    state = table(
        THREE,
        round=3,
        raiders=["card-1-2", "card-2-2"],
        discard=["card-3-2", "card-4-3"],
        boards={"kyuzo": {"line": ["card-6-4"]}},
    )
    do(state, "suffer-discard-to-raiders")
    assert odds_of(state) == {"card-3-2": 1, "card-4-3": 1}
    do(state, "card-3-2")
    view = state.view(0)
    assert (view.raiders, view.raiders_top) == (3, ())
    assert [face.name for face in view.discard] == ["card-4-3"]
    assert view.no_defend
    do(state, "fight")
    assert odds_of(state) == {"card-1-2": 1, "card-2-2": 1, "card-3-2": 1}


def test_n9_without_a_discard_is_a_wound() -> None:
    state = table(THREE, round=3, raiders=["card-1-2"], boards={"kyuzo": {"line": ["card-6-4"]}})
    do(state, "suffer-no-defend")
    assert board(state, "kyuzo").wound


def test_n10_no_talent_and_no_tokens() -> None:
    boards = {"kyuzo": {"line": ["card-6-5"]}, "heihachi": {"token": "kyuzo"}}
    state = table(THREE, round=3, raiders=["card-6-1", "card-1-2"], boards=boards)
    do(state, "suffer-no-talent")
    assert board(state, "kyuzo").wound
    assert board(state, "kyuzo").talents == ()
    do(state, "fight")
    assert refused(state, "discard").rule == "SAM-N10"
    assert refused(state, "hand>heihachi").rule == "SAM-N10"
    assert may(state) == ["attack", "defend"]


def test_n11_a_left_card_of_choice() -> None:
    boards = {"kyuzo": {"line": ["card-6-7"], "left": ["card-1-2", "card-1-7"]}}
    state = table(THREE, round=3, raiders=["card-2-2"], boards=boards)
    assert may(state) == ["drop-hat", "drop-doll"]
    do(state, "drop-hat")
    assert (board(state, "kyuzo").hat, board(state, "kyuzo").doll is None) == (None, False)
    assert [face.name for face in state.view(0).discard] == ["card-1-2"]


def test_n11_with_nothing_on_the_left_is_a_wound() -> None:
    state = table(THREE, round=3, raiders=["card-2-2"], boards={"kyuzo": {"line": ["card-6-7"]}})
    assert board(state, "kyuzo").wound


def test_two_equal_icons_both_strike() -> None:
    state = table(THREE, round=3, raiders=["card-2-2"], boards={"kyuzo": {"line": ["card-6-3"]}})
    assert state.view(0).barricades == 3


def test_gorobei_ignores_even_and_kanbei_odd_cards() -> None:
    for samurai, even, odd in (("gorobei", True, False), ("kanbei", False, True)):
        for card, ignorable in (("card-2-1", even), ("card-1-1", odd)):
            state = table(f"{samurai} kyuzo daisuke", boards={samurai: {"line": [card]}})
            assert ("ignore-wound" in may(state)) == ignorable
            assert board(state, samurai).wound != ignorable
    state = table("gorobei kyuzo daisuke", boards={"gorobei": {"line": ["card-2-1"]}})
    assert told(state, "ignore-wound") == ["talent.gorobei"]
    assert not board(state, "gorobei").wound


def test_a_talent_need_not_be_used() -> None:
    state = table("gorobei kyuzo daisuke", boards={"gorobei": {"line": ["card-2-1"]}})
    do(state, "suffer-wound")
    assert board(state, "gorobei").wound


def test_who_may_ignore_a_single_penalty_is_not_asked_which_comes_first() -> None:
    """SAM-T2: an order is asked for where there are two."""
    state = table("gorobei kyuzo daisuke", boards={"gorobei": {"line": ["card-2-1"]}})
    one = "Gorobei: suffer the penalty of your last card, or ignore it?"
    words = Words("en")
    assert words(state.view(0).prompt) == one
    boards = {"gorobei": {"line": ["card-6-5"]}}
    state = table("gorobei kyuzo daisuke", round=3, raiders=["card-2-2"], boards=boards)
    assert words(state.view(0).prompt) == "Gorobei: which penalty of your last card first?"
    do(state, "ignore-wound")
    assert words(state.view(0).prompt) == one


def test_n9_brings_back_no_more_than_its_limit_in_a_round() -> None:
    """SAM-N9: Kyuzo alone in the round could discard the card that comes back for ever."""
    passed = {name: {"passed": True} for name in ("heihachi", "daisuke")}
    boards = {"kyuzo": {"line": ["card-1-7", "card-6-4"]}, **passed}
    state = table(THREE, round=3, raiders=["card-1-3"], discard=["card-1-2"], boards=boards)
    for _ in range(MOST_RETURNS):
        do(state, "suffer-no-defend")
        state.apply(CHANCE, state.legal(CHANCE)[0])
        do(state, "fight")
        state.apply(CHANCE, state.legal(CHANCE)[0])
        do(state, "discard")
    assert state.view(0).reshuffled == MOST_RETURNS
    do(state, "suffer-no-defend")
    assert may(state)[0] == "fight"
    assert state.view(0).raiders == 1
    assert not board(state, "kyuzo").wound


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_and_the_table_call_a_penalty_by_one_name(language: str) -> None:
    words, rules = Words(language), render("samurai-spirit", language).rules
    for number, penalty in enumerate(PENALTIES, 1):
        assert rules[f"SAM-N{number}"].title.lower() == words.say(f"sam.penalty.{penalty}").lower()
