"""Kiai on both sides of every board, and wounds."""

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
from zashiki.words import Words

NINE = ["card-4-3", "card-2-2"]  # 6, so that a 3 makes 9


def test_k1_use_or_not_the_first_card_goes() -> None:
    """SAM-K1: in any case the first card of the line is discarded."""
    for choice in (["decline"], ["lend>gorobei", "give>daisuke"]):
        state = table("kyuzo gorobei daisuke", boards={"kyuzo": {"line": NINE}})
        do(state, "fight", "card-3-6", "attack", *choice)
        assert line(board(state, "kyuzo")) == ["card-2-2", "card-3-6"]
        assert [face.name for face in state.view(0).discard] == ["card-4-3"]
        assert in_turn(state) == "gorobei"


def test_k1_in_anothers_turn() -> None:
    """SAM-K1, SAM-N6: an arrow brings the neighbour to his Kiai value; he chooses, then the turn goes on."""
    boards = {"kanbei": {"line": ["card-3-3"]}, "heihachi": {"line": ["card-4-3"]}}
    state = table("kanbei heihachi daisuke", barricades=3, boards=boards)
    do(state, "suffer-left-draws", "card-4-6")
    assert (deciding(state), in_turn(state)) == ("heihachi", "kanbei")
    do(state, "kiai")
    assert state.view(0).barricades == 4
    assert line(board(state, "heihachi")) == ["card-4-6"]
    assert deciding(state) == "kanbei"
    assert may(state)[0] == "fight"


def test_k1_by_a_removed_card() -> None:
    """SAM-K1: Kikuchiyo takes a card off a line that thereby comes down to its Kiai value."""
    boards = {
        "kikuchiyo": {"line": ["card-4-6", "card-3-6"]},
        "heihachi": {"line": ["card-4-3", "card-4-11", "card-2-2"], "animal": False},
    }
    state = table("kikuchiyo heihachi kanbei", barricades=2, boards=boards)
    do(state, "fight", "card-3-2", "attack")
    assert deciding(state) == "kikuchiyo"
    do(state, "take>heihachi")
    assert deciding(state) == "heihachi"
    do(state, "kiai")
    assert state.view(0).barricades == 3
    assert board(state, "heihachi").track == 4
    assert board(state, "kikuchiyo").track == 6
    assert may(state) == ["fight", "stop"]


def test_k1_by_a_turned_board_in_the_own_turn() -> None:
    boards = {"heihachi": {"line": ["card-4-3", "card-4-11", "card-3-13"], "wound": True}}
    state = table("heihachi kyuzo kanbei", barricades=2, boards=boards)
    heihachi = board(state, "heihachi")
    assert (heihachi.animal, heihachi.wound, heihachi.kiai, heihachi.track) == (True, False, 11, 11)
    assert may(state) == ["kiai", "decline"]
    do(state, "kiai")
    assert board(state, "heihachi").track == 7
    assert "pass" in may(state)


def test_k2_never_more_barricades_than_at_the_start() -> None:
    state = table("heihachi kyuzo kanbei", boards={"heihachi": {"line": ["card-4-3"]}})
    do(state, "fight", "card-4-6", "attack")
    assert state.view(0).barricades == 5
    assert in_turn(state) == "kyuzo"
    assert board(state, "heihachi").track == 4


def test_k3_marker_beast_marker_death() -> None:
    boards = {"kyuzo": {"line": ["card-1-1"]}}
    state = table("kyuzo gorobei daisuke", boards=boards)
    assert (board(state, "kyuzo").wound, board(state, "kyuzo").animal) == (True, False)
    boards["kyuzo"]["wound"] = True  # type: ignore[assignment]
    state = table("kyuzo gorobei daisuke", boards=boards)
    assert (board(state, "kyuzo").wound, board(state, "kyuzo").animal) == (False, True)
    assert board(state, "kyuzo").kiai == 12
    boards["kyuzo"]["animal"] = True  # type: ignore[assignment]
    state = table("kyuzo gorobei daisuke", boards=boards)
    result = state.result()
    assert result is not None
    assert (result.end.key, result.end.rule, result.winners) == ("sam.end.death", "SAM-K3", ())
    assert state.view(0).chronicle[-1].loss == "died"
    assert [message.key for message in result.story] == ["sam.story.died"]
    assert Words("en")(result.end) == "Lost in round 1: Kyuzo is dead (the penalty of a card)."


def test_heihachi_human_adds_a_barricade() -> None:
    state = table("heihachi kyuzo kanbei", barricades=1, boards={"heihachi": {"line": ["card-4-3"]}})
    do(state, "fight", "card-4-6", "attack")
    assert "kiai.heihachi.human" in told(state, "kiai")
    assert state.view(0).barricades == 2


def test_heihachi_animal_heals_anyone_too() -> None:
    boards = {
        "heihachi": {"line": ["card-4-3", "card-3-6"], "animal": True},
        "kyuzo": {"wound": True, "passed": True},
    }
    state = table("heihachi kyuzo kanbei", barricades=1, boards=boards)
    do(state, "fight", "card-4-6", "attack", "decline")
    assert may(state) == ["decline", "heal>kyuzo"]
    assert refused(state, "heal>kanbei").key == "sam.refuse.not-wounded"
    do(state, "heal>kyuzo")
    assert not board(state, "kyuzo").wound
    assert state.view(0).barricades == 1


def test_daisuke_human_moves_a_last_card() -> None:
    boards = {"daisuke": {"line": ["card-4-3"]}, "kyuzo": {"line": ["card-1-2", "card-2-7"]}}
    state = table("daisuke kyuzo kanbei", boards=boards)
    do(state, "fight", "card-4-6", "attack")
    assert may(state) == ["decline", "take>daisuke", "take>kyuzo"]
    do(state, "take>kyuzo")
    assert may(state) == ["give>daisuke", "give>kanbei", "give>kyuzo"]
    do(state, "give>kanbei")
    assert (deciding(state), may(state)) == ("kanbei", ["attack", "defend"])
    do(state, "defend")
    assert board(state, "kanbei").doll is not None
    assert board(state, "kyuzo").track == 1
    assert board(state, "daisuke").track == 4


def test_daisuke_animal_twice() -> None:
    boards = {
        "daisuke": {"line": ["card-4-3", "card-3-6"], "animal": True},
        "kyuzo": {"line": ["card-1-2", "card-2-7"]},
    }
    state = table("daisuke kyuzo kanbei", boards=boards)
    do(state, "fight", "card-4-6", "attack", "take>kyuzo", "give>kanbei", "attack")
    assert may(state) == ["decline", "take>daisuke", "take>kanbei", "take>kyuzo"]
    do(state, "take>kyuzo", "give>kanbei", "attack")
    assert line(board(state, "kanbei")) == ["card-2-7", "card-1-2"]
    assert board(state, "daisuke").track == 7


@pytest.mark.parametrize(("animal", "count"), [(False, 2), (True, 3)])
def test_gorobei_discards_raiders(animal: bool, count: int) -> None:
    first = ["card-4-3", "card-3-6"] if animal else ["card-4-3"]
    boards = {"gorobei": {"line": [*first, "card-1-7"], "animal": animal}}
    state = table("gorobei kyuzo kanbei", raiders=10, boards=boards)
    do(state, "fight", "card-4-6", "attack", "kiai", *["card-1-13", "card-2-13", "card-3-13"][:count])
    view = state.view(0)
    assert view.raiders == 9 - count
    shown = ["card-1-13", "card-2-13", "card-3-13"][:count]
    assert [face.name for face in view.discard] == [*shown, "card-4-3"]


@pytest.mark.parametrize(("animal", "count"), [(False, 2), (True, 3)])
def test_kanbei_discards_intruders(animal: bool, count: int) -> None:
    first = ["card-4-3", "card-3-6"] if animal else ["card-4-3"]
    boards = {"kanbei": {"line": [*first, "card-2-7"], "animal": animal}}
    state = table("kanbei kyuzo gorobei", intruders=["card-4-1", None, None, None], boards=boards)
    do(state, "fight", "card-3-2", "attack", "kiai", *["card-2-13", "card-3-13"][: count - 1])
    view = state.view(0)
    assert len(view.intruders) == 4 - count
    assert view.discard[0].name == "card-4-1"
    assert view.barricades == 5


def test_kyuzo_human_moves_any_token() -> None:
    boards = {"kyuzo": {"line": NINE}, "gorobei": {"token": "daisuke"}}
    state = table("kyuzo gorobei daisuke", boards=boards)
    do(state, "fight", "card-3-6", "attack")
    assert may(state) == ["decline", "lend>daisuke", "lend>gorobei", "lend>kyuzo"]
    do(state, "lend>gorobei")
    assert may(state) == ["give>gorobei", "give>kyuzo"]
    do(state, "give>gorobei")
    assert board(state, "gorobei").token_at == 1
    assert board(state, "daisuke").tokens == ()


def test_kyuzo_animal_adds_a_barricade_too() -> None:
    boards = {"kyuzo": {"line": [*NINE, "card-3-2"], "animal": True}}
    state = table("kyuzo gorobei daisuke", barricades=0, boards=boards)
    do(state, "fight", "card-3-6", "attack", "decline", "kiai")
    assert state.view(0).barricades == 1


def test_kikuchiyo_human_discards_a_last_card() -> None:
    boards = {"kikuchiyo": {"line": ["card-4-3", "card-3-6"]}, "kyuzo": {"line": ["card-2-2", "card-1-1"]}}
    state = table("kikuchiyo kyuzo kanbei", boards=boards)
    do(state, "fight", "card-3-2", "attack", "take>kyuzo")
    assert line(board(state, "kyuzo")) == ["card-2-2"]
    assert [face.name for face in state.view(0).discard] == ["card-1-1", "card-4-3"]


def test_kikuchiyo_animal_twice_and_his_own_too() -> None:
    boards = {
        "kikuchiyo": {"line": ["card-4-3", "card-3-6", "card-3-11"], "animal": True},
        "kyuzo": {"line": ["card-2-2"]},
    }
    state = table("kikuchiyo kyuzo kanbei", boards=boards)
    keys = told(state, "fight", "card-3-2", "attack", "take>kyuzo", "take>kikuchiyo")
    assert (keys.count("kiai.kikuchiyo.animal"), keys.count("removed")) == (1, 2)
    assert line(board(state, "kikuchiyo")) == ["card-3-6", "card-3-11"]
    assert board(state, "kyuzo").line == ()


def test_declining_the_first_of_two_uses_declines_both() -> None:
    boards = {"kikuchiyo": {"line": ["card-4-3", "card-3-6", "card-3-11"], "animal": True}}
    state = table("kikuchiyo kyuzo kanbei", boards=boards)
    do(state, "fight", "card-3-2", "attack", "decline")
    assert may(state) == ["fight", "stop"]
    state = table(
        "daisuke kyuzo kanbei", boards={"daisuke": {"line": ["card-4-3", "card-3-6"], "animal": True}}
    )
    do(state, "fight", "card-4-6", "attack", "decline")
    assert in_turn(state) == "kyuzo"


def test_daisukes_kiai_brings_the_giver_to_his_kiai_though_the_card_is_defended() -> None:
    boards = {
        "daisuke": {"line": ["card-4-3"]},
        "heihachi": {"line": ["card-4-11", "card-4-5", "card-2-7"]},
    }
    state = table("daisuke heihachi kanbei", barricades=1, boards=boards)
    do(state, "fight", "card-4-6", "attack", "take>heihachi", "give>kanbei", "defend")
    assert (deciding(state), state.view(0).step) == ("heihachi", "kiai-barricade")


def test_kyuzo_moves_no_token_that_nobody_else_in_the_round_could_have() -> None:
    boards = {"kyuzo": {"line": NINE}, "gorobei": {"passed": True}, "daisuke": {"passed": True}}
    state = table("kyuzo gorobei daisuke", boards=boards)
    do(state, "fight", "card-3-6", "attack")
    assert may(state) == ["decline", "lend>daisuke", "lend>gorobei"]
    assert refused(state, "lend>kyuzo").key == "sam.refuse.nobody-else"


@pytest.mark.parametrize(("animal", "count"), [(False, 2), (True, 3)])
def test_katsushiro_turns_up_raiders_and_orders_them(animal: bool, count: int) -> None:
    first = ["card-4-3", "card-3-6"] if animal else ["card-4-3"]
    boards = {"katsushiro": {"line": [*first, "card-2-7"], "animal": animal}}
    state = table("katsushiro kyuzo kanbei", raiders=9, boards=boards)
    shown = ["card-1-13", "card-2-13", "card-3-13"][:count]
    do(state, "fight", "card-4-6", "attack", "kiai", *shown)
    assert may(state) == shown
    do(state, *shown[:-1])
    view = state.view(0)
    assert [face.name for face in view.raiders_top] == shown[::-1]
    assert view.raiders == 8
    do(state, "fight")
    assert line(board(state, "kyuzo")) == [shown[-1]]


def test_an_effect_that_can_do_nothing_is_not_asked_for() -> None:
    """SAM-K1: Kanbei without Intruders; the first card goes all the same."""
    state = table("kanbei kyuzo gorobei", boards={"kanbei": {"line": ["card-4-3", "card-2-7"]}})
    do(state, "fight", "card-3-2", "attack")
    assert in_turn(state) == "kyuzo"
    assert board(state, "kanbei").track == 5


def test_odds_after_katsushiro_are_certain() -> None:
    boards = {"katsushiro": {"line": ["card-4-3", "card-2-7"]}}
    state = table("katsushiro kyuzo kanbei", raiders=9, boards=boards)
    do(state, "fight", "card-4-6", "attack", "kiai", "card-1-13", "card-2-13", "card-1-13")
    view = state.view(0)
    assert [card for card, weight in enumerate(view.odds) if weight] == [view.raiders_top[0].card]
    do(state, "support>kanbei", "support>kyuzo", "pass", "fight")
    assert len(odds_of(state)) > 20
