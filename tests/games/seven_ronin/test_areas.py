"""Combat 3: what the Attacker gains from the areas he occupies (RON-V1 to RON-V10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.seven_ronin.table import (
    EVERYBODY,
    alone,
    attacks,
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
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.messages import say


def areas(**facts: Any) -> State:
    """A position in combat 3, everybody at the usual places unless told."""
    facts.setdefault(
        "places", {name: place for name, place in EVERYBODY.items() if place not in facts["ninja"]}
    )
    facts.setdefault("fallen", [name for name in EVERYBODY if name not in facts["places"]])
    return set_up(phase="areas", **facts)


def test_v1_the_watchtower_wounds_each_ronin_on_its_two_neighbours() -> None:
    state = areas(
        ninja={"watchtower": 1}, **alone(hayai="inn", musashi="field-2", tasuke="field-2", kabe="well")
    )
    supply = state.supply
    attacks(state, "watchtower")
    assert [wounds(state, ronin) for ronin in ("hayai", "musashi", "tasuke", "kabe")] == [1, 1, 1, 0]
    assert state.supply == supply - 3


def test_v1_needs_a_ronin_next_door() -> None:
    state = areas(ninja={"watchtower": 1, "granary": 1}, **alone(kabe="well"))
    assert refused(state, ATTACKER, "watchtower").key == "ron.refuse.nobody-near"


def test_ruling_3_a_short_supply_is_dealt_in_the_attackers_order_and_refilled_by_the_fallen() -> None:
    facts = alone(hayai="inn", yumi="field-2", tasuke="field-2", kabe="well")
    state = areas(ninja={"watchtower": 1}, supply=1, wounds={"yumi": 2}, **facts)
    attacks(state, "watchtower")
    assert legal(state, ATTACKER) == {"watchtower>hayai", "watchtower>yumi", "watchtower>tasuke"}
    assert refused(state, ATTACKER, "watchtower>kabe").rule == "RON-V1"
    attacks(state, "watchtower>yumi")
    assert not lives(state, "yumi")
    assert (wounds(state, "hayai"), wounds(state, "tasuke")) == (1, 1), (
        "three markers came back, two were needed"
    )
    assert state.supply == 1

    state = areas(ninja={"watchtower": 1}, supply=1, wounds={"yumi": 2}, **facts)
    attacks(state, "watchtower", "watchtower>hayai")
    assert (wounds(state, "hayai"), wounds(state, "tasuke"), wounds(state, "yumi")) == (1, 0, 2)
    assert state.supply == 0


def test_v2_the_granary_brings_two_ninja_or_what_the_supply_has() -> None:
    for supply, gained in ((7, 2), (1, 1)):
        state = areas(ninja={"granary": 1}, supply=supply)
        reserves = state.reserves
        attacks(state, "granary")
        assert (state.reserves, state.supply) == (reserves + gained, supply - gained)
    state = areas(ninja={"granary": 1, "shrine": 1}, supply=0)
    assert refused(state, ATTACKER, "granary").key == "ron.refuse.no-supply"


def test_v3_the_well_wounds_a_ronin_of_choice() -> None:
    state = areas(ninja={"well": 1}, wounds={"yobu": 2})
    attacks(state, "well>yobu")
    assert not lives(state, "yobu")
    state = areas(ninja={"well": 1, "shrine": 1}, supply=0)
    assert refused(state, ATTACKER, "well>yobu").key == "ron.refuse.no-supply"


def test_v4_the_inn_uses_the_ability_of_another_occupied_area_which_keeps_its_own() -> None:
    state = areas(ninja={"inn": 1, "granary": 1})
    reserves = state.reserves
    attacks(state, "inn=granary", "granary")
    assert state.reserves == reserves + 4
    state = areas(ninja={"inn": 1, "granary": 1})
    attacks(state, "granary", "inn=granary")
    assert state.reserves == reserves + 4


def test_v4_the_inn_copies_neither_itself_nor_what_is_not_occupied() -> None:
    state = areas(ninja={"inn": 1, "granary": 1})
    assert refused(state, ATTACKER, "inn=inn").key == "ron.refuse.copy-itself"
    assert refused(state, ATTACKER, "inn=well").key == "ron.refuse.not-occupied"
    attacks(state, "granary")
    attacks(state, "inn=granary")
    assert state.round == 3, "nothing was left to use"


def test_v4_a_copied_ability_is_finished_before_anything_else() -> None:
    state = areas(ninja={"inn": 1, "well": 1, "shrine": 1})
    attacks(state, "inn=well")
    assert refused(state, ATTACKER, "shrine>kabe").key == "ron.refuse.copy-first"
    attacks(state, "well>kabe")
    assert wounds(state, "kabe") == 1
    attacks(state, "well>kabe")
    assert wounds(state, "kabe") == 2


def test_v5_the_animal_pen_keeps_a_ronin_on_his_area_until_the_next_end() -> None:
    state = areas(ninja={"animal-pen": 1})
    attacks(state, "animal-pen>kabe")
    assert state.round == 3
    assert stands(state, "kabe") == "granary"
    assert state.view(None).ronin[1].held
    deploy_ninja(state, granary=1, inn=1, well=1)
    deploy_ronin(state, hayai="inn", musashi="animal-pen", yumi="shrine", tasuke="watchtower")
    assert stands(state, "kabe") == "granary"
    while state.round == 3:
        seat = state.actors()[0]
        state.apply(seat, GAME.action("done"))
    assert wounds(state, "kabe") == 1, "he fought where he stood"
    assert stands(state, "kabe") is None


def test_v5_only_the_one_named_stays_and_a_partner_leaves() -> None:
    state = areas(ninja={"animal-pen": 1}, **alone(kabe="well", tasuke="well"))
    attacks(state, "animal-pen>kabe")
    assert stands(state, "kabe") == "well"
    assert stands(state, "tasuke") is None


def test_example_the_animal_pen_with_the_inn_holds_two() -> None:
    state = areas(ninja={"animal-pen": 1, "inn": 1})
    attacks(state, "animal-pen>kabe", "inn=animal-pen")
    assert refused(state, ATTACKER, "animal-pen>kabe").key == "ron.refuse.already-named"
    attacks(state, "animal-pen>yobu")
    assert [seen.name for seen in state.view(None).ronin if seen.held] == ["kabe", "yobu"]


def test_example_the_shrine_with_the_inn_marks_two() -> None:
    state = areas(ninja={"shrine": 1, "inn": 1})
    attacks(state, "inn=shrine", "shrine>yumi", "shrine>musashi")
    assert [seen.name for seen in state.view(None).ronin if seen.shrine] == ["musashi", "yumi"]


def test_v6_a_renewed_shrine_marker_stays() -> None:
    """Ruling 4: each marker remembers its round."""
    state = areas(ninja={"shrine": 1}, shrine=["yumi", "musashi"], round=3)
    state.events = []
    attacks(state, "shrine>yumi")
    assert [seen.name for seen in state.view(None).ronin if seen.shrine] == ["yumi"]
    off = [
        event.message.args["ronin"] for event in state.events if event.message.key == "ron.event.shrine-off"
    ]
    assert off == [say("ron.ronin.musashi")]


def test_ruling_7_the_shrine_may_name_kabe_but_nobody_on_the_green_nor_a_fallen_one() -> None:
    state = areas(ninja={"shrine": 1}, **alone(kabe="inn", yumi="green"))
    assert refused(state, ATTACKER, "shrine>hayai").rule == "RON-W3"
    assert refused(state, ATTACKER, "shrine>yumi").rule == "RON-V10"
    attacks(state, "shrine>kabe")
    assert state.view(None).ronin[1].shrine


@pytest.mark.parametrize(
    "choices", [("burial-grounds>well", "enough"), ("burial-grounds>well", "burial-grounds>well")]
)
def test_v7_the_burial_grounds_bring_one_or_two_ninja_back(choices: tuple[str, ...]) -> None:
    state = areas(ninja={"burial-grounds": 1, "well": 3})
    reserves = state.reserves
    attacks(state, *choices)
    returned = 2 if choices[1] != "enough" else 1
    assert state.reserves == reserves + returned
    assert ninja(state)["well"] == 3 - returned


def test_v7_from_two_areas_its_own_included_and_never_from_the_green() -> None:
    state = areas(ninja={"burial-grounds": 1, "granary": 1, "green": 2})
    attacks(state, "burial-grounds>burial-grounds", "burial-grounds>granary")
    assert ninja(state) == {"green": 2}
    state = areas(ninja={"burial-grounds": 1, "granary": 1})
    assert refused(state, ATTACKER, "burial-grounds>shrine").key == "ron.refuse.no-ninja"


def test_v7_an_emptied_area_has_no_ability() -> None:
    state = areas(ninja={"burial-grounds": 1, "granary": 1, "shrine": 1})
    attacks(state, "burial-grounds>granary", "enough")
    assert refused(state, ATTACKER, "granary").key == "ron.refuse.not-occupied"


def test_v6_the_inn_marks_nobody_twice() -> None:
    state = areas(ninja={"shrine": 1, "inn": 1}, **alone(kabe="granary", yumi="well"))
    attacks(state, "shrine>yumi", "inn=shrine")
    assert refused(state, ATTACKER, "shrine>yumi").key == "ron.refuse.already-named"
    assert legal(state, ATTACKER) == {"shrine>kabe"}


def test_v8_a_contested_area_does_not_count() -> None:
    state = set_up(phase="abilities", ninja={"inn": 2, "well": 1}, **alone(musashi="inn"))
    assert state.view(None).counted == 1


def test_v8_both_fields_count_as_three_areas() -> None:
    state = areas(ninja={"field-2": 1, "field-3": 1, "granary": 1})
    assert state.view(None).counted == 4


def test_v8_the_next_planning_still_counts_both_fields_as_three() -> None:
    ninja = {"field-2": 1, "field-3": 1, "well": 1}
    assert set_up(ninja=ninja).view(None).counted == 4
    held = set_up(ninja=ninja, held=["kabe"], places={"kabe": "granary"})
    assert held.view(None).counted == 4


def test_v8_a_field_and_an_inn_that_copied_it_count_as_three() -> None:
    state = areas(ninja={"field-2": 1, "inn": 1, "granary": 1})
    assert state.view(None).counted == 3
    attacks(state, "inn=field-2")
    assert state.view(None).counted == 4


def test_example_both_fields_and_the_inn_are_four_and_no_victory() -> None:
    state = areas(ninja={"field-2": 1, "field-3": 1, "inn": 1})
    attacks(state, "inn=field-2")
    assert end(state) == ""
    assert state.round == 3


def test_ruling_8_an_inn_counts_as_a_field_only_while_it_and_that_field_are_occupied() -> None:
    state = areas(ninja={"field-2": 1, "inn": 1, "burial-grounds": 1, "granary": 2, "shrine": 1})
    attacks(state, "inn=field-2")
    assert state.view(None).counted == 6
    emptied = state.copy()
    attacks(emptied, "burial-grounds>inn", "enough")
    assert emptied.view(None).counted == 4
    attacks(state, "burial-grounds>field-2", "enough")
    assert state.view(None).counted == 4


def test_v8_an_inn_that_copied_a_field_counts_as_one_in_that_round_alone() -> None:
    state = areas(ninja={"field-2": 1, "inn": 1}, **alone(kabe="granary"))
    attacks(state, "inn=field-2")
    assert state.round == 3, "nothing is left to use"
    deploy_ninja(state, well=1, passage=2)
    deploy_ronin(state, kabe="granary")
    assert state.view(None).counted == 4


def test_example_passage_onto_the_inn_and_a_copied_field_win() -> None:
    """Passage, Burial Grounds and a Field; two ninja fell Yumi at the Inn, which copies the Field: five areas."""
    state = areas(
        ninja={"passage": 1, "burial-grounds": 1, "field-3": 1},
        wounds={"yumi": 2},
        **alone(yumi="inn", kabe="granary"),
    )
    attacks(state, "passage-2>inn")
    assert not lives(state, "yumi")
    assert ninja(state)["inn"] == 1
    attacks(state, "inn=field-3", "done")
    assert end(state) == "RON-X2"


def test_v9_the_passage_brings_one_or_two_ninja_of_the_reserves_to_any_area() -> None:
    state = areas(ninja={"passage": 1, "shrine": 1}, reserves=1)
    assert refused(state, ATTACKER, "passage-2>well").args["n"] == 1
    attacks(state, "passage-1>well")
    assert ninja(state)["well"] == 1
    assert state.reserves == 0
    state = areas(ninja={"passage": 1, "shrine": 1}, reserves=0)
    assert refused(state, ATTACKER, "passage-1>well").key == "ron.refuse.passage-reserves"


@pytest.mark.parametrize(
    ("reserves", "numbers"), [(0, set()), (1, {"passage-1"}), (2, {"passage-1", "passage-2"})]
)
def test_v9_the_passage_sends_what_the_reserves_have(reserves: int, numbers: set[str]) -> None:
    state = areas(ninja={"passage": 1, "granary": 1}, reserves=reserves, **alone(kabe="inn"))
    sent = {name.partition(">")[0] for name in legal(state, ATTACKER) if name.startswith("passage")}
    assert sent == numbers


def test_v9_an_area_taken_by_the_passage_may_be_used_this_round() -> None:
    state = areas(
        ninja={"passage": 1},
        places={**EVERYBODY, "kabe": "animal-pen", "taiko": "watchtower", "yobu": "field-3"},
    )
    attacks(state, "passage-1>granary")
    assert "granary" in legal(state, ATTACKER)


def test_v9_an_area_already_used_gains_no_second_use() -> None:
    state = areas(ninja={"passage": 1, "granary": 1, "shrine": 1})
    attacks(state, "granary", "passage-2>granary")
    assert refused(state, ATTACKER, "granary").key == "ron.refuse.area-used"


def test_v9_the_defender_divides_with_tasuke() -> None:
    state = areas(ninja={"passage": 1, "granary": 1}, **alone(kabe="well", tasuke="well"))
    attacks(state, "passage-2>well")
    assert state.actors() == (DEFENDER,)
    defends(state, "divide-1")
    assert (wounds(state, "kabe"), wounds(state, "tasuke")) == (1, 1)
    assert state.actors() == (ATTACKER,)


def test_example_musashi_and_yobu_can_not_act_on_ninja_from_the_passage() -> None:
    for ronin, choice in (("musashi", "strike"), ("yobu", "push>inn")):
        state = areas(
            ninja={"passage": 1, "granary": 1}, **alone(**{ronin: "watchtower", "tasuke": "watchtower"})
        )
        attacks(state, "passage-2>watchtower")
        assert refused(state, DEFENDER, choice).key == "ron.refuse.not-now"
        defends(state, "divide-0")
        assert wounds(state, ronin) == 2


@pytest.mark.parametrize("choice", ["well>yumi", "animal-pen>yumi", "shrine>yumi"])
def test_v10_no_area_ability_reaches_a_ronin_on_the_green(choice: str) -> None:
    state = areas(ninja={"well": 1, "animal-pen": 1, "shrine": 1}, **alone(yumi="green", kabe="inn"))
    assert refused(state, ATTACKER, choice).rule == "RON-V10"


def test_v10_wounds_of_the_well_and_the_watchtower_can_not_be_passed_to_tasuke() -> None:
    state = areas(ninja={"well": 1, "watchtower": 1}, **alone(kabe="inn", tasuke="inn"))
    attacks(state, "well>kabe")
    assert (wounds(state, "kabe"), wounds(state, "tasuke")) == (1, 0)
    assert state.actors() == (ATTACKER,)
    attacks(state, "watchtower")
    assert (wounds(state, "kabe"), wounds(state, "tasuke")) == (2, 1)


def test_each_area_is_used_once_and_each_use_is_optional() -> None:
    state = areas(ninja={"granary": 1, "well": 1})
    attacks(state, "granary")
    assert refused(state, ATTACKER, "granary").key == "ron.refuse.area-used"
    attacks(state, "done")
    assert state.round == 3


def test_ruling_13_a_use_without_effect_is_not_offered() -> None:
    state = areas(
        ninja={"granary": 1, "watchtower": 1, "inn": 1, "shrine": 1}, supply=0, **alone(kabe="field-2")
    )
    assert legal(state, ATTACKER) == {"done", "shrine>kabe", "inn=shrine"}
    assert refused(state, ATTACKER, "inn=granary").key == "ron.refuse.no-effect"


def test_x1_is_judged_after_each_area_ability() -> None:
    state = areas(ninja={"well": 1}, wounds={"yumi": 2}, **alone(yumi="inn"))
    attacks(state, "well>yumi")
    assert end(state) == "RON-X1"
