"""A turn: order, tokens, the choice of an action, Fight, Support, Pass."""

from __future__ import annotations

from tests.games.samurai_spirit.table import board, deciding, do, in_turn, line, may, refused, table, told

FOUR = "kyuzo gorobei kanbei kikuchiyo"


def test_t0_clockwise_skipping_those_who_have_passed() -> None:
    state = table(FOUR, boards={"gorobei": {"passed": True}})
    do(state, "support>kanbei")
    assert in_turn(state) == "kanbei"
    do(state, "pass")
    assert in_turn(state) == "kikuchiyo"
    do(state, "support>kyuzo")
    assert in_turn(state) == "kyuzo"


def test_t0_nobody_chooses_out_of_turn() -> None:
    state = table(FOUR)
    assert state.actors() == (0,)
    reason = state.why_not(2, state.legal(0)[0])
    assert reason is not None
    assert (reason.key, reason.rule) == ("sam.refuse.not-yours", "SAM-T0")


def test_t1_absent_tokens_serve_their_user_for_the_round_and_once() -> None:
    state = table("kyuzo heihachi")
    assert may(state) == [
        "call>daisuke",
        "call>gorobei",
        "call>kanbei",
        "call>kikuchiyo",
        "call>katsushiro",
        "enough",
    ]
    do(state, "call>katsushiro", "call>daisuke")
    assert refused(state, "call>daisuke").key == "sam.refuse.token-spent"
    assert refused(state, "call>heihachi").key == "sam.refuse.present"
    do(state, "enough", "fight", "card-1-7")
    assert may(state) == ["attack", "defend", "hand>heihachi", "under"]
    do(state, "defend")
    assert in_turn(state) == "heihachi"
    assert "call>daisuke" not in may(state)
    do(state, "enough", "fight", "card-3-6")
    assert may(state) == ["attack", "defend"]
    do(state, "attack", "enough", "fight", "card-2-7")
    assert board(state, "kyuzo").borrowed == ("daisuke", "katsushiro")
    assert may(state) == ["attack", "under"]


def test_t1_before_the_penalty() -> None:
    """SAM-T1: a called Gorobei ignores the penalty of the turn he is called in."""
    state = table("kyuzo heihachi", boards={"kyuzo": {"line": ["card-2-1"]}})
    do(state, "call>gorobei", "enough")
    assert may(state) == ["suffer-wound", "ignore-wound"]


def test_t1_a_called_talent_works_in_others_turns_too() -> None:
    state = table("kyuzo heihachi", turn="heihachi", boards={"kyuzo": {"borrowed": ["katsushiro"]}})
    do(state, "enough", "fight", "card-2-7", "hand>kyuzo")
    assert deciding(state) == "kyuzo"
    assert "under" in may(state)


def test_t1_spent_tokens_do_not_come_back_in_the_next_round() -> None:
    state = table(
        "kyuzo heihachi",
        spent=["gorobei"],
        raiders=1,
        boards={
            "kyuzo": {"borrowed": ["kanbei"], "left": ["card-1-2", "card-1-7", "card-1-11"]},
            "heihachi": {"left": ["card-2-2", "card-2-7", "card-2-11"]},
        },
    )
    do(state, "enough", "fight", "card-3-6")
    view = state.view(0)
    assert view.round == 2
    assert view.absent_tokens == ("daisuke", "kikuchiyo", "katsushiro")
    assert view.spent_tokens == ("gorobei", "kanbei")
    assert all(samurai.borrowed == () for samurai in view.samurai)


def test_t2_only_the_last_card_strikes() -> None:
    state = table(FOUR, boards={"kyuzo": {"line": ["card-1-1", "card-1-2"]}})
    assert not board(state, "kyuzo").wound
    state = table(FOUR, boards={"kyuzo": {"line": ["card-1-2", "card-1-1"]}})
    assert board(state, "kyuzo").wound


def test_t2_two_icons_in_the_order_of_choice() -> None:
    state = table(FOUR, round=3, raiders=["card-1-7", "card-1-8"], boards={"kyuzo": {"line": ["card-6-6"]}})
    assert may(state) == ["suffer-wound", "suffer-no-support"]
    assert told(state, "suffer-no-support")[:2] == ["penalty.no-support", "penalty.wound"]
    assert board(state, "kyuzo").wound
    assert refused(state, "support>gorobei").rule == "SAM-N5"


def test_t3_a_penalty_that_cannot_be_applied_is_a_wound() -> None:
    state = table(FOUR, boards={"kyuzo": {"line": ["card-3-3"]}, "gorobei": {"passed": True}})
    assert board(state, "kyuzo").wound


def test_t4_exactly_one_action() -> None:
    state = table(FOUR)
    assert may(state) == ["fight", "support>gorobei", "support>kanbei", "support>kikuchiyo", "pass"]
    do(state, "fight", "card-2-7", "attack")
    assert in_turn(state) == "gorobei"


def test_t4_over_kiai_must_pass() -> None:
    state = table(FOUR, boards={"kyuzo": {"line": ["card-4-3", "card-4-6", "card-3-6"]}})
    assert board(state, "kyuzo").passed
    assert in_turn(state) == "gorobei"


def test_t5_and_t6_defend_with_a_symbol_that_is_missing() -> None:
    state = table(FOUR, boards={"kyuzo": {"left": ["card-1-2"]}})
    do(state, "fight", "card-2-11")
    assert may(state) == ["attack", "defend"]
    do(state, "defend")
    kyuzo = board(state, "kyuzo")
    assert kyuzo.farm is not None
    assert (kyuzo.farm.name, kyuzo.track, kyuzo.line) == ("card-2-11", 0, ())


def test_t6_what_can_only_be_attacked_is() -> None:
    """SAM-T6: the same symbol twice, or none at all, can't be defended with."""
    state = table(FOUR, boards={"kyuzo": {"left": ["card-1-2"]}})
    do(state, "fight", "card-2-2")
    assert line(board(state, "kyuzo")) == ["card-2-2"]
    state = table(FOUR)
    do(state, "fight", "card-2-13")
    assert line(board(state, "kyuzo")) == ["card-2-13"]


def test_t6_refusals_say_why() -> None:
    state = table("katsushiro kyuzo kanbei", boards={"katsushiro": {"left": ["card-1-2"]}})
    do(state, "fight", "card-2-2")
    assert refused(state, "defend").key == "sam.refuse.has-symbol"
    state = table("katsushiro kyuzo kanbei")
    do(state, "fight", "card-2-13")
    assert refused(state, "defend").key == "sam.refuse.no-symbol"
    state = table("katsushiro kyuzo kanbei", boards={"katsushiro": {"line": ["card-1-4"]}})
    do(state, "fight", "card-2-2")
    assert refused(state, "defend").key == "sam.refuse.no-defend"


def test_t7_below_nothing_above_a_barricade() -> None:
    state = table(FOUR, boards={"kyuzo": {"line": ["card-4-3", "card-3-6"]}})
    do(state, "fight", "card-1-7", "attack")
    assert (board(state, "kyuzo").track, state.view(0).barricades) == (8, 6)
    state = table(FOUR, boards={"kyuzo": {"line": ["card-4-3", "card-4-6"]}})
    told_keys = told(state, "fight", "card-2-7", "attack")
    assert "barricade.lost" in told_keys
    assert (board(state, "kyuzo").track, state.view(0).barricades) == (10, 5)


def test_t8_support_moves_the_token_and_a_raider() -> None:
    state = table(FOUR, raiders=10)
    do(state, "support>kanbei")
    view = state.view(0)
    assert (view.raiders, view.intruders) == (9, (None,))
    assert board(state, "kanbei").tokens == ("kyuzo",)
    assert board(state, "kyuzo").token_at == 2


def test_t8_only_with_the_own_token_at_hand_and_to_another_in_the_round() -> None:
    state = table(FOUR, boards={"kyuzo": {"token": "gorobei"}})
    assert may(state) == ["fight", "pass"]
    assert refused(state, "support>gorobei").key == "sam.refuse.token-away"
    state = table(FOUR, boards={"gorobei": {"passed": True}})
    assert refused(state, "support>gorobei").key == "sam.refuse.passed"
    assert refused(state, "support>kyuzo").key == "sam.refuse.self"
    assert refused(state, "support>daisuke").key == "sam.refuse.absent"


def test_t9_a_token_serves_its_holders_next_turn_and_returns() -> None:
    state = table("kyuzo katsushiro kanbei", turn="katsushiro")
    do(state, "support>kanbei")
    assert "katsushiro" in board(state, "kanbei").talents
    do(state, "fight", "card-2-7")
    assert may(state) == ["attack", "defend", "under"]
    do(state, "defend")
    assert board(state, "kanbei").tokens == ()
    assert board(state, "katsushiro").token_at == 1


def test_t9_used_or_not_it_returns_even_after_a_pass() -> None:
    state = table("kyuzo katsushiro kanbei", turn="katsushiro")
    do(state, "support>kanbei", "pass")
    assert board(state, "katsushiro").token_at == 1


def test_t9_not_in_another_turn() -> None:
    """SAM-T9: a lent token does not serve its holder when a card is handed to him."""
    state = table("heihachi kanbei katsushiro", boards={"katsushiro": {"token": "kanbei"}})
    do(state, "fight", "card-2-7", "hand>kanbei")
    assert may(state) == ["attack", "defend"]


def test_t9_several_tokens_in_the_penalty_step_too() -> None:
    boards = {
        "gorobei": {"token": "kyuzo"},
        "kanbei": {"token": "kyuzo"},
        "kyuzo": {"line": ["card-2-1"]},
    }
    state = table("kyuzo gorobei kanbei", boards=boards)
    assert board(state, "kyuzo").talents == ("gorobei", "kanbei", "kyuzo")
    assert may(state) == ["suffer-wound", "ignore-wound"]


def test_t10_out_of_the_round() -> None:
    state = table(FOUR, boards={"gorobei": {"line": ["card-1-1"]}})
    do(state, "pass")
    assert in_turn(state) == "gorobei"
    assert refused(state, "support>kyuzo").rule == "SAM-T10"
    do(state, "pass", "pass", "fight", "card-1-2", "defend", "stop")
    assert in_turn(state) == "kikuchiyo"
    assert not board(state, "kyuzo").wound


def test_t11_talents_work_on_handed_cards_and_chain() -> None:
    state = table("heihachi kyuzo daisuke katsushiro", boards={"kyuzo": {"line": ["card-2-2"]}})
    do(state, "fight", "card-2-7")
    assert may(state) == ["attack", "defend", "hand>kyuzo", "hand>katsushiro"]
    do(state, "hand>kyuzo")
    assert deciding(state) == "kyuzo"
    assert may(state) == ["attack", "defend", "discard"]
    assert told(state, "discard")[0] == "talent.kyuzo"
    assert in_turn(state) == "kyuzo"


def test_t11_not_on_cards_that_come_by_an_arrow() -> None:
    state = table("kyuzo katsushiro kanbei", boards={"kyuzo": {"line": ["card-3-3"]}})
    do(state, "card-1-2")
    assert line(board(state, "katsushiro")) == ["card-1-2"]
    assert in_turn(state) == "kyuzo"
