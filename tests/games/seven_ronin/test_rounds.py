"""The end of a round and of the game (RON-E1 to RON-E4, RON-X1 to RON-X4)."""

from __future__ import annotations

from tests.games.seven_ronin.table import (
    EVERYBODY,
    alone,
    attacks,
    choose,
    deploy_ninja,
    deploy_ronin,
    end,
    legal,
    ninja,
    set_up,
    stands,
)
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.rules.pieces import AREAS, ATTACKER, DEFENDER, RONIN

GRANARY_FREE = {**EVERYBODY, "kabe": "well"}


def test_e1_ronin_leave_and_ninja_stay() -> None:
    state = set_up(phase="areas", ninja={"granary": 2}, places=GRANARY_FREE)
    attacks(state, "done")
    assert [stands(state, ronin) for ronin in RONIN] == [None] * 7
    assert ninja(state) == {"granary": 2}


def test_e1_shrine_markers_of_last_round_come_off_and_held_ronin_are_freed() -> None:
    state = set_up(
        phase="areas", round=3, ninja={"granary": 2}, places=GRANARY_FREE, held=["yobu"], shrine=["yumi"]
    )
    attacks(state, "done")
    seven = state.view(None).ronin
    assert not any(seen.shrine or seen.shrine_next or seen.held or seen.stays for seen in seven)


def test_e2_and_x4_the_defender_wins_at_the_end_of_round_8() -> None:
    state = set_up(phase="areas", round=8, ninja={"granary": 2}, places=GRANARY_FREE)
    attacks(state, "done")
    assert end(state) == "RON-X4"
    result = state.result()
    assert result is not None
    assert (result.winners, result.returns) == ((DEFENDER,), (-1.0, 1.0))


def test_e3_from_round_4_on_a_ninja_of_the_reserves_is_lost() -> None:
    for number, lost in ((3, 0), (4, 1), (7, 1)):
        state = set_up(phase="areas", round=number, ninja={"granary": 2}, reserves=9, places=GRANARY_FREE)
        attacks(state, "done")
        assert (state.reserves, state.round) == (9 - lost, number + 1)
        assert state.actors() == (ATTACKER, DEFENDER)


def test_e3_empty_reserves_lose_nothing() -> None:
    state = set_up(phase="areas", round=5, ninja={"granary": 2}, reserves=0, places=GRANARY_FREE)
    attacks(state, "done")
    assert (state.reserves, state.round, end(state)) == (0, 6, "")


def test_e4_nothing_but_the_burial_grounds_takes_ninja_off_the_board_by_choice() -> None:
    state = set_up(
        phase="areas",
        ninja=dict.fromkeys(AREAS[1:], 1),
        places={"kabe": "burial-grounds"},
        fallen=[name for name in RONIN if name != "kabe"],
    )
    before = ninja(state)
    for action in state.legal(ATTACKER):
        twin = state.copy()
        twin.apply(ATTACKER, action)
        assert all(twin.ninja[AREAS.index(area)] >= number for area, number in before.items())


def test_x1_the_last_ronin_falls_while_ninja_are_left() -> None:
    state = set_up(phase="wounds", ninja={"well": 3}, reserves=1, **alone(yumi="well"))
    assert end(state) == "RON-X1"
    result = state.result()
    assert result is not None
    assert (result.winners, result.returns) == ((ATTACKER,), (1.0, -1.0))


def test_x2_five_areas_at_the_end_of_combat_3() -> None:
    held = ["inn", "watchtower", "granary", "well", "shrine"]
    facts = alone(kabe="field-2", hayai="passage")
    state = set_up(phase="areas", ninja=dict.fromkeys(held, 1), **facts)
    assert end(state) == "", "not before the Attacker ends the step"
    attacks(state, "done")
    assert end(state) == "RON-X2"
    state = set_up(phase="areas", ninja=dict.fromkeys(held[1:], 1), **facts)
    attacks(state, "done")
    assert end(state) == ""


def test_x2_two_fields_and_two_other_areas() -> None:
    state = set_up(
        phase="areas", ninja=dict.fromkeys(["field-2", "field-3", "granary", "well"], 1), **alone(kabe="inn")
    )
    attacks(state, "done")
    assert end(state) == "RON-X2"


def test_x2_the_green_never_counts() -> None:
    state = set_up(
        phase="areas",
        ninja=dict.fromkeys(["inn", "green", "granary", "well", "shrine"], 1),
        **alone(kabe="field-2"),
    )
    attacks(state, "done")
    assert end(state) == ""


def test_x3_no_ninja_on_the_board_nor_in_the_reserves() -> None:
    """Shot by Yumi, though wounds are still on a tile: wounds are not on the board."""
    state = set_up(phase="abilities", reserves=1, wounds={"kabe": 3}, **alone(yumi="inn", kabe="well"))
    state.apply(DEFENDER, GAME.action("shoot"))
    assert end(state) == "RON-X3"


def test_x3_is_judged_after_the_reveal() -> None:
    """The last ninja were on the Green."""
    state = set_up(round=4, reserves=0, ninja={"green": 1})
    deploy_ninja(state)
    deploy_ronin(state, kabe="green")
    assert end(state) == "RON-X3"


def test_ruling_2_ninja_on_the_green_are_on_the_board() -> None:
    state = set_up(phase="wounds", ninja={"well": 3, "green": 1}, reserves=0, **alone(yumi="well"))
    assert end(state) == "RON-X1"
    state = set_up(phase="wounds", ninja={"well": 2, "green": 1}, reserves=0, **alone(yumi="well"))
    assert end(state) == ""


def test_x3_after_the_casualties() -> None:
    state = set_up(phase="areas", round=5, reserves=1, **alone(kabe="well"))
    assert end(state) == "RON-X3", "the last ninja of the Reserves left the village"


def test_a_step_without_a_choice_passes_by_itself() -> None:
    state = set_up(round=2, fallen=[name for name in RONIN if name != "kabe"])
    deploy_ninja(state, well=1, green=1)
    deploy_ronin(state, kabe="well")
    assert (state.round, state.view(None).phase) == (3, "planning")
    assert legal(state, DEFENDER) >= {"kabe>well", "kabe>green"}


def test_the_story_of_an_end_counts_nobody_who_is_not_there() -> None:
    taken = set_up(phase="wounds", ninja={"well": 4}, **alone(yumi="well")).result()
    assert taken is not None
    assert [line.key for line in taken.story] == ["ron.story.round", "ron.story.areas", "ron.story.ninja"]
    saved = set_up(phase="areas", round=5, reserves=1, **alone(kabe="well")).result()
    assert saved is not None
    assert [line.key for line in saved.story] == ["ron.story.round", "ron.story.areas", "ron.story.ronin"]


def test_every_ability_may_be_used_again_in_the_next_round() -> None:
    state = set_up(
        phase="abilities", round=2, ninja={"inn": 2, "well": 1}, **alone(musashi="inn", kabe="granary")
    )
    choose(state, DEFENDER, "strike")
    attacks(state, "well>kabe")
    deploy_ninja(state, inn=1, field_3=2)
    deploy_ronin(state, musashi="inn", kabe="granary")
    choose(state, DEFENDER, "strike")
    attacks(state, "well>kabe")
    assert state.round == 4
