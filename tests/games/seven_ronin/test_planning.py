"""Planning: what each side may deploy, and what the reveal brings (RON-P1 to RON-P11)."""

from __future__ import annotations

from typing import cast

import pytest

from tests.games.seven_ronin.table import (
    alone,
    attacks,
    defends,
    deploy_ninja,
    deploy_ronin,
    legal,
    ninja,
    refused,
    stands,
)
from zashiki import Record, Refused
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, PLACES, RONIN
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.record import read
from zashiki.kernel.timeline import Timeline
from zashiki.words import Words


def test_p1_ninja_go_on_at_most_threat_level_areas_and_the_green_never_counts() -> None:
    state = GAME.start()
    attacks(state, "ninja>well", "ninja>inn", "ninja>green", "ninja>passage")
    reason = refused(state, ATTACKER, "ninja>shrine")
    assert (reason.rule, reason.args["n"]) == ("RON-P1", 3)
    attacks(state, "ninja>passage")


def test_p1_ninja_come_from_the_reserves() -> None:
    state = GAME.position(round=6, reserves=2)
    attacks(state, "ninja>granary", "ninja>granary")
    reason = refused(state, ATTACKER, "ninja>inn")
    assert (reason.key, reason.args["n"]) == ("ron.refuse.no-reserves", 2)


def test_p2_an_area_takes_its_limit_in_this_deployment_whatever_is_there_already() -> None:
    state = GAME.position(round=2, ninja={"granary": 5})
    attacks(state, "ninja>granary", "ninja>granary")
    reason = refused(state, ATTACKER, "ninja>granary")
    assert (reason.rule, reason.args["n"]) == ("RON-P2", 2)


def test_p3_each_ninja_on_the_green_lets_a_limit_be_passed_by_one() -> None:
    """Two on the Green: 5 on a limit of 3."""
    state = GAME.position(round=3, ninja={"green": 2})
    attacks(state, *["ninja>field-3"] * 5)
    reason = refused(state, ATTACKER, "ninja>field-3")
    assert (reason.rule, reason.args["limit"], reason.args["n"]) == ("RON-P3", 3, 2)


def test_p3_the_bonus_may_be_spread() -> None:
    """Two on the Green: 3 on two limits of 2."""
    state = GAME.position(round=3, ninja={"green": 2})
    attacks(state, *["ninja>granary"] * 3, *["ninja>passage"] * 3)
    assert refused(state, ATTACKER, "ninja>passage").rule == "RON-P3"
    attacks(state, "ninja>field-2", "ninja>field-2")
    assert refused(state, ATTACKER, "ninja>field-2").rule == "RON-P3"


def test_p3_the_bonus_holds_even_if_a_ronin_clears_the_green_at_this_reveal() -> None:
    state = GAME.position(round=2, ninja={"green": 1})
    deploy_ninja(state, well=2)
    deploy_ronin(state, kabe="green", hayai="inn")
    assert state.ninja[10] == 0
    assert ninja(state)["well"] == 2


def test_p4_one_ninja_a_round_goes_to_the_green() -> None:
    state = GAME.start()
    attacks(state, "ninja>green")
    assert refused(state, ATTACKER, "ninja>green").rule == "RON-P4"


def test_p5_the_minimum_of_the_round_must_be_deployed() -> None:
    state = GAME.position(round=5)
    attacks(state, "ninja>well", "ninja>inn", "ninja>passage")
    reason = refused(state, ATTACKER, "ready")
    assert (reason.rule, reason.args["put"], reason.args["n"]) == ("RON-P5", 3, 4)
    attacks(state, "ninja>passage", "ready")


def test_p5_who_has_too_few_ninja_deploys_them_all() -> None:
    state = GAME.position(round=5, reserves=3)
    attacks(state, "ninja>well", "ninja>inn")
    assert refused(state, ATTACKER, "ready").args["n"] == 3
    attacks(state, "ninja>green", "ready")


def test_p5_with_empty_reserves_an_empty_deployment_is_legal() -> None:
    state = GAME.position(round=5, reserves=0, ninja={"well": 1})
    assert legal(state, ATTACKER) == {"ready"}


@pytest.mark.parametrize("edition", ["en-2015", "pl-2013", "fr-2014"])
def test_ruling_1_the_marker_on_the_green_counts_towards_the_minimum(edition: str) -> None:
    state = GAME.position(edition=edition, round=2)
    attacks(state, "ninja>green", "ninja>inn", "ready")


def test_ruling_12_a_marker_may_go_only_where_the_minimum_stays_in_reach() -> None:
    """Polish round 8 asks for 8: four areas of limit 1 and one of limit 2 with the Green are only 7."""
    state = GAME.position(edition="pl-2013", round=8)
    attacks(state, "ninja>well", "ninja>inn", "ninja>watchtower", "ninja>shrine")
    assert legal(state, ATTACKER) == {"ninja>field-3", "ninja>green"}
    reason = refused(state, ATTACKER, "ninja>granary")
    assert (reason.rule, reason.args["n"], reason.args["needed"]) == ("RON-P5", 7, 8)
    attacks(state, *["ninja>field-3"] * 3, "ninja>green", "ready")


def test_ruling_12_leaves_the_area_open_when_the_reserves_are_short_anyway() -> None:
    state = GAME.position(edition="pl-2013", round=8, reserves=7)
    attacks(state, "ninja>well", "ninja>inn", "ninja>watchtower", "ninja>shrine")
    assert "ninja>granary" in legal(state, ATTACKER)


def test_p10_who_can_add_nothing_is_told_to_seal_the_plan() -> None:
    """Three areas at their limit, and the Green."""
    state = GAME.start()
    places = ("ninja>well", "ninja>inn", "ninja>watchtower")
    attacks(state, *places)
    words = Words("en")
    assert words(state.view(ATTACKER).prompt).endswith("add more, or seal the plan.")
    attacks(state, "ninja>green")
    assert legal(state, ATTACKER) == {"ready"}
    assert words(state.view(ATTACKER).prompt) == "4 ninja deployed; no more can be added: seal the plan."


def test_p6_every_free_ronin_is_deployed() -> None:
    state = GAME.start()
    for ronin, place in zip(
        RONIN[:-1], ["inn", "well", "shrine", "granary", "passage", "field-2"], strict=True
    ):
        defends(state, f"{ronin}>{place}")
    reason = refused(state, DEFENDER, "ready")
    assert (reason.rule, reason.args["n"]) == ("RON-P6", 1)
    defends(state, "yumi>field-3", "ready")


def test_p6_held_and_fallen_ronin_are_not_deployed() -> None:
    state = GAME.position(round=3, places={"kabe": "inn"}, held=["kabe"], fallen=["yumi"])
    assert refused(state, DEFENDER, "kabe>well").rule == "RON-V5"
    assert refused(state, DEFENDER, "yumi>well").rule == "RON-W3"
    deploy_ronin(state)
    assert stands(state, "kabe") == "inn"


def test_p6_a_ronin_is_put_once() -> None:
    state = GAME.start()
    defends(state, "hayai>inn")
    assert refused(state, DEFENDER, "hayai>well").key == "ron.refuse.already-put"


def test_p7_one_ronin_an_area_and_only_tasuke_shares() -> None:
    state = GAME.start()
    defends(state, "hayai>inn")
    reason = refused(state, DEFENDER, "kabe>inn")
    assert reason.rule == "RON-P7"
    defends(state, "tasuke>inn")
    assert refused(state, DEFENDER, "musashi>inn").rule == "RON-P7"
    defends(state, "kabe>well")


def test_p7_tasuke_may_be_joined() -> None:
    state = GAME.start()
    defends(state, "tasuke>inn", "hayai>inn")
    assert refused(state, DEFENDER, "kabe>inn").rule == "RON-P7"


def test_p7_held_ronin_keep_their_area_but_tasuke_may_join_one_or_be_joined() -> None:
    state = GAME.position(round=3, places={"kabe": "inn", "tasuke": "well"}, held=["kabe", "tasuke"])
    assert refused(state, DEFENDER, "hayai>inn").rule == "RON-P7"
    defends(state, "hayai>well")
    state = GAME.position(round=3, places={"kabe": "inn"}, held=["kabe"])
    defends(state, "tasuke>inn")


def test_p8_a_ronin_goes_to_the_green_only_if_a_ninja_is_there_and_only_one() -> None:
    state = GAME.start()
    assert refused(state, DEFENDER, "hayai>green").rule == "RON-P8"
    state = GAME.position(round=2, ninja={"green": 1})
    defends(state, "tasuke>green")
    reason = refused(state, DEFENDER, "hayai>green")
    assert reason.rule == "RON-P8"
    state = GAME.position(round=2, ninja={"green": 1})
    defends(state, "hayai>green")
    assert refused(state, DEFENDER, "tasuke>green").rule == "RON-P8"


def test_p8_a_ninja_put_on_the_green_this_round_opens_it_to_nobody() -> None:
    state = GAME.start()
    attacks(state, "ninja>green")
    assert refused(state, DEFENDER, "hayai>green").rule == "RON-P8"


def test_p9_a_ronin_may_be_sent_where_ninja_hold_the_area() -> None:
    state = GAME.position(round=2, ninja={"well": 2})
    deploy_ninja(state, inn=1, shrine=1)
    deploy_ronin(state, kabe="well")
    assert stands(state, "kabe") == "well"


def test_p10_everybody_sees_the_reserves_as_they_were_and_the_attacker_his_hand() -> None:
    state = GAME.start()
    attacks(state, "ninja>well", "ninja>inn")
    for seat in (ATTACKER, DEFENDER, None):
        assert state.view(seat).reserves == 40
    attack = state.view(ATTACKER).attack
    assert attack is not None
    assert (attack.in_hand, attack.put) == (38, 2)
    assert state.view(DEFENDER).attack is None
    assert state.view(None).defence is None


def test_p10_a_sealed_plan_takes_nothing_more() -> None:
    state = GAME.start()
    attacks(state, "ninja>well", "ready")
    assert refused(state, ATTACKER, "ninja>well").key == "ron.refuse.sealed"
    assert state.view(DEFENDER).ready == (True, False)


def test_p11_unused_ninja_stay_in_the_reserves_and_a_ronin_clears_the_green() -> None:
    state = GAME.position(round=4, ninja={"green": 2}, reserves=20)
    supply = state.supply
    deploy_ninja(state, green=1, well=1, inn=1, granary=1)
    deploy_ronin(state, kabe="green", hayai="shrine")
    assert state.reserves == 16
    assert state.supply == supply + 3
    assert state.ninja[10] == 0
    assert state.wounds == [0] * 7
    assert ninja(state) == {"well": 1, "inn": 1, "granary": 1}


def test_p11_what_was_revealed_stays_in_sight() -> None:
    state = GAME.position(round=4, ninja={"green": 2}, reserves=20)
    deploy_ninja(state, green=1, well=1, inn=1, granary=1)
    deploy_ronin(state, kabe="green", hayai="shrine")
    shown = state.view(None).reveal
    assert shown is not None
    assert (shown.round, shown.bonus, shown.cleared) == (4, 2, 3)
    assert {PLACES[area] for area in range(11) if shown.ninja[area]} == {"green", "well", "inn", "granary"}
    assert shown.ronin[RONIN.index("kabe")] == PLACES.index("green")
    assert shown.ronin[RONIN.index("hayai")] == PLACES.index("shrine")


def test_example_the_deployment_with_two_kept() -> None:
    """Burial Grounds 2, Watchtower 1, Well 1, Green 1; two of the seven in hand are kept."""
    state = GAME.start()
    deploy_ninja(state, burial_grounds=2, watchtower=1, well=1, green=1)
    deploy_ronin(state, hayai="inn", kabe="granary", musashi="field-2", taiko="shrine", yobu="passage")
    assert ninja(state) == {"burial-grounds": 2, "watchtower": 1, "well": 1, "green": 1}
    assert state.reserves == 35


def test_ruling_5_after_a_refusal_only_the_one_who_erred_chooses_again() -> None:
    state = GAME.start()
    deploy_ninja(state, well=1)
    defends(state, "hayai>inn")
    refused(state, DEFENDER, "kabe>inn")
    assert state.view(DEFENDER).ready == (True, False)
    defends(state, "kabe>well")


def test_any_marker_can_be_taken_back_until_the_plan_is_sealed() -> None:
    record = Record(GAME)
    for seat, name in [
        (0, "ninja>well"),
        (1, "hayai>inn"),
        (0, "ninja>inn"),
        (0, "ninja>green"),
        (1, "kabe>well"),
    ]:
        record.add(seat, GAME.action(name))
    timeline = Timeline(record)
    timeline.extend(timeline.taking_back(ATTACKER, GAME.action("ninja>well")))
    state = cast(State, timeline.state)
    attack = state.view(ATTACKER).attack
    assert attack is not None
    assert attack.put == 2
    assert attack.ninja[7] == 0
    assert read(record.write()).fold().view(ATTACKER) == state.view(ATTACKER)
    with pytest.raises(Refused):
        Timeline(record).taking_back(ATTACKER, GAME.action("ninja>well"))


def test_the_other_side_s_seal_does_not_keep_a_planner_from_undoing() -> None:
    record = Record(GAME)
    for seat, name in [(1, "hayai>inn"), (0, "ninja>well"), (0, "ready")]:
        record.add(seat, GAME.action(name))
    assert Timeline(record).undo_refusal(DEFENDER) is None
    assert Timeline(record).undo_refusal(ATTACKER) is None, "unsealed while the other side plans"
    record.add(1, GAME.action("kabe>well"))
    assert Timeline(record).undo_refusal(ATTACKER) is None, "else it would tell of the Defender's progress"


def test_a_new_round_ends_what_can_be_undone() -> None:
    record = Record(
        GAME, position={"phase": "areas", "ninja": {"granary": 1}, **alone(kabe="well"), "round": 2}
    )
    record.add(ATTACKER, GAME.action("done"))
    record.add(DEFENDER, GAME.action("kabe>well"))
    refusal = Timeline(record).undo_refusal(ATTACKER)
    assert refusal is not None
    assert refusal.key == "undo.news"
