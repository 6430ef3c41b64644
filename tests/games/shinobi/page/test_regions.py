"""The board of Shinobi in regions: one element each, drawn from its inputs alone, few of them changed by a choice."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.games.shinobi.page.boards import LINKS, Element, every_region, random_game, views
from tests.games.shinobi.tables import play, table
from zashiki.brush.regions import Drawings, changed, marks
from zashiki.games.shinobi import GAME
from zashiki.games.shinobi.labels import seat_message
from zashiki.games.shinobi.page import board, on_board
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.contract import CHANCE
from zashiki.words import LANGUAGES, Words

SEATS = (3, 4, 5)


def changes(state: State, seat: int | None, choice: str) -> set[str]:
    """The regions that a choice changes for who sees the game from this seat."""
    drawings, words = Drawings(), Words("en")
    before = marks(drawings.page(board(state.view(seat), LINKS), words))
    play(state, choice)
    return set(changed(before, drawings.page(board(state.view(seat), LINKS), words), "play"))


@pytest.mark.parametrize("seats", SEATS)
def test_every_region_draws_one_element_with_its_own_id(seats: int) -> None:
    drawings, parsed = Drawings(), set()
    for moment, state in enumerate(random_game(seats, seats)):
        if moment % 13 and state.actors():
            continue
        words = Words(LANGUAGES[moment % 3])
        for view in views(state):
            play_area = board(view, LINKS)
            whole = Element(drawings.whole(play_area, words))
            regions = [one.name for one in every_region(play_area)]
            assert whole.outermost == ["play"]
            assert len(set(whole.ids)) == len(whole.ids)
            assert set(regions) <= set(whole.ids)
            assert len(set(regions)) == len(regions)
            for region in every_region(play_area):
                text = drawings.whole(region, words)
                if text not in parsed:
                    assert Element(text).outermost == [region.name]
                    parsed.add(text)
    assert len(parsed) > 300


def test_equal_inputs_give_equal_bytes_whoever_looks() -> None:
    """Each region is drawn anew, by no cache of drawings, and compared with the same inputs at other moments."""
    words, again = Words("pl"), 0
    seen: dict[tuple[object, ...], str] = {}
    for moment, state in enumerate(random_game(3, 8)):
        for view in views(state) if moment % 5 == 0 else []:
            for region in every_region(board(view, LINKS)):
                key = (region.name, region.draw, region.inputs)
                drawn = str(region.draw(region.inputs, words))
                assert drawn
                again += key in seen
                assert seen.setdefault(key, drawn) == drawn
    assert again > 1000


@pytest.mark.parametrize("seats", SEATS)
def test_what_a_seat_may_not_know_is_in_no_region_that_others_share(seats: int) -> None:
    """SHI-S1: other hands and clans that fit what a seat sees leave every shared region of every seat as it is."""
    chance, compared, secret = Random(seats), 0, 0
    for moment, state in enumerate(random_game(seats, seats)):
        if moment % 23 or moment < 3 or not state.actors():
            continue
        for seat in range(seats):
            imagined = GAME.imagine(state.view(seat), chance)
            for other in (None, *range(seats)):
                regions = {one.name: one for one in every_region(board(state.view(other), LINKS))}
                for one in every_region(board(imagined.view(other), LINKS)):
                    if one.seat is not None:
                        secret += 1
                        assert one.seat == other
                    elif regions[one.name].seat is None:
                        compared += 1
                        assert one.inputs == regions[one.name].inputs, one.name
    assert compared > 1000
    assert secret > 100


def test_what_one_seat_alone_may_see_is_marked_as_its_own() -> None:
    """SHI-S1: the hand, the clan, and the orders that the hand allows."""
    state = table({"hojo": 1}, {"mori": 1}, {}, hands=[{"oda": 1, "ninja": 1}, {"oda": 2}, {"oda": 2}])
    marked = {one.name for one in every_region(board(state.view(0), LINKS)) if one.seat == 0}
    assert marked == {"hand", "served", "spots-0", "spots-1", "spots-2", "orders-0", "orders-8"}
    watched = list(every_region(board(state.view(None), LINKS)))
    assert all(one.seat is None for one in watched)
    assert {"hand", "served"}.isdisjoint(one.name for one in watched)


def test_a_province_without_own_orders_is_the_same_for_all_who_look_on() -> None:
    state = table({"hojo": 1}, {"mori": 1}, {}, hands=[{"oda": 2}, {"oda": 2}, {"oda": 2}])
    shown = [
        next(one for one in board(state.view(seat), LINKS).inner if one.name == "province-0")
        for seat in (1, 2, None)
    ]
    assert shown[0] is shown[1] is shown[2]


def test_a_usual_choice_changes_few_regions() -> None:
    hands = [{"oda": 1, "hojo": 1, "ninja": 1}, {"oda": 3}, {"oda": 3}]
    state = table({"takeda": 2}, {"mori": 1, "oda": 3}, {"uesugi": 1}, hands=hands)
    rows = {"strip", "turn-orders"}
    assert changes(state, 2, "0 hojo>1") == rows | {"sign-0", "army-5", "army-8", "census", "totals"}
    assert changes(state, 2, "0 oda>0") == rows | {"sign-0", "army-4", "census-oda", "totals"}
    assert changes(state, 2, "0 takeda*uesugi-2") == rows | {"army-11", "census", "totals", "deck"}


def test_a_page_drawn_anew_picks_what_it_says() -> None:
    """The radio buttons of another order have other ids, and one piece is picked whenever something can be."""
    words, drawings = Words("en"), Drawings()
    seen: dict[str, tuple[int, str]] = {}
    for state in random_game(3, 2):
        actors = state.actors()
        if not actors or actors == (CHANCE,):
            continue
        view = state.view(actors[0])
        page = Element(drawings.whole(board(view, LINKS), words))
        assert len(page.picked) == (1 if on_board(view) else 0)
        for name in (one for one in page.ids if one.startswith("pick-")):
            assert seen.setdefault(name, (view.turns, view.phase)) == (view.turns, view.phase)
    assert len(seen) > 50


@pytest.mark.parametrize("seats", SEATS)
def test_the_orders_on_the_board_are_those_that_it_names(seats: int) -> None:
    words, drawings, offered = Words("fr"), Drawings(), 0
    for state in random_game(seats, seats + 10):
        actors = state.actors()
        for view in views(state) if actors and actors != (CHANCE,) else []:
            actions = re.findall(r' data-action="(\d+)"', drawings.whole(board(view, LINKS), words))
            assert len(set(actions)) == len(actions)
            assert set(map(int, actions)) == on_board(view) <= set(view.legal)
            offered += len(actions)
    assert offered > 500


def test_nothing_can_be_chosen_without_links() -> None:
    for moment, state in enumerate(random_game(4, 3)):
        for view in views(state) if moment % 9 == 0 else []:
            drawn = Drawings().whole(board(view, ""), Words("en"))
            assert not Element(drawn).actions
            assert 'class="pick"' not in drawn
            assert "data-why" not in drawn


def test_nicknames_are_escaped() -> None:
    nickname = "<i>\"Bob\" & 'Co'"
    words = Words("en").calling([(seat_message(1), nickname), (seat_message(0), "</p><script>")])
    state = table({"hojo": 1}, {"mori": 1}, {}, hands=[{"oda": 2}, {"oda": 2}, {"oda": 2}])
    for seat in (0, 1, None):
        drawn = Drawings().whole(board(state.view(seat), LINKS), words)
        assert "<i>&#34;" not in drawn
        assert "<script>" not in drawn
        assert Element(drawn).outermost == ["play"]
    assert "&lt;i&gt;&#34;Bob&#34; &amp; &#39;Co&#39;" in drawn
