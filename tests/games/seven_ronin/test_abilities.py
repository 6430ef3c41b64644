"""Combat 1: the abilities of the ronin (RON-A1 to RON-A7)."""

from __future__ import annotations

import pytest

from tests.games.seven_ronin.table import (
    EVERYBODY,
    alone,
    defends,
    deploy_ninja,
    deploy_ronin,
    end,
    legal,
    lives,
    ninja,
    refused,
    set_up,
    stands,
    wounds,
)
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER


def test_a1_musashi_removes_a_ninja_of_his_area() -> None:
    """The example: Musashi on the Watchtower against 1 ninja takes no wound."""
    state = set_up(phase="abilities", ninja={"watchtower": 1}, **alone(musashi="watchtower", kabe="inn"))
    supply = state.supply
    defends(state, "strike")
    assert ninja(state) == {}
    assert state.supply == supply + 1
    assert wounds(state, "musashi") == 0


def test_a1_only_once_a_round_and_only_where_ninja_are() -> None:
    state = set_up(phase="abilities", ninja={"well": 3}, **alone(musashi="well", yumi="inn", kabe="shrine"))
    defends(state, "strike")
    reason = refused(state, DEFENDER, "strike")
    assert (reason.rule, reason.key) == ("RON-A1", "ron.refuse.ronin-used")
    state = set_up(phase="abilities", ninja={"well": 3}, **alone(musashi="inn", yumi="shrine"))
    reason = refused(state, DEFENDER, "strike")
    assert (reason.rule, reason.args["n"]) == ("RON-A1", 0)


def test_a2_yobu_moves_one_ninja() -> None:
    state = set_up(phase="abilities", ninja={"well": 2}, **alone(yobu="well", yumi="inn"))
    defends(state, "push>granary", "enough")
    assert ninja(state) == {"well": 1, "granary": 1}
    assert refused(state, DEFENDER, "push>granary").key == "ron.refuse.ronin-used"


def test_a2_yobu_moves_two_to_one_neighbour() -> None:
    state = set_up(phase="abilities", ninja={"well": 3}, **alone(yobu="well", yumi="inn"))
    defends(state, "push>granary", "push>granary")
    assert ninja(state) == {"well": 1, "granary": 2}


def test_a2_yobu_moves_one_to_each_neighbour() -> None:
    state = set_up(phase="abilities", ninja={"well": 3}, **alone(yobu="well", yumi="inn"))
    defends(state, "push>animal-pen", "push>granary")
    assert ninja(state) == {"well": 1, "granary": 1, "animal-pen": 1}


def test_a2_only_neighbours_and_no_limit_there() -> None:
    state = set_up(
        phase="abilities", ninja={"shrine": 2, "burial-grounds": 4}, **alone(yobu="shrine", yumi="inn")
    )
    assert refused(state, DEFENDER, "push>well").key == "ron.refuse.not-neighbour"
    assert {name for name in legal(state, DEFENDER) if "push" in name} == {
        "push>burial-grounds",
        "push>animal-pen",
    }
    defends(state, "push>burial-grounds", "push>burial-grounds")
    assert ninja(state)["burial-grounds"] == 6


def test_a2_the_second_push_comes_at_once_or_not_at_all() -> None:
    state = set_up(phase="abilities", ninja={"well": 2}, **alone(yobu="well", yumi="inn"))
    defends(state, "push>granary")
    assert legal(state, DEFENDER) == {"push>granary", "push>animal-pen", "enough"}
    assert refused(state, DEFENDER, "shoot").key == "ron.refuse.not-now"
    defends(state, "enough")
    assert refused(state, DEFENDER, "push>granary").key == "ron.refuse.ronin-used"


def test_a3_hayai_rides_from_a_free_area_to_one_with_ninja() -> None:
    state = set_up(
        phase="abilities",
        ninja={"well": 1, "shrine": 2},
        **alone(hayai="inn", kabe="shrine", yumi="field-2"),
    )
    assert refused(state, DEFENDER, "ride>granary").key == "ron.refuse.no-ninja"
    assert refused(state, DEFENDER, "ride>shrine").key == "ron.refuse.area-taken"
    defends(state, "ride>well")
    assert stands(state, "hayai") == "well"
    defends(state, "done")
    assert wounds(state, "hayai") == 1


def test_a3_hayai_may_join_tasuke() -> None:
    state = set_up(phase="abilities", ninja={"well": 2}, **alone(hayai="inn", tasuke="well"))
    defends(state, "ride>well", "divide-0")
    assert wounds(state, "hayai") == 2


def test_a3_hayai_does_not_ride_from_a_contested_area() -> None:
    state = set_up(phase="abilities", ninja={"inn": 1, "well": 1}, **alone(hayai="inn", yumi="shrine"))
    assert refused(state, DEFENDER, "ride>well").key == "ron.refuse.not-free"


def test_a3_hayai_does_not_ride_when_he_is_held() -> None:
    state = set_up(
        phase="abilities", round=2, ninja={"well": 1}, held=["hayai"], **alone(hayai="inn", yumi="shrine")
    )
    reason = refused(state, DEFENDER, "ride>well")
    assert (reason.key, reason.rule) == ("ron.refuse.held", "RON-V5")


def test_a3_hayai_rides_while_another_is_held() -> None:
    state = set_up(
        phase="abilities", round=2, ninja={"well": 1}, held=["kabe"], **alone(hayai="inn", kabe="shrine")
    )
    assert "ride>well" in legal(state, DEFENDER)


def test_ruling_10_hayai_may_leave_tasuke_behind() -> None:
    state = set_up(phase="abilities", ninja={"well": 1}, **alone(hayai="inn", tasuke="inn"))
    defends(state, "ride>well")
    assert stands(state, "tasuke") is None  # the round is over, nobody is held
    assert wounds(state, "hayai") == 1


def test_a4_taiko_heals_another_living_ronin() -> None:
    state = set_up(
        phase="abilities",
        wounds={"kabe": 2, "taiko": 1},
        ninja={"well": 1},
        **alone(taiko="inn", kabe="shrine"),
    )
    supply = state.supply
    assert refused(state, DEFENDER, "heal>taiko").key == "ron.refuse.not-himself"
    assert refused(state, DEFENDER, "heal>yumi").rule == "RON-W3"
    defends(state, "heal>kabe")
    assert wounds(state, "kabe") == 1
    assert state.supply == supply + 1


def test_a4_taiko_heals_nobody_from_a_contested_area_nor_the_unhurt() -> None:
    facts = alone(taiko="inn", kabe="shrine", yumi="well")
    state = set_up(phase="abilities", wounds={"kabe": 2}, ninja={"inn": 1}, **facts)
    assert refused(state, DEFENDER, "heal>kabe").key == "ron.refuse.not-free"
    state = set_up(phase="abilities", wounds={"kabe": 2}, ninja={"shrine": 1}, **facts)
    assert refused(state, DEFENDER, "heal>yumi").key == "ron.refuse.unhurt"


def test_a5_yumi_removes_a_ninja_of_the_reserves() -> None:
    state = set_up(phase="abilities", reserves=7, ninja={"well": 1}, **alone(yumi="inn", musashi="well"))
    supply = state.supply
    defends(state, "shoot")
    assert (state.reserves, state.supply) == (6, supply + 1)  # ruling 9: to the Supply


def test_a5_not_from_a_contested_area_and_not_from_empty_reserves() -> None:
    state = set_up(phase="abilities", ninja={"inn": 1, "well": 1}, **alone(yumi="inn", musashi="well"))
    assert refused(state, DEFENDER, "shoot").key == "ron.refuse.not-free"
    state = set_up(phase="abilities", reserves=0, ninja={"well": 1}, **alone(yumi="inn", musashi="well"))
    assert refused(state, DEFENDER, "shoot").key == "ron.refuse.nothing-to-shoot"


def test_a6_kabe_and_tasuke_have_nothing_to_use() -> None:
    state = set_up(phase="abilities", ninja={"well": 1, "granary": 2}, **alone(kabe="well", tasuke="inn"))
    assert state.view(DEFENDER).phase != "abilities"


def test_a7_no_ability_on_the_green() -> None:
    state = set_up(
        phase="abilities",
        ninja={"well": 1},
        wounds={"kabe": 1},
        **alone(taiko="green", kabe="inn", yumi="shrine"),
    )
    assert refused(state, DEFENDER, "heal>kabe").key == "ron.refuse.on-green"


@pytest.mark.parametrize(
    ("ronin", "choice"),
    [("musashi", "strike"), ("yumi", "shoot"), ("hayai", "ride>well"), ("taiko", "heal>musashi")],
)
def test_a7_no_ability_under_a_shrine_marker(ronin: str, choice: str) -> None:
    places = {"musashi": "well", "yumi": "inn", "hayai": "shrine", "taiko": "passage"}
    facts = {"phase": "abilities", "round": 3, "ninja": {"well": 1, "granary": 1}, "wounds": {"musashi": 1}}
    free = {**alone(**places), **facts}
    if choice == "ride>well":
        choice = "ride>granary"
    assert choice in legal(set_up(**free), DEFENDER)
    reason = refused(set_up(**free, shrine=[ronin]), DEFENDER, choice)
    assert reason.rule == "RON-A7"


def test_a7_without_her_ability_tasuke_shares_with_nobody() -> None:
    state = set_up(round=3, shrine=["tasuke"])
    defends(state, "kabe>inn")
    assert refused(state, DEFENDER, "tasuke>inn").rule == "RON-A7"
    defends(state, "tasuke>well")
    assert refused(state, DEFENDER, "yumi>well").rule == "RON-A7"
    state = set_up(
        phase="abilities",
        round=3,
        shrine=["tasuke"],
        ninja={"well": 1, "shrine": 1},
        **alone(hayai="inn", tasuke="well"),
    )
    assert refused(state, DEFENDER, "ride>well").rule == "RON-A7"
    assert "ride>shrine" in legal(state, DEFENDER)


def test_a7_the_marker_works_in_the_next_round_and_comes_off_at_its_end() -> None:
    state = set_up(phase="areas", round=2, ninja={"shrine": 1}, places={**EVERYBODY, "tasuke": "well"})
    state.apply(ATTACKER, GAME.action("shrine>yumi"))
    assert state.view(None).ronin[6].shrine
    deploy_ninja(state, inn=1, well=1, granary=1)
    deploy_ronin(state, yumi="field-2", musashi="shrine", kabe="inn", taiko="well", yobu="granary")
    assert refused(state, DEFENDER, "shoot").rule == "RON-A7"
    defends(state, "done")
    assert not state.view(None).ronin[6].shrine


def test_ruling_10_a_push_may_make_another_area_contested() -> None:
    """Yobu's push gives Musashi something to strike and takes Taiko's freedom."""
    state = set_up(
        phase="abilities",
        ninja={"well": 2},
        wounds={"yobu": 1},
        **alone(yobu="well", musashi="granary", taiko="animal-pen"),
    )
    assert {"heal>yobu"} <= legal(state, DEFENDER)
    assert refused(state, DEFENDER, "strike").key == "ron.refuse.not-contested"
    defends(state, "push>granary", "push>animal-pen")
    assert "strike" in legal(state, DEFENDER)
    assert refused(state, DEFENDER, "heal>yobu").key == "ron.refuse.not-free"


def test_each_ability_is_optional() -> None:
    state = set_up(phase="abilities", ninja={"well": 1}, **alone(musashi="well", yumi="inn"))
    reserves = state.reserves
    defends(state, "done")
    assert wounds(state, "musashi") == 1
    assert state.reserves == reserves


def test_x3_is_judged_after_an_ability() -> None:
    state = set_up(phase="abilities", reserves=0, ninja={"well": 1}, **alone(musashi="well"))
    defends(state, "strike")
    assert end(state) == "RON-X3"
    assert lives(state, "musashi")
