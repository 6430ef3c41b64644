"""The worked examples and the questions and answers of the rulebook (Polish rulebook 2013), played."""

from __future__ import annotations

from tests.games.samurai_spirit.table import (
    board,
    deciding,
    do,
    in_turn,
    line,
    may,
    refused,
    safe,
    table,
    told,
)


def test_the_blood_drop() -> None:
    """SAM-T2: three cards in line, the last one shows a drop: a Wound, then the action."""
    boards = {"kyuzo": {"line": ["card-1-2", "card-2-2", "card-1-6"]}}
    state = table("kyuzo gorobei daisuke", boards=boards)
    assert board(state, "kyuzo").wound
    assert deciding(state) == "kyuzo"
    assert may(state)[0] == "fight"


def test_the_hut_and_the_hat() -> None:
    """SAM-T6: with a farm on the left, a hat may be defended; another farm or no symbol must be attacked."""
    state = table("kyuzo gorobei daisuke", boards={"kyuzo": {"left": ["card-1-11"]}})
    do(state, "fight", "card-2-2", "defend")
    assert board(state, "kyuzo").hat is not None
    assert board(state, "kyuzo").track == 0
    for card in ("card-2-11", "card-2-13"):
        state = table("kyuzo gorobei daisuke", boards={"kyuzo": {"left": ["card-1-11"]}})
        do(state, "fight", card)
        assert board(state, "kyuzo").track == 2


def test_the_token_that_a_three_cannot_use() -> None:
    """SAM-T9: Heihachi's token hands on even cards only, and goes back at the end of the turn in any case."""
    state = table("gorobei heihachi kanbei", boards={"heihachi": {"token": "gorobei"}})
    do(state, "fight", "card-3-6")
    assert may(state) == ["attack", "defend"]
    reason = refused(state, "hand>heihachi")
    assert (reason.key, reason.args["value"]) == ("sam.refuse.talent", 3)
    do(state, "attack")
    assert board(state, "heihachi").token_at == 1


def test_the_flame_and_the_forced_pass() -> None:
    """SAM-T4: the last card removes a Barricade, then a samurai above Kiai has to pass where he stands."""
    boards = {"kyuzo": {"line": ["card-4-3", "card-4-6", "card-2-5"]}}
    state = table("kyuzo gorobei daisuke", boards=boards)
    assert state.view(0).barricades == 4
    assert (board(state, "kyuzo").passed, board(state, "kyuzo").track) == (True, 10)


def test_kyuzo_four_two_three() -> None:
    """SAM-K1: 4 + 2 + 3 = 9 is Kiai; the 4 goes, 5 remain."""
    state = table("kyuzo gorobei daisuke", boards={"kyuzo": {"line": ["card-4-3", "card-2-2"]}})
    do(state, "fight", "card-3-6", "attack")
    assert state.view(0).step == "kiai-lend"
    do(state, "lend>gorobei", "give>daisuke")
    assert board(state, "kyuzo").track == 5
    assert state.view(0).discard[-1].name == "card-4-3"


def test_the_second_wound_with_three_and_two() -> None:
    """SAM-K3: the marker goes, the board is turned, the cards stay and the pawn is set on 5."""
    boards = {"kyuzo": {"line": ["card-3-6", "card-2-1"], "wound": True}}
    state = table("kyuzo gorobei daisuke", boards=boards)
    kyuzo = board(state, "kyuzo")
    assert (kyuzo.animal, kyuzo.wound, kyuzo.track, kyuzo.kiai) == (True, False, 5, 12)
    assert line(kyuzo) == ["card-3-6", "card-2-1"]


def test_the_intruders_against_the_last_barricade() -> None:
    """SAM-E2: flames take the last Barricade, a card without flames nothing, a third one a Farmstead."""
    names = "kyuzo gorobei daisuke"
    for third, farmsteads in (([], 6), (["card-2-5"], 5)):
        state = table(
            names,
            barricades=1,
            families=["wound"],
            raiders=["card-1-13"],
            intruders=["card-1-5", "card-1-3", *third],
            boards=safe(names),
        )
        do(state, "fight")
        assert (state.view(0).barricades, state.view(0).farmsteads) == (0, farmsteads)


def test_kikuchiyo_fights_twice() -> None:
    """SAM-T11: a 3 with a farm is defended, then a 2 is attacked."""
    state = table("kikuchiyo gorobei daisuke")
    do(state, "fight", "card-3-11", "defend")
    assert may(state) == ["fight", "stop"]
    assert told(state, "fight")[0] == "talent.kikuchiyo"
    do(state, "card-2-7", "attack")
    kikuchiyo = board(state, "kikuchiyo")
    assert (kikuchiyo.farm is not None, kikuchiyo.track) == (True, 2)
    assert in_turn(state) == "gorobei"


def test_kyuzo_is_handed_a_two() -> None:
    """SAM-T11: with 2, 4, 2 in line he attacks it or discards it (here its symbol could not be defended)."""
    boards = {"kyuzo": {"line": ["card-2-2", "card-1-2", "card-2-11"], "left": ["card-1-7"]}}
    state = table("heihachi kyuzo daisuke", boards=boards)
    do(state, "fight", "card-2-7", "hand>kyuzo")
    assert deciding(state) == "kyuzo"
    assert may(state) == ["attack", "discard"]
    do(state, "discard")
    assert state.view(0).discard[-1].name == "card-2-7"


def test_kyuzo_uses_kiai_on_himself_in_anothers_turn() -> None:
    """SAM-T9: a token taken in another's turn is there in his own; one taken in his own goes back unused."""
    boards = {"kyuzo": {"line": ["card-4-3", "card-3-2"]}}
    state = table("heihachi kyuzo daisuke", boards=boards)
    do(state, "fight", "card-2-7", "hand>kyuzo", "attack", "lend>daisuke", "give>kyuzo")
    assert in_turn(state) == "kyuzo"
    assert "daisuke" in board(state, "kyuzo").talents
    state = table("kyuzo heihachi daisuke", boards=boards)
    do(state, "fight", "card-2-7", "attack", "lend>daisuke", "give>kyuzo")
    assert board(state, "daisuke").token_at == 2


def test_question_1_stacks_may_be_counted() -> None:
    view = table("kyuzo gorobei daisuke", raiders=7, intruders=3, discard=["card-1-1"]).view(None)
    assert (view.raiders, len(view.intruders), len(view.discard)) == (7, 3, 1)


def test_question_2_the_discard_pile_is_open() -> None:
    view = table("kyuzo gorobei daisuke", discard=["card-1-1", "card-4-3"]).view(None)
    assert [face.name for face in view.discard] == ["card-1-1", "card-4-3"]


def test_question_3_never_two_markers() -> None:
    """SAM-K3: the second Wound takes the marker away."""
    state = table("kyuzo gorobei daisuke", boards={"kyuzo": {"line": ["card-1-1"], "wound": True}})
    assert not board(state, "kyuzo").wound


def test_question_4_a_beast_stays_a_beast() -> None:
    """SAM-K3: healing removes the marker, not the side."""
    boards = {"heihachi": {"line": ["card-4-3", "card-3-6"], "animal": True, "wound": True}}
    state = table("heihachi kyuzo daisuke", boards=boards)
    do(state, "fight", "card-4-6", "attack", "heal>heihachi")
    assert (board(state, "heihachi").animal, board(state, "heihachi").wound) == (True, False)


def test_question_5_no_support_for_the_only_one_in_the_round() -> None:
    """SAM-T8"""
    boards = {"gorobei": {"passed": True}, "daisuke": {"passed": True}}
    state = table("kyuzo gorobei daisuke", boards=boards)
    assert may(state) == ["fight", "pass"]
    assert refused(state, "support>gorobei").rule == "SAM-T10"


def test_question_6_heihachis_token_hands_to_heihachi_who_hands_on() -> None:
    """SAM-T11: talents add up, and work in another's turn."""
    boards = {"heihachi": {"token": "kyuzo"}}
    state = table("kyuzo heihachi daisuke gorobei", boards=boards)
    assert told(state, "fight", "card-2-7", "hand>heihachi")[-1] == "token.heihachi"
    assert may(state) == ["attack", "defend", "hand>daisuke", "hand>kyuzo"]
    assert told(state, "hand>daisuke")[-1] == "talent.heihachi"
    assert deciding(state) == "daisuke"
    assert may(state) == ["attack", "defend"]


def test_question_7_a_turned_board_need_not_pass() -> None:
    """SAM-T4: above the human Kiai, below the animal one when the action is chosen."""
    boards = {"kyuzo": {"line": ["card-4-3", "card-4-6", "card-2-1"], "wound": True}}
    state = table("kyuzo gorobei daisuke", boards=boards)
    assert (board(state, "kyuzo").track, board(state, "kyuzo").kiai) == (10, 12)
    assert "fight" in may(state)


def test_question_7_turning_the_board_may_reach_kiai() -> None:
    """SAM-K1"""
    boards = {"kyuzo": {"line": ["card-4-3", "card-4-6", "card-2-2", "card-2-1"], "wound": True}}
    state = table("kyuzo gorobei daisuke", boards=boards)
    assert state.view(0).step == "kiai-lend"
    do(state, "decline")
    assert board(state, "kyuzo").track == 8
    assert "fight" in may(state)
