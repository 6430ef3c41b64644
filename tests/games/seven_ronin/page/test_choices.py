"""The page of 7 Ronin: every choice that lies on the board can be made there, and pieces keep clear of each other."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.games.seven_ronin.page.drawing import LINKS, draw, moments, page
from tests.games.seven_ronin.table import alone, attacks
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.labels import label
from zashiki.games.seven_ronin.page import on_board
from zashiki.games.seven_ronin.page.moves import Moves
from zashiki.games.seven_ronin.rules.pieces import PLACES, RONIN
from zashiki.words import LANGUAGES, Words


def picks(drawn: str) -> list[str]:
    """The pieces that can be picked, by name."""
    return re.findall(r'<input class="pick"[^>]*value="([a-z0-9-]+)"', drawn)


def picked(drawn: str) -> list[str]:
    return re.findall(r'<input class="pick"[^>]*value="([a-z0-9-]+)"[^>]* checked', drawn)


@pytest.mark.parametrize("seed", range(2))
def test_every_place_that_waits_for_a_pick_has_its_pick(seed: int) -> None:
    chance = Random(seed)
    state = GAME.start()
    while actors := state.actors():
        for seat in actors:
            drawn = page(state, seat)
            waiting = set(re.findall(r'class="spot for-([a-z0-9-]+)"', drawn))
            assert waiting <= set(picks(drawn)), state.view(seat).step
        seat = chance.choice(actors)
        state.apply(seat, chance.choice(state.legal(seat)))


@pytest.mark.parametrize(
    ("first", "group"),
    [("burial-grounds>well", "burial-grounds"), ("inn=well", "well"), ("inn=animal-pen", "animal-pen")],
)
def test_an_ability_that_asks_for_more_shows_its_targets_at_once(first: str, group: str) -> None:
    ninja = {"inn": 1, "well": 2, "burial-grounds": 1, "animal-pen": 1}
    state = GAME.position(phase="areas", ninja=ninja, **alone(kabe="shrine"))
    attacks(state, first)
    drawn = page(state, 0)
    assert picked(drawn) == [group]
    assert f'class="spot for-{group}"' in drawn


def test_a_short_watchtower_shows_whom_it_may_wound() -> None:
    state = GAME.position(
        phase="areas", ninja={"watchtower": 1}, supply=1, **alone(kabe="inn", yumi="field-2")
    )
    attacks(state, "watchtower")
    drawn = page(state, 0)
    assert picked(drawn) == ["watchtower"]
    assert drawn.count('class="spot for-watchtower"') == 4  # a token and a row for each of the two


def test_the_inn_as_the_passage_still_asks_how_many() -> None:
    state = GAME.position(phase="areas", ninja={"inn": 1, "passage": 1}, **alone(kabe="shrine"))
    attacks(state, "inn=passage")
    drawn = page(state, 0)
    assert picks(drawn) == ["passage-1", "passage-2"]
    assert 'aria-label="Passage (send 1 ninja)"' in drawn


def test_no_area_is_picked_before_the_attacker_does_it() -> None:
    """Else a click on the Well, meant for its poison, would bring its ninja back through the Burial Grounds."""
    state = GAME.position(phase="areas", ninja={"burial-grounds": 1, "well": 1}, **alone(kabe="shrine"))
    drawn = page(state, 0)
    assert picks(drawn) == ["burial-grounds", "well"]
    assert picked(drawn) == []
    on_the_board = re.findall(r'id="spots-([a-z-]+)"><label class="pick use"', drawn)
    assert on_the_board == ["burial-grounds", "well"]


def test_no_ronin_is_picked_before_the_defender_does_it() -> None:
    """Else a click on Musashi's area, meant for his sword, would push ninja there; and Taiko would cover him."""
    state = GAME.position(
        round=2,
        phase="abilities",
        ninja={"well": 1, "granary": 1},
        wounds={"musashi": 1},
        **alone(yobu="well", musashi="granary", taiko="inn"),
    )
    drawn = page(state, 1)
    assert picks(drawn) == ["taiko", "yobu"]
    assert picked(drawn) == []
    assert drawn.count('<label class="pick use"') == 2


def test_a_lone_area_needs_no_picking() -> None:
    state = GAME.position(phase="areas", ninja={"well": 1}, **alone(kabe="shrine"))
    assert picked(page(state, 0)) == ["well"]


def test_an_ability_without_target_has_its_button_among_the_areas() -> None:
    state = GAME.position(phase="areas", ninja={"granary": 1, "well": 1}, **alone(kabe="shrine"))
    listed = page(state, 0).split('class="panel own"')[1].split("</section>")[0]
    assert f'class="at-once" form="choice" name="action" value="{GAME.action("granary")}"' in listed


def test_planned_ninja_stand_above_ronin_who_are_held() -> None:
    state = GAME.position(round=2, held=["kabe", "tasuke"], places={"kabe": "granary", "tasuke": "granary"})
    attacks(state, "ninja>granary", "ninja>well")
    drawn = page(state, 0)
    head = r'<use href="#ninja" x="[\d.-]+" y="([\d.-]+)"[^>]*id="plan-(\w+)-0"'
    top = {area: float(y) for y, area in re.findall(head, drawn)}
    assert top["granary"] < top["well"] - 50
    assert 'class="marker above"' in drawn.split('id="spots-granary"')[1].split("</div>")[0]
    assert 'class="marker"' in drawn.split('id="spots-well"')[1].split("</div>")[0]


def test_only_the_ronin_who_live_stand_before_the_sun_at_the_end() -> None:
    state = GAME.position(phase="areas", round=8, ninja={"passage": 1}, **alone(hayai="inn", yumi="well"))
    attacks(state, "done")
    assert state.result() is not None
    scene = page(state, 0).split('class="ending')[1].split("</svg>")[0]
    assert re.findall(r"#r-([a-z]+)", scene) == ["hayai", "yumi"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_planner_reads_on_each_place_what_its_area_does(seat: int, language: str) -> None:
    words = Words(language)
    drawn = draw(GAME.start().view(seat), words)
    for name in ("well", "granary", "shrine"):
        ability = words.say(f"ron.page.ability.{name}")
        assert re.search(rf'<button class="spot[^>]*title="[^"]*\({re.escape(ability)}\)"', drawn)


@pytest.mark.parametrize("edition", ["en-2015", "pl-2013"])
def test_a_button_says_what_the_choice_is_called_in_this_view(edition: str) -> None:
    """Buttons are kept from view to view: none may keep a label that has changed since."""
    said = 0
    for state in moments(11, every=2, edition=edition):
        for seat in (0, 1):
            view = state.view(seat)
            moves = Moves(view, LINKS)
            on_places = [spot for place in range(len(PLACES)) for spot in moves.at_place(place)]
            on_ronin = [spot for ronin in range(len(RONIN)) for spot in moves.at_ronin(ronin)]
            assert {spot.action for spot in (*on_places, *on_ronin)} == on_board(view)
            for spot in (*on_places, *on_ronin):
                assert spot.label.message == label(view, spot.action)
                said += 1
    assert said > 500
