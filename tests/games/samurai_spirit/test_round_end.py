"""The end of a round and of the game."""

from __future__ import annotations

import pytest

from tests.games.samurai_spirit.table import board, do, in_turn, may, odds_of, safe, table, told
from zashiki.words import Words

THREE = "kyuzo heihachi daisuke"


def test_e1_at_once_when_the_last_raider_has_left() -> None:
    state = table(THREE, raiders=["card-1-13"], boards=safe(THREE))
    assert "round-over.raiders" in told(state, "fight")
    assert state.view(0).round == 2


def test_e1_when_support_takes_the_last_raider() -> None:
    state = table(THREE, raiders=["card-1-13"], boards=safe(THREE))
    keys = told(state, "support>daisuke")
    assert "round-over.raiders" in keys
    assert "intruder.discarded" in keys


def test_e1_when_all_have_passed_the_rest_become_intruders() -> None:
    boards = safe(THREE, heihachi={"passed": True}, daisuke={"passed": True})
    state = table(THREE, raiders=["card-4-1", "card-1-5", "card-4-13"], families=["wound"], boards=boards)
    keys = told(state, "pass")
    assert keys.count("intruder.burns") == 2
    assert keys.count("intruder.harmless") == 1
    assert state.view(0).barricades == 3
    assert state.view(0).round == 2


def test_e1_the_rest_keep_their_order_among_the_intruders() -> None:
    """The known ones too: face up on top of the stack, and those that were put under it."""
    boards = safe(THREE, heihachi={"passed": True}, daisuke={"passed": True})
    raiders = ["card-1-13", None, "card-4-13", "card-3-13"]
    state = table(THREE, level="heroic", raiders=raiders, intruders=["card-2-13"], boards=boards)
    assert told(state, "pass").count("intruder.harmless") == 1
    left = [None if face is None else face.name for face in state.view(None).intruders]
    assert left == [None, "card-4-13", "card-3-13", "card-2-13"]


def test_e2_hats_farms_dolls_bonuses_intruders_in_order() -> None:
    boards = safe(THREE)
    boards["kyuzo"]["left"] = []
    state = table(
        THREE, raiders=["card-1-13"], intruders=["card-1-3", "card-4-1"], barricades=2, boards=boards
    )
    keys = told(state, "fight")
    assert [key for key in keys if key in ("wounded", "farmstead.lost")] == ["wounded", "farmstead.lost"]
    keys = told(state, "family-intruder")
    assert keys == [
        "family.lost",
        "bonus.barricade",
        "barricade.added",
        "bonus.wound",
        "healed",
        "intruder.harmless",
        "intruder.burns",
        "barricade.lost",
        "round",
    ]
    assert state.view(0).farmsteads == 5


def test_e2_each_family_helps() -> None:
    boards = safe(THREE, kyuzo={"wound": True}, heihachi={"wound": True})
    state = table(THREE, raiders=["card-1-13"], intruders=["card-4-1"], barricades=2, boards=boards)
    do(state, "fight")
    assert odds_of(state) == {"cure>heihachi": 1, "cure>kyuzo": 1}
    do(state, "cure>kyuzo")
    assert not board(state, "kyuzo").wound
    assert board(state, "heihachi").wound
    assert state.view(0).barricades == 3


def test_e2_what_the_families_and_the_intruders_did_can_be_told() -> None:
    """The healed, the new Barricade, the Intruder driven out, and each card that was turned up."""
    boards = safe(THREE, heihachi={"wound": True})
    intruders = ["card-2-13", "card-4-1", "card-1-5", "card-1-3"]
    state = table(THREE, raiders=["card-1-13"], intruders=intruders, barricades=0, boards=boards)
    keys = told(state, "fight")
    assert keys[keys.index("bonus.intruder") + 1] == "intruder.discarded"
    told_later = [
        (deed.deed, deed.place, deed.card.name if deed.card else None) for deed in state.view(0).evening
    ]
    assert told_later == [
        ("rebuilt", None, None),
        ("healed", 1, None),
        ("driven-out", None, "card-2-13"),
        ("held", None, "card-4-1"),
        ("burnt-down", None, "card-1-5"),
        ("harmless", None, "card-1-3"),
    ]


def test_e2_a_full_row_of_barricades_needs_no_help() -> None:
    """SAM-K2: with all Barricades standing the carpenters do nothing, and nothing is said of them."""
    state = table(THREE, raiders=["card-1-13"], families=["barricade"], boards=safe(THREE))
    keys = told(state, "fight")
    assert "bonus.barricade" not in keys
    assert state.view(0).evening == ()


def test_e2_no_bonuses_at_the_heroic_level() -> None:
    boards = safe(THREE, kyuzo={"wound": True})
    state = table(THREE, level="heroic", raiders=["card-1-13"], barricades=0, boards=boards)
    do(state, "fight")
    assert board(state, "kyuzo").wound
    assert state.view(0).barricades == 0


def test_e2_flames_burn_a_farmstead_without_barricades() -> None:
    state = table(
        THREE,
        raiders=["card-1-13"],
        intruders=["card-4-1"],
        families=["wound"],
        barricades=0,
        boards=safe(THREE),
    )
    do(state, "fight")
    assert state.view(0).farmsteads == 5
    assert state.view(0).chronicle[-1].cause == "burnt"


def test_e2_a_passed_samurai_counts_too() -> None:
    boards = safe(THREE, heihachi={"passed": True, "left": ["card-2-2", "card-2-7"]})
    state = table(THREE, raiders=["card-1-13"], boards=boards)
    do(state, "fight")
    assert state.view(0).farmsteads == 5


@pytest.mark.parametrize(
    ("back", "then"),
    [
        ("family", "sam.prompt.chance.family"),
        ("farmstead", "sam.prompt.chance.farmstead"),
        ("wound", "sam.prompt.chance.strike"),
    ],
)
def test_s1_backs_of_farmsteads_strike_at_the_hard_level(back: str, then: str) -> None:
    state = table(THREE, level="hard", barricades=0, boards={"kyuzo": {"line": ["card-1-5"]}})
    assert odds_of(state) == {
        "farmstead-family": 1,
        "farmstead-farmstead": 1,
        "farmstead-barricade": 2,
        "farmstead-wound": 2,
    }
    assert told(state, f"farmstead-{back}") == ["farmstead.lost", f"back.{back}"]
    assert state.view(None).prompt.key == then


def test_s1_the_back_that_takes_a_barricade() -> None:
    boards = safe(THREE)
    boards["kyuzo"]["left"] = ["card-1-2", "card-1-7"]
    state = table(THREE, level="hard", barricades=3, raiders=["card-1-13"], boards=boards)
    do(state, "fight", "farmstead-barricade")
    view = state.view(0)
    assert view.farmsteads == 5
    assert view.barricades == 3


def test_s1_the_back_that_takes_a_barricade_takes_a_farmstead_where_none_stands() -> None:
    """And that Farmstead's own penalty strikes as well."""
    state = table(THREE, level="hard", barricades=0, boards={"kyuzo": {"line": ["card-1-5"]}})
    keys = told(state, "farmstead-barricade", "farmstead-wound")
    assert keys == ["farmstead.lost", "back.barricade", "farmstead.lost", "back.wound"]
    assert state.view(0).farmsteads == 4
    assert may(state) == ["strike>heihachi", "strike>daisuke", "strike>kyuzo"]


def test_s1_the_back_that_wounds_a_random_samurai() -> None:
    state = table(THREE, level="hard", barricades=0, boards={"kyuzo": {"line": ["card-1-5"]}})
    do(state, "farmstead-wound")
    assert odds_of(state) == {"strike>heihachi": 1, "strike>daisuke": 1, "strike>kyuzo": 1}
    do(state, "strike>daisuke")
    assert board(state, "daisuke").wound
    assert in_turn(state) == "kyuzo"


def test_e3_the_last_farmstead() -> None:
    state = table(THREE, barricades=0, farmsteads={"wound": 1}, boards={"kyuzo": {"line": ["card-1-5"]}})
    result = state.result()
    assert result is not None
    assert (result.end.key, result.returns) == ("sam.end.farmsteads", (0.0, 0.0, 0.0))
    loss = state.view(0).chronicle[-1]
    assert (loss.round, loss.loss, loss.cause, loss.place) == (1, "farmstead", "penalty", 0)


def test_e3_the_last_family() -> None:
    boards = safe(THREE)
    boards["heihachi"]["left"] = ["card-2-2", "card-2-11"]
    state = table(THREE, raiders=["card-1-13"], families=["barricade"], boards=boards)
    do(state, "fight")
    result = state.result()
    assert result is not None
    assert result.end.key == "sam.end.families"
    loss = state.view(0).chronicle[-1]
    assert (loss.loss, loss.cause, loss.place) == ("family", "undefended", 1)
    assert Words("en")(result.end) == "Lost in round 1: the last Family is gone (Heihachi: no doll)."


def test_e3_won_after_the_third_round_and_e5_the_score() -> None:
    state = table(
        THREE, round=3, level="hard", raiders=["card-1-13"], farmsteads={"wound": 2}, boards=safe(THREE)
    )
    do(state, "fight")
    result = state.result()
    assert result is not None
    assert (result.end.key, result.score, result.winners) == ("sam.end.victory", "6++", (0, 1, 2))
    assert result.returns == (1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("level", "plus"), [("easy", ""), ("normal", "+"), ("hard", "++"), ("heroic", "+++")]
)
def test_e5_plus_signs_by_level(level: str, plus: str) -> None:
    state = table(
        THREE, round=3, level=level, raiders=["card-1-13"], boards=safe(THREE, kyuzo={"animal": True})
    )
    do(state, "fight")
    result = state.result()
    assert result is not None
    assert result.score == f"10{plus}"


def test_e5_no_extra_point_with_a_wound_marker() -> None:
    boards = safe(THREE, kyuzo={"wound": True})
    state = table(THREE, round=3, level="heroic", raiders=["card-1-13"], boards=boards)
    do(state, "fight")
    result = state.result()
    assert result is not None
    assert result.score == "9+++"


def test_e4_all_is_shuffled_and_wounds_sides_and_tokens_stay() -> None:
    boards = safe(THREE, kyuzo={"wound": True, "animal": True, "line": ["card-2-13"], "token": "daisuke"})
    state = table(THREE, raiders=["card-1-13"], families=["barricade"], discard=["card-4-13"], boards=boards)
    do(state, "fight")
    view = state.view(0)
    assert (view.round, view.raiders, view.discard, view.intruders) == (2, 12 + 3, (), ())
    kyuzo = board(state, "kyuzo")
    assert (kyuzo.wound, kyuzo.animal, kyuzo.track, kyuzo.line, kyuzo.hat) == (True, True, 0, (), None)
    assert kyuzo.token_at == 2


def test_e4_the_left_neighbour_of_the_last_drawer_starts() -> None:
    state = table(THREE, raiders=["card-1-13"], boards=safe(THREE))
    assert in_turn(do(state, "fight")) == "heihachi"


@pytest.mark.parametrize(("arrow", "starter"), [("card-3-3", "daisuke"), ("card-4-2", "kyuzo")])
def test_e4_an_arrows_victim_drew_the_last_raider(arrow: str, starter: str) -> None:
    state = table(THREE, raiders=1, boards=safe(THREE, kyuzo={"line": [arrow]}))
    assert in_turn(do(state, "card-1-13")) == starter


def test_e4_of_a_handed_card_the_drawer_counts() -> None:
    names = "heihachi kyuzo daisuke"
    state = table(names, raiders=["card-2-13"], boards=safe(names))
    assert in_turn(do(state, "fight", "hand>kyuzo")) == "kyuzo"


def test_e4_if_nobody_drew_it_the_player_in_turn_counts() -> None:
    state = table(THREE, raiders=["card-1-13"], families=["wound"], boards=safe(THREE))
    assert in_turn(do(state, "support>daisuke")) == "heihachi"


def test_e4_nobody_drew_what_gorobeis_kiai_discards() -> None:
    """The arrow's victim uses his Kiai in Kyuzo's turn: Heihachi starts, not the left neighbour of Gorobei."""
    names = "kyuzo heihachi gorobei"
    boards = safe(names, kyuzo={"line": ["card-4-2"]}, gorobei={"line": ["card-4-5", "card-3-5"]})
    state = table(names, raiders=["card-2-13", "card-1-13"], boards=boards)
    assert in_turn(do(state, "kiai")) == "heihachi"


def test_e4_or_the_one_who_passed_last() -> None:
    boards = safe(THREE, heihachi={"passed": True}, daisuke={"passed": True})
    state = table(THREE, raiders=["card-1-13"], boards=boards)
    assert in_turn(do(state, "pass")) == "heihachi"
    assert may(state)[0] == "fight"


def test_e4_all_are_back_in_the_next_round() -> None:
    boards = safe(THREE, heihachi={"passed": True}, daisuke={"passed": True})
    state = do(table(THREE, raiders=["card-1-13"], boards=boards), "pass")
    assert state.view(0).round == 2
    assert not any(samurai.passed for samurai in state.view(0).samurai)
