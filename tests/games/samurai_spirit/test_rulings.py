"""What the rulebook leaves open, as we settle it; interrupts in their order."""

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
    safe,
    table,
    told,
)
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.rules.cards import NUMBER
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.view import FACES

THREE = "kyuzo heihachi daisuke"


def test_ruling_1_neighbours_are_adjacent_passed_or_not() -> None:
    state = table("heihachi kyuzo daisuke gorobei", boards={"kyuzo": {"passed": True}})
    do(state, "fight", "card-2-7")
    assert may(state) == ["attack", "defend", "hand>gorobei"]
    assert refused(state, "hand>daisuke").key == "sam.refuse.not-neighbour"
    assert refused(state, "hand>kyuzo").key == "sam.refuse.passed"


def test_ruling_1_with_two_samurai_both_neighbours_are_the_same() -> None:
    state = table("heihachi kyuzo")
    do(state, "enough", "fight", "card-2-7")
    assert may(state) == ["attack", "defend", "hand>kyuzo"]
    for card in ("card-3-3", "card-4-2"):
        state = table("heihachi kyuzo", boards={"heihachi": {"line": [card]}})
        do(state, "enough", "card-1-2")
        assert line(board(state, "kyuzo")) == ["card-1-2"]


def test_ruling_2_a_handed_card_is_no_turn() -> None:
    """No penalty step for the receiver, and his own turn remains."""
    boards = {"kyuzo": {"line": ["card-1-1"]}}
    state = table("heihachi kyuzo daisuke", boards=boards)
    do(state, "fight", "card-2-7", "hand>kyuzo", "defend")
    assert in_turn(state) == "kyuzo"
    assert board(state, "kyuzo").wound


def test_ruling_2_over_kiai_may_be_handed_cards() -> None:
    boards = {"kyuzo": {"line": ["card-4-3", "card-4-6", "card-3-6"], "left": ["card-1-7"]}}
    state = table("heihachi kyuzo daisuke", boards=boards)
    do(state, "fight", "card-2-7", "hand>kyuzo")
    assert board(state, "kyuzo").track == 13
    assert state.view(0).barricades == 4


def test_ruling_2_each_talent_and_token_hands_a_card_on_once() -> None:
    boards = {"heihachi": {"token": "kyuzo"}}
    state = table("kyuzo heihachi gorobei", boards=boards)
    do(state, "fight", "card-2-7", "hand>heihachi", "hand>kyuzo")
    assert deciding(state) == "kyuzo"
    assert refused(state, "hand>gorobei").key == "sam.refuse.handed-before"
    assert may(state) == ["attack", "defend"]


def test_ruling_3_every_card_above_kiai_costs_a_barricade_else_a_farmstead() -> None:
    boards = {"kyuzo": {"line": ["card-4-3", "card-4-6", "card-3-6"], "left": ["card-1-7"]}}
    state = table("heihachi kyuzo daisuke", barricades=0, boards=boards)
    do(state, "fight", "card-2-7", "hand>kyuzo")
    assert state.view(0).farmsteads == 5
    loss = state.view(0).chronicle[-1]
    assert (loss.cause, loss.place) == ("overrun", 1)


def test_ruling_3_removals_cost_nothing() -> None:
    boards = {
        "kikuchiyo": {"line": ["card-4-6", "card-3-6"]},
        "kyuzo": {"line": ["card-4-3", "card-4-5", "card-4-11"]},
    }
    state = table("kikuchiyo kyuzo daisuke", boards=boards)
    do(state, "fight", "card-3-2", "attack", "take>kyuzo")
    assert board(state, "kyuzo").track == 8
    assert state.view(0).barricades == 5


def test_ruling_4_the_second_fight_needs_only_a_raider() -> None:
    boards = {"kikuchiyo": {"line": ["card-4-6", "card-4-3"]}}
    state = table("kikuchiyo kyuzo daisuke", boards=boards)
    do(state, "fight", "card-4-13")
    assert board(state, "kikuchiyo").track == 12
    assert may(state) == ["fight", "stop"]


def test_ruling_4_no_second_fight_without_a_raider() -> None:
    names = "kikuchiyo kyuzo daisuke"
    state = table(names, raiders=["card-1-13"], boards=safe(names))
    do(state, "fight")
    assert state.view(0).round == 2


def test_ruling_5_families_go_at_random() -> None:
    boards = safe(THREE)
    boards["kyuzo"]["left"] = ["card-1-2", "card-1-11"]
    state = table(THREE, raiders=["card-1-13"], boards=boards)
    do(state, "fight")
    assert odds_of(state) == {"family-wound": 1, "family-barricade": 1, "family-intruder": 1}


def test_ruling_6_both_arrows_against_passed_neighbours() -> None:
    for card in ("card-3-3", "card-4-2"):
        boards = {"kyuzo": {"line": [card]}, "heihachi": {"passed": True}, "daisuke": {"passed": True}}
        assert board(table(THREE, boards=boards), "kyuzo").wound


def test_ruling_7_an_arrow_that_takes_the_last_raider_ends_the_round() -> None:
    """The victim's Kiai is finished first; the one in turn gets no action."""
    boards = safe(THREE, kyuzo={"line": ["card-3-3"]}, heihachi={"line": ["card-4-5"]})
    state = table(THREE, raiders=["card-4-13"], barricades=3, families=["wound"], boards=boards)
    assert deciding(state) == "heihachi"
    assert told(state, "kiai")[-2:] == ["round-over.raiders", "round"]
    assert state.view(0).barricades == 4


def test_ruling_7_no_second_icon_when_the_stack_is_empty() -> None:
    boards = safe(THREE, kyuzo={"line": ["card-6-1"]})
    state = table(THREE, round=3, raiders=["card-1-13"], boards=boards)
    result = state.result()
    assert result is not None
    assert result.winners == (0, 1, 2)


def test_ruling_7_a_second_icon_applies_even_if_its_card_has_left_the_line() -> None:
    """The first icon turns the board, Kiai is reached and takes that very card; its second icon counts."""
    boards = {"kikuchiyo": {"line": ["card-4-3", "card-3-6", "card-6-6"], "wound": True}}
    state = table("kikuchiyo kyuzo daisuke", round=3, raiders=["card-1-7"], boards=boards)
    do(state, "suffer-wound", "take>kikuchiyo", "decline")
    assert line(board(state, "kikuchiyo")) == ["card-3-6"]
    assert state.view(0).no_support


def test_ruling_8_another_kiai_resolves_between_two_uses() -> None:
    boards = {
        "kikuchiyo": {"line": ["card-4-6", "card-3-6", "card-3-11"], "animal": True},
        "heihachi": {"line": ["card-4-3", "card-4-11", "card-2-2"]},
    }
    state = table("kikuchiyo heihachi kyuzo", barricades=2, boards=boards)
    do(state, "fight", "card-3-2", "attack", "take>heihachi")
    assert deciding(state) == "heihachi"
    do(state, "kiai")
    assert deciding(state) == "kikuchiyo"
    assert may(state) == ["decline", "take>heihachi", "take>kikuchiyo"]
    do(state, "decline")
    assert board(state, "kikuchiyo").track == 9


def test_ruling_8_the_own_kiai_waits_for_its_discard() -> None:
    """Daisuke moves a card to himself; the discard that ends his Kiai brings him to 8 and to Kiai again."""
    boards = {
        "daisuke": {"line": ["card-4-3"]},
        "kyuzo": {"line": ["card-1-2", "card-4-11"]},
    }
    state = table("daisuke kyuzo kanbei", boards=boards)
    do(state, "fight", "card-4-6", "attack", "take>kyuzo", "give>daisuke")
    assert may(state) == ["attack", "defend"]
    do(state, "attack")
    assert board(state, "daisuke").kiai_open
    assert state.view(0).step == "kiai-move"
    assert line(board(state, "daisuke")) == ["card-4-6", "card-4-11"]
    assert state.view(0).barricades == 4


def test_ruling_9_a_passed_samurai_turned_at_kiai_has_no_kiai() -> None:
    boards = {
        "kyuzo": {"line": ["card-1-5"]},
        "heihachi": {"line": ["card-4-3", "card-4-11", "card-3-6"], "wound": True, "passed": True},
    }
    state = table(THREE, level="hard", barricades=0, boards=boards)
    do(state, "farmstead-wound", "strike>heihachi")
    heihachi = board(state, "heihachi")
    assert (heihachi.animal, heihachi.track, heihachi.kiai, len(heihachi.line)) == (True, 11, 11, 3)
    assert deciding(state) == "kyuzo"


def test_ruling_9_no_kiai_at_the_end_of_a_round() -> None:
    boards = safe(THREE, heihachi={"line": ["card-4-5", "card-4-13", "card-3-5"], "wound": True})
    boards["heihachi"]["left"] = ["card-2-11", "card-2-7"]
    state = table(THREE, raiders=["card-1-13"], barricades=2, families=["wound"], boards=boards)
    keys = told(state, "fight")
    assert "turned" in keys
    assert "kiai" not in keys


def test_ruling_10_effects_do_not_touch_the_passed() -> None:
    boards = {
        "kikuchiyo": {"line": ["card-4-6", "card-3-6"]},
        "kyuzo": {"line": ["card-2-2"], "passed": True},
    }
    state = table("kikuchiyo kyuzo daisuke", boards=boards)
    do(state, "fight", "card-3-2", "attack")
    assert may(state) == ["decline", "take>kikuchiyo"]
    assert refused(state, "take>kyuzo").rule == "SAM-T10"
    assert refused(state, "take>daisuke").key == "sam.refuse.no-line"


def test_ruling_11_each_icon_may_be_ignored_or_not() -> None:
    boards = {"gorobei": {"line": ["card-6-5"]}}
    state = table("gorobei kyuzo daisuke", round=3, raiders=["card-1-7"], boards=boards)
    assert may(state) == ["suffer-wound", "suffer-no-talent", "ignore-wound", "ignore-no-talent"]
    do(state, "ignore-no-talent", "ignore-wound")
    assert not board(state, "gorobei").wound


def test_ruling_11_not_once_talents_are_forbidden() -> None:
    boards = {"gorobei": {"line": ["card-6-5"]}}
    state = table("gorobei kyuzo daisuke", round=3, raiders=["card-1-7"], boards=boards)
    do(state, "suffer-no-talent")
    assert board(state, "gorobei").wound


def test_ruling_11_an_arrow_may_be_ignored_and_that_is_no_wound() -> None:
    boards = {"kanbei": {"line": ["card-3-3"]}, "kyuzo": {"passed": True}}
    state = table("kanbei kyuzo daisuke", boards=boards)
    do(state, "ignore-left-draws")
    assert not board(state, "kanbei").wound


def test_n4_binds_the_one_in_turn_and_not_the_one_he_hands_a_card_to() -> None:
    state = table("heihachi kyuzo daisuke", boards={"heihachi": {"line": ["card-3-7"]}})
    do(state, "fight", "card-2-7")
    assert may(state) == ["attack", "hand>daisuke", "hand>kyuzo"]
    do(state, "hand>kyuzo")
    assert may(state) == ["attack", "defend"]


def test_t9_a_token_received_in_the_own_turn_serves_in_it() -> None:
    """Heihachi's card brings Kyuzo to Kiai, who gives Heihachi the talent to Fight a second time."""
    boards = {"kyuzo": {"line": ["card-4-3", "card-3-6"]}}
    state = table("heihachi kyuzo kikuchiyo", boards=boards)
    do(state, "fight", "card-2-13", "hand>kyuzo", "lend>kikuchiyo", "give>heihachi")
    assert (deciding(state), may(state)) == ("heihachi", ["fight", "stop"])
    do(state, "stop")
    assert board(state, "kikuchiyo").token_at == 2


def test_ruling_12_the_second_card_must_be_kept() -> None:
    boards = {"heihachi": {"token": "katsushiro"}}
    state = table("katsushiro kyuzo heihachi", boards=boards)
    do(state, "fight", "card-3-6", "under", "card-2-7")
    assert may(state) == ["attack", "defend"]
    assert refused(state, "under").key == "sam.refuse.must-keep"
    assert refused(state, "hand>kyuzo").key == "sam.refuse.must-keep"
    assert [face.name for face in state.view(0).raiders_under] == ["card-3-6"]


def test_ruling_16_what_was_put_under_first_comes_first() -> None:
    boards = {"kyuzo": {"passed": True}, "heihachi": {"passed": True}}
    state = table("katsushiro kyuzo heihachi", raiders=4, boards=boards)
    do(state, "fight", "card-3-6", "under", "card-2-7", "defend")
    do(state, "fight", "card-3-11", "under", "card-1-2", "defend")
    assert [face.name for face in state.view(0).raiders_under] == ["card-3-6", "card-3-11"]
    do(state, "fight")
    assert state.view(0).card == FACES[NUMBER["card-3-6"]]


def test_ruling_12_with_an_empty_stack_he_draws_the_same_card_again() -> None:
    names = "katsushiro kyuzo heihachi"
    state = table(
        names, raiders=["card-3-8"], boards={**safe(names), "katsushiro": {"left": ["card-1-2", "card-1-11"]}}
    )
    do(state, "fight", "under")
    assert state.view(0).card_second
    do(state, "defend")
    assert state.view(0).round == 2
    assert in_turn(state) == "kyuzo"


def test_ruling_13_daisukes_kiai_to_himself_and_back_to_the_same() -> None:
    boards = {"daisuke": {"line": ["card-4-3"]}, "kyuzo": {"line": ["card-1-2", "card-2-7"]}}
    state = table("daisuke kyuzo kanbei", boards=boards)
    do(state, "fight", "card-4-6", "attack", "take>kyuzo", "give>kyuzo", "defend")
    assert (board(state, "kyuzo").track, board(state, "kyuzo").doll is not None) == (1, True)


def test_ruling_13_the_receiver_in_turn_may_not_defend_under_n4() -> None:
    boards = {
        "kyuzo": {"line": ["card-3-7"], "token": "kyuzo"},
        "heihachi": {"token": "kyuzo"},
        "daisuke": {"line": ["card-4-3"]},
    }
    state = table("kyuzo daisuke heihachi", boards=boards)
    assert state.view(0).no_defend
    do(state, "fight", "card-4-13", "hand>daisuke")
    assert state.view(0).step == "kiai-move"
    do(state, "take>daisuke", "give>kyuzo")
    assert line(board(state, "kyuzo")) == ["card-3-7", "card-4-13"]


def test_ruling_13_giver_and_receiver_at_kiai_together() -> None:
    """The giver's Kiai comes first, then the receiver's; both were reached by the same move."""
    boards = {
        "daisuke": {"line": ["card-4-3"]},
        "heihachi": {"line": ["card-4-11", "card-4-5", "card-3-2"]},
        "kikuchiyo": {"line": ["card-4-1", "card-3-6"]},
    }
    state = table("daisuke heihachi kikuchiyo", barricades=1, boards=boards)
    do(state, "fight", "card-4-6", "attack", "take>heihachi", "give>kikuchiyo", "attack")
    assert (deciding(state), state.view(0).step) == ("heihachi", "kiai-barricade")
    do(state, "kiai")
    assert (deciding(state), state.view(0).step) == ("kikuchiyo", "kiai-remove")
    do(state, "decline")
    assert in_turn(state) == "heihachi"
    assert [board(state, name).track for name in ("daisuke", "heihachi", "kikuchiyo")] == [4, 4, 6]


def test_ruling_14_a_holder_loses_the_token_at_once_and_absent_ones_stay() -> None:
    boards = {"kyuzo": {"line": ["card-4-3", "card-2-2"]}, "heihachi": {"token": "kyuzo"}}
    state = table("kyuzo heihachi", boards=boards)
    do(state, "enough", "fight", "card-3-6", "attack")
    assert may(state) == ["decline", "lend>heihachi", "lend>kyuzo"]
    assert refused(state, "lend>gorobei").key == "sam.refuse.absent"
    do(state, "lend>heihachi", "give>heihachi")
    assert board(state, "kyuzo").tokens == ()


def kyuzo_takes(rules: str, owner: str) -> State:
    """Kyuzo reaches Kiai in his own turn and takes a token for himself; Kikuchiyo has been called for a second Fight."""
    boards = {"kyuzo": {"line": ["card-4-3", "card-2-2"]}}
    state = table("kyuzo heihachi gorobei", rules=rules, two_player_rules=True, boards=boards)
    return do(state, "call>kikuchiyo", "enough", "fight", "card-3-6", "attack", f"lend>{owner}", "give>kyuzo")


@pytest.mark.parametrize(
    ("rules", "choices"),
    [("1", ["attack", "defend", "hand>heihachi", "hand>gorobei"]), ("2", ["attack", "defend"])],
)
def test_ruling_14_a_token_he_takes_in_his_own_turn_gives_no_talent_in_it(
    rules: str, choices: list[str]
) -> None:
    state = do(kyuzo_takes(rules, "heihachi"), "fight", "card-4-6")
    assert sorted(may(state)) == sorted(choices)
    if rules == "2":
        assert refused(state, "hand>gorobei").key == "sam.refuse.token-idle"
        assert state.view(0).idle_tokens == ("heihachi",)


@pytest.mark.parametrize("rules", GAME.versions)
def test_ruling_14_it_goes_back_when_that_turn_ends(rules: str) -> None:
    state = kyuzo_takes(rules, "heihachi")
    assert board(state, "kyuzo").tokens == ("heihachi",)
    do(state, "stop")
    assert board(state, "heihachi").token_at == board(state, "heihachi").place
    assert state.view(0).idle_tokens == ()


@pytest.mark.parametrize("rules", GAME.versions)
def test_ruling_14_kikuchiyos_token_gives_him_no_second_fight(rules: str) -> None:
    """The seed: he gives the token back at the end of the turn without having used it."""
    boards = {"kyuzo": {"line": ["card-4-3", "card-2-2"]}}
    state = table("kyuzo kikuchiyo heihachi", rules=rules, boards=boards)
    do(state, "fight", "card-3-6", "attack", "lend>kikuchiyo", "give>kyuzo")
    if rules == "1":
        assert (deciding(state), may(state)) == ("kyuzo", ["fight", "stop"])
    else:
        assert in_turn(state) == "kikuchiyo"
        assert board(state, "kikuchiyo").token_at == 1


@pytest.mark.parametrize("rules", GAME.versions)
def test_ruling_14_it_ignores_no_penalty_of_that_turn_either(rules: str) -> None:
    """A Wound turns Kyuzo's board and brings him to Kiai between the two icons of a 6."""
    boards = {"kyuzo": {"line": ["card-4-3", "card-2-2", "card-6-6"], "wound": True}}
    state = table("kyuzo gorobei heihachi", rules=rules, round=3, raiders=["card-1-7"], boards=boards)
    do(state, "suffer-wound", "lend>gorobei", "give>kyuzo")
    if rules == "1":
        assert may(state) == ["suffer-no-support", "ignore-no-support"]
    else:
        assert state.view(0).no_support


@pytest.mark.parametrize("rules", GAME.versions)
def test_ruling_14_in_anothers_turn_the_token_serves_his_next_one(rules: str) -> None:
    boards = {"kyuzo": {"line": ["card-4-3", "card-3-6"]}}
    state = table("heihachi kyuzo kikuchiyo", rules=rules, boards=boards)
    do(state, "fight", "card-2-13", "hand>kyuzo", "lend>kikuchiyo", "give>kyuzo")
    do(state, "fight", "card-1-2", "attack")
    assert (deciding(state), may(state)) == ("kyuzo", ["fight", "stop"])


@pytest.mark.parametrize("rules", GAME.versions)
def test_ruling_14_what_he_takes_in_his_turn_and_gives_away_serves_its_new_holder(rules: str) -> None:
    """His second Kiai of the turn hands the token on: Gorobei uses it in his own turn."""
    state = kyuzo_takes(rules, "heihachi")
    do(state, "fight", "card-4-6", "attack", "lend>heihachi", "give>gorobei", "enough", "pass", "enough")
    do(state, "fight", "card-2-7")
    assert (deciding(state), "hand>kyuzo" in may(state)) == ("gorobei", True)


@pytest.mark.parametrize("rules", GAME.versions)
def test_ruling_14_his_own_token_comes_home_for_good(rules: str) -> None:
    boards = {"kyuzo": {"line": ["card-4-3", "card-2-2"], "token": "heihachi"}}
    state = table(THREE, rules=rules, boards=boards)
    do(state, "fight", "card-3-6", "attack", "lend>kyuzo", "give>kyuzo")
    assert (board(state, "kyuzo").token_at, state.view(0).idle_tokens) == (0, ())


def test_ruling_14_the_help_says_so() -> None:
    boards = {"kyuzo": {"line": ["card-4-3", "card-2-2"]}}
    for rules, key in (("1", "give-token"), ("2", "give-token-idle")):
        state = table(THREE, rules=rules, boards=boards)
        do(state, "fight", "card-3-6", "attack", "lend>heihachi")
        view = state.view(0)
        assert GAME.help(view, GAME.action("give>kyuzo")).key == f"sam.help.{key}"
        assert GAME.help(view, GAME.action("give>daisuke")).key == "sam.help.give-token"


def test_ruling_15_n10_suspends_called_tokens_too() -> None:
    boards = {"kyuzo": {"line": ["card-6-5"], "borrowed": ["katsushiro"]}}
    state = table("kyuzo heihachi", round=3, raiders=["card-1-7"], boards=boards)
    do(state, "enough", "suffer-no-talent")
    assert board(state, "kyuzo").talents == ()


def test_ruling_16_a_face_up_raider_stays_known_among_the_intruders() -> None:
    state = table(THREE, raiders=["card-4-1", None, None, "card-1-2"])
    do(state, "support>daisuke")
    view = state.view(None)
    assert [None if face is None else face.name for face in view.intruders] == ["card-4-1"]
    do(state, "support>daisuke", "support>heihachi")
    view = state.view(None)
    assert [None if face is None else face.name for face in view.intruders] == [None, None, "card-4-1"]
    assert [weight for weight in view.odds if weight] == [1]


def test_a_kiai_effect_that_triggers_another_kiai_in_a_third_ones_turn() -> None:
    """An arrow brings Kikuchiyo to Kiai in Kyuzo's turn; what he discards brings Heihachi to Kiai as well."""
    boards = {
        "kyuzo": {"line": ["card-3-3"]},
        "kikuchiyo": {"line": ["card-4-6", "card-3-6"]},
        "heihachi": {"line": ["card-4-3", "card-4-11", "card-1-2"]},
    }
    state = table("kyuzo kikuchiyo heihachi", barricades=2, boards=boards)
    do(state, "card-3-2")
    assert deciding(state) == "kikuchiyo"
    do(state, "take>heihachi")
    assert deciding(state) == "heihachi"
    do(state, "kiai")
    assert deciding(state) == "kyuzo"
    assert [board(state, name).track for name in ("kikuchiyo", "heihachi")] == [6, 4]


def test_a_turned_board_leaves_the_kiai_value_behind() -> None:
    """A struck neighbour above his human Kiai is below the animal one: no Kiai, and no forced pass later."""
    boards = {
        "kyuzo": {"line": ["card-1-5"]},
        "heihachi": {"line": ["card-4-3", "card-4-11", "card-1-2"], "wound": True},
    }
    state = table(THREE, level="hard", barricades=0, boards=boards)
    keys = told(state, "farmstead-wound", "strike>heihachi")
    assert "kiai" not in keys
    assert (board(state, "heihachi").track, board(state, "heihachi").kiai) == (9, 11)
    do(state, "pass")
    assert (in_turn(state), may(state)[0]) == ("heihachi", "fight")
