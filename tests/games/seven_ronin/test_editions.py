"""Where the three editions differ."""

from __future__ import annotations

import pytest

from tests.games.seven_ronin.table import alone, attacks, defends, legal, refused, set_up, wounds
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, EDITIONS


@pytest.mark.parametrize(("edition", "minimum"), [("en-2015", 4), ("fr-2014", 4), ("pl-2013", 5)])
def test_p5_the_minimum_of_round_5(edition: str, minimum: int) -> None:
    state = set_up(edition=edition, round=5)
    reason = refused(state, ATTACKER, "ready")
    assert (reason.rule, reason.args["n"]) == ("RON-P5", minimum)


@pytest.mark.parametrize("edition", EDITIONS)
def test_p5_the_minimum_of_round_2_is_2_everywhere(edition: str) -> None:
    assert set_up(edition=edition, round=2).view(ATTACKER).minimum[1] == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_p5_too_few_ninja_are_all_deployed_in_every_edition(edition: str) -> None:
    state = set_up(edition=edition, round=7, reserves=2)
    attacks(state, "ninja>granary")
    assert refused(state, ATTACKER, "ready").args["n"] == 2


@pytest.mark.parametrize(("edition", "heals"), [("en-2015", True), ("fr-2014", True), ("pl-2013", False)])
def test_a4_whether_taiko_heals_a_ronin_on_the_green(edition: str, heals: bool) -> None:
    state = set_up(
        edition=edition,
        phase="abilities",
        ninja={"well": 1},
        wounds={"kabe": 2, "yumi": 1},
        **alone(taiko="inn", kabe="green", yumi="shrine"),
    )
    assert ("heal>kabe" in legal(state, DEFENDER)) == heals
    if heals:
        defends(state, "heal>kabe")
        assert wounds(state, "kabe") == 1
    else:
        assert refused(state, DEFENDER, "heal>kabe").key == "ron.refuse.patient-on-green"


@pytest.mark.parametrize(
    ("edition", "hit"),
    [("en-2015", ["kabe"]), ("pl-2013", ["musashi"]), ("fr-2014", ["musashi"])],
)
def test_v4_whose_neighbours_a_copied_watchtower_wounds(edition: str, hit: list[str]) -> None:
    """The Inn's own (Burial Grounds) in the English edition, else the Watchtower's (Field)."""
    places = {"kabe": "burial-grounds", "musashi": "field-2", "yumi": "well"}
    state = set_up(edition=edition, phase="areas", ninja={"inn": 1, "watchtower": 1}, **alone(**places))
    attacks(state, "inn=watchtower")
    assert [ronin for ronin in places if wounds(state, ronin)] == hit


@pytest.mark.parametrize("edition", EDITIONS)
def test_ruling_11_hayai_rides_to_any_area_with_ninja_in_every_edition(edition: str) -> None:
    """Also to one that Tasuke contests."""
    state = set_up(
        edition=edition,
        phase="abilities",
        ninja={"well": 1, "shrine": 1},
        **alone(hayai="inn", tasuke="well"),
    )
    assert legal(state, DEFENDER) == {"done", "ride>well", "ride>shrine"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_ruling_14_misprints_of_the_french_text_are_ignored(edition: str) -> None:
    """The Green raises limits, the Watchtower reaches one Field only, the Shrine lasts for the next round."""
    state = set_up(edition=edition, round=2, ninja={"green": 1})
    attacks(state, "ninja>well", "ninja>well")
    state = set_up(
        edition=edition,
        phase="areas",
        ninja={"watchtower": 1, "shrine": 1},
        **alone(kabe="field-3", yumi="field-2"),
    )
    attacks(state, "watchtower", "shrine>yumi")
    assert (wounds(state, "yumi"), wounds(state, "kabe")) == (1, 0)
    assert state.view(None).ronin[6].shrine
