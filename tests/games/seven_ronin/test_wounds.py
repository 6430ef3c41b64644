"""Combat 2: wounds, their division and what they lead to (RON-W1 to RON-W4)."""

from __future__ import annotations

from tests.games.seven_ronin.table import (
    alone,
    attacks,
    defends,
    end,
    legal,
    lives,
    markers,
    ninja,
    refused,
    set_up,
    stands,
    wounds,
)
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER


def test_w1_all_ninja_of_a_contested_area_become_wounds() -> None:
    state = set_up(phase="wounds", ninja={"well": 3}, **alone(kabe="well", yumi="inn"))
    assert wounds(state, "kabe") == 3
    assert ninja(state) == {}


def test_w2_the_defender_divides_three_wounds_one_to_tasuke_and_two_to_the_other() -> None:
    state = set_up(phase="wounds", ninja={"well": 3}, **alone(yobu="well", tasuke="well"))
    assert legal(state, DEFENDER) == {"divide-0", "divide-1", "divide-2", "divide-3"}
    defends(state, "divide-1")
    assert (wounds(state, "tasuke"), wounds(state, "yobu")) == (1, 2)


def test_w2_no_ninja_is_left_unplaced_while_either_has_room() -> None:
    state = set_up(
        phase="wounds", ninja={"well": 3}, wounds={"musashi": 2}, **alone(musashi="well", tasuke="well")
    )
    reason = refused(state, DEFENDER, "divide-0")
    assert (reason.rule, reason.args["least"], reason.args["most"]) == ("RON-W2", 1, 3)


def test_w2_nothing_is_asked_when_both_must_fall() -> None:
    state = set_up(
        phase="wounds", ninja={"well": 7}, **alone(yumi="well", tasuke="well", kabe="inn"), round=3
    )
    assert not lives(state, "yumi")
    assert not lives(state, "tasuke")
    assert ninja(state) == {"well": 1}
    assert state.actors() == (ATTACKER,), "combat goes on with the areas"


def test_x1_and_x3_are_judged_when_both_must_fall() -> None:
    pair = alone(yumi="well", tasuke="well")
    assert end(set_up(phase="wounds", ninja={"well": 7}, reserves=0, **pair)) == "RON-X1"
    assert end(set_up(phase="wounds", ninja={"well": 6}, reserves=0, **pair)) == "RON-X3"


def test_w3_a_full_tile_eliminates_and_its_wounds_go_to_the_supply() -> None:
    state = set_up(
        phase="wounds", ninja={"well": 2}, wounds={"yumi": 1}, reserves=10, **alone(yumi="well", kabe="inn")
    )
    assert not lives(state, "yumi")
    assert (state.supply, markers(state)) == (40, 50)
    assert state.view(None).ronin[6].fell == 2
    assert refused(state, DEFENDER, "yumi>well").rule == "RON-W3"


def test_w3_a_fallen_ronin_leaves_no_mark_behind() -> None:
    state = set_up(
        phase="areas",
        ninja={"well": 1, "granary": 1, "animal-pen": 1, "shrine": 1},
        used_areas=["animal-pen", "shrine"],
        wounds={"yumi": 2},
        held=["yumi"],
        stays=["yumi"],
        shrine=["yumi"],
        shrine_next=["yumi"],
        **alone(yumi="inn", kabe="passage"),
    )
    attacks(state, "well>yumi")
    fallen = state.view(None).ronin[6]
    assert fallen.fell
    assert not any((fallen.held, fallen.stays, fallen.shrine, fallen.shrine_next, fallen.wounds))


def test_w4_ninja_without_room_stay_and_occupy_and_so_do_those_without_a_ronin() -> None:
    state = set_up(
        phase="wounds", ninja={"granary": 5, "inn": 1}, reserves=5, **alone(yumi="granary", kabe="well")
    )
    assert ninja(state) == {"granary": 2, "inn": 1}
    assert state.view(None).areas[6].status == "occupied"
    assert "granary" in legal(state, ATTACKER)


def test_example_musashi_with_two_wounds_against_two_old_and_one_new_ninja() -> None:
    """His strike leaves two, and two are enough."""
    state = set_up(
        phase="abilities", ninja={"field-3": 3}, wounds={"musashi": 2}, **alone(musashi="field-3", kabe="inn")
    )
    defends(state, "strike")
    assert not lives(state, "musashi")
    assert ninja(state) == {}


def test_example_tasuke_beside_musashi_takes_one_or_two() -> None:
    for taken, saved in (("divide-0", False), ("divide-1", True), ("divide-2", True)):
        state = set_up(
            phase="abilities",
            ninja={"field-3": 3},
            wounds={"musashi": 2},
            **alone(musashi="field-3", tasuke="field-3", kabe="inn"),
        )
        defends(state, "strike", taken)
        assert lives(state, "musashi") == saved
        assert lives(state, "tasuke")


def test_ruling_6_tasuke_and_another_held_together_under_the_shrine_still_divide() -> None:
    state = set_up(
        round=3,
        held=["kabe", "tasuke"],
        shrine=["tasuke"],
        places={"kabe": "granary", "tasuke": "granary"},
        fallen=["hayai", "musashi", "taiko", "yobu", "yumi"],
    )
    assert stands(state, "tasuke") == stands(state, "kabe") == "granary"
    state.apply(DEFENDER, GAME.action("ready"))
    for name in ("ninja>granary", "ninja>granary", "ninja>inn", "ready"):
        state.apply(ATTACKER, GAME.action(name))
    assert legal(state, DEFENDER) == {"divide-0", "divide-1", "divide-2"}
    defends(state, "divide-2")
    assert wounds(state, "tasuke") == 2


def test_ruling_13_shared_areas_are_settled_last_and_the_fallen_s_share_goes_on() -> None:
    """The lone ronin's area is settled before the Defender is asked."""
    state = set_up(
        phase="wounds",
        ninja={"burial-grounds": 2, "shrine": 1},
        **alone(tasuke="burial-grounds", yobu="burial-grounds", kabe="shrine"),
    )
    assert wounds(state, "kabe") == 1
    assert state.view(DEFENDER).step == "divide"
    state = set_up(
        phase="wounds", ninja={"well": 4}, wounds={"tasuke": 2}, **alone(tasuke="well", kabe="well")
    )
    defends(state, "divide-1")
    assert not lives(state, "tasuke")
    assert wounds(state, "kabe") == 3


def test_x1_and_x3_are_judged_after_wounds() -> None:
    state = set_up(phase="wounds", ninja={"well": 4}, wounds={"yumi": 0}, **alone(yumi="well"))
    assert end(state) == "RON-X1"
    state = set_up(phase="wounds", ninja={"well": 3}, reserves=0, **alone(yumi="well"))
    assert end(state) == "RON-X3", "no ninja is left either: the Defender wins"
    state = set_up(phase="wounds", ninja={"well": 2}, reserves=0, **alone(yumi="well"))
    assert end(state) == "RON-X3"
    assert lives(state, "yumi")
